import { describe, expect, test } from 'vitest';
import { removalsFrom } from '../../runtime/engine/goal/memory-at-end.ts';
import { countUse, type Use } from '../../runtime/memory/recall/use.ts';
import { itemsOf, renderRemoval } from '../../runtime/memory/review/candidate-items.ts';
import { review } from '../../runtime/memory/review/review.ts';
import type { Fact } from '../../runtime/model/facts/fact.ts';
import { told } from '../documents/workspace.ts';

const ID = 'A-2026-k3f7';
const by = { by: 'u@host', via: 'file' } as const;

function recalled(goal: number): Fact {
  const anchors = [{ id: ID, score: 5, parts: {} }];
  const payload = { given: [{ nodes: ['N-010'], anchors }] };
  return { type: 'anchors.recalled', goal_id: `G-${goal}`, payload };
}
function cited(goal: number): Fact {
  const ids = { goal_id: `G-${goal}`, node_id: 'N-010', run_id: 'r' };
  return { type: 'anchors.used', ...ids, payload: { given: [ID], cited: [ID], passes: true } };
}
const asked: Fact = {
  type: 'anchors.removal_proposed',
  goal_id: 'G-20',
  payload: { anchors: [{ id: ID, given: 20, unused: 20 }] },
};
const kept: Fact = { type: 'anchors.kept', payload: { id: ID, why: '', ...by } };
const goals = (from: number, to: number): Fact[] =>
  Array.from({ length: to - from + 1 }, (_, at) => recalled(from + at));

function due(...facts: readonly Fact[]) {
  const uses = new Map<string, Use>();
  for (const fact of facts) countUse(uses, fact);
  return removalsFrom(uses, new Set([ID]));
}

describe('an anchor is proposed for removal', () => {
  test('when twenty goals in a row were given it and none cited it', () => {
    expect(due(...goals(1, 19))).toEqual([]);
    expect(due(...goals(1, 20))).toEqual([{ id: ID, given: 20, unused: 20 }]);
    expect(due(...goals(1, 5), cited(5), ...goals(6, 24))).toEqual([]);
    expect(due(...goals(1, 5), cited(5), ...goals(6, 25))).toHaveLength(1);
  });

  test('again only twenty goals later, whether a person kept it or said nothing', () => {
    expect(due(...goals(1, 20), asked, ...goals(21, 39))).toEqual([]);
    expect(due(...goals(1, 20), asked, ...goals(21, 40))).toHaveLength(1);
    expect(due(...goals(1, 20), asked, ...goals(21, 25), kept, ...goals(26, 44))).toEqual([]);
  });

  test('never when no goal was given it, nor when it is gone', () => {
    expect(due(cited(1))).toEqual([]);
    expect(removalsFrom(new Map(), new Set([ID]))).toEqual([]);
  });
});

const OTHER = '## A-2025-abcd Decision: Other\r\n\r\nDecision: It is so.\r\nSource: me\r\n';
const ENTRY = `## ${ID} Pattern: Old way\n\nPattern: it was so.\nSource: me\n\n`;
const ANCHORS = `\uFEFF# Anchors\n\n${ENTRY}${OTHER}`;
const FILE = `# Candidates\n\n${renderRemoval(ID, 24, 20)}`;
const decide = (mark: string) =>
  review({ anchors: ANCHORS, candidates: FILE.replace('- [ ] ', mark) }, '2026-11-23');

describe('a proposal to remove an anchor', () => {
  test('waits without a mark', () => {
    expect(decide('- [ ] ')).toMatchObject({ decided: [], anchors: ANCHORS, candidates: FILE });
  });

  test('takes it out with [x], and leaves every other byte', () => {
    const { decided, anchors, candidates } = decide('- [x] ');
    expect(decided).toEqual([{ kind: 'removed', id: ID }]);
    expect(anchors).toBe(`\uFEFF# Anchors\n\n${OTHER}`);
    expect(candidates).toBe('# Candidates\n\n');
  });

  test('keeps it with [-], with the reason before or behind it', () => {
    expect(decide('- [-] rare ').decided).toEqual([{ kind: 'kept', id: ID, why: 'rare' }]);
    expect(decide('- [-] ').decided).toEqual([{ kind: 'kept', id: ID, why: '' }]);
    const { anchors, decided } = review(
      { anchors: ANCHORS, candidates: `- [-] remove ${ID}: it is dear when it happens\n` },
      '2026-11-23',
    );
    expect(decided).toEqual([{ kind: 'kept', id: ID, why: 'it is dear when it happens' }]);
    expect(anchors).toBe(ANCHORS);
  });

  test('is finished where it was interrupted after anchors.md was written', () => {
    const { anchors } = decide('- [x] ');
    const again = review({ anchors, candidates: FILE.replace('[ ]', '[x]') }, '2026-11-23');
    expect(again.decided).toEqual([{ kind: 'removed', id: ID }]);
    expect(again.anchors).toBe(anchors);
  });

  test('with other words before it is not taken', () => {
    expect(told(decide('- [x] later ').problems).join('\n')).toContain('"later" before "remove"');
  });

  test('is not what a candidate is that speaks of removing another', () => {
    const line =
      '- [x] A-2026-aaaa Decision: Never remove A-2025-abcd: it holds\n  - text: t\n  - source: me\n';
    expect(itemsOf(line).parts[0]?.item).toMatchObject({ candidate: { id: 'A-2026-aaaa' } });
  });
});
