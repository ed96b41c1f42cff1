import { describe, expect, test } from 'vitest';
import { grown, type Part } from '../../runtime/kernel/graph/growth.ts';
import { canComplete, type Plan } from '../../runtime/kernel/requests/goals.ts';
import type { Growth } from '../../runtime/kernel/requests/grow.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import { nodeState, specOf } from '../../runtime/kernel/state/queries.ts';
import { makeWorkOrder } from '../../runtime/kernel/views/work-order.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import type { NodeSpec } from '../../runtime/model/node.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { mustCall, pass, report } from './drive.ts';
import { begin, findingsOf, GROWING, node, noticesOf } from './plan.ts';

/** With more said of the node that may be planned in parts. */
function growing(body: Partial<NodeSpec> = {}): Plan {
  const nodes = GROWING.nodes.map((one) => (one.id === 'N-020' ? { ...one, ...body } : one));
  return { ...GROWING, nodes };
}

function part(id: string, more: Partial<Part> = {}): Part {
  return {
    ...{ id, title: `Part ${id}`, instructions: 'do it', allowed_paths: [`src/${id}/**`] },
    ...{ allowed_paths_re: [`^src/${id}/`], join: 'all' },
    ...more,
  };
}

function edge(from: string, to: string, condition: Edge['condition'] = 'on_success'): Edge {
  return { from, to, condition };
}

const TWO: Growth = { nodes: [part('b'), part('a')], edges: [] };

function statuses(goal: Goal): Record<string, string> {
  return Object.fromEntries(goal.specs.map(({ id }) => [id, nodeState(goal, id).status]));
}

/** Until the first mind has said what it plans. */
function planned(growth?: Growth, from = growing()) {
  const { step, goal } = begin(from);
  pass(step, 'eye');
  pass(step, 'mind', growth && { growth });
  return { step, goal };
}

