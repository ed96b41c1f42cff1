// What `wukong gc` does with the trees of runs: git objects that several goals may share.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeTree } from '../../runtime/engine/changes/changes.ts';
import { carryOut } from '../../runtime/engine/retention/carry-out.ts';
import { oldObjects } from '../../runtime/engine/retention/old-objects.ts';
import { planCollection } from '../../runtime/engine/retention/plan-collection.ts';
import { filesBelow } from '../../runtime/files/folders.ts';
import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { abortGoal, startGoal } from '../../runtime/kernel/requests/goals.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { Sandbox } from '../install/temporary.ts';
import { node, plan } from '../kernel/plan.ts';
import { DEAD, must } from './goals.ts';

const WORK = plan([node('N-010', 'body')], []);
const TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000;

/** A goal whose run began from a tree with this text in it. Gives the tree. */
async function worked(ws: Workspace, text: string, ends: boolean): Promise<string> {
  const folder = join(ws.root, 'deep');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'own.txt'), text);
  writeFileSync(join(folder, 'shared.txt'), 'the same in each');
  const tree = await takeTree(ws, ws.root);
  if (!tree.ok) throw new Error(tree.error);
  must(ws, (step) => {
    const goal = startGoal(step, ofSession(text, DEAD, ''), text, WORK);
    const by = toAgent(text, `toolu_${text}`, DEAD);
    const run = { by, role: 'body', prompt: '', worktree: ws.worktree } as const;
    const { kind } = dispatch(step, run, tree.value, () => true);
    if (kind !== 'bound') throw new Error(kind);
    if (ends) abortGoal(step, goal, { kind: 'text', text: 'enough' });
  });
  return tree.value;
}

/** As if everything had been written two days ago. */
function age(ws: Workspace): void {
  const then = new Date(Date.now() - TWO_DAYS_MS);
  for (const name of filesBelow(files.objects(ws))) {
    utimesSync(join(files.objects(ws), name), then, then);
  }
}

async function found(ws: Workspace) {
  const state = readState(ws);
  if (!state.ok) throw new Error(JSON.stringify(state.failure));
  const retention = { artifactsDays: 0, packsDays: 0, now: new Date() };
  const planned = planCollection(ws, state.state, retention);
  if (!planned.ok) throw new Error(JSON.stringify(planned.error));
  const objects = await oldObjects(ws, planned.value.trees, retention);
  if (!objects.ok) throw new Error(objects.error);
  return objects.value;
}

/** Whether every file of the tree can be read. */
function isWhole(ws: Workspace, tree: string): boolean {
  const env = {
    ...process.env,
    GIT_OBJECT_DIRECTORY: files.objects(ws),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(ws.commonDir, 'objects'),
  };
  try {
    execFileSync('git', ['archive', '-o', '/dev/null', '--format=tar', tree], {
      cwd: ws.root,
      env,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}

test('trees of goals that are past their time go; what an open goal shares with them stays', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const past = await worked(ws, 'past', true);
  const open = await worked(ws, 'open', false);
  // Just written: whoever is about to name it in the log has not done so yet.
  expect(await found(ws)).toEqual([]);
  age(ws);
  const objects = await found(ws);
  // One file, its folder and the top of the tree; the shared file belongs to both.
  expect(objects).toMatchObject([{ kind: 'objects', path: 'objects', files: 3 }]);
  expect(carryOut(ws, objects, { by: 'Ada' }).ok).toBe(true);
  expect([isWhole(ws, past), isWhole(ws, open)]).toEqual([false, true]);
  expect(await found(ws)).toEqual([]);
});

test('trees of a goal that long-term memory cites stay', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const cited = await worked(ws, 'cited', true);
  age(ws);
  const text = '## A-2026-k3f7 Decision: x\nSource: G-0001\n';
  writeFileSync(files.anchors(ws), text);
  expect(await found(ws)).toEqual([]);
  rmSync(files.anchors(ws));
  expect(await found(ws)).toHaveLength(1);
  expect(isWhole(ws, cited)).toBe(true);
});

test('a tree that is taken once more before they are removed stays', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const tree = await worked(ws, 'again', true);
  age(ws);
  const objects = await found(ws);
  expect(objects).toHaveLength(1);
  expect(await takeTree(ws, ws.root)).toMatchObject({ value: tree });
  expect(carryOut(ws, objects, { by: 'Ada' }).ok).toBe(true);
  expect(isWhole(ws, tree)).toBe(true);
});

test('a link among them is not followed', async () => {
  using sandbox = await Sandbox.installed();
  const { ws } = sandbox;
  const outside = join(ws.root, '..', 'outside');
  mkdirSync(outside);
  mkdirSync(files.objects(ws), { recursive: true });
  const name = 'f'.repeat(38);
  writeFileSync(join(outside, name), 'x');
  const then = new Date(Date.now() - TWO_DAYS_MS);
  utimesSync(join(outside, name), then, then);
  symlinkSync(outside, join(files.objects(ws), 'ff'));
  expect(await found(ws)).toEqual([]);
  expect(existsSync(join(outside, name))).toBe(true);
});
