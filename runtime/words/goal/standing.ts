// Where a goal stands, in one word each: the same wherever it is told. Programs get that of the log.

import type { Goal } from '../../model/state/goal.ts';

const WORDS: Readonly<Record<Goal['status'], string>> = {
  running: 'running',
  paused: 'paused',
  completed: 'completed',
  aborted: 'cancelled',
};

export function statusText(status: Goal['status']): string {
  return WORDS[status];
}
