import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32 } from '../../runtime/store/crc32.ts';
import { Rig } from '../rig/rig.ts';

function message(ended: { json?: Record<string, unknown> | undefined }): string {
  return String(ended.json?.systemMessage ?? '');
}

test.each([['with'], ['without']])(
  'a log of a newer version is told when a session starts, and nothing is done, %s an open goal',
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
      v: 2,
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

test('a damaged log and a missing part of it are told when a session starts', async () => {
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
