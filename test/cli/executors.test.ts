import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE } from '../executors/samples.ts';
import { Agents } from '../hooks/agents.ts';
import { Sandbox } from '../install/temporary.ts';
import { Rig } from '../rig/rig.ts';
import { carryTo } from './whole-goal.ts';

test('the form of a result is checked without a repository, each fault at its place', async () => {
  using sandbox = await Sandbox.create();
  const path = join(sandbox.root, 'work_result.txt');
  const validate = () => sandbox.wukong(['result', 'validate', path], { cwd: tmpdir() });
  writeFileSync(path, EXAMPLE);
  const right = await validate();
  expect(right).toMatchObject({ code: 0, stderr: '' });
  expect(right.stdout).toContain(
    'A result for org/contracts#123, run 2026-02-14-backend-0003: ok.',
  );
  writeFileSync(path, EXAMPLE.replace('Status: ok', 'Status: done').replace(/Tests:.*\n/, ''));
  const wrong = await validate();
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toContain(
    `${path}:3:9  "done" is not a Status. There are: ok, fail, blocked.`,
  );
  expect(wrong.stderr).toContain('"Tests" is missing.');
  const asked = ['result', 'validate', path, '--json'];
  const { error } = JSON.parse((await sandbox.wukong(asked, { cwd: tmpdir() })).stdout);
  expect(error.problems).toContainEqual(expect.objectContaining({ line: 3, column: 9 }));
  writeFileSync(path, 'PASS\n');
  expect((await validate()).stderr).toContain('This says nothing of a result');
});

test('what a run was given is shown, and has the form that other executors are given it in', async () => {
  await using rig = await Rig.create();
  await carryTo(rig, 'ear');
  await new Agents(rig).dispatch('eye');
  const shown = await rig.cli(['order', 'show', 'N-010', '--json']);
  const { folder, order } = JSON.parse(shown.stdout);
  expect(order).toMatchObject({ role: 'eye', issue_ref: 'local#1', depends_on: ['N-001'] });
  const file = join(folder, 'work_order.json');
  expect(await rig.cli(['order', 'validate', file])).toMatchObject({ code: 0, stderr: '' });
  const text = await rig.cli(['order', 'show', order.run_id, '--textproto']);
  expect(text.stdout).toContain(`\nrun_id: "${order.run_id}"\n`);
  expect((await rig.cli(['order', 'show', 'N-020'])).code).toBe(2);
});

test('who writes an executor gets the contract from the program they have', async () => {
  using sandbox = await Sandbox.create();
  const file = new URL('../../schemas/executor/v1/executor.proto', import.meta.url);
  const printed = await sandbox.wukong(['order', 'proto'], { cwd: tmpdir() });
  expect(printed).toMatchObject({ code: 0, stderr: '', stdout: readFileSync(file, 'utf8') });
});
