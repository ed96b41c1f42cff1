// How many runs a change is likely to take, before the first one: those of the story in which all goes well. Pure.

import { type Change, filesOf } from './change.ts';
import { judge } from './judge.ts';
import type { Row, Want } from './row.ts';

/** As if the first check showed the change, and the others said nothing against it. */
export function expectedRuns(change: Change): number {
  const hasProgram = filesOf(change, 'program', 'both').length > 0;
  const story = judge(change);
  let next = story.next();
  let runs = 0;
  for (; !next.done; runs += 1) next = story.next(wellEnded(next.value, hasProgram));
  return runs;
}

function wellEnded(want: Want, hasProgram: boolean): Row {
  const { recipe, check } = want;
  const isRed = hasProgram && check === 0 && recipe.back === 'program';
  const ended = isRed || recipe.planted !== undefined ? 'fail' : 'pass';
  const lines = recipe.planted && 'cases' in recipe.planted ? recipe.planted.cases.length : 1;
  return {
    ...want,
    ended,
    exitCode: ended === 'pass' ? 0 : 1,
    why: '',
    totals: { tests: 1 },
    ...(recipe.planted && { planted: { lines, seen: lines, without: [] } }),
    notes: [],
    seconds: 0,
    log: '',
  };
}
