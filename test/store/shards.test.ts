import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dispatch } from '../../runtime/kernel/dispatch.ts';
import { abortGoal, openGoals, pauseGoal } from '../../runtime/kernel/goals.ts';
import { resumeGoal } from '../../runtime/kernel/resume.ts';
import { focusOf } from '../../runtime/kernel/state.ts';
import type { Step } from '../../runtime/kernel/step.ts';
import type { StoredState } from '../../runtime/model/state.ts';
import { filesBelow } from '../../runtime/store/files-below.ts';
import { files, type Workspace } from '../../runtime/store/paths.ts';
import { readState } from '../../runtime/store/step.ts';
import { DEAD, must, start } from '../cli/goals.ts';
import { cached, remade } from './caches.ts';
import { temporaryWorkspace } from './workspace.ts';

/** So many open goals are in state.json by name. */
const FEW = 32;

function withGoals(ws: Workspace, count: number): void {
  for (let n = 1; n <= count; n += 1) start(ws, `goal ${n}`, DEAD, `s${n}`);
}

function stored(ws: Workspace): StoredState {
  return JSON.parse(readFileSync(files.state(ws), 'utf8'));
}

function shards(ws: Workspace): Map<string, string> {
  const names = readdirSync(files.goals(ws)).filter((name) => name.startsWith('shard-'));
  return new Map(names.map((name) => [name, readFileSync(join(files.goals(ws), name), 'utf8')]));
}

function writeFileIn(ws: Workspace, name: string, bytes: Buffer): void {
  const path = join(ws.dir, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function dispatchEar(step: Step, sessionId: string): string {
  const call = { sessionId, toolUseId: `toolu_${sessionId}`, role: 'ear' as const, prompt: '' };
  return dispatch(step, { ...call, worktree: '/r', client: DEAD }, null, () => true).kind;
}

function abort(step: Step, sessionId: string): void {
  const goal = focusOf(step.state, sessionId);
  if (goal) abortGoal(step, goal, 'no more');
}

test('many open goals leave state.json small, and it is as before when they are few again', () => {
  using at = temporaryWorkspace();
  withGoals(at.ws, FEW);
  expect(Object.keys(stored(at.ws).sessions)).toHaveLength(FEW);
  expect(stored(at.ws).shards).toBeUndefined();
  start(at.ws, 'one more', DEAD, 's33');
  expect(stored(at.ws)).toMatchObject({ sessions: {}, goals: {} });
  expect(stored(at.ws).shards?.filter((name) => name !== '')).toHaveLength(shards(at.ws).size);
  must(at.ws, (step) => abort(step, 's7'));
  expect(stored(at.ws).shards).toBeUndefined();
  expect(shards(at.ws).size).toBe(0);
  const { sessions, goals } = stored(at.ws);
  expect([Object.keys(sessions).length, Object.keys(goals).length]).toEqual([FEW, FEW]);
});

test('a step reads the shards of its session and its goal, and replaces what has changed', () => {
  using at = temporaryWorkspace();
  withGoals(at.ws, 120);
  const before = shards(at.ws);
  const needed = [...before].filter(([, text]) => /"s50"|"G-0050"/.test(text));
  expect(needed.length).toBeLessThan(3);
  for (const [name] of before) {
    if (!needed.some(([other]) => other === name)) rmSync(join(files.goals(at.ws), name));
  }
  const { value } = must(at.ws, (step) => dispatchEar(step, 's50'));
  expect(value).toBe('bound');
  const after = shards(at.ws);
  const old = needed.filter(([name]) => after.has(name));
  expect(after.size).toBe(needed.length);
  // The session is as it was; the goal is in another file.
  expect(old.every(([, text]) => !text.includes('"G-0050":'))).toBe(true);
  // Whoever asks for what is gone gets it from the log.
  const now = readState(at.ws);
  expect(now.ok && openGoals(now.state).map(({ id }) => id)).toEqual(
    Array.from({ length: 120 }, (_, i) => `G-${String(i + 1).padStart(4, '0')}`),
  );
});

test.each([
  ['is gone', (path: string) => rmSync(path)],
  ['is cut off', (path: string) => writeFileSync(path, '{"sessions":{"s1"')],
  ['can not be read', (path: string) => [rmSync(path), mkdirSync(path)]],
])('a shard that %s sends the step to the log, and it counts once', (_, harm) => {
  using at = temporaryWorkspace();
  withGoals(at.ws, FEW + 8);
  for (const name of shards(at.ws).keys()) harm(join(files.goals(at.ws), name));
  const { value, state } = must(at.ws, (step) => dispatchEar(step, 's3'));
  expect(value).toBe('bound');
  expect(Object.keys(focusOf(state, 's3')?.runs ?? {})).toHaveLength(1);
  expect(cached(at.ws)).toEqual(remade(at.ws));
});

test.each([3, FEW + 8])(
  'a backup copied over a log that went on: among %i goals none is what was lost',
  (count) => {
    using at = temporaryWorkspace();
    withGoals(at.ws, count);
    const names = filesBelow(at.ws.dir);
    const backup = names.map((name) => [name, readFileSync(join(at.ws.dir, name))] as const);
    must(at.ws, (step) => dispatchEar(step, 's3'));
    // Its file has the name that the goal's file gets next in the history that goes on.
    for (const [name, bytes] of backup) writeFileIn(at.ws, name, bytes);
    must(at.ws, (step) => {
      const goal = focusOf(step.state, 's3');
      if (goal) pauseGoal(step, goal, 'no more today');
    });
    const now = readState(at.ws);
    const goal = now.ok ? focusOf(now.state, 's3') : undefined;
    expect(goal).toMatchObject({ status: 'paused', runs: {} });
  },
);

test('sessions without a goal stay in the order in which they lost it, in shards and out of them', () => {
  using at = temporaryWorkspace();
  withGoals(at.ws, FEW + 6);
  const leaving = ['s4', 's2', 's5', 's1', 's3', 's7', 's6'];
  for (const id of leaving) {
    must(at.ws, (step) => step.emit('notice.added', { session_id: id }, { text: 'Read this.' }));
  }
  for (const [i, id] of leaving.entries()) {
    must(at.ws, (step) => abort(step, id));
    expect(Object.keys(stored(at.ws).sessions).slice(0, i + 1)).toEqual(leaving.slice(0, i + 1));
    expect(cached(at.ws)).toEqual(remade(at.ws));
  }
  expect(stored(at.ws).shards).toBeUndefined();
});

const session = fc.integer({ min: 1, max: FEW + 6 }).map((n) => `s${n}`);
const move = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('start' as const), session }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('abort' as const), session }) },
  fc.record({ do: fc.constant('take' as const), session, goal: fc.nat(FEW) }),
  fc.record({ do: fc.constant('dispatch' as const), session }),
  fc.record({ do: fc.constant('notice' as const), session }),
  fc.record({ do: fc.constant('read' as const), session }),
  fc.record({ do: fc.constant('leave' as const), session }),
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

