// Many hooks at once: the log keeps what was acknowledged, once, in order.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readState } from '../../runtime/step/run-step.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { Rig } from '../rig/rig.ts';

const SIZES = [300, 4_000, 60_000];

/** Prompts of a session without a goal; the size is in a field hooks do not keep. */
function payload(rig: Rig, id: string, size: number): string {
  const transcript_path = join(rig.home, '.claude', 'projects', 'rig', 's.jsonl');
  const base = { session_id: 's', cwd: rig.repo, transcript_path, prompt_id: id, prompt: 'hi' };
  const hook_event_name = 'UserPromptSubmit';
  return JSON.stringify({ ...base, hook_event_name, padding: 'x'.repeat(size) });
}

function recorded(rig: Rig, prefix: string): string[] {
  return rig
    .events()
    .map((event) => String(event.payload.prompt_id ?? ''))
    .filter((id) => id.startsWith(prefix));
}

/** Reads the whole log again: every record counted, none void, none torn, ids without gaps. */
function expectWhole(rig: Rig): void {
  const ws = findRepository(rig.repo);
  if (!ws) throw new Error('the repository is gone');
  rmSync(join(rig.repo, '.wukong', 'state.json'), { force: true });
  const now = readState(ws);
  expect(now.ok && now.state.log.events).toBe(rig.events().length);
  expect(now.ok && now.state.log.void_steps).toBe(0);
  const ids = rig.events().map((event) => event.event_id);
  expect(ids).toEqual(ids.map((_, i) => `E-${String(i + 1).padStart(6, '0')}`));
}

test('eight sessions with hooks at once lose nothing and count nothing twice', async () => {
  await using rig = await Rig.create();
  const sessions = Array.from({ length: 8 }, async (_, session) => {
    for (let i = 0; i < 12; i += 1) {
      const size = SIZES[(session + i) % SIZES.length] ?? 0;
      const ended = await rig.rawHook('UserPromptSubmit', payload(rig, `m-${session}-${i}`, size));
      expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
    }
  });
  await Promise.all(sessions);
  const ids = recorded(rig, 'm-');
  expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  expect(ids).toHaveLength(96);
  expect(new Set(ids).size).toBe(96);
  expectWhole(rig);
});

test('the same delivery twice has one effect', async () => {
  await using rig = await Rig.create();
  const start = { prompt: '/wukong_fix it crashes', prompt_id: 'twice' };
  await Promise.all([rig.hook('UserPromptSubmit', start), rig.hook('UserPromptSubmit', start)]);
  await rig.hook('UserPromptSubmit', start);
  expect(rig.events('goal.created')).toHaveLength(1);
  expect(rig.events('UserPromptSubmit')).toHaveLength(1);
});
