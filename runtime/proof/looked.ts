// A person's yes to what no run can tell. It is for one line of one content of a file, and part of the change: a
// verdict asks of it no more, and says who looked.

import type { Change, Doubt, LookedAt } from './change.ts';

/** `doubts`: with who looked at each, as the file is now. */
export function withLooks(
  { files, looked = [] }: Pick<Change, 'files' | 'looked'>,
  doubts: readonly Doubt[],
): readonly Doubt[] {
  if (looked.length === 0) return doubts;
  const now = new Map(files.map(({ path, after }) => [path, after]));
  return doubts.map((doubt) => {
    const blob = now.get(doubt.path);
    const yes = looked.find((one) => one.blob === blob && isSameDoubt(one, doubt));
    return yes ? { ...doubt, looked: yes.by } : doubt;
  });
}

type Place = Pick<Doubt, 'path' | 'line' | 'kind'>;

function isSameDoubt(a: Place, b: Place): boolean {
  return a.path === b.path && a.line === b.line && a.kind === b.kind;
}

export function isSameLook(a: LookedAt, b: LookedAt): boolean {
  return a.blob === b.blob && isSameDoubt(a, b);
}
