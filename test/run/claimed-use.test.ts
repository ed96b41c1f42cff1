// What an executor says it used holds a goal that is run without a session, as what was counted does.

import { expect, test } from 'vitest';
import { ended, events, REQUEST, repositoryWith, wukong } from './driven.ts';
import { personAt } from './person-at.ts';

test('a program that says it used more than the budget is not started again until a person gives more', async () => {
  const repository = await repositoryWith('lies', 'claims');
  const limits = ['--budget', 'tokens=1000,usd=0.5'];
  const first = await ended(wukong(repository, 'run', REQUEST, '--track', 'direct', ...limits));
  expect(first, first.out).toMatchObject({ code: 3 });
  expect(first.out).toContain('990,000 of 1,000 tokens (claimed)');
  expect(events(repository, 'run.dispatched')).toHaveLength(1);
  expect(events(repository, 'budget.exceeded').map(({ payload }) => payload)).toEqual([
    { what: 'tokens', limit: 1000, spent: 990_000, claimed: 990_000 },
    { what: 'usd', limit: 0.5, spent: 25, claimed: 25 },
  ]);
  expect(events(repository, 'budget.overshot')).toHaveLength(2);
  expect(events(repository, 'escalation.opened').at(-1)?.payload.reason).toBe('budget_exceeded');

  const audit = await ended(wukong(repository, 'audit', 'budget', '--json'));
  const [row] = JSON.parse(audit.out).rows;
  expect(row).toMatchObject({ used_tokens: 990_000, claimed_tokens: 990_000, claimed_usd: 25 });
  const status = await ended(wukong(repository, 'status'));
  expect(status.out).toContain('(claimed)');
  const again = await ended(wukong(repository, 'run', 'G-0001'));
  expect(again).toMatchObject({ code: 3 });
  expect(events(repository, 'run.dispatched')).toHaveLength(1);

  const more = [
    [/◆ +G-0001 is paused: /, 'tokens=3000000,usd=60\r'],
    [/Set for G-0001/, 'y'],
    // It lies again, until a person is asked what to do.
    [/◆ +N-010: /, '\r'],
  ] as const;
  const raised = await personAt(repository, more, 'run', 'G-0001');
  expect(events(repository, 'run.dispatched').length, raised.stdout).toBeGreaterThan(1);
  expect(raised.code).toBe(3);
});
