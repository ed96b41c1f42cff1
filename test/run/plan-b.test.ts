// `wukong run` with a program that fails of the same each time.

import { expect, test } from 'vitest';
import { ended, events, REQUEST, repositoryFor, wukong } from './driven.ts';

test('nobody is there to look for another way: plan B is passed over on record, one more run follows, then a person is asked', async () => {
  const repository = await repositoryFor(['body'], 'fails');
  const run = await ended(wukong(repository, 'run', REQUEST, '--track', 'direct'));
  expect(run, run.out).toMatchObject({ code: 3 });
  const ends = events(repository, 'run.ended').map(({ payload }) => payload.next_action);
  expect(ends).toEqual(['retry', 'plan_b', 'escalate']);
  expect(events(repository, 'node.skipped')).toMatchObject([
    { payload: { because: { kind: 'nobody-has-role', role: 'mind' } } },
  ]);
  expect(run.out).toContain('no executor here has the role mind');
  expect(events(repository, 'node.blocked').at(-1)?.payload).toMatchObject({
    kind: 'retries',
  });
  expect(events(repository, 'escalation.opened')).toHaveLength(1);
});
