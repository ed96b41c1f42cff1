import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  newCandidates,
  recordCandidates,
  writeCandidates,
} from '../../runtime/engine/goal/propose-anchors.ts';
import type { Candidate } from '../../runtime/memory/candidates.ts';
import { findCandidates } from '../../runtime/memory/find-candidates.ts';
import { type Known, proposedBy, withoutKnown } from '../../runtime/memory/known.ts';
import type { Recorded } from '../../runtime/model/facts/fact.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
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

  test('is at most five of a goal, best first, however much it found and however often it was asked', () => {
    const many = Array.from({ length: 9 }, (_, i) =>
      gate('E-000001', 'pass', `g${i}`, `make g${i}`),
    );
    const ws = workspace();
    const { candidates, facts } = proposes(ws, [...many, stated('Decision', 'keep the order')]);
    expect(candidates).toHaveLength(5);
    expect(candidates[0]).toMatchObject({ type: 'Decision', text: 'keep the order' });
    expect(facts.map(({ length }) => length)).toEqual([5]);
    const earlier: Recorded = {
      ...IN_A_LOG,
      event_id: 'E-000002',
      type: 'anchors.proposed',
      goal_id: 'G-0001',
      payload: { candidates: candidates.slice(0, 4) },
    };
    expect(proposes(workspace(), [earlier, ...many]).candidates).toHaveLength(1);
  });

  test('is not what README, CLAUDE.md or a page below docs/ says already', () => {
    const said = 'Readings are sorted by time.';
    const records = [stated('Decision', said)];
    for (const page of ['README.md', 'CLAUDE.md', 'docs/deep/a.md']) {
      const ws = workspace({
        [page]: '# A\n\nOf note: **readings** are\nsorted by `time`, always.\n',
      });
      expect(proposes(ws, records).candidates, page).toEqual([]);
    }
    const elsewhere = workspace({ 'src/a.md': said });
    expect(proposes(elsewhere, records).candidates).toHaveLength(1);
  });
});

describe('what is worth proposing', () => {
  const found = (...records: Recorded[]) => findCandidates(GOAL, records, 'L-1', '2026');

  test('is each labelled line of a report that passed, as its type', () => {
    const types = ['Decision', 'Constraint', 'Pattern', 'Metric'] as const;
    const records = types.map((type, at) => stated(type, `words of ${'abcd'[at]}`));
    expect(found(...records).map(({ type, text }) => [type, text])).toEqual(
      types.map((type, at) => [type, `words of ${'abcd'[at]}`]),
    );
    expect(found(...records)[1]?.source).toBe(
      'L-1 E-000001 N-010 (2026-11-21-eye-0002): "Constraint: words of b"',
    );
  });

  test('is a person’s answer to a question, as Constraint where they say so', () => {
    const answered = (answer: string): Recorded => ({
      ...IN_A_LOG,
      event_id: 'E-000003',
      type: 'node.answered',
      goal_id: 'G-0001',
      node_id: 'N-010',
      payload: { answer, to: { kind: 'questions', questions: ['Which order do readings have?'] } },
    });
    expect(found(answered('By time'))).toMatchObject([
      { type: 'Decision', title: 'Which order do readings have?', text: 'By time' },
    ]);
    expect(found(answered('Constraint: by time'))).toMatchObject([
      { type: 'Constraint', text: 'by time', source: 'L-1 E-000003 N-010: "Constraint: by time"' },
    ]);
  });

  test('is what a person accepted, with the reason', () => {
    const payload = { what: 'unproven', why: 'only on real hardware', by: 'u@host' } as const;
    const accepted: Recorded = {
      ...IN_A_LOG,
      event_id: 'E-000004',
      type: 'work.accepted',
      goal_id: 'G-0001',
      payload,
    };
    expect(found(accepted)).toMatchObject([
      {
        type: 'Decision',
        title: 'only on real hardware',
        text: 'Accepted although no check showed it: only on real hardware',
      },
    ]);
  });

  test('is what a gate counted, as a Metric with its day', () => {
    const passed = gate('E-000001', 'pass');
    const tests = { passed: 41, failed: 0, skipped: 1, total: 42 };
    const counted = { ...passed, payload: { ...passed.payload, counts: { tests } } } as Recorded;
    expect(found(counted)).toMatchObject([
      { type: 'Pattern' },
      { type: 'Metric', text: expect.stringMatching(/^42 tests, 1 of them skipped, by the gate/) },
    ]);
  });

  test('names once what is said twice in nearly the same words, with the sources of both', () => {
    const [one, other] = [
      stated('Decision', 'Keep the byte order of version 1, because two clients read it.'),
      {
        ...stated('Decision', 'keep the byte order of version 1 because two clients read it'),
        event_id: 'E-000009',
      },
    ];
    const candidates = found(one, other);
    expect(candidates).toHaveLength(1);
    expect(candidates[0]?.source).toContain('E-000001');
    expect(candidates[0]?.source).toContain('E-000009');
    expect(found(one, stated('Constraint', 'Keep the byte order of version 2'))).toHaveLength(2);
  });
});

/** A line of a report that passed; a Decision stands without its label. */
function stated(type: Candidate['type'], words: string): Recorded {
  const text = type === 'Decision' ? words : `${type}: ${words}`;
  const payload = { passes: true, decisions: [{ node: 'N-010', event: 'x', text }] };
  return {
    ...IN_A_LOG,
    event_id: 'E-000001',
    type: 'evidence.graded',
    goal_id: 'G-0001',
    node_id: 'N-010',
    run_id: '2026-11-21-eye-0002',
    payload,
  } as unknown as Recorded;
}

test('of two titles that were cut off alike, each is proposed', () => {
  const title = `${'Keep the decoder strict, '.repeat(3)}as …`;
  const cut = (id: string): Candidate => ({ id, type: 'Decision', title, text: '', source: '' });
  const [one, other] = [cut('A-2026-aaaa'), cut('A-2026-bbbb')];
  expect(withoutKnown([one, other], [one])).toEqual([other]);
});
