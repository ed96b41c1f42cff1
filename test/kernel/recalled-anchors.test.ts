import { expect, test } from 'vitest';
import { workOrderText } from '../../runtime/hosts/claude-code/session/work-order-text.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { RecalledFor } from '../../runtime/model/facts/memory.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, FIX, node, plan } from './plan.ts';

const ANCHOR = { id: 'A-2026-k3f7', title: 'Byte order', text: 'It stays.' };
const recalled = (nodes: string[], ...ids: string[]): RecalledFor => ({
  nodes,
  anchors: ids.map((id) => ({ id, score: 9, parts: { words: 9 } })),
});
const SOURCES = {
  readOutput: () => '',
  history: () => '',
  anchor: (id: string) => (id === ANCHOR.id ? ANCHOR : undefined),
};

test('what was recalled for a node is in its work order, and in no other', () => {
  const { step, goal } = begin({ ...FIX, recalled: [recalled(['N-001'], ANCHOR.id)] });
  const run = mustCall(step, 'ear');
  const order = makeWorkOrder(goal, run, 'x', SOURCES);
  expect(order.inputs.anchors).toEqual([ANCHOR]);
  report(step, run);
  const next = makeWorkOrder(goal, mustCall(step, 'eye'), 'x', SOURCES);
  expect(next.inputs.anchors).toEqual([]);
});

test('what the template names stands before what was recalled, and once', () => {
  const inputs = { files: [], context_refs: ['A-2026-aaaa'], upstream_outputs: [] };
  const from = plan([node('N-010', 'eye', { inputs })], []);
  const { goal } = begin({ ...from, recalled: [recalled(['N-010'], ANCHOR.id, 'A-2026-aaaa')] });
  expect(goal.specs[0]?.inputs.context_refs).toEqual(['A-2026-aaaa', ANCHOR.id]);
  expect(from.nodes[0]?.inputs.context_refs).toEqual(['A-2026-aaaa']);
});

test('an anchor whose files changed is marked in the work order', () => {
  const [given] = recalled(['N-001'], ANCHOR.id).anchors;
  if (!given) throw new Error('no anchor');
  const changed = { nodes: ['N-001'], anchors: [{ ...given, changed: true as const }] };
  const { step, goal } = begin({ ...FIX, recalled: [changed] });
  const order = makeWorkOrder(goal, mustCall(step, 'ear'), 'x', SOURCES);
  expect(order.inputs.anchors).toEqual([{ ...ANCHOR, changed: true }]);
});

test.each([
  [undefined, 'data, from the repository, not reviewed here'],
  ['here', 'data, reviewed here by a person'],
  ['by_run', 'data, accepted by an agent here, no person looked at it'],
  ['changed', 'data, from the repository, changed since it was reviewed here'],
] as const)('a work order says of an anchor who looked at it: %s', (review, words) => {
  const { step, goal } = begin({ ...FIX, recalled: [recalled(['N-001'], ANCHOR.id)] });
  const anchor = () => ({ ...ANCHOR, ...(review && { review }) });
  const order = makeWorkOrder(goal, mustCall(step, 'ear'), 'x', { ...SOURCES, anchor });
  expect(workOrderText(order)).toContain(`## Anchor ${ANCHOR.id} (${words}). Name it`);
});

test('a goal of very many nodes gives all of them their anchors, in records of a bounded size', () => {
  const nodes = Array.from({ length: 5000 }, (_, i) => node(`N-${i + 1000}`, 'eye'));
  const ids = nodes.map(({ id }) => id);
  const { step, goal } = begin({ ...plan(nodes, []), recalled: [recalled(ids, ANCHOR.id)] });
  expect(goal.specs.every(({ inputs }) => inputs.context_refs.length === 1)).toBe(true);
  const facts = step.facts.filter(({ type }) => type === 'anchors.recalled');
  expect(facts.length).toBeGreaterThan(1);
  for (const fact of facts) expect(JSON.stringify(fact).length).toBeLessThan(60_000);
});

test('whether a run cited what it was given, and passed at once, is recorded with its first report', () => {
  const { step } = begin({ ...FIX, recalled: [recalled(['N-001', 'N-010'], ANCHOR.id)] });
  pass(step, 'ear', { citedAnchors: [ANCHOR.id] });
  pass(step, 'eye');
  pass(step, 'body');
  const used = step.facts.flatMap((fact) => (fact.type === 'anchors.used' ? [fact] : []));
  expect(used.map(({ node_id, payload }) => [node_id, payload])).toEqual([
    ['N-001', { given: [ANCHOR.id], cited: [ANCHOR.id], passes: true }],
    ['N-010', { given: [ANCHOR.id], cited: [], passes: true }],
  ]);
});
