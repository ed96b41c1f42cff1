// Which known row answers which want.

import type { CommandGate } from '../model/gate.ts';
import { caseKey, type Planting, type Recipe, type Row, type Want } from './row.ts';

/** The same trial, of the same check, for the same time. A row says nothing of any other. */
export function answers(rows: readonly Row[], want: Want): Row | undefined {
  const key = wantKey(want);
  return rows.find((row) => wantKey(row) === key);
}

function wantKey({ recipe, check, nth }: Want): string {
  return JSON.stringify([recipeKey(recipe), check, nth]);
}

/** The same by what its copy holds, whichever recipe made that. The limits of a check belong to it. */
export function trialKey(tree: string, recipe: Recipe, nth: number, gate: CommandGate): string {
  const { command, cwd, shell, expect_exit, timeout_sec } = gate;
  const [, ...rest] = recipeKey(recipe);
  const call = [command, cwd ?? '.', shell ?? false, expect_exit, timeout_sec];
  return JSON.stringify([tree, rest, nth, call]);
}

function recipeKey({ back, planted, without, how }: Recipe): readonly unknown[] {
  const at = planted ? plantingKey(planted) : null;
  return [back, at, without ?? null, how ?? null];
}

function plantingKey(planted: Planting): readonly unknown[] {
  if ('cases' in planted) return ['cases', ...planted.cases.map(caseKey)];
  return 'tops' in planted ? ['tops', ...planted.tops] : ['types', ...planted.types];
}

/** A check that ran by itself, before anybody worked. */
export type Earlier = Readonly<{
  tree: string;
  /** Time, in ISO 8601. */
  at: string;
  passed: boolean;
  /** For this change, by the runtime. */
  isOurs: boolean;
  /** Files that changed meanwhile where it reaches out of its copy. */
  touched: readonly string[];
}>;

/**
 * That it passed on the base: it need not run again to show no fault. A failure from before the work is none of now:
 * what no tree shows (a service, build output, a file outside) may have been changed since, and would make green what
 * it did not fix. `began`: the base, and when the work began; by a run of later, or one that somebody typed, an agent
 * could make red what is not.
 */
export function passedBefore(
  earlier: Earlier,
  { tree, recipe, nth }: Readonly<{ tree: string; recipe: Recipe; nth: number }>,
  began: Readonly<{ tree: string; at: string }>,
): boolean {
  const { planted, without, how } = recipe;
  const isPlain = recipe.back === 'program' && !planted && !without && !how && nth === 1;
  const isOfBase = tree === began.tree && earlier.tree === tree && earlier.at < began.at;
  return isPlain && isOfBase && earlier.isOurs && earlier.passed && earlier.touched.length === 0;
}
