// What a patch makes of one path of a branch. Pure; all three as git records them.

import type { FileOfTree } from '../../evidence/trees/overlay.ts';

type Side = FileOfTree | null;

type Move =
  | Readonly<{ is: 'there' }>
  | Readonly<{ is: 'put'; file: Side }>
  /** Of the three texts, to be put with this mode. */
  | Readonly<{ is: 'merge'; mode: string; base: string; ours: string; theirs: string }>
  /** The patch was made on something that the branch does not have. */
  | Readonly<{ is: 'rests' }>;

export function layPath(tip: Side, before: Side, after: Side): Move {
  if (isSame(tip, after)) return { is: 'there' };
  if (isSame(tip, before)) return { is: 'put', file: after };
  if (!tip || !before || !after || ![tip, before, after].every(isPlain)) return { is: 'rests' };
  const mode = tip.mode === before.mode ? after.mode : tip.mode;
  if (before.id === after.id) return { is: 'put', file: { mode, id: tip.id } };
  if (tip.id === before.id || tip.id === after.id) return { is: 'put', file: { ...after, mode } };
  return { is: 'merge', mode, base: before.id, ours: tip.id, theirs: after.id };
}

/** A file, and no link or inner repository. */
export function isPlain(file: Side): file is FileOfTree {
  return file?.mode.startsWith('100') === true;
}

export function isSame(one: Side, other: Side): boolean {
  return one?.mode === other?.mode && one?.id === other?.id;
}

/** Of paths that are put, those for which something else would have to go: a file is no folder. */
export function inTheWay(put: readonly string[], all: ReadonlyMap<string, unknown>): string[] {
  const folders = new Set([...all.keys()].flatMap(foldersOf));
  return put.filter((path) => folders.has(path) || foldersOf(path).some((one) => all.has(one)));
}

function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, at) => names.slice(0, at + 1).join('/'));
}
