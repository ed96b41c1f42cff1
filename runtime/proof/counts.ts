// Which known row answers which want.

import { caseKey, type Recipe, type Row, type Want } from './row.ts';

/** The same trial, of the same check, for the same time. A row says nothing of any other. */
export function answers(rows: readonly Row[], want: Want): Row | undefined {
  const key = wantKey(want);
  return rows.find((row) => wantKey(row) === key);
}

function wantKey({ recipe, check, nth }: Want): string {
  return JSON.stringify([recipeKey(recipe), check, nth]);
}

function recipeKey({ back, planted, without, how }: Recipe): readonly unknown[] {
  const at = planted && ('cases' in planted ? planted.cases.map(caseKey) : planted.tops);
  return [back, at ?? null, without ?? null, how ?? null];
}
