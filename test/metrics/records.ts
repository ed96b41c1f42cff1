// A day of work and a bit more, as records of a log.

import { openStep, type Step } from '../../runtime/kernel/requests/step.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { mustCall, report } from '../kernel/drive.ts';
import { begin } from '../kernel/plan.ts';

export function recordsOf(steps: readonly Step[]): EventRecord[] {
  const facts = steps.flatMap((step) => step.facts);
  return facts.map((fact, i) => ({
    ...fact,
    event_id: `E-${String(i + 1).padStart(6, '0')}`,
    ...{ v: 2, left: 0, prev: '00000000', crc: '00000000' },
  }));
}

/** So much was used, by a run or by the main agent. */
export function usage(
  step: Step,
  goal: Goal,
  run: Run | undefined,
  usd: number | null,
): EventRecord {
  const counters = { input: 100, output: 20, cache_creation: 5, cache_read: 900 };
  return {
    type: 'usage.recorded',
    timestamp: step.now,
    goal_id: goal.id,
    ...(run && { node_id: run.node, run_id: run.id }),
    payload: { models: { 'claude-x': { ...counters, usd } } },
    ...{ event_id: 'E-000999', v: 2, left: 0, prev: '00000000', crc: '00000000' },
  };
}

/**
 * The ear is sent back once and passes after ten minutes; the eye fails, and fails again the day after,
 * after an hour each.
 */
export function twoDays() {
  const first = begin();
  const { goal } = first;
  const at = (time: string): Step => {
    const step = openStep(first.step.state, time);
    steps.push(step);
    return step;
  };
  const steps: Step[] = [first.step];
  const ear = mustCall(first.step, 'ear');
  report(at('2026-11-21T10:05:00.000Z'), ear, {
    passes: false,
    level: 'L0',
    missing: ['Cite it.'],
    reasons: [{ level: 'L1', met: false, why: 'It is not cited.' }],
  });
  const passes = { decisions: ['Empty input is valid.'], level: 'L1', claimed: 'L1' } as const;
  report(at('2026-11-21T10:10:00.000Z'), ear, passes);
  const eye = mustCall(at('2026-11-21T11:00:00.000Z'), 'eye');
  const lost = {
    passes: false,
    level: 'L0',
    claimed: 'L2',
    overclaimed: true,
    missing: ['No.'],
  } as const;
  report(at('2026-11-21T12:00:00.000Z'), eye, lost, true);
  const again = mustCall(at('2026-11-21T23:30:00.000Z'), 'eye');
  const last = at('2026-11-22T00:30:00.000Z');
  report(last, again, lost, true);
  return { goal, state: first.step.state, steps, ear, eye, again, last };
}
