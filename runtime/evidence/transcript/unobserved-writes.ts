// A change that nobody was seen to make is the run's, unless it can't be: outside its shell commands a run
// changes nothing but the files it edits, and those its transcript names. So what was last touched when
// no command of it ran was touched by somebody else: a person in an editor, most likely.

import type { AttributedChange, Observation } from '../../model/evidence.ts';
import { EDITING_TOOLS } from '../../model/tools.ts';
import { splitShell } from '../commands/shell-split.ts';
import { foldersOf, touchedAt } from '../trees/touched-at.ts';

const NAMED: readonly string[] = [...EDITING_TOOLS, 'Read', 'Grep', 'Glob', 'SubagentHandback'];

/** It may change files its transcript does not name: any shell command, also one that only reads by its words. */
export function hasFreeHand({ tool }: Observation): boolean {
  return !NAMED.includes(tool);
}

/** Whether something it started may go on after it. */
export function mayGoOn(seen: Observation): boolean {
  if (seen.tool !== 'Bash') return false;
  return !seen.finished || (splitShell(seen.command ?? '')?.some(({ end }) => end === '&') ?? true);
}

/** The client's clock has milliseconds, a file system's may lag behind by one of its ticks. */
const TICK_MS = 20;

/** In milliseconds, both inclusive: then a run could have changed a file that its transcript does not name. */
export type FreeTime = Readonly<{ from: number; to: number }>;

/** At any time: where a transcript could not be read. */
export const ALWAYS: FreeTime = { from: 0, to: Infinity };

export function freeTimes(observations: readonly Observation[]): FreeTime[] {
  return observations.filter(hasFreeHand).map(timeOf);
}

/** A call without a time could have been at any; one that may go on has no end. */
function timeOf(seen: Observation): FreeTime {
  const from = Date.parse(seen.at);
  const ended = mayGoOn(seen) || DETACHES.test(seen.command ?? '') ? NaN : endOf(seen);
  return {
    from: Number.isNaN(from) ? 0 : from - TICK_MS,
    to: Number.isNaN(ended) ? Infinity : ended + TICK_MS,
  };
}

const DETACHES = /\b(?:nohup|setsid|disown|daemonize|start-stop-daemon|systemd-run|tmux|screen)\b/;

function endOf({ finished, endedAt }: Observation): number {
  return finished ? Date.parse(endedAt ?? '') : NaN;
}

/** `free`: of all runs that worked at the node since the tree the changes are measured from. */
export function excludeOthersChanges(
  changes: readonly AttributedChange[],
  worktree: string,
  free: readonly FreeTime[],
): AttributedChange[] {
  return changes.map((change) =>
    change.attribution === 'unattributed' && !canBeOfRun(worktree, change, free)
      ? { ...change, attribution: 'foreign' }
      : change,
  );
}

function canBeOfRun(
  worktree: string,
  { path, status }: AttributedChange,
  free: readonly FreeTime[],
): boolean {
  const begun = Math.min(...free.map(({ from }) => from));
  const touched = touchedAt(worktree, path);
  if (touched === Infinity) return true;
  // What is gone shows no time of its own, and its folder may have changed again since.
  if (status === 'D') return touched >= begun;
  if (touched < begun) {
    // What is new may have come with a folder that was moved: then only that shows it.
    const around = status === 'A' ? foldersOf([path]) : [];
    return around.some((folder) => touchedAt(worktree, folder) >= begun);
  }
  return free.some(({ from, to }) => from <= touched && touched <= to);
}