describe('a node planned in parts', () => {
  test('is not done itself, and each part begins where it would have, under an id of its own', () => {
    const { goal } = planned(TWO);
    expect(statuses(goal)).toEqual({
      ...{ 'N-001': 'done', 'N-010': 'done', 'N-060': 'ready', 'N-050': 'ready' },
      ...{ 'N-020': 'cancelled', 'N-030': 'pending', 'N-040': 'pending' },
    });
    expect([specOf(goal, 'N-050').title, specOf(goal, 'N-060').title]).toEqual([
      'Part a',
      'Part b',
    ]);
  });

  test('is told to whoever waits for it, with the parts by their titles', () => {
    const { step } = planned(TWO);
    expect(noticesOf(step).at(-1)).toContain('passes, L1. It planned 2 parts: Part b · Part a');
  });

  test('says how many may write from now on', () => {
    const writers = { most: 1, why: 'the allowed_paths of N-050 and N-060 meet' };
    expect(planned({ ...TWO, writers }).goal.writers).toEqual(writers);
  });

  test('has what comes after it wait for the last of them', () => {
    const { step, goal } = planned(TWO);
    for (const id of ['N-060', 'N-050']) {
      expect(nodeState(goal, 'N-030').status).toBe('pending');
      expect(frontier(goal).map((one) => one.id)).toContain(id);
      pass(step, 'body');
    }
    pass(step, 'nose', { verdict: 'accept' });
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('is done as it stands where no parts are planned', () => {
    const { step, goal } = planned();
    expect(nodeState(goal, 'N-020').status).toBe('ready');
    expect(goal.specs).toHaveLength(5);
    pass(step, 'body');
    expect(nodeState(goal, 'N-030').status).toBe('ready');
  });

  test('has parts that wait for each other, and for what it waited for beside its plan', () => {
    const from = growing();
    const wide = {
      ...from,
      nodes: [...from.nodes, node('N-005', 'ear')],
      edges: [...from.edges, edge('N-005', 'N-020')],
    };
    const { step, goal } = planned(
      { nodes: [part('a'), part('b')], edges: [edge('a', 'b')] },
      wide,
    );
    expect(nodeState(goal, 'N-050').status).toBe('pending');
    pass(step, 'ear');
    expect([nodeState(goal, 'N-050').status, nodeState(goal, 'N-060').status]).toEqual([
      ...['ready', 'pending'],
    ]);
    pass(step, 'body');
    pass(step, 'body');
    expect(nodeState(goal, 'N-030').status).toBe('ready');
  });

  test('holds nobody up by an edge that a skipped node would have fired', () => {
    const from = growing();
    const always = {
      ...from,
      nodes: from.nodes.map((one) => (one.id === 'N-030' ? { ...one, join: 'any' as const } : one)),
      edges: from.edges.map((one) =>
        one.from === 'N-020' ? { ...one, condition: 'always' as const } : one,
      ),
    };
    const { step, goal } = planned(TWO, always);
    expect(nodeState(goal, 'N-030').status).toBe('pending');
    pass(step, 'body');
    expect(nodeState(goal, 'N-030').status).toBe('ready');
  });

  test('lets a part fail on a way of its own, and ends with what that leads to', () => {
    const parts = [part('a'), part('look', { role: 'nose' })];
    const { step, goal } = planned({ nodes: parts, edges: [edge('a', 'look', 'on_failure')] });
    pass(step, 'body');
    expect(statuses(goal)).toMatchObject({ 'N-050': 'done', 'N-060': 'skipped', 'N-030': 'ready' });
  });
});

describe('a part', () => {
  const body = {
    executor: { type: 'command', name: 'fixer' },
    constraints: {
      ...{ allowed_tools: ['Read', 'Edit'], time_budget_sec: 60 },
      ...{ allowed_paths: ['src/**'], allowed_paths_re: ['^src/'] },
    },
    quality: { evidence_level_required: 'L2', checklist: [] },
    budget: { max_tokens: 1000, max_cost_usd: 3 },
  } as const;

  function parts(...nodes: Part[]): NodeSpec[] {
    const { goal } = begin(growing(body as unknown as Partial<NodeSpec>));
    return grown(goal, specOf(goal, 'N-020'), { nodes, edges: [] }).specs;
  }

  test('is what the whole is, but for what it does and where', () => {
    const [a] = parts(part('a'));
    expect(a).toMatchObject({
      ...{ executor: body.executor, quality: body.quality, part_of: 'N-020' },
      constraints: { allowed_tools: ['Read', 'Edit'], time_budget_sec: 60 },
    });
  });

  test('may change nothing that the whole may not, whatever its globs say', () => {
    const [a] = parts(part('a', { allowed_paths: ['**/*.js'], allowed_paths_re: ['^.*\\.js$'] }));
    const [source = ''] = a?.constraints.allowed_paths_re ?? [];
    const may = (path: string): boolean => new RegExp(source).test(path);
    expect([may('src/a.js'), may('test/a.js'), may('src/a.ts')]).toEqual([true, false, false]);
  });

  test('has an equal share of what the whole may use', () => {
    expect(parts(part('a'), part('b'))[0]?.budget).toEqual({ max_tokens: 500, max_cost_usd: 1.5 });
  });

  test('of another role is like the node of that role that a person planned', () => {
    const [look] = parts(part('look', { role: 'nose', allowed_paths: [], allowed_paths_re: [] }));
    expect(look).toMatchObject({ role: 'nose', executor: { name: 'nose' }, part_of: 'N-020' });
  });

  test('is given what the parts before it changed', () => {
    const { goal } = begin(growing());
    const both = { nodes: [part('a'), part('b')], edges: [edge('a', 'b')] };
    const { specs } = grown(goal, specOf(goal, 'N-020'), both);
    expect(specs[1]?.inputs.upstream_outputs).toEqual([
      ...['N-050.outputs.patch', 'N-050.outputs.summary'],
    ]);
  });
});

describe('planned again', () => {
  test('the parts of before are over, and those of now have ids of their own', () => {
    const { step, goal } = planned(TWO);
    pass(step, 'body');
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', reopen: 'N-010', findings: ['wrong parts'] });
    expect(statuses(goal)).toMatchObject({
      'N-010': 'ready',
      'N-050': 'pending',
      'N-060': 'pending',
    });
    pass(step, 'mind', { growth: { nodes: [part('c')], edges: [] } });
    expect(statuses(goal)).toMatchObject({
      ...{ 'N-050': 'cancelled', 'N-060': 'cancelled', 'N-070': 'ready', 'N-020': 'cancelled' },
    });
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'accept' });
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('without parts the node itself is done', () => {
    const { step, goal } = planned(TWO);
    pass(step, 'body');
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', reopen: 'N-010', findings: ['no parts'] });
    pass(step, 'mind');
    expect(statuses(goal)).toMatchObject({ 'N-050': 'cancelled', 'N-020': 'ready' });
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'accept' });
    pass(step, 'mind');
    expect(canComplete(goal)).toBe(true);
  });

  test('what opens again before the plan does not bring the whole back beside its parts', () => {
    const { step, goal } = planned(TWO);
    pass(step, 'body');
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', reopen: 'N-001', findings: ['look again'] });
    expect(statuses(goal)).toMatchObject({
      'N-001': 'ready',
      'N-020': 'cancelled',
      'N-050': 'pending',
    });
    pass(step, 'eye');
    pass(step, 'mind', { growth: TWO });
    expect(statuses(goal)).toMatchObject({
      'N-020': 'cancelled',
      'N-070': 'ready',
      'N-080': 'ready',
    });
  });
});

test('who judges a node in parts is given the work of each, and asks the part for rework', () => {
  const from = growing();
  const inputs = { files: [], context_refs: [], upstream_outputs: ['N-020.outputs.summary'] };
  const given = {
    ...from,
    nodes: from.nodes.map((one) => (one.id === 'N-030' ? { ...one, inputs } : one)),
  };
  const { step, goal } = planned(TWO, given);
  pass(step, 'body', { summary: 'the first' });
  pass(step, 'body', { summary: 'the second' });
  const run = mustCall(step, 'nose');
  const order = makeWorkOrder(goal, run, 'artifacts/x', {
    ...{ readOutput: () => '', history: () => '', anchor: () => undefined },
  });
  expect(order.inputs.upstream.map(({ ref, text }) => [ref, text])).toEqual([
    ['N-060.outputs.summary', 'the first'],
    ['N-050.outputs.summary', 'the second'],
  ]);
  report(step, run, { verdict: 'rework', reopen: 'N-050', findings: ['not this'] });
  expect(statuses(goal)).toMatchObject({ 'N-050': 'ready', 'N-060': 'done', 'N-030': 'pending' });
  expect(findingsOf(goal, 'N-050')).toEqual(['not this']);
});

test.each([null, 'N-020'])(
  'the part whose files are found wrong is opened again (named: %s)',
  (reopen) => {
    const { step, goal } = planned(TWO);
    pass(step, 'body');
    pass(step, 'body');
    pass(step, 'nose', { verdict: 'rework', reopen, findings: ['high src/b/b.js:3 it is empty'] });
    expect(statuses(goal)).toMatchObject({ 'N-060': 'ready', 'N-050': 'done', 'N-030': 'pending' });
  },
);
