// From a change and the rows there are to the first row that is missing, or the verdict: so what was tried can
// be looked at again at any time, and nothing that is known is run twice.

import type { Change } from './change.ts';
import { answers } from './counts.ts';
import { judge } from './judge.ts';
import type { Row, Want } from './row.ts';
import type { Verdict } from './verdict.ts';

type Step = Readonly<{ want: Want }> | Readonly<{ verdict: Verdict }>;

export function step(change: Change, rows: readonly Row[]): Step {
  const story = judge(change);
  let next = story.next();
  while (!next.done) {
    const row = answers(rows, next.value);
    if (row === undefined) return { want: next.value };
    next = story.next(row);
  }
  return { verdict: next.value };
}

/** `run` may throw, to stop: then there is no verdict, and the rows so far stand. */
export async function prove(
  change: Change,
  run: (want: Want) => Promise<Row>,
  rows: Row[] = [],
): Promise<Verdict> {
  for (;;) {
    const next = step(change, rows);
    if ('verdict' in next) return next.verdict;
    rows.push(await run(next.want));
  }
}
