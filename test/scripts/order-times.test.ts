import { expect, test } from 'vitest';
import { orderTimes } from '../../scripts/bench/order-times.ts';

const T0 = Date.parse('2026-11-23T10:00:00.000Z');

const given = (run_id: string, role: string, ms: number) => ({
  ...{ type: 'run.dispatched', run_id, payload: { role } },
  timestamp: new Date(T0 + ms).toISOString(),
});
const ended = (run_id: string, ms: number) => ({
  ...{ type: 'run.ended', run_id, payload: {} },
  timestamp: new Date(T0 + ms).toISOString(),
});
const child = (program: string, from: number, to: number) => ({
  program,
  fromMs: T0 + from,
  toMs: T0 + to,
});

test('an order counts from the end of the one before to its own, without executor and gates', () => {
  const records = [
    ...[given('r1', 'eye', 10), ended('r1', 100)],
    ...[given('r2', 'body', 130), ended('r2', 1100)],
  ];
  const children = [
    child('node', 20, 90),
    child('git', 110, 120),
    child('node', 150, 750),
    // A gate beside which git runs: neither counts twice.
    child('node', 800, 1000),
    child('git', 990, 1010),
  ];
  expect(orderTimes(records, children)).toEqual([
    { role: 'writer', allMs: 1000, ownMs: 200, gitMs: 30 },
  ]);
});
