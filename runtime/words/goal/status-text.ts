// Where a goal stands, in one word each: the same wherever it is told. Programs get that of the log.

import type { GRAPH_STATUSES } from '../../model/vocabulary.ts';

export function statusText(status: (typeof GRAPH_STATUSES)[number]): string {
  return status === 'aborted' ? 'cancelled' : status;
}
