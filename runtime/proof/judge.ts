// What a change proves: the story, told once. It asks for trials one by one, each only where it can still change
// something, and starts nothing itself. Read it beside docs/evidence.md, "The experiments".

import type { CommandGate } from '../model/gate.ts';
import { beside } from './beside.ts';
import { type Change, filesOf } from './change.ts';
import { doubtsOnce, firstOf, mostTelling, together } from './choose.ts';
import { judgeCheck } from './judge-check.ts';
import type { Judge } from './row.ts';
import { type Probe, probeOf, type Standing, saysNothing, shows, stand } from './stand.ts';
import { testsAlone } from './tests-alone.ts';
import { unable } from './unable.ts';
import type { Verdict } from './verdict.ts';

export function* judge(change: Change): Judge<Verdict> {
  const hasProgram = filesOf(change, 'program', 'both').length > 0;
  const judges = filesOf(change, 'judge').length;
  if (!hasProgram && judges === 0) return { ...NOTHING, judge: 0, rows: [] };
  // Whatever is not shown, nothing may be broken: each check has to stand now.
  const standings: Standing[] = [];
  for (const check of change.checks.keys()) standings.push(yield* stand(change, check));
  const fallen = mostTelling(
    change,
    standings.flatMap(({ verdict }) => verdict ?? []),
  );
  if (fallen) return fallen;
  const probes = standings.map((one) => probeOf(change, one));
  return yield* hasProgram ? judgeProgram(change, probes) : judgeTests(change, probes);
}

const NOTHING = { is: 'nothing', doubts: [], left: [] } as const;

/** One check has to show it, and no other one may say no. */
function* judgeProgram(change: Change, probes: readonly Probe[]): Judge<Verdict> {
  const verdicts = new Map<Probe, Verdict>();
  for (const probe of probes.filter(({ check }) => shows(change, check))) {
    verdicts.set(probe, yield* judgeCheck(probe));
  }
  let shown = firstOf(change, [...verdicts.values()].filter(isShownByRunning));
  // What tests cannot see may be a matter of types, and where they said no to it, it is not.
  if (!shown && [...verdicts.values()].every((one) => isByTypes(one) || passesBefore(one))) {
    shown = firstOf(change, [...verdicts.values()].filter(isShown));
    for (const probe of shown ? [] : probes.filter(({ check }) => isOfTypes(change, check))) {
      verdicts.set(probe, yield* judgeCheck(probe));
    }
    shown ??= firstOf(change, [...verdicts.values()].filter(isShown));
  }
  if (!shown) {
    const others = [...verdicts.values()].filter((one) => !isByTypes(one));
    return mostTelling(change, others) ?? { is: 'unable', rows: [] };
  }
  const asked = [];
  for (const probe of probes) {
    if (verdicts.get(probe) === shown) continue;
    asked.push({ probe, ...(yield* beside(probe, verdicts.get(probe))) });
  }
  return together(change, shown, asked);
}

type Shown = Extract<Verdict, { is: 'shown' }>;

function isShown(verdict: Verdict): verdict is Shown {
  return verdict.is === 'shown';
}

function isByTypes(verdict: Verdict): boolean {
  return isShown(verdict) && verdict.limits.some(({ kind }) => kind === 'types-alone');
}

function isShownByRunning(verdict: Verdict): verdict is Shown {
  return isShown(verdict) && !isByTypes(verdict);
}

function passesBefore(verdict: Verdict): boolean {
  return verdict.is === 'not-shown' && verdict.because.why === 'passes-before';
}

function isOfTypes({ checks }: Change, check: number): boolean {
  const gate = checks[check]?.gate;
  return gate !== undefined && readsTypes(gate);
}

/** It may show a change of types where tests cannot. */
export function readsTypes({ type }: Pick<CommandGate, 'type'>): boolean {
  return type === 'build' || type === 'typecheck';
}

/** There is nothing to show; whether what judges was made to say yes is another question. */
function* judgeTests(change: Change, probes: readonly Probe[]): Judge<Verdict> {
  const asked = [];
  for (const probe of probes) asked.push({ probe, ...(yield* testsAlone(probe)) });
  const no = asked.flatMap(({ probe: { check, rows }, no: because }): Verdict[] =>
    because ? [{ is: 'not-shown', check, because, rows }] : [],
  );
  const rows = probes.flatMap((probe) => probe.rows);
  const doubts = doubtsOnce(
    change,
    asked.flatMap((one) => one.doubts),
  );
  const silent = probes.find((one) => saysNothing(one) && shows(change, one.check));
  const said = mostTelling(change, no);
  if (said) return said;
  if (silent && doubts.length === 0) return unable(silent.check, 'tree', silent.green, silent.rows);
  const left = asked.flatMap((one) => one.left);
  return { ...NOTHING, judge: filesOf(change, 'judge').length, doubts, left, rows };
}
