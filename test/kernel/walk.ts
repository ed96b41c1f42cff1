// A walk through a goal: random deliveries, in random order.

import fc from 'fast-check';
import { resumeGoal } from '../../runtime/kernel/resume.ts';
import { agentEnded, loseRun, startRun } from '../../runtime/kernel/runs.ts';
import type { Step } from '../../runtime/kernel/step.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import type { Goal } from '../../runtime/model/state.ts';
import { ROLES } from '../../runtime/model/words.ts';
import { call, report } from './drive.ts';
import { alive, CLIENT } from './plan.ts';

export const OWNER = { sessionId: 's1', client: CLIENT, transcript: '' };

export const move = fc.oneof(
  fc.record({ do: fc.constant('call' as const), role: fc.constantFrom(...ROLES) }),
  fc.record({
    do: fc.constant('report' as const),
    nth: fc.nat(5),
    passes: fc.boolean(),
    status: fc.constantFrom('done' as const, 'failed' as const, 'blocked' as const),
    verdict: fc.constantFrom(null, 'accept' as const, 'rework' as const, 'reject' as const),
    questions: fc.constantFrom([], ['which?']),
    changed: fc.constantFrom([], ['a.js']),
  }),
  fc.record({
    do: fc.constant('end' as const),
    nth: fc.nat(5),
    how: fc.constantFrom(
      'completed' as const,
      'failed' as const,
      'killed' as const,
      'lost' as const,
    ),
  }),
  fc.record({ do: fc.constant('stop' as const) }),
  fc.record({ do: fc.constant('resume' as const), answer: fc.constantFrom('', 'an answer') }),
);
export type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

export function apply(step: Step, goal: Goal, next: Move): void {
  const runs = Object.values(goal.runs);
  const run = 'nth' in next ? runs[next.nth % Math.max(1, runs.length)] : undefined;
  switch (next.do) {
    case 'call':
      call(step, next.role);
      return;
    case 'report':
      if (run) report(step, run, { ...next });
      return;
    case 'end':
      if (!run) return;
      startRun(step, goal, run, { agentId: `agent-${run.id}`, background: true, via: 'test' });
      if (next.how === 'lost') loseRun(step, goal, run, 'gone');
      else agentEnded(step, goal, run, next.how, 'why');
      return;
    case 'stop':
      stopSession(step, { sessionId: 's1', listed: [], started: () => [] }, alive);
      return;
    case 'resume': {
      const request = { owner: OWNER, goalId: null, nodeId: null, take: false, interrupted: [] };
      resumeGoal(step, { ...request, answer: next.answer }, alive);
    }
  }
}
