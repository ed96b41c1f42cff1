import { expect, test } from 'vitest';
import { linksOf, manifestOf } from '../../runtime/executors/order-links.ts';
import { orderFile } from '../../runtime/executors/protocol/order-file.ts';
import { readOrder } from '../../runtime/executors/protocol/read-order.ts';
import { orderTextproto } from '../../runtime/executors/protocol/textproto.ts';
import { workOrderText } from '../../runtime/hosts/claude-code/session/work-order-text.ts';
import { switchNode } from '../../runtime/kernel/switching/switch-node.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import { mustCall, report } from '../kernel/drive.ts';
import { begin, node, plan } from '../kernel/plan.ts';

function order(request = 'org/repo#12 it "crashes"\non tabs') {
  const { step, goal } = begin(plan([node('N-010', 'ear')], []), request);
  const nothing = { readOutput: () => '', history: () => '', anchor: () => undefined };
  const made = makeWorkOrder(goal, mustCall(step, 'ear'), 'artifacts/x', nothing);
  const because = { kind: 'said', text: 'a "quote"' } as const;
  return orderFile({ ...made, findings: [because] });
}

test('a work order has what the protocol asks of it, and is read as it was written', () => {
  const made = order();
  expect(made).toMatchObject({
    schema_version: 1,
    issue_ref: 'org/repo#12',
    spec_ref: 'org/repo#12',
    role: 'ear',
    repo_dir: '/repo',
    contracts_ref: 'none',
    constraints: expect.arrayContaining(['Paths: the whole repository']),
    findings: [{ kind: 'said', text: 'a "quote"' }],
  });
  const text = JSON.stringify(made);
  expect(readOrder(text, 'work_order.json')).toMatchObject({
    kind: 'order',
    notes: [],
    order: JSON.parse(text),
  });
});

test('an issue that has no tracker has its task here and nowhere else', () => {
  expect(order('it crashes')).not.toHaveProperty('spec_ref');
});

test('an order that somebody made by hand is told all that is wrong in it', () => {
  const { repo_dir, ...rest } = order();
  const wrong = JSON.stringify({ ...rest, issue_ref: '#12', role: 'backend' });
  const read = readOrder(wrong, 'work_order.json');
  expect(read.kind === 'faulty' && read.problems.map(({ message }) => message)).toEqual([
    '"repo_dir" is missing.',
    '"#12" does not say of which repository.',
    '"backend" is not a role. There are: ear, eye, nose, tongue, body, mind.',
  ]);
  expect(repo_dir).toBe('/repo');
});

test('what an earlier run left is told to whoever goes on', () => {
  const { step, goal } = begin(plan([node('N-010', 'ear')], []));
  const nothing = { readOutput: () => '', history: () => '', anchor: () => undefined };
  const made = makeWorkOrder(goal, mustCall(step, 'ear'), 'artifacts/x', nothing);
  const resume = { file: 'context_packs/G-0001/N-010.json', text: 'It was tried with a lock.' };
  const file = orderFile({ ...made, resume });
  expect(readOrder(JSON.stringify(file), 'work_order.json')).toMatchObject({
    notes: [],
    order: { resume },
  });
  expect(workOrderText(file)).toContain('It was tried with a lock.');
});

test('the text form says the same', () => {
  const text = orderTextproto(order());
  expect(text).toContain('\nissue_ref: "org/repo#12"\n');
  expect(text).toContain('\ngoal {\n  id: "G-0001"\n');
  expect(text).toContain('request: "org/repo#12 it \\"crashes\\"\\non tabs"');
  expect(text).toContain('\nfindings {\n  kind: "said"\n  text: "a \\"quote\\""\n}\n');
});

test('what an order points to is told line by line, with what an earlier run handed over', () => {
  const { step, goal } = begin(plan([node('N-010', 'body')], []), 'org/repo#12 it crashes');
  const old = mustCall(step, 'body');
  const pr = 'https://github.com/org/repo/pull/7';
  const patch = { file: 'artifacts/x/handover.patch' };
  const executor = { type: 'skill', name: 'tidy' } as const;
  const request = { node: 'N-010', executor, why: 'w', by: 'Ada' };
  switchNode(step, goal, { ...request, handover: { pr, commits: ['4f2a9c1'], patch } });
  const run = mustCall(step, 'body');
  const nothing = { readOutput: () => '', history: () => '', anchor: () => undefined };
  expect(linksOf(makeWorkOrder(goal, run, 'artifacts/y', nothing), run)).toEqual([
    'Issue: org/repo#12',
    `Goes on from: ${old.id}`,
    `Pull request: ${pr}`,
    'Commit: 4f2a9c1',
    'Patch: .wukong/artifacts/x/handover.patch',
  ]);
});

test('a run begins at the files its plan names, and at those that were changed before it', () => {
  const inputs = { files: ['README.md'], context_refs: [], upstream_outputs: [] };
  const nodes = [node('N-010', 'body'), node('N-020', 'nose', { inputs })];
  const { step, goal } = begin(plan(nodes, [['N-010', 'N-020']]));
  report(step, mustCall(step, 'body'), { changed: ['src/a.js', 'README.md'], tree: 't' });
  const run = mustCall(step, 'nose');
  const nothing = { readOutput: () => '', history: () => '', anchor: () => undefined };
  const made = makeWorkOrder(goal, run, 'artifacts/y', nothing);
  expect(manifestOf(goal, made)).toEqual(['README.md', 'src/a.js']);
});
