import { expect, test } from 'vitest';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import { mustCall, pass, report } from './drive.ts';
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

test('an order names the interface files that its plan starts from or that were changed before it', () => {
  const inputs = { files: ['api/user.proto', 'src/a.js'], context_refs: [], upstream_outputs: [] };
  const of = plan([node('N-010', 'body', { inputs }), node('N-020', 'nose')], [['N-010', 'N-020']]);
  const { step, goal } = begin(of);
  const run = mustCall(step, 'body');
  expect(makeWorkOrder(goal, run, 'x', NOTHING_READ).contracts_ref).toBe('api/user.proto');
  report(step, run, { changed: ['openapi/v1.yaml', 'openapi.yaml', 'package.json'] });
  const judge = makeWorkOrder(goal, mustCall(step, 'nose'), 'x', NOTHING_READ);
  expect(judge.contracts_ref).toBe('openapi.yaml');
});
