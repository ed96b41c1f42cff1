// A change that nobody was seen to make is the run's, unless it can't be: before its first shell
// command a run changes nothing but the files it edits, and those its transcript names. So what was last
// touched before that moment was touched by somebody else: a person in an editor, most likely.

import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AttributedChange, Observation } from '../model/evidence.ts';
import { EDITING_TOOLS } from '../model/tools.ts';

/** Any shell command is a free hand, also one that only reads by its words: see writing-commands.ts. */
const NAMED: readonly string[] = [...EDITING_TOOLS, 'Read', 'Grep', 'Glob', 'SubagentHandback'];

/** When a run could first have changed a file that its transcript does not name; Infinity: never. */
export function firstFreeHand(observations: readonly Observation[]): number {
  const times = observations
    .filter(({ tool }) => !NAMED.includes(tool))
    .map(({ at }) => Date.parse(at));
  // A call without a time could have been the first.
  return times.reduce(
    (first, time) => (time < first ? time : Number.isNaN(time) ? 0 : first),
    Infinity,
  );
}

/** `free`: of all runs that worked at the node since the tree the changes are measured from. */
export function withAlibi(
  changes: readonly AttributedChange[],
  worktree: string,
  free: number,
): AttributedChange[] {
  return changes.map((change) =>
    change.attribution === 'unattributed' && touchedAt(worktree, change.path) < free
      ? { ...change, attribution: 'foreign' }
      : change,
  );
}

/**
 * By the change time that the system keeps, which no program can set back as it can the other times.
 * Of what is gone the folder tells, which changed with it or later.
 */
function touchedAt(worktree: string, path: string): number {
  try {
    for (let name = path; ; name = dirname(name)) {
      const stat = lstatSync(join(worktree, name), { throwIfNoEntry: false });
      if (stat) return stat.ctimeMs;
      if (name === '.') return Infinity;
    }
  } catch {
    return Infinity; // Nothing is known, so there is no alibi.
  }
}
