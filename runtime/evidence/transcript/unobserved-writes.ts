// A change that nobody was seen to make is the run's, unless it can't be: before its first shell
// command a run changes nothing but the files it edits, and those its transcript names. So what was last
// touched before that moment was touched by somebody else: a person in an editor, most likely.

import type { AttributedChange, Observation } from '../../model/evidence.ts';
import { EDITING_TOOLS } from '../../model/tools.ts';
import { foldersOf, touchedAt } from '../trees/touched-at.ts';

/** Any shell command is a free hand, also one that only reads by its words: see evidence/commands/writing-commands.ts. */
const NAMED: readonly string[] = [...EDITING_TOOLS, 'Read', 'Grep', 'Glob', 'SubagentHandback'];

/** When a run could first have changed a file that its transcript does not name; Infinity: never. */
export function firstUnobservedWrite(observations: readonly Observation[]): number {
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
export function excludeEarlierChanges(
  changes: readonly AttributedChange[],
  worktree: string,
  free: number,
): AttributedChange[] {
  return changes.map((change) =>
    change.attribution === 'unattributed' && lastTouch(worktree, change) < free
      ? { ...change, attribution: 'foreign' }
      : change,
  );
}

/** What is new may have come with a folder that was moved: then only that shows it. */
function lastTouch(worktree: string, { path, status }: AttributedChange): number {
  const around = status === 'A' ? foldersOf([path]) : [];
  return Math.max(...[path, ...around].map((name) => touchedAt(worktree, name)));
}
