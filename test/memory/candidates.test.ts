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
const ORDER = 'Readings keep the order in which they came';
const UNIT = { type: 'test', name: 'unit', command: ['npm', 'test'], mustPass: true };
const MANY = [
  'A kelvin',
  'Some lux',
  'One pascal',
  'Every volt',
  'Any watt',
  'This hertz',
  'That gram',
];

function gate(event_id: string, command = 'npm test'): Recorded {
  const payload = { gate: 'unit', command, outcome: 'pass' as const };
  return { ...IN_A_LOG, event_id, type: 'gate.finished', goal_id: 'G-0001', payload };
}

describe('what is proposed at the end of a goal', () => {
  const RECORDS = [stated('Decision', ORDER)];
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
    expect(readFileSync(files.candidates(ws), 'utf8')).toContain('Readings keep the order');
    rmSync(files.candidates(ws));
    expect(found(ws, proposed)).toEqual([]);
    expect(found(ws, [])).toEqual(['Readings keep the order in which they came']);
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
    entry(`${id} Decision: The order`);
    expect(found(ws, [])).toEqual([]);
    entry('A-2025-zzzz Decision: Readings keep the order in which they came');
    expect(found(ws, [])).toEqual([]);
    entry('A-2025-zzzz Constraint: Readings keep the order in which they came');
    expect(found(ws, [])).toHaveLength(1);
  });

  test('is at most five of a goal, best first, however much it found and however often it was asked', () => {
    const many = MANY.map((word) =>
      stated('Constraint', `${word} is read as ${word.length} bytes`),
    );
    const ws = workspace();
    const { candidates, facts } = proposes(ws, [...many, answered('By time')]);
    expect(candidates).toHaveLength(5);
    expect(candidates[0]).toMatchObject({ type: 'Decision', text: 'By time' });
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

  test('is each Decision and Constraint of a report that passed, with the place it is about', () => {
    const types = ['Decision', 'Constraint', 'Pattern', 'Metric'] as const;
    const records = types.map((type, at) => stated(type, `words of ${'abcd'[at]}`));
    expect(found(...records)).toMatchObject([
      { type: 'Decision', text: 'words of a', paths: 'src/decoder.js' },
      { type: 'Constraint', text: 'words of b', paths: 'src/decoder.js' },
    ]);
    expect(found(...records)[1]?.source).toBe(
      'L-1 E-000001 N-010 (2026-11-21-eye-0002): "Constraint: words of b"',
    );
  });

  test.each([
    [
      'the place its words name',
      'the order of src/wire/v1.ts:40 stays',
      ['a.js'],
      [],
      'src/wire/v1.ts',
    ],
    [
      'else what its report cites',
      'the order stays',
      ['a.js', '.wukong/config.yaml'],
      ['b.js'],
      'a.js',
    ],
    ['else what its run changed', 'the order stays', undefined, ['b.js'], 'b.js'],
  ])('a decision has %s', (_, words, cited, patch_files, paths) => {
    expect(found(stated('Decision', words, { cited, patch_files }))).toMatchObject([{ paths }]);
  });

  test('a decision without a place is none', () => {
    const nowhere = { cited: ['.wukong/config.yaml'], patch_files: [] };
    expect(found(stated('Decision', 'keep the order', nowhere))).toEqual([]);
  });

  test.each([
    'This repository is checked with npm test.',
    'the gate "unit" runs `npm test`',
    'N-020 was sent back because its evidence was too little',
    'The work order names what may be changed',
    'Evidence-Level L2 is enough for docs',
    'git push needs approval',
    'Wukong runs the gates again on the final tree',
  ])('what the configuration says, and our own protocol, is nothing to remember: %s', (words) => {
    const specs = [{ verification_plan: { deterministic: [UNIT] } }];
    const goal = { specs } as unknown as Goal;
    expect(findCandidates(goal, [stated('Constraint', words)], 'L-1', '2026')).toEqual([]);
    const more = 'npm test needs TZ=UTC, because dates are printed in the zone of the machine';
    expect(findCandidates(goal, [stated('Constraint', more)], 'L-1', '2026')).toHaveLength(1);
  });

  test('is a person’s answer to a question, as Constraint where they say so', () => {
    const cites = stated('Decision', 'x', { passes: false, cited: ['src/decoder.js'] });
    expect(found(cites, answered('By time'))).toMatchObject([
      {
        type: 'Decision',
        title: 'Which order do readings have?',
        text: 'By time',
        paths: 'src/decoder.js',
      },
    ]);
    expect(found(cites, answered('Constraint: by time'))).toMatchObject([
      { type: 'Constraint', text: 'by time', source: 'L-1 E-000003 N-010: "Constraint: by time"' },
    ]);
    for (const passing of ['go on', 'Yes.', '好的', 'try again']) {
      expect(found(cites, answered(passing)), passing).toEqual([]);
    }
  });

  test('is neither a gate that passed, nor a failure that came again, nor a reason typed in passing', () => {
    const at = { ...IN_A_LOG, goal_id: 'G-0001', node_id: 'N-010' };
    const accepted = { what: 'unproven', why: 'src/a.js is only on hardware', by: 'u@host' };
    const failed = { outcome: 'failed', because: { kind: 'reported', summary: 'src/a.js' } };
    const records = [
      gate('E-000001'),
      { ...at, event_id: 'E-000004', type: 'work.accepted', payload: accepted },
      { ...at, event_id: 'E-000005', type: 'run.ended', run_id: 'r1', payload: failed },
      { ...at, event_id: 'E-000006', type: 'run.ended', run_id: 'r2', payload: failed },
    ] as unknown as Recorded[];
    const goal = { specs: [{ id: 'N-010', role: 'body', title: 'Fix it' }] } as unknown as Goal;
    expect(findCandidates(goal, records, 'L-1', '2026')).toEqual([]);
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

type About = Readonly<{
  cited?: readonly string[] | undefined;
  patch_files?: readonly string[];
  passes?: boolean;
}>;

/** A line of a report that passed; a Decision stands without its label. */
function stated(
  type: Candidate['type'],
  words: string,
  { cited, patch_files = [], passes = true }: About = { cited: ['src/decoder.js'] },
): Recorded {
  const text = type === 'Decision' ? words : `${type}: ${words}`;
  const decisions = [{ node: 'N-010', event: 'x', text }];
  const payload = { passes, decisions, ...(cited && { cited }), outputs: { patch_files } };
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

/** What a person says to an agent that asked. */
function answered(answer: string): Recorded {
  return {
    ...IN_A_LOG,
    event_id: 'E-000003',
    type: 'node.answered',
    goal_id: 'G-0001',
    node_id: 'N-010',
    payload: { answer, to: { kind: 'questions', questions: ['Which order do readings have?'] } },
  };
}

test('of two titles that were cut off alike, each is proposed', () => {
  const title = `${'Keep the decoder strict, '.repeat(3)}as …`;
  const cut = (id: string): Candidate => ({ id, type: 'Decision', title, text: '', source: '' });
  const [one, other] = [cut('A-2026-aaaa'), cut('A-2026-bbbb')];
  expect(withoutKnown([one, other], [one])).toEqual([other]);
});
