// Nothing waits longer than the client gives a hook, and no verifier lives for ever.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeTree } from '../../runtime/engine/changes/changes.ts';
import { onBench } from '../../runtime/engine/checks/bench.ts';
import { notesIn, readRunner, writeRunner } from '../../runtime/engine/gates/gate-runner.ts';
import { endLeftOverCopies } from '../../runtime/engine/gates/leftover-gates.ts';
import {
  commandGates,
  GatesStopped,
  OUT_OF_TIME,
  runGates,
} from '../../runtime/engine/gates/node-gates.ts';
import { REGISTRATIONS } from '../../runtime/hosts/claude-code/settings/registration.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { readState } from '../../runtime/step/run-step.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { PROJECT } from '../rig/repository.ts';
import { Checked } from './checked.ts';

test('no wait that can be set is as long as the client gives the hook that waits', () => {
  const schema = readFileSync(join(PROJECT, 'schemas', 'config.schema.json'), 'utf8');
  const limits = JSON.parse(schema).properties.limits.properties;
  const given = (name: string) => REGISTRATIONS.find(({ event }) => event === name)?.timeout ?? 0;
  // A minute beside it for what the hook does itself.
  expect(limits.gate_wait_sec.maximum).toBeLessThanOrEqual(given('SubagentStop') - 60);
  expect(limits.gate_wait_sec.maximum).toBeLessThanOrEqual(given('PreToolUse') - 60);
  expect(limits.stop_wait_sec.maximum).toBeLessThanOrEqual(given('Stop') - 60);
});

function goalOf({ scene }: Checked): Goal {
  const now = readState(scene.ws);
  const goal = now.ok ? now.state.goals['G-0001'] : undefined;
  if (!goal) throw new Error('no goal');
  return goal;
}

async function gatesOf(checked: Checked, stop: AbortSignal) {
  const { ws, rig } = checked.scene;
  const goal = goalOf(checked);
  const gates = commandGates(goal.specs[0]?.verification_plan ?? { deterministic: [] });
  const folder = join(rig.root, 'output');
  return runGates(ws, goal, gates, { worktree: rig.repo, folder, stop });
}

test('a verifier whose time is over ends its gate, and what it did not measure is unavailable', async () => {
  await using checked = await Checked.working({ gates: ['one', 'two'] });
  const stop = new AbortController();
  const outcomes = gatesOf(checked, stop.signal);
  const gate = await checked.gates.next();
  stop.abort(OUT_OF_TIME);
  await gate.gone;
  const error = 'there was no time left for it';
  expect(await outcomes).toMatchObject([
    { gate: 'one', outcome: 'unavailable', error },
    { gate: 'two', outcome: 'unavailable', error },
  ]);
  expect(checked.gates.names).toEqual(['one']);
});

test('gates that are stopped for any other reason have no outcome at all, also while they wait for the tree', async () => {
  await using checked = await Checked.working();
  const [first, second] = [new AbortController(), new AbortController()];
  const runs = gatesOf(checked, first.signal);
  const gate = await checked.gates.next();
  const waits = gatesOf(checked, second.signal);
  second.abort('no longer wanted');
  await expect(waits).rejects.toThrow(GatesStopped);
  first.abort('no longer wanted');
  await expect(runs).rejects.toThrow(GatesStopped);
  await gate.gone;
  // The tree is free again.
  const third = gatesOf(checked, new AbortController().signal);
  (await checked.gates.next()).end(0);
  expect(await third).toMatchObject([{ gate: 'one', outcome: 'pass' }]);
});

test('a command in a copy ends with the wish for it, and one that was left behind is ended by the next verifier', async () => {
  await using checked = await Checked.working();
  const { ws, rig } = checked.scene;
  const goal = goalOf(checked);
  const [gate] = commandGates(goal.specs[0]?.verification_plan ?? { deterministic: [] });
  const tree = await takeTree(ws, rig.repo);
  if (!gate || !tree.ok) throw new Error('no gate or no tree');
  const folder = join(rig.root, 'output');
  mkdirSync(folder);
  const stop = new AbortController();
  const about = { ws, goal, worktree: rig.repo, tree: tree.value, folder, ran: [] };
  const clean = (text: string) => text;
  const trial = { gate, recipe: { back: 'nothing' } } as const;
  const row = onBench({ ...about, clean, stop: stop.signal }).bench.row(trial);
  const running = await checked.gates.next();
  const [note] = notesIn(ws);
  const written = note === undefined ? undefined : readRunner(note);
  expect(written).toMatchObject({ gate: 'one', child: { pid: running.pid } });
  stop.abort('no longer wanted');
  await expect(row).rejects.toThrow(GatesStopped);
  await running.gone;
  expect(notesIn(ws)).toEqual([]);

  const left = onBench({ ...about, clean }).bench.row(trial);
  const alone = await checked.gates.next();
  // As if this process had been killed.
  const dead = { pid: 1, started: 'long ago' };
  if (note && written)
    writeRunner(note, { ...written, process: dead, child: processRef(alone.pid) });
  endLeftOverCopies(ws);
  await alone.gone;
  expect(await left).toMatchObject({ ended: 'disturbed' });
});
