// The few places that every hook needs, put together by hand: `join` takes a path apart first.

export type Workspace = Readonly<{
  /** The main checkout. */
  root: string;
  /** The checkout the session works in: the main one or a linked worktree. */
  worktree: string;
  /** The repository's common git directory: shared by worktrees, carried by no clone. */
  commonDir: string;
  /** `<root>/.wukong` */
  dir: string;
}>;

/** What a folder is if it is the root of a main checkout. */
export function mainCheckout(folder: string): Workspace {
  return { root: folder, worktree: folder, commonDir: `${folder}/.git`, dir: `${folder}/.wukong` };
}

export function logOf(ws: Workspace): string {
  return `${ws.dir}/events.jsonl`;
}

export function lockOf(ws: Workspace): string {
  return `${ws.dir}/events.lock`;
}

export function stateOf(ws: Workspace): string {
  return `${ws.dir}/state.json`;
}

export function inboxOf(ws: Workspace): string {
  return `${ws.dir}/inbox`;
}

/** There while the log is about to be replaced (replace-log.ts). */
export function nextOf(ws: Workspace): string {
  return `${ws.dir}/next`;
}

export function trustOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/trust.json`;
}

export function configOf(ws: Workspace): string {
  return `${ws.dir}/config.yaml`;
}

export function localConfigOf(ws: Workspace): string {
  return `${ws.dir}/config.local.yaml`;
}
