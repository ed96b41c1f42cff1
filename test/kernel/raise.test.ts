// What a person writes who raises a budget that is used up.

import { describe, expect, test } from 'vitest';
import type { Cause } from '../../runtime/model/reason.ts';
import { optionMeant } from '../../runtime/words/escalation/now.ts';
import { isPower } from '../../runtime/words/escalation/page.ts';
import { readRaise } from '../../runtime/words/escalation/raise.ts';
import type { Asked } from '../../runtime/words/escalation/way.ts';

type Exceeded = Extract<Cause, { kind: 'budget-exceeded' }>;

function asked(because: Exceeded): Asked {
  const empty = { asked: [], outside: [], attempts: [], passing: [], failing: [], artifacts: [] };
  const packet = { goal: 'it crashes', because, runs_left: null, ...empty };
  return { goal: 'G-0001', node: null, reason: 'budget_exceeded', packet };
}

const SPENT: Exceeded = { kind: 'budget-exceeded', what: 'tokens', limit: 60_000, spent: 61_234 };

function raiseOf(because: Exceeded) {
  const option = optionMeant(asked(because), null, 'any words');
  if (option?.does.kind !== 'raise') throw new Error('it is no raise');
  return { option, does: option.does };
}

describe('a budget that is used up', () => {
  test('is raised by an option with an example that would do, which a person types', () => {
    const { option, does } = raiseOf(SPENT);
    expect(option).toMatchObject({ option: 'A' });
    expect(isPower(option)).toBe(true);
    const example = /`(.*)`/.exec(option.description)?.[1] ?? '';
    expect(readRaise(does, example)).toEqual({ ok: true, value: { max_tokens: 122_468 } });
  });

  test('is raised together with other limits', () => {
    expect(readRaise(raiseOf(SPENT).does, 'tokens=400000,usd=2')).toEqual({
      ok: true,
      value: { max_tokens: 400_000, max_cost_usd: 2 },
    });
  });

  test.each([
    ['as much as it takes', 'A budget is tokens=N'],
    ['tokens=0', 'a whole number above 0'],
    ['tokens=-5', 'a whole number above 0'],
    ['usd=2', 'What is used up is tokens, and no tokens= is written.'],
    ['tokens=61234', 'tokens=61234 is not enough to go on: that takes more than 61234.'],
  ])('is not raised by "%s", and the message says what would do', (words, message) => {
    const read = readRaise(raiseOf(SPENT).does, words);
    expect(read).toMatchObject({ ok: false, error: { hint: expect.stringContaining('tokens=') } });
    if (!read.ok) expect(read.error.message).toContain(message);
  });

  test('has to be enough for one more run, where that is known', () => {
    const { does } = raiseOf({ ...SPENT, spent: 50_000, needs: 30_000 });
    expect(readRaise(does, 'tokens=80000').ok).toBe(false);
    expect(readRaise(does, 'tokens=80001').ok).toBe(true);
  });
});
