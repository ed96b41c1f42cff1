// What a change proves: the story, told once. It asks for trials one by one, each only where it can still change
// something, and starts nothing itself. Read it beside docs/evidence.md, "The experiments".

import { type Change, filesOf } from './change.ts';
import { judgeCheck } from './judge-check.ts';
import type { Judge, Row } from './row.ts';
import { probeOf, type Standing, saysNothing, shows, stand, unable } from './stand.ts';
import type { Verdict } from './verdict.ts';

export function* judge(change: Change): Judge<Verdict> {
  const hasProgram = filesOf(change, 'program', 'both').length > 0;
  if (!hasProgram && filesOf(change, 'judge').length === 0) return nothing(change, []);
  // Whatever is not shown, nothing may be broken: each check has to stand now.
  const standing: Standing[] = [];
  for (const check of change.checks.keys()) {
    const one = yield* stand(change, check);
    if (one.verdict) return one.verdict;
    standing.push(one);
  }
  if (!hasProgram) {
    const silent = standing.find((one) => saysNothing(one) && shows(change, one.check));
    if (silent) return unable(silent.check, 'tree', silent.green, silent.rows);
    return nothing(
      change,
      standing.flatMap(({ rows }) => rows),
    );
  }
  const verdicts: Verdict[] = [];
  const byTypes: Verdict[] = [];
  for (const one of standing.filter(({ check }) => shows(change, check))) {
    const verdict = yield* judgeCheck(probeOf(change, one));
    if (verdict.is === 'shown' && !isByTypes(verdict)) return verdict;
    (verdict.is === 'shown' ? byTypes : verdicts).push(verdict);
  }
  // What tests cannot see may be a matter of types, and where they said no to it, it is not.
  const isLeft = verdicts.every(
    (one) => one.is === 'not-shown' && one.because.why === 'passes-before',
  );
  if (isLeft && byTypes[0]) return byTypes[0];
  for (const one of isLeft ? standing.filter(({ check }) => mayBeOfTypes(change, check)) : []) {
    const verdict = yield* judgeCheck(probeOf(change, one));
    if (verdict.is === 'shown') return verdict;
    verdicts.push(verdict);
  }
  // What a check said no to says more than that another one could not run.
  return verdicts.find(({ is }) => is === 'not-shown') ?? verdicts[0] ?? { is: 'unable', rows: [] };
}

function isByTypes({ limits }: Extract<Verdict, { is: 'shown' }>): boolean {
  return limits.some(({ kind }) => kind === 'types-alone');
}

function mayBeOfTypes({ checks }: Change, check: number): boolean {
  return ['build', 'typecheck'].includes(checks[check]?.gate.type ?? '');
}

function nothing(change: Change, rows: readonly Row[]): Verdict {
  return { is: 'nothing', judge: filesOf(change, 'judge').length, rows };
}
