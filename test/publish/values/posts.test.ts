// What leaves this machine once, and the branch it leaves with: as values.

import { describe, expect, test } from 'vitest';
import { inCommits, stepsOf } from '../../../runtime/engine/publish/steps-of.ts';
import { type Came, intend, noteBranch, noteCame } from '../../../runtime/kernel/requests/posts.ts';
import { openStep, type Step } from '../../../runtime/kernel/requests/step.ts';
import { emptyState } from '../../../runtime/kernel/state/empty-state.ts';
import { afterLook, nextOfPost, UNDER_WAY_MS } from '../../../runtime/kernel/state/posts.ts';
import type { Recorded } from '../../../runtime/model/facts/fact.ts';
import type { Goal } from '../../../runtime/model/state/goal.ts';
import type { Branch, Post } from '../../../runtime/model/state/published.ts';

const ME = { pid: 11, started: '1' };
const OTHER = { pid: 12, started: '1' };
const NOW = '2026-11-27T10:00:00.000Z';
const KEY = 'comment:r1';
const INTENT = { key: KEY, what: 'comment', to: 'h/o/r', about: 'o/r#1', sha256: 'a' } as const;
const SAID = { by: 'Ada' };
const begun = (): Step => openStep(emptyState(), NOW);
const alive = () => true;
const gone = () => false;

const ask = (step: Step, sender = ME, isAlive: () => boolean = alive, goal = 'G-0001') =>
  intend(step, goal, INTENT, { ...SAID, sender, isAlive });
const postOf = ({ state }: Step, goal = 'G-0001'): Post | undefined =>
  state.published?.[goal]?.posts[KEY];
const came = (step: Step, is: Came): void => noteCame(step, 'G-0001', KEY, is);

describe('a post', () => {
  test('is sent by one of two at once', () => {
    const step = begun();
    expect([ask(step), ask(step, OTHER)]).toEqual(['send', 'busy']);
    expect(postOf(step)?.sender).toEqual(ME);
  });

  test('whose sender is gone is looked for, and not sent', () => {
    const step = begun();
    ask(step);
    expect(ask(step, OTHER, gone)).toBe('look');
  });

  test.each([
    [{ is: 'sent', url: 'u' }, 'done'],
    [{ is: 'failed', why: 'no' }, 'send'],
    [{ is: 'unsure', why: 'cut' }, 'person'],
  ] as const)('that came to %j is next: %s', (is, next) => {
    const step = begun();
    ask(step);
    came(step, is);
    expect(nextOfPost(postOf(step), { isAlive: alive })).toBe(next);
  });

  test('that is there stays so, whatever is said after', () => {
    const step = begun();
    ask(step);
    came(step, { is: 'sent' });
    came(step, { is: 'failed', why: 'late' });
    expect(postOf(step)?.stands).toBe('sent');
  });

  test('of which nobody knew is sent again when a person says that it is not there', () => {
    const step = begun();
    ask(step);
    came(step, { is: 'unsure', why: 'cut' });
    came(step, { is: 'failed', why: 'a person looked' });
    expect(ask(step, OTHER)).toBe('send');
  });
});

describe('what was looked for', () => {
  const at = (ms: number): string => new Date(Date.parse(NOW) + ms).toISOString();
  const comment = { what: 'comment', intended_at: NOW } as const;

  test('and is found, is sent', () => {
    expect(afterLook(comment, 'found', at(0))).toBe('sent');
  });

  test('as a comment may come yet, then is for a person; never is it sent again', () => {
    expect(afterLook(comment, 'absent', at(UNDER_WAY_MS - 1))).toBe('wait');
    expect(afterLook(comment, 'absent', at(UNDER_WAY_MS))).toBe('unsure');
    expect(afterLook(comment, 'absent', at(-UNDER_WAY_MS * 9))).toBe('wait');
  });

  test.each(['branch', 'pull', 'body', 'ready'] as const)('as %s is sent again', (what) => {
    expect(afterLook({ what, intended_at: NOW }, 'absent', at(0))).toBe('send');
  });
});

const branch = (tip: string, verdict: Branch['verdict'] = 'open'): Branch => ({
  ...{ name: 'wukong/G-0001', base: 'b', tip, verdict, failed: [], same: false },
  commits: [{ node: 'N-010', steps: [tip], id: tip, tree: 't' }],
});

