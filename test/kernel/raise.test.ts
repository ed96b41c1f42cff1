// What a person writes who gives a goal more of what it has used up: its budget, its time.

import { describe, expect, test } from 'vitest';
import type { Cause } from '../../runtime/model/reason.ts';
import { optionMeant } from '../../runtime/words/escalation/meaning.ts';
import { wayIn } from '../../runtime/words/escalation/options.ts';
import { isPower } from '../../runtime/words/escalation/page.ts';
import { ENGLISH_PAGE } from '../../runtime/words/escalation/page-words.ts';
import { isRaise, readRaise } from '../../runtime/words/escalation/raise.ts';
import type { Asked } from '../../runtime/words/escalation/way.ts';

type Exceeded = Extract<Cause, { kind: 'budget-exceeded' }>;
type UsedUp = Extract<Cause, { kind: 'budget-exceeded' | 'deadline-passed' }>;

const REASONS = {
  'budget-exceeded': 'budget_exceeded',
  'deadline-passed': 'deadline_passed',
} as const;
const NOW = '2026-11-23T12:00:00.000Z';

function asked(because: UsedUp): Asked {
  const empty = { asked: [], outside: [], attempts: [], passing: [], failing: [], artifacts: [] };
  const packet = { goal: 'it crashes', because, runs_left: null, ...empty };
  return { goal: 'G-0001', node: null, reason: REASONS[because.kind], packet };
}

const SPENT: Exceeded = { kind: 'budget-exceeded', what: 'tokens', limit: 60_000, spent: 61_234 };

function raiseOf(because: UsedUp) {
  const option = optionMeant(asked(because), null, 'any words');
  if (!option || !isRaise(option.does)) throw new Error('it is no raise');
  const { description } = wayIn(ENGLISH_PAGE.ways, option, asked(because));
  return { option, does: option.does, description };
}

describe('a budget that is used up', () => {
  test('is raised by an option with an example that would do, which a person types', () => {
    const { option, does, description } = raiseOf(SPENT);
    expect(option).toMatchObject({ option: 'A' });
    expect(isPower(option)).toBe(true);
    const example = /`(.*)`/.exec(description)?.[1] ?? '';
    expect(readRaise(does, example, NOW)).toEqual({
      ok: true,
      value: { budget: { max_tokens: 122_468 } },
    });
  });

  test('is raised together with other limits', () => {
    expect(readRaise(raiseOf(SPENT).does, 'tokens=400000,usd=2', NOW)).toEqual({
      ok: true,
      value: { budget: { max_tokens: 400_000, max_cost_usd: 2 } },
    });
  });

  test.each([
    ['as much as it takes', 'A budget is tokens=N'],
    ['tokens=0', 'a whole number above 0'],
    ['tokens=-5', 'a whole number above 0'],
    ['usd=2', 'What is used up is tokens, and no tokens= is written.'],
    ['tokens=61234', 'tokens=61234 is not enough to go on: that takes more than 61234.'],
  ])('is not raised by "%s", and the message says what would do', (words, message) => {
    const read = readRaise(raiseOf(SPENT).does, words, NOW);
    expect(read).toMatchObject({ ok: false, error: { hint: expect.stringContaining('tokens=') } });
    if (!read.ok) expect(read.error.message).toContain(message);
  });

  test('has to be enough for one more run, where that is known', () => {
    const { does } = raiseOf({ ...SPENT, spent: 50_000, needs: 30_000 });
    expect(readRaise(does, 'tokens=80000', NOW).ok).toBe(false);
    expect(readRaise(does, 'tokens=80001', NOW).ok).toBe(true);
  });
});

describe('a budget of one node that is used up', () => {
  const OF_NODE: Exceeded = { ...SPENT, node: 'N-020' };

  test('is raised for that node alone, and the option names it', () => {
    const { does, description } = raiseOf(OF_NODE);
    expect(description).toContain('Raise the budget of N-020');
    expect(readRaise(does, 'tokens=400000', NOW)).toEqual({
      ok: true,
      value: { nodes: { 'N-020': { max_tokens: 400_000 } } },
    });
  });

  test('takes no number of runs, which would count for all nodes', () => {
    const read = readRaise(raiseOf(OF_NODE).does, 'tokens=400000,retries=5', NOW);
    expect(read).toMatchObject({ ok: false, error: { message: expect.stringContaining('N-020') } });
  });
});

describe('a deadline that has passed', () => {
  const PASSED: UsedUp = { kind: 'deadline-passed', deadline: '2026-11-22T22:59:59.000Z' };

  test('is put off by an option with an example, which a person types', () => {
    const { option, does, description } = raiseOf(PASSED);
    expect(option).toMatchObject({ option: 'A' });
    expect(isPower(option)).toBe(true);
    const example = /`(.*)`/.exec(description)?.[1] ?? '';
    expect(example).toBe('deadline=2026-11-29');
    expect(readRaise(does, example, NOW).ok).toBe(true);
    const day = readRaise(does, ' 2026-12-01T18:00Z ', NOW);
    expect(day).toEqual({ ok: true, value: { deadline: '2026-12-01T18:00:00.000Z' } });
  });

  test.each([
    ['next week', 'A deadline is a day or a time'],
    ['deadline=2026-11-22', '2026-11-22 has passed'],
    ['2026-13-40', 'A deadline is a day or a time'],
  ])('is not put off by "%s", and the message says what would do', (words, message) => {
    const read = readRaise(raiseOf(PASSED).does, words, NOW);
    expect(read).toMatchObject({
      ok: false,
      error: { hint: expect.stringContaining('deadline=') },
    });
    if (!read.ok) expect(read.error.message).toContain(message);
  });
});
