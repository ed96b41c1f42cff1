// Runs that failed for what only a person can put right.

import { describe, expect, test } from 'vitest';
import type { Judged } from '../../runtime/kernel/reports/judged.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import { atBody, report } from './drive.ts';
import { alive, reasonOf, wayOut } from './plan.ts';
import { OWNED } from './walk.ts';

const denied = {
  what: 'npm test',
  rule: 'Bash(npm test)',
  said: 'This command requires approval',
};

describe('a command the client denied', () => {
  test.each<[string, Partial<Judged>]>([
    ['reports that it failed', { status: 'failed' }],
    ['reports blocked, and asks for it', { status: 'blocked', questions: ['May I run it?'] }],
    ['says done, and lacks it', { status: 'done', passes: false, level: 'L0' }],
  ])('is asked about at once where its run %s', (_, judged) => {
    const { step, goal, run } = atBody();
    expect(report(step, run, { ...judged, denied }).kind).toBe('blocked');
    const node = nodeState(goal, 'N-020');
    expect(node).toMatchObject({ status: 'blocked', kind: 'denied', attempts: 0 });
    expect(reasonOf(goal, 'N-020')).toContain(
      'The client did not let its agent run `npm test`: This command requires approval.',
    );
    expect(wayOut(goal, 'N-020', 'shell')).toBe(
      'Allow it: `Bash(npm test)` in permissions.allow of .claude/settings.local.json, or by /permissions, and no rule that denies it; then type wukong resume G-0001.',
    );
    resumeGoal(step, { ...OWNED, answer: '' }, alive);
    expect(nodeState(goal, 'N-020').status).toBe('ready');
  });

  test('holds up no run that is good without it', () => {
    const { step, run } = atBody();
    expect(report(step, run, { status: 'done', passes: true, denied }).kind).toBe('done');
  });

  test('does not hide what else is missing', () => {
    const { step, run } = atBody();
    const lacking = { status: 'done', passes: false, level: 'L2', missing: ['Do x.'] } as const;
    expect(report(step, run, { ...lacking, denied }).kind).toBe('send-back');
  });
});

describe('a check that says nothing', () => {
  const unable = {
    gate: 'unit',
    error: '`pytest` is not on the path',
    cause: { kind: 'no-tool', path: 'pytest' },
  } as const;
  const saying = {
    is: 'unable',
    check: 'npm test',
    because: { on: 'tree', ended: 'fail', why: 'exit code 1', nowhere: true },
  } as const;
  const fault = { shown: false, why: 'it says nothing', saying, ask: [], isAll: true };

  test.each<[string, Partial<Judged>, string]>([
    ['as a gate, where it is asked for', { level: 'L0', unable }, 'gate-stuck'],
    ['in copies, where the fault is to be shown', { level: 'L2', fault }, 'fault-not-shown'],
  ])('%s, uses up no run, and the same work is judged again', (_, judged, kind) => {
    const { step, goal, run } = atBody();
    const seen = report(step, run, { status: 'done', passes: false, missing: [], ...judged });
    expect(seen).toMatchObject({ kind: 'blocked', because: { kind } });
    expect(nodeState(goal, 'N-020')).toMatchObject({ status: 'blocked', attempts: 0 });
    expect(goal.runs[run.id]?.sent_back).toBe(0);
    expect(wayOut(goal, 'N-020')).toMatch(
      /hen that is put right, type \/wukong_resume G-0001: the work that is there is judged again\./,
    );
    resumeGoal(step, { ...OWNED, answer: '' }, alive);
    expect(nodeState(goal, 'N-020').status).not.toBe('blocked');
    expect(Object.values(goal.runs).filter(({ node }) => node === 'N-020')).toHaveLength(1);
  });

  test('names the gate and what is missing', () => {
    const { step, goal, run } = atBody();
    report(step, run, { status: 'done', passes: false, level: 'L0', unable });
    expect(reasonOf(goal, 'N-020')).toBe(
      'The gate "unit" says nothing. `pytest` is not on the path. Install it, or name a check that runs here.',
    );
  });

  test('holds up no run that is good without it, and hides no other fault of the work', () => {
    const { step, run } = atBody();
    const lacking = { status: 'done', passes: false, level: 'L2', missing: ['Do x.'] } as const;
    expect(report(step, run, { ...lacking, unable }).kind).toBe('send-back');
    expect(report(step, run, { status: 'done', passes: true, unable }).kind).toBe('done');
  });
});

test('work that is gone from the tree uses up no run, and the way to have it back is said', () => {
  const { step, goal, run } = atBody();
  const files = [{ path: 'src/a.js', node: 'N-020', run: run.id }];
  const gone = { kind: 'work-gone', files, total: 1 } as const;
  expect(report(step, run, { passes: false, missing: ['Change it.'], gone }).kind).toBe('blocked');
  expect(nodeState(goal, 'N-020')).toMatchObject({ kind: 'work-gone', attempts: 0 });
  expect(reasonOf(goal, 'N-020')).toBe(
    'Work that was done is gone from the tree: src/a.js (N-020).',
  );
  expect(wayOut(goal, 'N-020')).toBe(
    'To have it back: `git stash pop`, or what `git reflog` shows; then type /wukong_resume G-0001. To go on with the tree as it is, type /wukong_resume G-0001 at once.',
  );
  resumeGoal(step, { ...OWNED, answer: '' }, alive);
  expect(nodeState(goal, 'N-020').status).toBe('ready');
  expect(goal.proof?.gone).toEqual([{ path: 'src/a.js', run: run.id }]);
});

test('an agent that did not get its work order uses up no run, and the way out is said', () => {
  const { step, goal, run } = atBody();
  const judged = { status: 'done', passes: false, missing: ['RunId'], notGiven: true } as const;
  expect(report(step, run, judged).kind).toBe('blocked');
  expect(nodeState(goal, 'N-020')).toMatchObject({ kind: 'order-replaced', attempts: 0 });
  expect(reasonOf(goal, 'N-020')).toBe(
    'The work order did not reach its agent: another hook rewrote the call.',
  );
  expect(wayOut(goal, 'N-020')).toMatch(/updatedInput.*then type \/wukong_resume G-0001\.$/);
});
