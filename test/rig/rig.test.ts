import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Rig } from './rig.ts';

const HOOK = `
const fs = require('node:fs');
const path = require('node:path');
const payload = JSON.parse(fs.readFileSync(0, 'utf8'));
const log = path.join(process.env.CLAUDE_PROJECT_DIR, '.wukong', 'events.jsonl');
const record = { event_id: 'E-000001', type: process.argv[2], payload };
setTimeout(() => {
  fs.appendFileSync(log, JSON.stringify(record) + '\\n{"event_id":"E-0');
  console.log(JSON.stringify({ systemMessage: Object.keys(process.env).join(' ') }));
}, 100);
`;

async function rigWithHook(options: { dirName?: string; viaSymlink?: boolean } = {}): Promise<Rig> {
  const rig = await Rig.create({ ...options, install: false });
  const runtime = join(rig.repo, '.wukong', 'runtime');
  mkdirSync(runtime, { recursive: true });
  writeFileSync(join(runtime, 'hook.cjs'), HOOK);
  return rig;
}

test('a hook gets its payload on stdin and nothing of the environment of the tests', async () => {
  await using rig = await rigWithHook({ dirName: 'a decoder', viaSymlink: true });

  const ended = await rig.hook('Stop', { stop_hook_active: false });

  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(rig.events()[0]).toMatchObject({ type: 'Stop', payload: { hook_event_name: 'Stop' } });
  const names = String(ended.json?.systemMessage).split(' ');
  expect(names).toEqual(
    expect.arrayContaining(['CLAUDE_PROJECT_DIR', 'CLAUDE_PID', 'HOME', 'PATH']),
  );
  expect(names.filter((name) => name.startsWith('VITEST'))).toEqual([]);
});

test('waiting for an event ends when it is written, and leaves out a line that is not whole', async () => {
  await using rig = await rigWithHook();

  const waiting = rig.waitForEvent((event) => event.type === 'SubagentStop', 10_000);
  const ended = rig.hook('SubagentStop');

  expect(await waiting).toMatchObject({ event_id: 'E-000001' });
  await ended;
  expect(rig.events()).toHaveLength(1);
});

test('an event that never comes is an error that shows the log and what was run', async () => {
  await using rig = await rigWithHook();
  await rig.hook('Stop');

  const waiting = rig.waitForEvent((event) => event.type === 'SessionEnd', 200);

  await expect(waiting).rejects.toThrow(/hook\.cjs Stop[\s\S]*events\.jsonl[\s\S]*E-000001/);
});

test('the example starts broken, in a repository with one commit and a clean tree', async () => {
  await using rig = await Rig.create({ install: false });

  expect(await rig.git('log', '--format=%an %s')).toBe('Ada Add the first version\n');
  expect(await rig.git('status', '--porcelain')).toBe('');
});

test('nothing is left when the test is over, and the dump still is', async () => {
  const rig = await rigWithHook();
  await rig.hook('Stop');
  await rig[Symbol.asyncDispose]();

  expect(existsSync(rig.root)).toBe(false);
  expect(rig.processes()).toEqual([]);
  expect(rig.dump()).toContain('E-000001');
});
