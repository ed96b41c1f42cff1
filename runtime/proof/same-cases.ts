// Whether a check says the same before a change and after it: asked of what is to change nothing that it does.

import { compareCases } from './compare-cases.ts';
import { type CaseName, failed, isWell, type Judge, nameOf, type Row } from './row.ts';

export type Same =
  /** `cases`: so many pass on both; undefined where no report names them. */
  | Readonly<{ is: 'same'; cases: number | undefined }>
  /** Passed before and fail now; ran before, and are skipped or not there now. */
  | Readonly<{ is: 'differs'; broken: readonly CaseName[]; gone: readonly CaseName[] }>
  /** This run failed, or said nothing. */
  | Readonly<{ is: 'unable'; on: 'tree' | 'red'; row: Row }>;

/** Of the first check of a change. */
export function* sameCases(): Judge<Same> {
  const now = yield { recipe: { back: 'nothing' }, check: 0, nth: 1 };
  if (!isTold(now)) return { is: 'unable', on: 'tree', row: now };
  const before = yield { recipe: { back: 'all' }, check: 0, nth: 1 };
  if (!isTold(before)) return { is: 'unable', on: 'red', row: before };
  const { same, broken, failing, skipped, gone } = compareCases(before.cases ?? [], now.cases);
  const missing = [...skipped, ...gone];
  if (broken.length + missing.length > 0) {
    return { is: 'differs', broken: broken.map(nameOf), gone: missing.map(nameOf) };
  }
  // What failed before as well is nobody's fault here.
  const isOld = failing.length > 0 && failing.length === failed(now).length;
  if (!isWell(now) && !isOld) return { is: 'unable', on: 'tree', row: now };
  if (same.length > 0) return { is: 'same', cases: same.length };
  if (before.ended !== 'pass') return { is: 'unable', on: 'red', row: before };
  return { is: 'same', cases: undefined };
}

function isTold({ ended }: Row): boolean {
  return ended === 'pass' || ended === 'fail';
}
