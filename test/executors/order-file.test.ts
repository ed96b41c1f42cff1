import { expect, test } from 'vitest';
import { orderFile } from '../../runtime/executors/protocol/order-file.ts';
import { readOrder } from '../../runtime/executors/protocol/read-order.ts';
import { orderTextproto } from '../../runtime/executors/protocol/textproto.ts';
import { workOrderText } from '../../runtime/hosts/claude-code/session/work-order-text.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import { mustCall } from '../kernel/drive.ts';
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
