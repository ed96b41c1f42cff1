// Whether a test shows a fault before anything was changed: on the program as it was it fails, twice, in what was not
// failing without it, and because of what the program does.

import { saidNo } from '../evidence/commands/no-test-ran.ts';
import type { Change } from './change.ts';
import { oldFailures } from './compare-cases.ts';
import { type Case, caseKey, failed, isRed, type Judge, type Row } from './row.ts';
import { passesNowhere, unable } from './unable.ts';
import type { Unable } from './verdict.ts';

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

/** `said`: what it failed of, as it says so itself. `lack`: what no test can bring, so that none is asked for. */
type Reproduced = Readonly<{
  row: Row;
  because?: NotReproduced;
  said: string;
  lack?: Unable | undefined;
}>;

export function* reproduces(change: Change, check: number): Judge<Reproduced> {
  const red = yield { recipe: { back: 'program' }, check, nth: 1 };
  const no = (row: Row, because: NotReproduced, said = row.why) => {
    const lack = isBeyond(row) ? unable(check, 'red', row, []).because : undefined;
    return { row, because, said, lack };
  };
  const first = notRed(red);
  if (first && (isBeyond(red) || !mayLack(red))) return no(red, first);
  // Tests that were there show a fault as well as new ones.
  const isNew = change.base !== change.tree;
  const base = isNew ? yield { recipe: { back: 'all' }, check, nth: 1 } : undefined;
  const lack = lackOnBoth(check, red, base ?? red);
  if (first || (lack && !lack.nowhere)) return { ...no(red, first ?? 'unable'), lack };
  const isBeside = base !== undefined && isRed(base);
  const fresh = isBeside ? freshIn(base, red) : failed(red);
  if (isBeside && fresh.length === 0) return { ...no(red, 'as-before'), lack };
  const said = fresh.find((one) => one.said)?.said ?? red.why;
  if (!isByProgram(red, fresh, isBeside)) return { ...no(red, 'outside', said), lack };
  const again = yield { recipe: { back: 'program' }, check, nth: 2 };
  const second = notRed(again);
  if (second) return no(again, second === 'passes' ? 'by-chance' : second);
  const keys = failed(again).map(caseKey);
  const isSteady = fresh.length === 0 || fresh.some((one) => keys.includes(caseKey(one)));
  return isSteady ? { row: red, said } : no(again, 'by-chance');
}

function notRed({ ended }: Row): NotReproduced | undefined {
  if (ended === 'fail') return undefined;
  if (ended === 'pass') return 'passes';
  return ended === 'cannot-load' || ended === 'cannot-build' ? 'cannot-load' : 'unable';
}

/** Whatever else its test does: it ran with another program, or something came in its way. */
function isBeyond({ ended }: Row): boolean {
  return ended === 'elsewhere' || ended === 'disturbed';
}

/** A test that passes, that is not found, or that does not end is its author's to put right. */
function mayLack({ ended }: Row): boolean {
  return ended !== 'pass' && ended !== 'no-tests' && ended !== 'timeout';
}

/**
 * Nothing passes with the new test or without it, and both miss the same: a tool, a module, a file that git ignores.
 * `nowhere`: that it misses a file is a guess, and what a test says of the program weighs more.
 */
function lackOnBoth(check: number, red: Row, base: Row): Unable | undefined {
  if (!mayLack(red) || !mayLack(base) || !passesNowhere(base, red)) return undefined;
  const { cause } = red;
  const isSame = cause?.kind === base.cause?.kind && cause?.path === base.cause?.path;
  // The fault itself may be all that is missed.
  if (!isSame || (cause === undefined && isRed(red))) return undefined;
  const isGuess = cause?.kind === 'perhaps-not-in-copy';
  return unable(check, 'red', red, [], isGuess ? { nowhere: true } : {}).because;
}

/** Without a report of both nobody can tell which of the failures are new. */
function freshIn(base: Row, red: Row): readonly Case[] {
  if (!red.cases || !base.cases) return [];
  return oldFailures(base.cases, red.cases).others;
}

/** In Go a test says no in words of its own, behind its place. */
const SAYS_NO = /assert|_test\.go: (?!panic:)/i;
const PANIC = /^panic:/;

/** What it printed as a whole counts where nothing else failed. */
function isByProgram({ failure }: Row, fresh: readonly Case[], isBeside: boolean): boolean {
  const said = fresh.flatMap((one) => one.said ?? []);
  if (said.some((one) => saidNo(one) || SAYS_NO.test(one))) return true;
  const isPanic = said.length > 0 && said.every((one) => PANIC.test(one));
  if (!isBeside && !isPanic && failure?.asserts === true) return true;
  return (failure?.through ?? []).length > 0;
}