describe('a branch', () => {
  test('is noted on the tip it was planned on, and on no other', () => {
    const step = begun();
    expect(noteBranch(step, 'G-0001', branch('1'), null)).toBe(true);
    expect(noteBranch(step, 'G-0001', branch('2'), '1')).toBe(true);
    expect(noteBranch(step, 'G-0001', branch('9'), '1')).toBe(false);
    expect(step.state.published?.['G-0001']?.branch?.tip).toBe('2');
  });

  test('is noted again when it was judged otherwise', () => {
    const step = begun();
    noteBranch(step, 'G-0001', branch('1'), null);
    expect(noteBranch(step, 'G-0001', branch('1', 'shown'), '1')).toBe(true);
    expect(step.state.published?.['G-0001']?.branch?.verdict).toBe('shown');
  });
});

test('of 300 goals the newest are kept, and those that wait for an answer', () => {
  const step = begun();
  const names = Array.from({ length: 300 }, (_, nth) => `G-${String(nth + 1).padStart(4, '0')}`);
  for (const goal of names) {
    ask(step, ME, alive, goal);
    if (goal !== 'G-0007') noteCame(step, goal, KEY, { is: 'sent' });
  }
  const kept = Object.keys(step.state.published ?? {});
  expect(kept).toContain('G-0007');
  expect(kept).not.toContain('G-0006');
  expect(kept.slice(-256)).toEqual(names.slice(-256));
  expect(kept.length).toBeLessThanOrEqual(258);
});

type Done = Readonly<{
  id: string;
  node?: string;
  base: string;
  tree: string | null;
  lands?: string;
}>;

function goalOf(...runs: readonly Done[]): Goal {
  const all = runs.map(({ id, node = 'N-010', base, tree, lands }) => [
    id,
    {
      ...{ id, node },
      lane: { base, worktree: '/w', ...(lands !== undefined && { lands_in: lands }) },
      outputs: tree === null ? null : { tree, patch_files: ['a.js'] },
    },
  ]);
  return { runs: Object.fromEntries(all) } as unknown as Goal;
}

const fact = (type: string, of: Readonly<Record<string, unknown>>): Recorded =>
  ({ type, timestamp: NOW, ...of }) as unknown as Recorded;
const ended = (run_id: string): Recorded => fact('run.ended', { run_id });
const back = (node_id: string, tree: string): Recorded =>
  fact('work.rolled_back', { node_id, event_id: 'E-000009', payload: { tree } });
const steps = (goal: Goal, facts: readonly Recorded[], published: readonly string[] = []) =>
  stepsOf(goal, facts, new Set(published)).map(
    ({ key, before, after }) => `${key}: ${before} ${after}`,
  );

describe('the work of a goal', () => {
  test('is that of its runs, of one node each from where the one before it ended', () => {
    const goal = goalOf(
      { id: 'r1', base: 'A', tree: 'B' },
      { id: 'lost', base: 'A', tree: null },
      { id: 'r2', base: 'A', tree: 'C' },
      { id: 'r3', node: 'N-020', base: 'C', tree: 'D' },
    );
    const facts = ['r1', 'lost', 'r2', 'r3'].map(ended);
    expect(steps(goal, facts)).toEqual(['r1: A B', 'r2: B C', 'r3: C D']);
    const groups = inCommits(stepsOf(goal, facts, new Set()));
    expect(groups.map((group) => group.map(({ key }) => key))).toEqual([['r1', 'r2'], ['r3']]);
  });

  test('is not what stands in a lane of its own, before it landed', () => {
    const goal = goalOf({ id: 'r1', base: 'A', tree: 'B', lands: '/main' });
    expect(steps(goal, [ended('r1')])).toEqual([]);
    expect(steps(goal, [ended('r1'), fact('lane.landed', { run_id: 'r1' })])).toEqual(['r1: A B']);
  });

  test('that was rolled back is left out, with what came after it', () => {
    const goal = goalOf(
      { id: 'r1', base: 'A', tree: 'B' },
      { id: 'r2', node: 'N-020', base: 'B', tree: 'C' },
    );
    const facts = [ended('r1'), ended('r2')];
    expect(steps(goal, [...facts, back('N-020', 'B')])).toEqual(['r1: A B']);
    expect(steps(goal, [...facts, back('N-010', 'A')])).toEqual([]);
  });

  test('that was rolled back after it was published is taken back by a step of its own', () => {
    const goal = goalOf({ id: 'r1', base: 'A', tree: 'B' }, { id: 'r2', base: 'A', tree: 'C' });
    const facts = [ended('r1'), back('N-010', 'A')];
    expect(steps(goal, facts, ['r1'])).toEqual(['r1: A B', 'back:E-000009: B A']);
    expect(steps(goal, [...facts, ended('r2')], ['r1'])).toEqual([
      'r1: A B',
      'back:E-000009: B A',
      'r2: A C',
    ]);
  });
});
