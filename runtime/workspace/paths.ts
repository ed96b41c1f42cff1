// The one place that knows where things lie, and where names from outside become file names. What every
// hook needs is put together by hand: `join` takes a path apart first.

import { dirname, join } from 'node:path';
import { crc32 } from '../files/crc32.ts';

export type Workspace = Readonly<{
  /** The main checkout; of a bare repository the working tree in which it was set up. */
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

/** There while the log is about to be replaced (log/replace-log.ts). */
export function nextOf(ws: Workspace): string {
  return `${ws.dir}/next`;
}

export function trustOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/trust.json`;
}

/** Says which working tree has the data, where that is none beside the git directory (repository.ts). */
export function rootNoteOf({ commonDir }: Pick<Workspace, 'commonDir'>): string {
  return `${commonDir}/wukong/root`;
}

/** There while the log here mirrors that of another machine, and nobody writes (team-note.ts). */
export function mirrorNoteOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/mirror.json`;
}

/** Written when a client that is not Claude Code started a hook: only its time counts. */
export function otherClientOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/other-client`;
}

/** Written when a Node that is too old started a hook: the session and its version, a line each. */
export function oldNodeOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/old-node`;
}

/** Starts Wukong in a shell, where no `wukong` is on the PATH (workspace/shell-command.ts). */
export function starterOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/wukong`;
}

/** What a person last confirmed of config.local.yaml. */
export function confirmedConfigOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/config.local.json`;
}

/** Where `init` puts the program of each version, shared by all worktrees. */
export function programsOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/runtime`;
}

/** Holds the name of the version in force, a folder beside it. */
export function currentOf(ws: Workspace): string {
  return `${programsOf(ws)}/current`;
}

/** For editors: one place, whatever the version. */
export function schemasOf(ws: Workspace): string {
  return `${ws.commonDir}/wukong/schemas`;
}

export function sharedConfigOf(ws: Workspace): string {
  return `${ws.dir}/config.yaml`;
}

export function localConfigOf(ws: Workspace): string {
  return `${ws.dir}/config.local.yaml`;
}

export function candidatesOf(ws: Workspace): string {
  return `${ws.dir}/anchors/anchors_candidates.md`;
}

export function escalationOf(ws: Workspace, id: string): string {
  return `${ws.dir}/escalations/${safeName(id)}.md`;
}

/** Holds the day on which the roll-up of the last day of work was written. */
export function rollupMarkOf(ws: Workspace): string {
  return `${ws.dir}/rollups/written`;
}

export function turnsOf(ws: Workspace): string {
  return `${ws.dir}/turns`;
}

export const files = {
  log: logOf,
  lock: lockOf,
  state: stateOf,
  taskgraph: (ws: Workspace) => join(ws.dir, 'taskgraph.json'),
  archive: (ws: Workspace) => join(ws.dir, 'archive'),
  goals: (ws: Workspace) => `${ws.dir}/goals`,
  graphs: (ws: Workspace) => join(ws.dir, 'graphs'),
  inbox: inboxOf,
  next: nextOf,
  objects: (ws: Workspace) => join(ws.dir, 'objects'),
  /** Files that were replaced while the work of a run is laid into the tree. */
  landing: (ws: Workspace, run: string) => join(ws.dir, 'landing', safeName(run)),
  config: sharedConfigOf,
  localConfig: localConfigOf,
  confirmedConfig: confirmedConfigOf,
  templates: (ws: Workspace) => join(ws.dir, 'templates'),
  /** What the daemon that was started last said. */
  daemonLog: (ws: Workspace) => join(ws.dir, 'daemon.log'),
  rollups: (ws: Workspace) => join(ws.dir, 'rollups'),
  /** outbox/org/repo#12.md */
  outbox: (ws: Workspace, issue: string) =>
    join(ws.dir, 'outbox', ...issue.split('/').map(asFolder)).concat('.md'),
  turns: turnsOf,
  runtime: (ws: Workspace) => join(ws.dir, 'runtime'),
  anchors: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors.md'),
  candidates: candidatesOf,
  anchorsLock: (ws: Workspace) => join(ws.dir, 'anchors', 'anchors.lock'),
  anchorIndex: (ws: Workspace) => join(ws.dir, 'anchors', 'index.json'),
  escalation: escalationOf,
  trust: trustOf,
  /** What was put into this clone, and what stood there before. */
  installation: (ws: Workspace) => join(dirname(trustOf(ws)), 'installed.json'),
  /** The private key of this clone in its team. */
  machineKey: (ws: Workspace) => join(dirname(trustOf(ws)), 'machine-key.pem'),
  /** What the worker in this clone has at work. */
  workerNote: (ws: Workspace) => join(dirname(trustOf(ws)), 'worker.json'),
  /** The orders it carried out. */
  doneOrders: (ws: Workspace) => join(dirname(trustOf(ws)), 'worker-done.json'),
  /** That the log is at home here. */
  homeNote: (ws: Workspace) => join(dirname(trustOf(ws)), 'home.json'),
  mirrorNote: mirrorNoteOf,
  proveAnswers: (ws: Workspace) => join(dirname(trustOf(ws)), 'prove.json'),
  /** The user's settings as they were before `init` wrote into them. */
  settingsBefore: (ws: Workspace) => join(dirname(trustOf(ws)), 'settings.before'),
  /** settings.local.json as it was before a status line of ours was put into it. */
  localSettingsBefore: (ws: Workspace) => join(dirname(trustOf(ws)), 'settings.local.before'),
  /** What was done in lanes and did not come into the tree of their goal. */
  lanesKept: (ws: Workspace) => join(ws.dir, 'artifacts', 'lanes'),
  artifacts: (ws: Workspace, session: string) => join(ws.dir, 'artifacts', safeName(session)),
  goalLink: (ws: Workspace, goal: string) => join(ws.dir, 'artifacts', safeName(goal)),
  tried: (ws: Workspace) => join(ws.dir, 'artifacts', 'tried'),
  orderFolder: (ws: Workspace, session: string, node: string, run: string) =>
    join(ws.dir, 'artifacts', safeName(session), safeName(node), safeName(run)),
  checkpoint: (ws: Workspace, goal: string) =>
    join(ws.dir, 'context_packs', safeName(goal), 'checkpoint.json'),
  contextPack: (ws: Workspace, goal: string, node: string) =>
    join(ws.dir, 'context_packs', safeName(goal), `${safeName(node)}.json`),
};

/** What may lie at the top of `.wukong` by the name of a file or folder of ours. */
export function namesOfOurs(ws: Workspace): ReadonlySet<string> {
  const all: ReadonlyArray<(ws: Workspace, ...names: string[]) => string> = Object.values(files);
  const paths = all.map((of) => of(ws, 'a', 'b', 'c'));
  const below = paths.filter((path) => path.startsWith(`${ws.dir}/`));
  return new Set(below.map((path) => path.slice(ws.dir.length + 1).split('/')[0] ?? ''));
}

/** A part of a name from outside that leads nowhere else. */
function asFolder(part: string): string {
  return /^[\w-][\w.-]*(?:#\d+)?$/.test(part) ? part : safeName(part);
}

/**
 * Ids of ours pass as they are. A name from outside becomes `[a-z0-9-]` plus 8 hex of its checksum,
 * so that no two names collide and none leaves its folder.
 */
export function safeName(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9-]{0,80}$/.test(name)) return name;
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40);
  return `${plain}-${crc32(Buffer.from(name))}`;
}
