// The chain and the lock: every interleaving of two and three writers over a small model of the file.

import { describe, expect, test } from 'vitest';
import { REAL, type Request, search } from './model.ts';
import { SOAK, Tally } from './tally.ts';

const one = (key: string, records = 1): Request => ({ key, records });

const PLANS: Readonly<Record<string, readonly (readonly Request[])[]>> = {
  'two writers with two steps each': [
    [one('a1'), one('a2', 2)],
    [one('b1', 2), one('b2')],
  ],
  'two writers with the same delivery': [
    [one('same'), one('a2')],
    [one('same'), one('b2')],
  ],
  'three writers': [[one('a')], [one('b', 2)], [one('c')]],
};

const LARGE: typeof PLANS = {
  'three writers, two with the same delivery': [[one('same')], [one('same')], [one('c')]],
};

const ALL = Object.entries(SOAK ? { ...PLANS, ...LARGE } : PLANS);

describe('the chain and the lock: whatever the interleaving, nothing acknowledged is lost or doubled', () => {
  test.each(ALL)('with a lock that can be taken over at any time: %s', (name, plans) => {
    using tally = new Tally(`chain: ${name}`);
    const { states, ends, problem, path } = search(plans, REAL);
    tally.rounds = states;
    if (problem) tally.lose(`${problem}: ${path.join(', ')}`);
    expect(ends).toBeGreaterThan(0);
  });

  test.each(ALL)('with no lock at all: %s', (name, plans) => {
    using tally = new Tally(`chain, no lock: ${name}`);
    const { states, problem, path } = search(plans, { ...REAL, lock: false });
    tally.rounds = states;
    if (problem) tally.lose(`${problem}: ${path.join(', ')}`);
  });
});

describe('the search finds what each part of the fence is there for', () => {
  const two = PLANS['two writers with two steps each'] ?? [];
  const same = PLANS['two writers with the same delivery'] ?? [];

  test('without the chain, a delivery is counted twice', () => {
    expect(search(same, { ...REAL, chain: false }).problem).toMatch(/one id|counted twice/);
  });

  test('without the look before the append, an acknowledged step is void', () => {
    const { problem } = search(two, { ...REAL, sizeBefore: false });
    expect(problem).toMatch(/was acknowledged and is not counted/);
  });

  test('without the look after the append, an acknowledged step is void', () => {
    const { problem } = search(two, { ...REAL, sizeAfter: false });
    expect(problem).toMatch(/was acknowledged and is not counted/);
  });

  test('without either, too; and a lock that is never taken over would hide it', () => {
    const neither = { ...REAL, sizeBefore: false, sizeAfter: false };
    expect(search(two, neither).problem).toMatch(/was acknowledged and is not counted/);
    expect(search(two, { ...neither, takeOver: false }).problem).toBe(null);
  });
});

describe('a torn tail that is healed by a record, and never cut off', () => {
  const plans: typeof PLANS = {
    'two writers, steps of one and two records': [[one('a'), one('a2', 2)], [one('b', 2)]],
    'two writers with the same delivery': [[one('same', 2)], [one('same', 2), one('b')]],
    'three writers': [[one('a')], [one('b', 2)], [one('c')]],
  };

  test.each(Object.entries(plans))(
    'loses nothing, whoever dies in an append and whoever is frozen: %s',
    (name, requests) => {
      using tally = new Tally(`chain, healed by a record: ${name}`);
      const rules = { ...REAL, torn: true } as const;
      const { states, ends, problem, path } = search(requests, rules);
      tally.rounds = states;
      if (problem) tally.lose(`${problem}: ${path.join(', ')}`);
      expect(ends).toBeGreaterThan(0);
    },
  );
});
