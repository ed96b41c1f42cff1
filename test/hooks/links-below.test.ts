// Links and pipes far below `.wukong`, as a pull brings them: found before anything begins, and while a goal is
// open nothing is written through one.

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everything } from '../rig/hostile.ts';
import { Rig } from '../rig/rig.ts';

const REPORT = `IssueRef: local#1
RunId: RUN
Status: done

## Summary
It crashes on empty input.

## Steps
Criterion: \`npm test\` passes.

## Evidence
- References:
  - README.md:1

## Risks
- None.

## Next
- Nothing.
`;

const CALL = {
  tool_name: 'Agent',
  tool_use_id: 'toolu_1',
  tool_input: { description: 'd', prompt: 'go', subagent_type: 'ear' },
};

/** A folder of the user with what the files of a run are called. */
function outsideOf(rig: Rig): string {
  const outside = join(rig.root, 'outside');
  mkdirSync(outside);
  for (const name of [...KEPT, 'work_order.json', 'links.md', 'constraints.md']) {
    writeFileSync(join(outside, name), 'the user’s');
  }
  return outside;
}

const KEPT = ['report.md', 'evidence.md', 'references.json', 'outcome.json', 'transcript.md'];

function folderOf(rig: Rig, run: string): string {
  const artifacts = rig.events('goal.created')[0]?.payload.artifacts;
  return join(rig.repo, '.wukong/artifacts', String(artifacts), 'N-001', run);
}

/** The run of the ear, bound to an agent. */
async function atWork(rig: Rig): Promise<string> {
  await rig.typed('/wukong_fix it crashes');
  await rig.hook('PreToolUse', CALL);
  const tool_response = { isAsync: true, status: 'async_launched', agentId: 'a1' };
  await rig.hook('PostToolUse', { ...CALL, tool_response });
  return String(rig.events('run.dispatched')[0]?.run_id);
}

function reported(rig: Rig, run: string) {
  const last_assistant_message = REPORT.replace('RUN', run);
  return rig.hook('SubagentStop', { agent_id: 'a1', agent_type: 'ear', last_assistant_message });
}

test('a link and a pipe deep below .wukong stop a goal before it starts, and init; each is named by doctor', async () => {
  await using rig = await Rig.create();
  const deep = join(rig.repo, '.wukong/artifacts/S-20260101-001/N-010/2026-01-01-body-0001');
  mkdirSync(deep, { recursive: true });
  symlinkSync(join(rig.root, 'outside'), join(deep, 'evidence.md'));
  expect(spawnSync('mkfifo', [join(deep, 'gate-test.log')]).status).toBe(0);
  mkdirSync(join(rig.repo, '.wukong/objects'), { recursive: true });
  symlinkSync(rig.root, join(rig.repo, '.wukong/objects/ab'));
  const started = await rig.typed('/wukong_fix it');
  expect(started.stdout).toContain('"decision":"block"');
  expect(started.stdout).toContain('.wukong/objects/ab is a symbolic link');
  expect(started.stdout).toContain('2 more');
  expect(rig.events().some(({ type }) => type === 'goal.created')).toBe(false);
  const init = await rig.cli(['init', '--yes']);
  const doctor = await rig.cli(['doctor']);
  for (const said of [init.stdout + init.stderr, doctor.stdout]) {
    expect(said).toContain('/2026-01-01-body-0001/evidence.md');
    expect(said).toContain('/2026-01-01-body-0001/gate-test.log');
    expect(said).toContain('.wukong/objects/ab');
    expect(said).toContain('s a pipe');
  }
  expect([init.code, doctor.code]).toEqual([1, 1]);
});

test('what lies in the place of a run’s folder is renamed when the run is dispatched, and the user is told', async () => {
  await using rig = await Rig.create();
  const outside = outsideOf(rig);
  await rig.typed('/wukong_fix it crashes');
  const folder = folderOf(rig, `${new Date().toISOString().slice(0, 10)}-ear-0001`);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(outside)) symlinkSync(join(outside, name), join(folder, name));
  const before = everything(outside);
  expect((await rig.hook('PreToolUse', CALL)).stdout).toContain('updatedInput');
  // The client may ask twice: what is there now is the run's own.
  expect((await rig.hook('PreToolUse', CALL)).stdout).toContain('updatedInput');
  expect(everything(outside)).toEqual(before);
  expect(existsSync(`${folder}.was-there-1`)).toBe(true);
  expect(existsSync(`${folder}.was-there-2`)).toBe(false);
  expect(lstatSync(join(folder, 'work_order.json')).isFile()).toBe(true);
  const stop = await rig.hook('Stop', { stop_hook_active: false });
  expect(stop.stdout).toContain('-ear-0001.was-there-1');
});

test('links that come between a dispatch and its report are replaced by what was found out', async () => {
  await using rig = await Rig.create();
  const outside = outsideOf(rig);
  const run = await atWork(rig);
  for (const name of KEPT) symlinkSync(join(outside, name), join(folderOf(rig, run), name));
  const before = everything(outside);
  await reported(rig, run);
  expect(everything(outside)).toEqual(before);
  for (const name of KEPT) {
    expect(lstatSync(join(folderOf(rig, run), name)).isFile(), name).toBe(true);
  }
  expect(readFileSync(join(folderOf(rig, run), 'report.md'), 'utf8')).toContain('empty input');
});

test('a run’s folder that became a link by the time of its report is named, nothing is written through it, and put back it goes on', async () => {
  await using rig = await Rig.create();
  const outside = outsideOf(rig);
  const run = await atWork(rig);
  const folder = folderOf(rig, run);
  renameSync(folder, `${rig.root}/kept`);
  symlinkSync(outside, folder);
  const before = everything(outside);
  const ended = await reported(rig, run);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toContain(`N-001/${run} is a symbolic link`);
  expect(ended.stdout).toContain('Take it away');
  expect(everything(outside)).toEqual(before);
  renameSync(folder, `${rig.root}/link`);
  renameSync(`${rig.root}/kept`, folder);
  await reported(rig, run);
  expect(rig.events().some(({ type }) => type === 'run.reported')).toBe(true);
});
