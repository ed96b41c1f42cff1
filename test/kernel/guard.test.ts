import { describe, expect, test } from 'vitest';
import { emptyState } from '../../runtime/kernel/empty-state.ts';
import { type Call, judgeCall } from '../../runtime/kernel/guard.ts';
import { loseRun } from '../../runtime/kernel/runs.ts';
import { mustCall, pass } from './drive.ts';
import { begin, FIX } from './plan.ts';

const NOW = '2026-11-21T10:00:01.000Z';

function callOf(more: Partial<Call>): Call {
  return { tool: 'Edit', path: null, command: '', now: NOW, ...more };
}

function withBody(paths: string[] = [], tools: string[] = []) {
  const nodes = FIX.nodes.map((node) =>
    node.role === 'body'
      ? {
          ...node,
          constraints: {
            ...node.constraints,
            allowed_tools: tools,
            allowed_paths: paths,
            allowed_paths_re: paths,
          },
        }
      : node,
  );
  const { step, goal } = begin({ ...FIX, nodes });
  pass(step, 'ear');
  pass(step, 'eye');
  return { step, goal, run: mustCall(step, 'body') };
}

describe('the guard', () => {
  test.each([
    '.wukong/state.json',
    '.wukong',
    '.claude/agents/eye.md',
    '.claude/settings.json',
    '.claude/settings.local.json',
    '.git/config',
  ])('keeps %s from every agent, with or without a goal', (path) => {
    expect(judgeCall(emptyState(), undefined, callOf({ path }))).toMatchObject({ kind: 'held' });
  });

  test('lets an agent work that was called by hand', () => {
    expect(judgeCall(emptyState(), undefined, callOf({ path: 'src/a.js' }))).toEqual({ ok: true });
  });

  test('ends every call of an agent whose run is over', () => {
    const { step, goal, run } = withBody();
    loseRun(step, goal, run, 'client gone');
    const verdict = judgeCall(
      step.state,
      { goal, run },
      callOf({ tool: 'Read', path: 'src/a.js' }),
    );
    expect(verdict).toMatchObject({ ok: false, kind: 'over' });
  });

  test('holds edits outside the node’s paths and outside the working tree', () => {
    const { step, goal, run } = withBody(['^src/']);
    const at = { goal, run };
    expect(judgeCall(step.state, at, callOf({ path: 'src/a.js' }))).toEqual({ ok: true });
    expect(judgeCall(step.state, at, callOf({ path: 'lib/a.js' }))).toMatchObject({ kind: 'held' });
    expect(judgeCall(step.state, at, callOf({ path: '../x' }))).toMatchObject({ kind: 'held' });
    expect(judgeCall(step.state, at, callOf({ tool: 'Read', path: 'lib/a.js' }))).toEqual({
      ok: true,
    });
  });

  test('holds tools the node does not allow', () => {
    const { step, goal, run } = withBody([], ['Read', 'Edit']);
    const at = { goal, run };
    expect(judgeCall(step.state, at, callOf({ path: 'src/a.js' })).ok).toBe(true);
    expect(judgeCall(step.state, at, callOf({ tool: 'Bash', command: 'ls' })).ok).toBe(false);
  });

  test('leaves only the report when the time is used up', () => {
    const { step, goal, run } = withBody();
    const late = callOf({ tool: 'Bash', command: 'npm test', now: '2026-11-21T10:10:01.000Z' });
    expect(judgeCall(step.state, { goal, run }, late)).toMatchObject({ kind: 'held' });
  });

  test.each([
    ['git push', true],
    ['cd x && git push origin main', true],
    ['git  commit -m x', true],
    ['wukong trust --approve', true],
    ['git pushd', false],
    ['echo git', false],
    ['git log', false],
  ])('asks a person about %s: %s', (command, held) => {
    const { step, goal, run } = withBody();
    const verdict = judgeCall(step.state, { goal, run }, callOf({ tool: 'Bash', command }));
    expect(verdict.ok).toBe(!held);
  });
});
