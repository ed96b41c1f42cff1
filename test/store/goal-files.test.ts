import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dispatch } from '../../runtime/kernel/dispatch.ts';
import { abortGoal, startGoal } from '../../runtime/kernel/goals.ts';
import { focusOf, runOfToolUse } from '../../runtime/kernel/state.ts';
import { files, type Workspace } from '../../runtime/store/paths.ts';
import { rebuildCaches } from '../../runtime/store/rebuild-caches.ts';
import { readState, runStep } from '../../runtime/store/step.ts';
import { CLIENT, FIX } from '../kernel/plan.ts';
import { temporaryWorkspace } from './workspace.ts';

function start(ws: Workspace, sessionId: string): void {
  const step = runStep(ws, (at) => {
    startGoal(at, { sessionId, client: CLIENT, transcript: '' }, `fix it for ${sessionId}`, FIX);
  });
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
}

function dispatchEar(ws: Workspace, sessionId: string) {
  const worktree = ws.root;
  return runStep(ws, (step) => {
    const call = { sessionId, toolUseId: `toolu_${sessionId}`, role: 'ear' as const, prompt: '' };
    return dispatch(step, { ...call, worktree, client: CLIENT }, null, () => true).kind;
  });
}

function stored(ws: Workspace): Record<string, { file?: string }> {
  return JSON.parse(readFileSync(files.state(ws), 'utf8')).goals;
}

test('a goal alone is in state.json; a second one gives each a file, and its end takes them away', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  expect(stored(at.ws)['G-0001']).toHaveProperty('title');
  start(at.ws, 's2');
  const named = Object.values(stored(at.ws)).map(({ file }) => file);
  expect(readdirSync(files.goals(at.ws)).map((name) => `goals/${name}`)).toEqual(named);
  runStep(at.ws, (step) => {
    const goal = focusOf(step.state, 's2');
    if (goal) abortGoal(step, goal, 'no more');
  });
  expect(stored(at.ws)['G-0001']).toHaveProperty('title');
  expect(readdirSync(at.ws.dir)).not.toContain('goals');
});

test('a step reads the goal of its session, and of others not even the file', () => {
  using at = temporaryWorkspace();
  // More than 32 nodes: taskgraph.json, which shows all goals, waits for Stop.
  for (let n = 1; n <= 6; n += 1) start(at.ws, `s${n}`);
  const before = stored(at.ws);
  for (const id of ['G-0001', 'G-0003']) rmSync(join(at.ws.dir, before[id]?.file ?? ''));
  const told = dispatchEar(at.ws, 's2');
  expect(told).toMatchObject({ ok: true, value: 'bound' });
  const after = stored(at.ws);
  expect(after['G-0001']).toEqual(before['G-0001']);
  expect(after['G-0002']).not.toEqual(before['G-0002']);
  // Whoever asks for one that is gone gets it from the log.
  const now = readState(at.ws);
  expect(now.ok && now.state.goals['G-0003']?.title).toBe('fix it for s3');
});

test('a file that is missed only when the caches are written sends the next step to the log', () => {
  using at = temporaryWorkspace();
  for (const session of ['s1', 's2', 's3']) start(at.ws, session);
  rmSync(join(at.ws.dir, stored(at.ws)['G-0001']?.file ?? ''));
  expect(dispatchEar(at.ws, 's2')).toMatchObject({ ok: true, value: 'bound' });
  expect(dispatchEar(at.ws, 's3')).toMatchObject({ ok: true, value: 'bound' });
  for (const { file } of Object.values(stored(at.ws))) {
    expect(readFileSync(join(at.ws.dir, file ?? ''), 'utf8')).toContain('"title"');
  }
  const now = readState(at.ws);
  expect(now.ok && runOfToolUse(now.state, 'toolu_s2')?.run.number).toBe(1);
});

test('a step that meets a missing file counts once, on what the log says', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  start(at.ws, 's2');
  rmSync(files.goals(at.ws), { recursive: true });
  expect(dispatchEar(at.ws, 's1')).toMatchObject({ ok: true, value: 'bound' });
  const now = readState(at.ws);
  expect(now.ok && runOfToolUse(now.state, 'toolu_s1')?.run.number).toBe(1);
  expect(Object.values(stored(at.ws)).every(({ file }) => file !== undefined)).toBe(true);
  expect(readdirSync(files.goals(at.ws))).toHaveLength(2);
});

/** An older copy of the log comes back, and the caches are those of what happened after it. */
function withOlderLog(ws: Workspace): void {
  start(ws, 's1');
  start(ws, 's2');
  const older = readFileSync(files.log(ws));
  const told = runStep(ws, (step) => step.emit('node.held', AT, { reason: 'as it was' }));
  expect(told.ok).toBe(true);
  writeFileSync(files.log(ws), older);
}

const AT = { goal_id: 'G-0001', node_id: 'N-010' };

/** With the number of an event that is no more, and another meaning. */
function happenOtherwise(ws: Workspace): void {
  const told = runStep(ws, (step) => step.emit('node.skipped', AT, {}));
  expect(told).toMatchObject({ ok: true });
  const cached = readState(ws);
  rmSync(files.state(ws));
  expect(cached).toEqual(readState(ws));
}

test('a file of a goal from a history that is no more is not taken for one of this log', () => {
  using at = temporaryWorkspace();
  withOlderLog(at.ws);
  happenOtherwise(at.ws);
});

test('nor after wukong rebuild', () => {
  using at = temporaryWorkspace();
  withOlderLog(at.ws);
  expect(rebuildCaches(at.ws, () => undefined)).toMatchObject({ ok: true });
  happenOtherwise(at.ws);
});
