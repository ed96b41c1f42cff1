// What work orders promise, whatever happens in whatever order, with processes killed in between.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { askCondition } from '../../runtime/conditions/ask.ts';
import type { Entities } from '../../runtime/entities/entities.ts';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { loseRun } from '../../runtime/kernel/requests/runs.ts';
import { openStep } from '../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { activeRuns } from '../../runtime/kernel/state/queries.ts';
import { promiseViolations } from '../../runtime/kernel/views/goal-rules.ts';
import { stateViolations } from '../../runtime/kernel/views/invariants.ts';
import type { Timed } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { decisionSchema } from '../../runtime/model/views/entities/decision.ts';
import { runEntitySchema } from '../../runtime/model/views/entities/run.ts';
import { workItemSchema } from '../../runtime/model/views/entities/work-item.ts';
import { escalationSchema } from '../../runtime/model/views/escalation.ts';
import { FIX } from '../kernel/plan.ts';
import { apply, move, OWNER, somePlan } from '../kernel/walk.ts';
import { entities } from './history.ts';

const NOW = '2026-11-21T10:00:00.000Z';
/** The client is killed; the next process has the log, and finds every run without a client. */
const crash = fc.constant({ do: 'crash' as const });
const history = fc.array(
  fc.oneof({ arbitrary: move, weight: 6 }, { arbitrary: crash, weight: 1 }),
  {
    maxLength: 40,
  },
);

type Next = Parameters<typeof apply>[2] | Readonly<{ do: 'crash' }>;

function play(plan: typeof FIX, moves: readonly Next[], look: (goal: Goal, log: Timed[]) => void) {
  const log: Timed[] = [];
  let step = openStep(emptyState(), NOW, askCondition);
  const { id } = startGoal(step, OWNER, 'fix it', plan);
  for (const next of moves) {
    const goal = step.state.goals[id];
    if (!goal) return;
    if (next.do === 'crash') {
      log.push(...structuredClone([...step.facts]));
      step = openStep(structuredClone(log).reduce(reduce, emptyState()), NOW, askCondition);
      const again = step.state.goals[id];
      for (const run of again ? activeRuns(again) : []) {
        if (again) loseRun(step, again, run, { kind: 'client-gone' });
      }
    } else apply(step, goal, next);
    expect(stateViolations(step.state)).toEqual([]);
    const now = step.state.goals[id];
    if (now) look(now, [...log, ...step.facts]);
  }
}

function promised({ goals, work_items, runs, decisions, escalations }: Entities): void {
  z.array(workItemSchema).parse(work_items);
  z.array(runEntitySchema).parse(runs);
  z.array(decisionSchema).parse(decisions);
  z.array(escalationSchema).parse(escalations);
  const items = new Map(work_items.map((item) => [item.id, item]));
  for (const { id, status } of work_items) {
    const own = runs.filter(({ work_item_id }) => work_item_id === id);
    expect(own.map(({ run_number }) => run_number)).toEqual(own.map((_, i) => i + 1));
    const running = own.filter((run) => run.status === 'running');
    expect(running).toHaveLength(['in_progress', 'verify'].includes(status) ? 1 : 0);
    if (status === 'done') expect(own.at(-1)?.status).toBe('success');
  }
  for (const run of runs) {
    expect(items.has(run.work_item_id)).toBe(true);
    expect(run.ended_at === null).toBe(run.status === 'running');
    expect(run.next_action === null).toBe(run.status === 'running');
    expect(run.next_action === 'done').toBe(run.status === 'success');
  }
  for (const { status, resolved_at, work_item_id } of escalations) {
    expect(resolved_at === null).toBe(status === 'pending');
    if (status !== 'pending') continue;
    const waiting = work_item_id === null ? goals[0] : items.get(work_item_id);
    expect(waiting?.status).toBe('blocked');
  }
}

test('runs, items and escalations keep what they promise, whatever happens and whoever is killed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(FIX), somePlan(6)), history, (plan, moves) => {
      play(plan, moves, (goal, log) => {
        expect(promiseViolations(goal)).toEqual([]);
        promised(entities(goal, log));
      });
    }),
    { numRuns: 100 },
  );
});
