// The page of goals that went their ways in the kernel.

import { describe, expect, test } from 'vitest';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { pageOf, type Sources } from '../../runtime/page/page-of.ts';
import { resultOf } from '../../runtime/result/result-of.ts';
import { mustCall, pass, report } from '../kernel/drive.ts';
import { alive, begin } from '../kernel/plan.ts';
import { recordsOf } from '../kernel/timed.ts';
import { OWNED } from '../kernel/walk.ts';

function page(step: Step, goal: Goal, more: Partial<Sources> = {}) {
  const facts = recordsOf(step.facts);
  return pageOf({
    result: resultOf({ goal, facts, now: goal.created_at }),
    read: new Map(),
    patch: { text: '', notes: [] },
    logs: [],
    ...more,
  });
}

describe('the page of a goal', () => {
  test('tells what was caught: the claim beside what was seen, and what was missing', () => {
    const { step, goal } = begin();
    const run = mustCall(step, 'ear');
    const lacking = { level: 'L0', claimed: 'L2', overclaimed: true, passes: false } as const;
    report(step, run, {
      ...lacking,
      missing: ['Cite a place that is there.'],
      reasons: [{ level: 'L1', met: false, why: 'The report cites no place.' }],
    });
    expect(page(step, goal).caught).toMatchObject([
      {
        node: 'N-001',
        what: 'sent back: claimed L2, seen L0',
        items: ['The report cites no place.'],
      },
    ]);
  });

  test('tells of a report that passed with more claimed than seen, and of none that was as it said', () => {
    const { step, goal } = begin();
    pass(step, 'ear', { claimed: 'L3', overclaimed: true });
    pass(step, 'eye');
    expect(page(step, goal).caught.map(({ node, what }) => [node, what])).toEqual([
      ['N-001', 'passed, but claimed L3, seen L1'],
    ]);
  });

  test('has each question with its answer, and what to type for the one that waits', () => {
    const { step, goal } = begin();
    const ask = (question: string): void => {
      report(step, mustCall(step, 'ear'), {
        status: 'blocked',
        questions: [question],
        passes: false,
      });
    };
    ask('which format?');
    resumeGoal(step, { ...OWNED, answer: 'the second one' }, alive);
    ask('which version?');
    const { questions, verdict } = page(step, goal);
    expect(questions).toMatchObject([
      {
        node: 'N-001',
        asked: 'It asks: which format?',
        answer: 'the second one',
        next: null,
      },
      { node: 'N-001', asked: 'It asks: which version?', answer: null },
    ]);
    expect(questions[1]?.next).toContain('wukong answer G-0001/N-001');
    expect(verdict.tone).toBe('open');
  });

  test('doubts what is claimed and not seen, cited and not there, run and not passed', () => {
    const { step, goal } = begin();
    pass(step, 'ear', {
      ...{ claimed: 'L3', overclaimed: true, citations: { resolved: 1, total: 2 } },
      gates: [{ gate: 'unit', outcome: 'unavailable', error: 'it is not approved' }],
      seal: { tree: 't1', held: false, why: 'tests were changed', changed: [], named: [] },
    });
    const { doubts } = page(step, goal);
    expect(doubts).toEqual(
      [
        'L3 was claimed, L1 was seen.',
        '1 of 2 cited places do not resolve.',
        'The gate "unit" could not run: it is not approved.',
        'Tests were changed.',
      ].map((text) => ({ text, nodes: ['N-001'] })),
    );
  });

  test('is good only where the fault was shown and nothing is in doubt', () => {
    const toneOf = (more: Partial<Goal>, judged: Partial<Judged> = {}): string => {
      const { step, goal } = begin();
      pass(step, 'ear', judged);
      return page(step, { ...goal, status: 'completed', ...more }).verdict.tone;
    };
    const shown = { kind: 'shown', check: 'npm test' } as const;
    expect(toneOf({ fault: shown })).toBe('good');
    const flaky = { named: [], accepted: [], gone: [], flaky: ['unit'] };
    expect(toneOf({ fault: shown, beside: flaky })).toBe('doubt');
    expect(toneOf({ fault: { ...shown, limit: 'it sways' } })).toBe('doubt');
    expect(toneOf({ fault: { kind: 'not-shown', why: 'it passes', accepted: null } })).toBe(
      'doubt',
    );
    const feature = { kind: 'not-asked', template: 'feature' } as const;
    expect(toneOf({ fault: { ...feature, why: 'it passes' } })).toBe('doubt');
    expect(toneOf({ fault: feature })).toBe('good');
    const same = { kind: 'same', check: 'npm test' } as const;
    expect(toneOf({ fault: { ...same, cases: 12 } })).toBe('good');
    expect(toneOf({ fault: { ...same, broken: 1, gone: 0, named: ['a'] } })).toBe('doubt');
    const gates = [{ gate: 'unit', outcome: 'fail' as const }];
    expect(toneOf({ fault: shown }, { gates })).toBe('doubt');
    expect(toneOf({ fault: shown, status: 'aborted' })).toBe('bad');
  });

  test('marks the lines that a test holds, where somebody asked', () => {
    const { step, goal } = begin();
    const text =
      'diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n@@ -1,1 +1,3 @@\n+one\n two\n+three\n';
    const patch = { text, notes: [] };
    const marks = (more: Partial<Sources>) =>
      page(step, goal, { patch, ...more }).change.files[0]?.hunks[0]?.lines.map(({ mark }) => mark);
    const lines = { held: ['a.js:1'], free: ['a.js:3'], silent: 0, untried: 1, rows: [] };
    expect(marks({ lines })).toEqual(['held', null, 'not held']);
    expect(marks({})).toEqual([null, null, null]);
    expect(page(step, goal, { patch, lines }).change.held).toBe(
      '1 of 3 changed places is held by a test; not held: a.js:3; 1 not tried, for want of time.',
    );
  });
});
