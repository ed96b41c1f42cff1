// Nodes of a goal of a session that only a driver can start.

import { expect, test } from 'vitest';
import { statusIn } from '../../runtime/hosts/claude-code/session/speak.ts';
import { offer, waitsForDriver } from '../../runtime/kernel/requests/offer.ts';
import { stopSession } from '../../runtime/kernel/stop.ts';
import { standings } from '../../runtime/kernel/views/standing.ts';
import { call, mustCall } from './drive.ts';
import { alive, begin, node, noticesOf, plan } from './plan.ts';

const HEADLESS = { type: 'headless', name: 'headless' } as const;
const STOP = { sessionId: 's1', listed: [], started: () => [] };

test('a node of another executor is not offered to a session, whose user is told once what to type', () => {
  const { step, goal } = begin(plan([node('N-010', 'body', { executor: HEADLESS })], []));
  expect(offer(step, goal, true)).toEqual([]);
  expect(stopSession(step, STOP, alive).kind).toBe('allow');
  expect(stopSession(step, STOP, alive).kind).toBe('allow');
  const [told, ...more] = noticesOf(step);
  expect(told).toContain('type `wukong run G-0001`');
  expect(more).toEqual([]);
  for (const language of ['en', 'zh'] as const) {
    const shown = statusIn(language, standings(step.state, 's1'), step.now);
    expect(shown).toContain('wukong run G-0001');
  }
  expect(goal.stalls).toBe(0);
  expect(waitsForDriver(goal)).toBe(true);
});

test('what a session can do is offered beside it, and the goal is the session’s until that is done', () => {
  const nodes = [node('N-010', 'eye', { executor: HEADLESS }), node('N-020', 'eye')];
  const { step, goal } = begin(plan(nodes, []));
  expect(offer(step, goal, true).map(({ id }) => id)).toEqual(['N-020']);
  expect(waitsForDriver(goal)).toBe(false);
  expect(mustCall(step, 'eye').node).toBe('N-020');
  expect(waitsForDriver(goal)).toBe(false);
  expect(call(step, 'eye', { prompt: 'N-010' })).toMatchObject({
    kind: 'refused',
    because: { kind: 'other-executor', node: 'N-010' },
  });
  expect(noticesOf(step)).toEqual([]);
});
