import { describe, expect, test } from 'vitest';
import { reviewsOf, sectionHash, sectionOf } from '../../runtime/memory/reviewed.ts';
import type { Fact } from '../../runtime/model/facts/fact.ts';
import type { State } from '../../runtime/model/state/state.ts';
import { begin, FIX } from '../kernel/plan.ts';

const ID = 'A-2026-k3f7';
const ENTRY = `## ${ID} Decision: Empty input is valid

Decision: It decodes to nothing.
Validated: 2026-11-23.
Source: me
`;
const sha256 = sectionHash(ENTRY);
const by = { by: 'u@host', via: 'command' } as const;
const ACCEPTED: Fact = {
  type: 'anchors.accepted',
  payload: { id: ID, title: 'Empty input is valid', sha256, ...by },
};

function stateOf(...facts: readonly Fact[]): State {
  const { step } = begin(FIX);
  for (const fact of facts) step.emit(fact);
  return step.state;
}
const reviewOf = (state: State, markdown = ENTRY) =>
  reviewsOf(markdown, state.reviewed_anchors).get(ID);

describe('an entry of anchors.md', () => {
  test('that a person accepted in this log is reviewed here; one that git brought is not', () => {
    expect(reviewOf(stateOf())).toBe(undefined);
    expect(reviewOf(stateOf(ACCEPTED))).toBe('here');
  });

  test('that was edited since is told apart; line ends and what stands behind it are no edit', () => {
    const state = stateOf(ACCEPTED);
    expect(reviewOf(state, ENTRY.replace('nothing', 'null'))).toBe('changed');
    const crlf = `# Anchors\r\n\r\n${ENTRY.replaceAll('\n', '\r\n')}\r\n\r\n## Other\r\n`;
    expect(reviewOf(state, crlf)).toBe('here');
  });

  test('that a person looked at later, or merged a candidate into, is reviewed here', () => {
    const reviewed: Fact = {
      type: 'anchors.reviewed',
      payload: { id: ID, title: 'Empty input is valid', sha256, ...by },
    };
    const merged: Fact = {
      type: 'anchors.merged',
      payload: { id: 'A-2026-aaaa', into: ID, sha256, ...by },
    };
    expect(reviewOf(stateOf(reviewed))).toBe('here');
    expect(reviewOf(stateOf(merged))).toBe('here');
  });

  test('that an agent accepted says so, until a person looked at it', () => {
    const ids = { goal_id: 'G-0001', node_id: 'N-010', run_id: '2026-11-22-mind-0001' };
    const byRun: Fact = {
      type: 'anchors.accepted_by_run',
      ...ids,
      payload: { id: ID, type: 'Decision', title: 't', role: 'mind', why: '', sha256 },
    };
    expect(reviewOf(stateOf(byRun))).toBe('by_run');
    expect(reviewOf(stateOf(byRun, ACCEPTED))).toBe('here');
  });

  test('that a person let expire is as reviewed as it was before', () => {
    const expired = `${ENTRY}Expires: 2026-12-31\n`;
    const fact: Fact = {
      type: 'anchors.expired',
      payload: {
        id: ID,
        day: '2026-12-31',
        sha256: sectionHash(expired),
        sha256_before: sha256,
        ...by,
      },
    };
    expect(reviewOf(stateOf(ACCEPTED, fact), expired)).toBe('here');
    expect(reviewOf(stateOf(fact), expired)).toBe(undefined);
  });

  test('that was removed is not reviewed when it comes back', () => {
    const removed: Fact = { type: 'anchors.removed', payload: { id: ID, ...by } };
    expect(reviewOf(stateOf(ACCEPTED, removed))).toBe(undefined);
  });

  test('counts once, where its id stands twice', () => {
    const twice = `${ENTRY}\n${ENTRY.replace('nothing', 'null')}`;
    expect(reviewOf(stateOf(ACCEPTED), twice)).toBe('here');
    expect(sectionOf(twice, ID)?.trimEnd()).toBe(ENTRY.trimEnd());
  });
});
