// Whether a test shows a fault before anything was changed: on the program as it was it fails, twice, in what was not
// failing without it, and because of what the program does.

import { couldNotLoad, saidNo } from '../evidence/commands/no-test-ran.ts';
import type { Change } from './change.ts';
import { compareCases, oldFailures } from './compare-cases.ts';
import { type Case, caseKey, failed, type Judge, type Row } from './row.ts';

export type NotReproduced =
  | 'passes'
  /** What fails there fails without the new test as well. */
  | 'as-before'
  /** A name or a module that it needs is not there. */
  | 'cannot-load'
  /** Neither an assertion nor an exception that came through the program. */
  | 'outside'
  | 'by-chance'
  /** It did not come to an end that says anything. */
  | 'unable';

export type Reproduced = Readonly<{ row: Row; because?: NotReproduced }>;

export function* reproduces(change: Change, check: number): Judge<Reproduced> {
  const red = yield { recipe: { back: 'program' }, check, nth: 1 };
  const first = notRed(red);
  if (first) return { row: red, because: first };
  const isAlone = change.base === change.tree;
  // Tests that were there show a fault as well as new ones.
  const base = isAlone ? undefined : yield { recipe: { back: 'all' }, check, nth: 1 };
  const isOld = base !== undefined && base.ended !== 'pass';
  const fresh = isOld ? freshIn(base, red) : failed(red);
  if (isOld && fresh.length === 0) return { row: red, because: 'as-before' };
  const because = whyRed(red, fresh, isOld);
  if (because) return { row: red, because };
  const again = yield { recipe: { back: 'program' }, check, nth: 2 };
  const second = notRed(again);
  if (second) return { row: again, because: second === 'passes' ? 'by-chance' : second };
  const keys = failed(again).map(caseKey);
  const isSteady = fresh.length === 0 || fresh.some((one) => keys.includes(caseKey(one)));
  return isSteady ? { row: red } : { row: again, because: 'by-chance' };
}

function notRed({ ended }: Row): NotReproduced | undefined {
  if (ended === 'fail') return undefined;
  if (ended === 'pass') return 'passes';
  return ended === 'cannot-load' || ended === 'cannot-build' ? 'cannot-load' : 'unable';
}

/** Without a report nobody can tell which of the failures are new. */
function freshIn(base: Row, red: Row): readonly Case[] {
  if (!red.cases) return [];
  if (base.cases) return oldFailures(base.cases, red.cases).others;
  return base.ended === 'fail' ? [] : compareCases([], red.cases).added.filter(isFailed);
}

function isFailed({ ended }: Case): boolean {
  return ended === 'failed';
}

/** What it printed as a whole says it too, where nothing else failed. */
function whyRed(
  { failure }: Row,
  fresh: readonly Case[],
  isOld: boolean,
): NotReproduced | undefined {
  const said = fresh.map((one) => one.said ?? '');
  const isAsserted =
    said.some((one) => saidNo(one) || /assert/i.test(one)) || (!isOld && failure?.asserts === true);
  if (isAsserted) return undefined;
  if (said.length > 0 && said.every(couldNotLoad)) return 'cannot-load';
  return (failure?.through ?? []).length > 0 ? undefined : 'outside';
}
