// Where a goal stands, in one word each: the same wherever it is told. Programs get that of the log.

import type { GRAPH_STATUSES } from '../../model/vocabulary.ts';

type Status = (typeof GRAPH_STATUSES)[number];

const WORDS: Readonly<Record<Status, string>> = {
  created: 'created',
  running: 'running',
  paused: 'paused',
  completed: 'completed',
  aborted: 'cancelled',
};

export function statusText(status: Status): string {
  return WORDS[status];
}
