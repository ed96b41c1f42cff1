import { expect, test } from 'vitest';
import { parseAnchors } from '../../runtime/memory/anchors.ts';
import { changedPaths } from '../../runtime/memory/recall/changed.ts';
import { standingOf } from '../../runtime/memory/recall/standing.ts';
import {
  countUse,
  isUnused,
  type Use,
  unusedGoals,
  useOf,
} from '../../runtime/memory/recall/use.ts';
import type { Fact } from '../../runtime/model/facts/fact.ts';

const ID = 'A-2026-k3f7';

function recalled(goal: string): Fact {
  const given = [{ nodes: ['N-010'], anchors: [{ id: ID, score: 9, parts: { words: 9 } }] }];
  return { type: 'anchors.recalled', goal_id: goal, payload: { given } };
}

function used(goal: string, cited: string[], passes: boolean): Fact {
  const scope = { goal_id: goal, node_id: 'N-010', run_id: 'r' };
  return { type: 'anchors.used', ...scope, payload: { given: [ID], cited, passes } };
}

function useAfter(facts: readonly Fact[]): Use {
  const uses = new Map<string, Use>();
  for (const fact of facts) countUse(uses, fact);
  return useOf(uses, ID);
}

test('an anchor counts once for each goal it was given in, however many runs had it', () => {
  const use = useAfter([
    recalled('G-0001'),
    used('G-0001', [ID], false),
    used('G-0001', [ID], true),
    recalled('G-0002'),
  ]);
  expect([use.given.size, use.cited.size, use.reports]).toEqual([2, 1, { citing: 2, passed: 1 }]);
  expect(unusedGoals(use)).toBe(1);
});

test('one that twenty goals in a row were given and none cited is proposed for removal', () => {
  const goals = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => recalled(`G-${from + i}`));
  const cited = [recalled('G-1'), used('G-1', [ID], true)];
  expect(isUnused(useAfter([...cited, ...goals(2, 21)]))).toBe(false);
  expect(isUnused(useAfter([...cited, ...goals(2, 22)]))).toBe(true);
  expect(isUnused(useAfter(goals(0, 20)))).toBe(true);
  expect(isUnused(useAfter([]))).toBe(false);
});

test('an anchor is marked where its files changed after the day it was validated, not on it', () => {
  const one = (id: string, more: string) => `## ${id} Pattern: One\n${more}\n`;
  const file =
    one('A-2026-aaaa', 'Paths: src/a.ts\nValidated: 2026-05-01') +
    one('A-2026-bbbb', 'Paths: src/a.ts\nValidated: 2026-05-02') +
    one('A-2026-cccc', 'Paths: lib/\nValidated: 2026-01-01') +
    one('A-2026-dddd', 'Paths: src/a.ts');
  const { live } = standingOf(parseAnchors(file).values(), '2026-11-23');
  const asked: unknown[] = [];
  const changed = changedPaths(live, (day, paths) => {
    asked.push([day, paths]);
    return [{ day: '2026-05-02', path: 'src/a.ts' }];
  });
  expect([...changed]).toEqual(['A-2026-aaaa']);
  expect(asked).toEqual([['2026-01-01', ['src/a.ts', 'lib/']]]);
});

test('git is not asked where no anchor says its paths and when it was validated', () => {
  const { live } = standingOf(parseAnchors('## A-2026-aaaa Pattern: One\n').values(), '2026-11-23');
  expect(changedPaths(live, () => expect.unreachable()).size).toBe(0);
});
