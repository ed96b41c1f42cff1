import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuildCaches } from '../../runtime/cache/rebuild-caches.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { abortGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { focusOf, runOfToolUse } from '../../runtime/kernel/state/queries.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { CLIENT, FIX } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { cached, remade } from './caches.ts';

function start(ws: Workspace, sessionId: string): void {
  const step = runStep(ws, (at) => {
    startGoal(at, ofSession(sessionId, CLIENT, ''), `fix it for ${sessionId}`, FIX);
  });
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
}

function dispatchEar(ws: Workspace, sessionId: string) {
  const worktree = ws.root;
  return runStep(ws, (step) => {
    const call = {
      by: toAgent(sessionId, `toolu_${sessionId}`, CLIENT),
      role: 'ear' as const,
      prompt: '',
    };
    return dispatch(step, { ...call, worktree }, null, () => true).kind;
  });
}

function stored(ws: Workspace): Record<string, { file?: string }> {
  return JSON.parse(readFileSync(files.state(ws), 'utf8')).goals;
}

test('each open goal is a file, alone and among others, and its end takes it away', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  expect(readdirSync(files.goals(at.ws))).toEqual(['G-0001.json']);
  start(at.ws, 's2');
  expect(readdirSync(files.goals(at.ws)).sort()).toEqual(['G-0001.json', 'G-0002.json']);
  for (const session of ['s2', 's1']) {
    runStep(at.ws, (step) => {
      const goal = focusOf(step.state, session);
      if (goal) abortGoal(step, goal, { kind: 'text', text: 'no more' });
    });
  }
  expect(stored(at.ws)).toEqual({});
  expect(readdirSync(at.ws.dir)).not.toContain('goals');
});

test('a writer that was killed between the file of a goal and state.json leaves nothing that counts', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  start(at.ws, 's2');
  const before = readFileSync(files.state(at.ws));
  expect(dispatchEar(at.ws, 's1')).toMatchObject({ ok: true, value: 'bound' });
  // The log and the goal are ahead of state.json.
  writeFileSync(files.state(at.ws), before);
  expect(dispatchEar(at.ws, 's1')).toMatchObject({ ok: true });
  const now = readState(at.ws);
  expect(now.ok && Object.keys(now.state.goals['G-0001']?.runs ?? {})).toHaveLength(1);
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test('of many open goals each is worked at, and the files are those the log gives', () => {
  using at = temporaryWorkspace();
  for (let n = 1; n <= 60; n += 1) start(at.ws, `s${n}`);
  for (const session of ['s60', 's7', 's33']) {
    expect(dispatchEar(at.ws, session)).toMatchObject({ ok: true, value: 'bound' });
  }
  expect(readdirSync(files.goals(at.ws))).toHaveLength(60);
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test('a link in place of the file of a goal, or of their folder, leads nobody to what lies there', () => {
  using at = temporaryWorkspace();
  const outside = join(at.ws.root, 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'thesis.json'), '{}');
  const leadThere = (path: string, to: string): void => {
    rmSync(path, { recursive: true, force: true });
    symlinkSync(to, path);
  };
  start(at.ws, 's1');
  start(at.ws, 's2');
  leadThere(join(files.goals(at.ws), 'G-0001.json'), join(outside, 'thesis.json'));
  expect(dispatchEar(at.ws, 's1')).toMatchObject({ ok: true, value: 'bound' });
  expect(lstatSync(join(files.goals(at.ws), 'G-0001.json')).isFile()).toBe(true);
  leadThere(files.goals(at.ws), outside);
  expect(dispatchEar(at.ws, 's2')).toMatchObject({ ok: true, value: 'bound' });
  leadThere(files.goals(at.ws), outside);
  expect(rebuildCaches(at.ws, () => undefined)).toMatchObject({ ok: true });
  expect(cached(at.ws)).toEqual(remade(at.ws));
  expect(readdirSync(outside)).toEqual(['thesis.json']);
  expect(readFileSync(join(outside, 'thesis.json'), 'utf8')).toBe('{}');
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
  const told = runStep(ws, (step) =>
    step.emit({
      type: 'node.failed',
      ...AT,
      payload: { because: { kind: 'text', text: 'as it was' } },
    }),
  );
  expect(told.ok).toBe(true);
  writeFileSync(files.log(ws), older);
}

const AT = { goal_id: 'G-0001', node_id: 'N-010' };

/** With the number of an event that is no more, and another meaning. */
function happenOtherwise(ws: Workspace): void {
  const told = runStep(ws, (step) =>
    step.emit({ type: 'node.skipped', ...AT, payload: { because: { kind: 'text', text: '' } } }),
  );
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
