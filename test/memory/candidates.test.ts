import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  newCandidates,
  recordCandidates,
  writeCandidates,
} from '../../runtime/engine/goal/propose-anchors.ts';
import { type Candidate, findCandidates } from '../../runtime/memory/candidates.ts';
import { type Known, proposedBy, withoutKnown } from '../../runtime/memory/known.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { put, workspace } from '../documents/workspace.ts';
import { begin, IN_A_LOG } from '../kernel/plan.ts';

const GOAL = { specs: [] } as unknown as Goal;

function gate(
  event_id: string,
  outcome: 'pass' | 'fail',
  name = 'unit',
  command = 'npm test',
): Recorded {
  const payload = { gate: name, command, outcome };
  return { ...IN_A_LOG, event_id, type: 'gate.finished', goal_id: 'G-0001', payload };
}

test('a gate passed on the finished work if it passed the last time', () => {
  const passed = gate('E-000001', 'pass');
  const failed = gate('E-000002', 'fail');
  expect(findCandidates(GOAL, [passed, failed], 'L-1', '2026')).toEqual([]);
  expect(findCandidates(GOAL, [failed, passed], 'L-1', '2026')).toMatchObject([
    { type: 'Pattern', title: 'This repository is checked with npm test' },
  ]);
});

describe('what is proposed at the end of a goal', () => {
  const RECORDS = [gate('E-000001', 'pass')];
  const keep = (text: string): string => text;

  function found(ws: Workspace, proposed: readonly Known[], goal = begin().goal): string[] {
    const log = { id: 'L-1', records: RECORDS, proposed };
    return newCandidates(ws, goal, log, keep).map(({ title }) => title);
  }

  /** The goal proposes what it found, in the file and in its log. */
  function proposes(ws: Workspace, records = RECORDS) {
    const { step, goal } = begin();
    const before = step.facts.length;
    const candidates = newCandidates(ws, goal, { id: 'L-1', records, proposed: [] }, keep);
    writeCandidates(ws, candidates);
    recordCandidates(step, goal, candidates);
    const facts = step.facts.slice(before).map(proposedBy);
    return { facts, proposed: facts.flat(), candidates };
  }

  test('is not proposed by a later goal, even if a person deleted it', () => {
    const ws = workspace();
    const { proposed } = proposes(ws);
    expect(readFileSync(files.candidates(ws), 'utf8')).toContain('This repository is checked with');
    rmSync(files.candidates(ws));
    expect(found(ws, proposed)).toEqual([]);
    expect(found(ws, [])).toEqual(['This repository is checked with npm test']);
  });

  test('is not proposed again in another year, by which its id begins', () => {
    const ws = workspace();
    const { proposed } = proposes(ws);
    const { goal } = begin();
    goal.created_at = goal.created_at.replace('2026', '2027');
    expect(found(ws, proposed, goal)).toEqual([]);
    expect(found(ws, [], goal)).toHaveLength(1);
  });

  test('is not what a person rejected or took, also where its log is gone', () => {
    const ws = workspace();
    proposes(ws);
    const open = readFileSync(files.candidates(ws), 'utf8');
    // A goal whose end was cut off before the log had it proposes it again, and does not write it twice.
    expect(found(ws, [])).toHaveLength(1);
    proposes(ws);
    expect(readFileSync(files.candidates(ws), 'utf8')).toBe(open);
    for (const mark of ['[-]', '[-] everybody knows', '[x]', '[x] → A-2025-aaaa']) {
      put(ws.dir, { 'anchors/anchors_candidates.md': open.replace('[ ]', mark) });
      expect(found(ws, []), mark).toEqual([]);
    }
  });

  test('is not what stands in anchors.md, by id or by title', () => {
    const ws = workspace();
    const [{ id = '' } = {}] = proposes(ws).candidates;
    rmSync(files.candidates(ws));
    const entry = (heading: string) => put(ws.dir, { 'anchors/anchors.md': `## ${heading}\n` });
    entry(`${id} Pattern: The tests`);
    expect(found(ws, [])).toEqual([]);
    entry('A-2025-zzzz Pattern: This repository is checked with npm test');
    expect(found(ws, [])).toEqual([]);
    entry('A-2025-zzzz Decision: This repository is checked with npm test');
    expect(found(ws, [])).toHaveLength(1);
  });

  test('is all recorded, however much it is', () => {
    const many = Array.from({ length: 250 }, (_, i) =>
      gate('E-000001', 'pass', `g${i}`, `make g${i}`),
    );
    const { facts, proposed, candidates } = proposes(workspace(), many);
    expect(facts.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(proposed.map(({ id }) => id)).toEqual(candidates.map(({ id }) => id));
  });
});

test('of two titles that were cut off alike, each is proposed', () => {
  const title = `${'Keep the decoder strict, '.repeat(3)}as …`;
  const cut = (id: string): Candidate => ({ id, type: 'Decision', title, text: '', source: '' });
  const [one, other] = [cut('A-2026-aaaa'), cut('A-2026-bbbb')];
  expect(withoutKnown([one, other], [one])).toEqual([other]);
});
