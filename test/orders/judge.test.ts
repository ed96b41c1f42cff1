// Each fault that the soak of orders must find is shown to its judge once.

import { describe, expect, test } from 'vitest';
import { type Deed, judgeOrders, type Line } from './judge.ts';

type Given = Readonly<{ type: string; node?: string; run?: string; payload?: Line['payload'] }>;

function log(...given: readonly Given[]): Line[] {
  return given.map(({ type, node, run, payload = {} }) => ({
    ...{ type, goal_id: 'G-0001' },
    ...(node && { node_id: node }),
    ...(run && { run_id: run }),
    payload,
  }));
}

const LOOK = 'N-001';
const WRITE = 'N-010';
const OTHER = 'N-020';

const created: Given = {
  type: 'goal.created',
  payload: { nodes: [{ id: LOOK, role: 'eye' }] },
};
const twoWriters: Given = {
  type: 'goal.created',
  payload: {
    nodes: [
      { id: WRITE, role: 'body' },
      { id: OTHER, role: 'body' },
    ],
  },
};
const completed: Given = { type: 'graph.completed' };
const given = (run: string, node = LOOK): Given => ({ type: 'run.dispatched', node, run });
const reported = (run: string, node = LOOK): Given => ({ type: 'run.reported', node, run });
const refused = (run: string, node = LOOK): Given => ({ type: 'run.refused', node, run });
const ended = (run: string, outcome: string, node = LOOK): Given => ({
  ...{ type: 'run.ended', node, run },
  payload: { outcome },
});
const left = (run: string): Deed[] => [
  { run, did: 'began' },
  { run, did: 'left' },
];

const faultsOf = (records: readonly Given[], deeds: readonly Deed[] = []) =>
  judgeOrders(log(...records), deeds).faults;

describe('the judge of orders', () => {
  test('finds nothing in an order that was done at its second run, the first one late', () => {
    const records = [
      ...[created, given('r1'), ended('r1', 'lost'), refused('r1')],
      ...[given('r2'), reported('r2'), ended('r2', 'success'), completed],
    ];
    expect(judgeOrders(log(...records), [...left('r1'), ...left('r2')])).toEqual({
      ...{ orders: 1, runs: 2, refused: 1 },
      faults: [],
    });
  });

  test('finds an order that was never done, and its goal open', () => {
    expect(faultsOf([created, given('r1'), ended('r1', 'lost')])).toEqual([
      { kind: 'not-closed', goal: 'G-0001' },
      { kind: 'not-done', order: 'G-0001/N-001' },
    ]);
  });

  test('finds a run that has no end', () => {
    const records = [created, given('r1'), given('r2'), ended('r2', 'success'), completed];
    expect(faultsOf(records)).toContainEqual({ kind: 'no-end', run: 'r1' });
  });

  test('finds a late result that was believed', () => {
    const records = [created, given('r1'), ended('r1', 'lost'), ended('r1', 'success'), completed];
    expect(faultsOf(records)).toEqual([{ kind: 'ended-again', run: 'r1', outcome: 'success' }]);
  });

  test('finds an order of which two runs were accepted', () => {
    const records = [
      ...[created, given('r1'), ended('r1', 'success')],
      ...[given('r2'), ended('r2', 'success'), completed],
    ];
    expect(faultsOf(records)).toEqual([
      { kind: 'given-when-done', order: 'G-0001/N-001', run: 'r2' },
      { kind: 'accepted-again', order: 'G-0001/N-001', run: 'r2' },
    ]);
  });

  test('finds two runs of one order at once', () => {
    const records = [
      ...[created, given('r1'), given('r2'), ended('r1', 'lost')],
      ...[ended('r2', 'success'), completed],
    ];
    expect(faultsOf(records)).toEqual([{ kind: 'two-at-once', order: 'G-0001/N-001', run: 'r2' }]);
  });

  test('finds two that write in one tree at once', () => {
    const records = [
      ...[twoWriters, given('r1', WRITE), given('r2', OTHER)],
      ...[ended('r1', 'success', WRITE), ended('r2', 'success', OTHER), completed],
    ];
    expect(faultsOf(records)).toEqual([{ kind: 'two-writers', run: 'r2', beside: 'r1' }]);
  });

  test('finds a result that was left and is not on record', () => {
    const records = [
      ...[created, given('r1'), ended('r1', 'lost')],
      ...[given('r2'), reported('r2'), ended('r2', 'success'), completed],
    ];
    expect(faultsOf(records, [...left('r1'), ...left('r2')])).toEqual([
      { kind: 'unanswered', run: 'r1' },
    ]);
  });

  test('finds an executor that worked for nobody', () => {
    const records = [created, given('r1'), reported('r1'), ended('r1', 'success'), completed];
    expect(faultsOf(records, [...left('r1'), { run: 'r9', did: 'began' }])).toEqual([
      { kind: 'not-given', run: 'r9' },
    ]);
  });
});
