import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wayProblems, waysThrough } from '../../runtime/documents/template-ways.ts';
import { frontier } from '../../runtime/kernel/requests/offer.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { templateSchema } from '../../runtime/model/documents/template.ts';
import type { Edge } from '../../runtime/model/edge.ts';
import { pass } from '../kernel/drive.ts';
import { begin, node, plan } from '../kernel/plan.ts';
import { somePlan } from '../kernel/walk.ts';

function template(
  joins: Readonly<Record<string, 'all' | 'any'>>,
  edges: ReadonlyArray<readonly [string, string, Edge['condition']?]>,
) {
  return templateSchema.parse({
    name: 'mine',
    version: 1,
    description: 'd',
    success_criteria: ['it works'],
    nodes: Object.entries(joins).map(([id, join]) => ({ id, title: id, role: 'eye', join })),
    edges: edges.map(([from, to, condition = 'on_success']) => ({ from, to, condition })),
  });
}

const DETOUR = [
  ['N-010', 'N-030'],
  ['N-010', 'N-020', 'on_failure'],
  ['N-020', 'N-030'],
] as const;

describe('the ways through a plan', () => {
  test.each(['all', 'any'] as const)(
    'a detour runs only after a failure, with join: %s',
    (join) => {
      const detour = template({ 'N-010': 'all', 'N-020': 'all', 'N-030': join }, DETOUR);
      expect(waysThrough(detour)).toEqual({
        success: ['N-010', 'N-030'],
        unasked: ['N-010', 'N-030'],
        failure: ['N-020'],
      });
      expect(wayProblems(detour)).toEqual([]);
    },
  );

  test('a plan whose last node is skipped when every node succeeds is refused, at that node', () => {
    const nodes = { 'N-010': 'all', 'N-020': 'all', 'N-030': 'all' } as const;
    const edges = [
      ['N-010', 'N-020'],
      ['N-010', 'N-030', 'on_failure'],
      ['N-020', 'N-030'],
    ] as const;
    expect(wayProblems(template(nodes, edges))).toMatchObject([
      { path: ['nodes', 2, 'id'], message: expect.stringContaining('is skipped when every node') },
    ]);
    expect(wayProblems(template({ ...nodes, 'N-030': 'any' }, edges))).toEqual([]);
  });

  test('are those a goal goes in which every node succeeds, and conditions hold or do not', () => {
    fc.assert(
      fc.property(somePlan(8), fc.boolean(), (from, outcome) => {
        const begun = begin(from);
        const { goal } = begun;
        const step = { ...begun.step, ask: () => ({ outcome, values: {} }) };
        for (let [next] = frontier(goal); next; [next] = frontier(goal)) pass(step, next.role);
        const done = from.nodes.filter(({ id }) => nodeState(goal, id).status === 'done');
        const ways = waysThrough(from);
        expect(outcome ? ways?.success : ways?.unasked).toEqual(done.map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  test('say what runs only if a condition holds, and end with something in any case', () => {
    const asked = 'predicate:run.number > 1';
    const nodes = { 'N-010': 'all', 'N-020': 'all', 'N-030': 'all' } as const;
    const audit = [
      ['N-010', 'N-020', asked],
      ['N-010', 'N-030'],
      ['N-020', 'N-030'],
    ] as const;
    expect(waysThrough(template(nodes, audit))).toEqual({
      success: ['N-010', 'N-020', 'N-030'],
      unasked: ['N-010', 'N-030'],
      failure: [],
    });
    expect(wayProblems(template(nodes, audit))).toEqual([]);
    const needed = [
      ['N-010', 'N-020'],
      ['N-010', 'N-030', asked],
      ['N-020', 'N-030'],
    ] as const;
    expect(wayProblems(template(nodes, needed))).toMatchObject([
      { path: ['nodes', 2, 'id'], message: expect.stringContaining('and no condition holds') },
    ]);
  });

  test('of a graph that cannot be walked are not looked for', () => {
    const cycle = plan(
      [node('N-010', 'eye'), node('N-020', 'eye')],
      [
        ['N-010', 'N-020'],
        ['N-020', 'N-010'],
      ],
    );
    expect(waysThrough(cycle)).toBeUndefined();
  });
});

describe('a plan of many nodes', () => {
  const many = (count: number) => {
    const ids = Array.from({ length: count }, (_, i) => `N-${1000 + i}`);
    const edges = ids.slice(1).map((id, i) => [ids[i] ?? '', id, 'always'] as const);
    return template(Object.fromEntries(ids.map((id) => [id, 'all'])), edges);
  };

  test('is refused above a thousand, at the first that is too many', () => {
    expect(wayProblems(many(1000))).toEqual([]);
    expect(wayProblems(many(1001))).toEqual([
      {
        path: ['nodes', 1000, 'id'],
        at: 'value',
        message: 'A plan has at most 1,000 nodes; this one has 1,001.',
        hint: 'Make several goals of it, each with a plan of its own.',
      },
    ]);
  });
});
