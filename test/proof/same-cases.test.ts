// Whether a check says the same before a change and after it, by tables of trials.

import { describe, expect, test } from 'vitest';
import { type Same, sameCases } from '../../runtime/proof/same-cases.ts';
import { cases, nameOf, rowOf, type Table } from './trials.ts';

function told(table: Table): Readonly<{ same: Same; asked: readonly string[] }> {
  const asked: string[] = [];
  const story = sameCases();
  let next = story.next();
  while (!next.done) {
    asked.push(nameOf(next.value));
    next = story.next(rowOf(table, next.value));
  }
  return { same: next.value, asked };
}

const TWO = { cases: cases('a passed', 'b passed') } as const;

describe('two runs of a check', () => {
  test('that pass the same cases say how many, whatever came beside them', () => {
    const now = { cases: cases('a passed', 'b passed', 'c passed') };
    const { same, asked } = told({ now, base: TWO });
    expect(same).toEqual({ is: 'same', cases: 2 });
    expect(asked).toEqual(['now', 'base']);
  });

  test('that pass without a report of their cases say that they pass', () => {
    expect(told({ now: 'pass', base: 'pass' }).same).toEqual({ is: 'same', cases: undefined });
    const none = { cases: [] };
    expect(told({ now: none, base: none }).same).toEqual({ is: 'same', cases: undefined });
  });

  test('count cases that pass beside one that failed before in the same way', () => {
    const both = { ended: 'fail', cases: cases('a passed', 'b failed') } as const;
    expect(told({ now: both, base: both }).same).toEqual({ is: 'same', cases: 1 });
  });

  test.each([
    ['fails now', cases('a passed', 'b failed'), { broken: ['b'], gone: [] }],
    ['is skipped now', cases('a passed', 'b skipped'), { broken: [], gone: ['b'] }],
    ['is not there now', cases('a passed'), { broken: [], gone: ['b'] }],
    ['is in no report now', undefined, { broken: [], gone: ['a', 'b'] }],
  ])('name the case that %s', (_, now, { broken, gone }) => {
    const { same } = told({ now: { ...(now && { cases: now }) }, base: TWO });
    expect(same).toMatchObject({
      is: 'differs',
      broken: broken.map((name) => ({ name })),
      gone: gone.map((name) => ({ name })),
    });
  });

  test.each([
    ['could not start now', { now: 'not-started' }, 'tree'],
    ['could not start before', { now: 'pass', base: 'not-started' }, 'red'],
    ['opened no file of the program', { now: 'elsewhere' }, 'tree'],
    ['failed before', { now: 'pass', base: 'fail' }, 'red'],
    ['fails now', { now: 'fail', base: 'pass' }, 'tree'],
    [
      'has a new case that fails',
      {
        now: { ended: 'fail', cases: cases('a passed', 'c failed') },
        base: { cases: cases('a passed') },
      },
      'tree',
    ],
  ] satisfies ReadonlyArray<[string, Table, string]>)(
    'say nothing where one %s',
    (_, table, on) => {
      expect(told(table).same).toMatchObject({ is: 'unable', on });
    },
  );
});
