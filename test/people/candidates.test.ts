import { expect, test } from 'vitest';
import { findCandidates } from '../../runtime/memory/candidates.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Goal } from '../../runtime/model/state.ts';

const GOAL = { specs: [] } as unknown as Goal;

function gate(event_id: string, outcome: string): EventRecord {
  const payload = { gate: 'unit', command: 'npm test', outcome };
  return { event_id, type: 'gate.finished', payload } as unknown as EventRecord;
}

test('a gate passed on the finished work if it passed the last time', () => {
  const passed = gate('E-000001', 'pass');
  const failed = gate('E-000002', 'fail');
  expect(findCandidates(GOAL, [passed, failed], 'L-1', '2026')).toEqual([]);
  expect(findCandidates(GOAL, [failed, passed], 'L-1', '2026')).toMatchObject([
    { type: 'Pattern', title: 'This repository is checked with npm test' },
  ]);
});
