// A check that reads types and runs nothing fails without a change as a check of tests does that cannot be built.
// Which of the two it is, runs tell: a line that throws is nothing to it, and an error of types is.

import type { Change, Doubt } from './change.ts';
import { isDeclared, mayHaveTypes } from './plant/types.ts';
import type { Judge, Recipe, Row } from './row.ts';

/** Files of the change whose error of types it does not tell, and lines that keep it from telling one. */
type OfTypes = Readonly<{ doubts: readonly Doubt[] }>;

/** Undefined: it is more than that, or cannot be told. */
export function* typesAlone(
  { files, doubts }: Change,
  green: Row,
  run: (recipe: Recipe) => Judge<Row>,
): Judge<OfTypes | undefined> {
  const typed = files.filter(
    ({ path, status, meaning }) => status !== 'D' && meaning !== 'prose' && mayHaveTypes(path),
  );
  // It counts tests.
  const counts = green.cases !== undefined || Object.keys(green.totals).length > 0;
  if (counts || typed.length === 0) return undefined;
  const back = 'nothing';
  const thrown = yield* run({ back, planted: { tops: green.opened?.tests ?? [] } });
  if (thrown.ended !== 'pass') return undefined;
  const types = typed.map(({ path }) => path);
  const { ended, planted } = yield* run({ back, planted: { types } });
  if (ended === 'pass' || !planted || planted.seen === 0) return undefined;
  const untold = typed.filter(
    ({ path, meaning }) =>
      meaning !== 'judge' && !isDeclared(path) && planted.without.some(({ file }) => file === path),
  );
  return {
    doubts: [
      ...doubts.filter(({ kind }) => kind === 'types-silenced'),
      ...untold.map(({ path }): Doubt => ({ path, line: null, text: '', kind: 'types-silenced' })),
    ],
  };
}
