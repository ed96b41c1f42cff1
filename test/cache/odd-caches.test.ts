// A cache that cannot be read, or says what no hook ever wrote, is no cache: it is made again from the log.

import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { rebuildCaches } from '../../runtime/cache/rebuild-caches.ts';
import { checkWorkspace } from '../../runtime/inspect/check-workspace.ts';
import { abortGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { focusOf } from '../../runtime/kernel/state/queries.ts';
import { readState, runStep } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { mustCall } from '../kernel/drive.ts';
import { CLIENT, FIX } from '../kernel/plan.ts';
import { temporaryWorkspace } from '../workspace/workspace.ts';
import { cached, remade } from './caches.ts';

function start(ws: Workspace, sessionId: string): void {
  const step = runStep(ws, (at) => {
    startGoal(at, ofSession(sessionId, CLIENT, ''), `fix it for ${sessionId}`, FIX);
  });
  if (!step.ok) throw new Error(JSON.stringify(step.failure));
}

function dispatchEar(ws: Workspace, session = 's1') {
  return runStep(ws, (step) => mustCall(step, 'ear', session).node);
}

/** It leads to itself: it can't be read, not even by root, and can be replaced. */
function makeUnreadable(path: string): void {
  rmSync(path);
  symlinkSync(path, path);
}

test.each([
  ['{"graphs":{}}'],
  ['{"graphs":[null]}'],
  ['{"graphs":"no"}'],
  ['[]'],
  ['7'],
  ['null'],
  ['{'],
])('a taskgraph.json that says %s is written again', (text) => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  runStep(at.ws, (step) => {
    const goal = focusOf(step.state, 's1');
    if (goal) abortGoal(step, goal, { kind: 'text', text: 'no more' });
  });
  writeFileSync(files.taskgraph(at.ws), text);
  start(at.ws, 's2');
  const shown = JSON.parse(readFileSync(files.taskgraph(at.ws), 'utf8')).graphs;
  expect(shown[0]).toMatchObject({ goal_id: 'G-0002', status: 'running' });
});

test.each<[string, Record<string, unknown>]>([
  ['no goals', { goals: null }],
  ['a list of goals', { goals: [] }],
  ['a goal that is none', { goals: { 'G-0001': null } }],
  ['a goal that is a number', { goals: { 'G-0001': 7 } }],
  ['a goal without anything', { goals: { 'G-0001': {} } }],
  ['a goal that lacks its nodes', { goals: { 'G-0001': { id: 'G-0001', status: 'running' } } }],
  ['no sessions', { sessions: null }],
  ['a list of sessions', { sessions: [] }],
  ['no counters', { counters: null }],
  ['no configuration', { config: undefined }],
  ['agents that are none', { executors: {} }],
  ['a strange place in the log', { log: { bytes: 1e300 } }],
])('a state.json that has %s is written again, and the step happens once', (_, odd) => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  const state = JSON.parse(readFileSync(files.state(at.ws), 'utf8'));
  writeFileSync(files.state(at.ws), JSON.stringify({ ...state, ...odd }));
  const seen = readState(at.ws);
  expect(seen.ok && Object.keys(seen.state.goals)).toEqual(['G-0001']);
  expect(dispatchEar(at.ws)).toMatchObject({ ok: true, value: 'N-001' });
  expect([...cached(at.ws)]).toEqual([...remade(at.ws)]);
});

test('what goes wrong with a cache behind a counted step is fixed by the next', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  start(at.ws, 's2');
  // taskgraph.json shows every goal, so the one that the step is not about is met behind it.
  const [, other] = [...cached(at.ws).keys()];
  writeFileSync(`${at.ws.dir}/${other}`, '{}');
  expect(dispatchEar(at.ws, 's2').ok).toBe(true);
  runStep(at.ws, () => undefined);
  expect([...cached(at.ws)]).toEqual([...remade(at.ws)]);
});

test.each([['state'], ['taskgraph']] as const)(
  'a %s.json that cannot be read is replaced',
  (name) => {
    using at = temporaryWorkspace();
    start(at.ws, 's1');
    const path = files[name](at.ws);
    makeUnreadable(path);
    const found = checkWorkspace(at.ws, () => undefined).findings;
    expect(found).toContainEqual(expect.objectContaining({ kind: 'cache-unreadable' }));
    expect(dispatchEar(at.ws).ok).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8')).schema_version).toBeGreaterThan(0);

    makeUnreadable(path);
    expect(rebuildCaches(at.ws, () => undefined).ok).toBe(true);
    expect(JSON.parse(readFileSync(path, 'utf8')).schema_version).toBeGreaterThan(0);
  },
);

test('a cache that cannot be replaced either is named, and what happens is recorded', () => {
  using at = temporaryWorkspace();
  start(at.ws, 's1');
  rmSync(files.state(at.ws));
  mkdirSync(`${files.state(at.ws)}/in-the-way`, { recursive: true });
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(dispatchEar(at.ws).ok).toBe(true);
  expect(String(said.mock.calls[0])).toContain(files.state(at.ws));
  said.mockRestore();
  expect(rebuildCaches(at.ws, () => undefined)).toMatchObject({
    ok: false,
    failure: { kind: 'file-system', message: expect.stringContaining(files.state(at.ws)) },
  });
});
