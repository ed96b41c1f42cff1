// Which known row answers which want.

import { caseKey, type Planting, type Recipe, type Row, type Want } from './row.ts';

/** The same trial, of the same check, for the same time. A row says nothing of any other. */
export function answers(rows: readonly Row[], want: Want): Row | undefined {
  const key = wantKey(want);
  return rows.find((row) => wantKey(row) === key);
}

function wantKey({ recipe, check, nth }: Want): string {
  return JSON.stringify([recipeKey(recipe), check, nth]);
}

function recipeKey({ back, planted, without, how }: Recipe): readonly unknown[] {
  return [back, planted ? plantingKey(planted) : null, without ?? null, how ?? null];
}

function plantingKey(planted: Planting): readonly unknown[] {
  if ('cases' in planted) return ['cases', ...planted.cases.map(caseKey)];
  return 'tops' in planted ? ['tops', ...planted.tops] : ['types', ...planted.types];
}
