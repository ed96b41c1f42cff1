import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32 } from '../../runtime/files/crc32.ts';
import { FORMAT_VERSION } from '../../runtime/model/vocabulary.ts';
import { Rig } from '../rig/rig.ts';

function message(ended: { json?: Record<string, unknown> | undefined }): string {
  return String(ended.json?.systemMessage ?? '');
}

test.each([['with'], ['without']])(
  'a log of a newer version is reported when a session starts, and nothing is done, %s an open goal',
  async (how) => {
    await using rig = await Rig.create();
    if (how === 'with') await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
    const path = join(rig.repo, '.wukong', 'events.jsonl');
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '');
    const newer = {
      event_id: `E-${String(Number(last.event_id.slice(2)) + 1).padStart(6, '0')}`,
      type: 'node.dreamt',
      timestamp: last.timestamp,
      payload: {},
      v: FORMAT_VERSION + 1,
      left: 0,
      prev: last.crc,
    };
    const head = JSON.stringify(newer).slice(0, -1);
    appendFileSync(path, `${head},"crc":"${crc32(Buffer.from(head))}"}\n`);
    const before = readFileSync(path, 'utf8');
    const started = await rig.hook('SessionStart', { source: 'startup' });
    expect(started.code).toBe(0);
    expect(message(started)).toContain('records of a newer version');
    // Said once: the other hooks are silent.
    for (const event of ['Stop', 'SessionEnd']) expect((await rig.hook(event, {})).stdout).toBe('');
    expect(readFileSync(path, 'utf8')).toBe(before);
  },
);

test('a damaged log and a missing part of it are reported when a session starts', async () => {
  await using rig = await Rig.create();
  const path = join(rig.repo, '.wukong', 'events.jsonl');
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('node.ready', 'node.reedy'));
  renameSync(join(rig.repo, '.wukong', 'state.json'), join(rig.repo, 'state.json'));
  expect(message(await rig.hook('SessionStart', { source: 'startup' }))).toMatch(
    /events\.jsonl is damaged at line \d+/,
  );
});

test('a file of the program that is missing is named, and not taken for the log', async () => {
  await using rig = await Rig.create();
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  rmSync(join(rig.repo, rig.programFolder, 'begin.cjs'));
  rmSync(join(rig.repo, '.wukong', 'state.json'));
  const { stdout } = await rig.hook('UserPromptSubmit', { prompt: '/wukong_pause' });
  expect(stdout).toContain('begin.cjs');
  expect(stdout).not.toContain('WK3004');
});

const DISPATCH = {
  tool_name: 'Agent',
  tool_use_id: 'toolu_ear',
  tool_input: { description: 'd', prompt: 'go', subagent_type: 'ear' },
};

test.each([
  ['cannot be parsed', () => '{"schema_version":2'],
  ['lacks its configuration', (text: string) => text.replace('"config":', '"confit":')],
  ['lacks its sessions', (text: string) => text.replace('"sessions":', '"seasons":')],
  ['has goals that are none', (text: string) => text.replace(/\n,"goals":.*/, '\n,"goals":7}')],
])('a state.json that %s holds no hook up, and is made again', async (_, odd) => {
  await using rig = await Rig.create();
  const state = join(rig.repo, '.wukong', 'state.json');
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  writeFileSync(state, odd(readFileSync(state, 'utf8')));
  expect(await rig.hook('Stop', {})).toMatchObject({ code: 0, stderr: '' });
  expect(rig.events('Stop').at(-1)).toBeDefined();
  writeFileSync(state, odd(readFileSync(state, 'utf8')));
  expect((await rig.hook('PreToolUse', DISPATCH)).stdout).toContain('RunId: ');
  expect(await rig.cli(['fsck'])).toMatchObject({ code: 0 });
});

test('damage that state.json stands behind holds no hook up: fsck finds it, and who reads all refuses', async () => {
  await using rig = await Rig.create();
  const path = join(rig.repo, '.wukong', 'events.jsonl');
  await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
  writeFileSync(path, readFileSync(path, 'utf8').replace('node.ready', 'node.reedy'));
  expect(message(await rig.hook('SessionStart', { source: 'startup' }))).toBe('');
  expect((await rig.hook('PreToolUse', DISPATCH)).stdout).toContain('RunId: ');
  expect(rig.events().at(-1)?.type).toBe('run.dispatched');
  expect(await rig.cli(['status'])).toMatchObject({ code: 0 });

  const found = await rig.cli(['fsck']);
  expect(found).toMatchObject({ code: 1 });
  expect(found.stdout).toMatch(/events\.jsonl is damaged at line \d+, byte \d+/);
  for (const command of [['log'], ['why', 'N-001'], ['replay'], ['rebuild'], ['archive']]) {
    expect((await rig.cli(command)).stderr, command[0]).toContain('WK3002');
  }
});

test.each([['it is older'], ['it is gone']])(
  'damage that state.json does not stand behind is refused by all, and nothing is written: %s',
  async (why) => {
    await using rig = await Rig.create();
    const path = join(rig.repo, '.wukong', 'events.jsonl');
    const state = join(rig.repo, '.wukong', 'state.json');
    await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
    const early = readFileSync(state);
    await rig.hook('PreToolUse', DISPATCH);
    await rig.hook('PostToolUse', DISPATCH);
    if (why === 'it is gone') rmSync(state);
    else writeFileSync(state, early);
    writeFileSync(path, readFileSync(path, 'utf8').replace('run.dispatched', 'run.despatched'));
    const before = readFileSync(path, 'utf8');
    expect(message(await rig.hook('SessionStart', { source: 'startup' }))).toContain('damaged');
    expect((await rig.hook('PreToolUse', DISPATCH)).stdout).toContain('"deny"');
    expect((await rig.hook('UserPromptSubmit', { prompt: '/wukong_pause' })).stdout).toContain(
      'WK3002',
    );
    for (const command of [['status'], ['pause'], ['log'], ['fsck']]) {
      const { code, stdout, stderr } = await rig.cli(command);
      expect({ code, text: stdout + stderr }).toMatchObject({
        code: 1,
        text: expect.stringContaining('is damaged at line'),
      });
    }
    expect(readFileSync(path, 'utf8')).toBe(before);
  },
);
