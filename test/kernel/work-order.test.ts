import { expect, test } from 'vitest';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import { mustCall, pass } from './drive.ts';
import { begin, node, plan } from './plan.ts';

const NOTHING_READ = { readOutput: () => '', history: () => '', anchor: () => undefined };

test('a work order says to programs who works where, on what, and after which nodes', () => {
  const nodes = [node('N-010', 'ear'), node('N-020', 'nose'), node('N-030', 'eye')];
  const { step, goal } = begin(
    plan(nodes, [
      ['N-010', 'N-030'],
      ['N-020', 'N-030', 'always'],
    ]),
    'org/repo#12 it crashes',
  );
  pass(step, 'ear');
  pass(step, 'nose', { verdict: 'accept' });
  const order = makeWorkOrder(goal, mustCall(step, 'eye'), 'artifacts/x', NOTHING_READ);
  expect(order).toMatchObject({
    issue_ref: 'org/repo#12',
    role: 'eye',
    repo_dir: '/repo',
    spec_snapshot: 'spec_snapshot.md',
    contracts_ref: 'none',
    depends_on: ['N-010'],
  });
});