function make(ws: Workspace, next: Move): void {
  const { session: id } = next;
  if (next.do === 'start') {
    start(ws, 'another', DEAD, id);
    return;
  }
  must(ws, (step) => {
    const scope = { session_id: id };
    if (next.do === 'abort') abort(step, id);
    else if (next.do === 'dispatch') dispatchEar(step, id);
    else if (next.do === 'notice')
      step.emit('notice.added', scope, { text: 'Something is wrong.' });
    else if (next.do === 'read') step.emit('notice.given', scope, {});
    else if (next.do === 'leave') step.emit('SessionEnd', scope, { reason: 'other' });
    else {
      const goalId = openGoals(step.state)[next.goal]?.id ?? null;
      const owner = { sessionId: id, client: DEAD, transcript: '' };
      const request = { owner, goalId, nodeId: null, answer: '', take: true, interrupted: [] };
      resumeGoal(step, request, () => true);
    }
  });
}

test('as goals come and go around that number, the files are at each step those the log gives', () => {
  let inShards = 0;
  let inState = 0;
  fc.assert(
    fc.property(fc.array(move, { minLength: 6, maxLength: 14 }), (moves) => {
      using at = temporaryWorkspace();
      withGoals(at.ws, FEW);
      for (const next of moves) {
        make(at.ws, next);
        const state = stored(at.ws);
        if (state.shards) inShards += 1;
        else inState += 1;
        // Behind by an event of the client it is no cache of this moment.
        if (state.log.bytes === readFileSync(files.log(at.ws)).length) {
          expect(cached(at.ws)).toEqual(remade(at.ws));
        }
        const now = readState(at.ws);
        if (!now.ok) throw new Error(JSON.stringify(now.failure));
        expect(now.state.counters.open_goals).toBe(openGoals(now.state).length);
      }
    }),
    { numRuns: 5 },
  );
  expect(Math.min(inShards, inState)).toBeGreaterThan(3);
});

test('what hooks of the version before left behind is no cache', () => {
  using at = temporaryWorkspace();
  withGoals(at.ws, 2);
  const { counters, ...rest } = stored(at.ws);
  // They carried the count of open goals along, and did not count.
  const theirs = { ...rest, schema_version: 1, counters: { ...counters, open_goals: 1 } };
  const { goals, ...head } = theirs;
  const text = `${JSON.stringify(head).slice(0, -1)}\n,"goals":${JSON.stringify(goals)}}\n`;
  writeFileSync(files.state(at.ws), text);
  start(at.ws, 'the third', DEAD, 's3');
  expect(stored(at.ws).counters.open_goals).toBe(3);
  expect(cached(at.ws)).toEqual(remade(at.ws));
});
