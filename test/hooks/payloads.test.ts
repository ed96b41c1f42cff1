import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOST_EVENTS } from '../../runtime/model/vocabulary.ts';
import { Rig } from '../rig/rig.ts';

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'host-payloads');

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.create();
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

type Recorded = ReadonlyArray<Readonly<{ payload: Record<string, unknown> }>>;

function recorded(event: string): Recorded {
  return JSON.parse(readFileSync(join(FIXTURES, `${event}.json`), 'utf8'));
}

/** Nothing, or JSON the client can read; and never a word on stderr. */
function expectQuiet(ended: { code: number | null; stdout: string; stderr: string }): void {
  expect(ended.stderr).toBe('');
  expect(ended.code).toBe(0);
  if (ended.stdout !== '') expect(() => JSON.parse(ended.stdout)).not.toThrow();
}

describe('every recorded payload of the client', () => {
  test.each(HOST_EVENTS)('%s is answered with nothing or JSON, and is on record', async (event) => {
    const before = rig.events().length;
    for (const { payload } of recorded(event)) {
      expectQuiet(await rig.hook(event, { ...payload, cwd: rig.repo }));
    }
    expect(rig.events().length).toBeGreaterThan(before);
    // Of ordinary talk no word is kept; one recorded prompt starts a goal, and is.
    expect(JSON.stringify(rig.events())).not.toContain('alpha beta');
  });

  test('reaches the guard, which lets agents work that were called by hand', async () => {
    for (const { payload } of recorded('PreToolUse')) {
      const ended = await rig.hook('guard', { ...payload, cwd: rig.repo });
      expectQuiet(ended);
      expect(ended.stdout).toBe('');
    }
  });

  test('covers every event that is registered', () => {
    const there = readdirSync(FIXTURES);
    for (const event of HOST_EVENTS) expect(there).toContain(`${event}.json`);
  });
});

describe('hostile input', () => {
  const unreadable: ReadonlyArray<readonly [string, string]> = [
    ['nothing', ''],
    ['no JSON', 'hello {'],
    ['an array', '[]'],
    ['null', 'null'],
    ['no session', '{}'],
    ['a session id that is a path', '{"session_id":"../../etc/passwd"}'],
    ['wrong types', '{"session_id":5,"tool_input":"x","background_tasks":{},"cwd":7}'],
  ];
  const odd: ReadonlyArray<readonly [string, string]> = [
    ['10 MB', JSON.stringify({ session_id: 's', prompt: 'x'.repeat(10_000_000) })],
    [
      'a deep object',
      `{"session_id":"s","tool_input":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
    ],
    [
      'a folder with a zero byte',
      '{"session_id":"s","cwd":"/tmp/\\u0000x","transcript_path":"\\u0000"}',
    ],
  ];
  const everyEvent = [...HOST_EVENTS, 'Unheard', ''];

  test.each(odd)('%s hurts no event', async (_, text) => {
    for (const event of everyEvent) expectQuiet(await rig.rawHook(event, text));
  });

  // What cannot be read is put aside before anybody looks at the event.
  test.each(unreadable)('%s hurts no event', async (_, text) => {
    for (const event of ['UserPromptSubmit', 'Stop']) expectQuiet(await rig.rawHook(event, text));
  });

  test('what cannot be read hurts no event, whatever its name', async () => {
    for (const event of everyEvent) expectQuiet(await rig.rawHook(event, 'hello {'));
  });

  test.each(odd)('%s does not hurt the guard', async (_, text) => {
    expectQuiet(await rig.rawHook('guard', text));
  });

  // The client holds the call of an agent whose guard fails, and shows what stands on stderr.
  test.each(unreadable)('%s is no yes of the guard', async (_, text) => {
    const { code, stdout, stderr } = await rig.rawHook('guard', text);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('its input cannot be read');
  });

  test('ids with path tricks name no file outside the data folder', async () => {
    await rig.hook('UserPromptSubmit', { prompt: '/wukong_fix it crashes' });
    const ended = await rig.hook('SubagentStop', {
      agent_id: '../../../../tmp/evil',
      agent_type: 'ear',
      agent_transcript_path: '/etc/passwd',
      last_assistant_message: 'RunId: ../../x\nStatus: done',
    });
    expectQuiet(ended);
    expect(ended.stdout).toBe('');
  });
});

describe('a foreign workspace', () => {
  test('only has a typed command stopped: a clone has the files, and not the trust', async () => {
    await rig.git('add', '--all');
    await rig.git('commit', '--quiet', '--message', 'Add Wukong');
    const clone = join(rig.root, 'clone');
    await rig.git('clone', '--quiet', rig.repo, clone);
    const payload = {
      session_id: 's1',
      cwd: clone,
      transcript_path: '/nowhere.jsonl',
      hook_event_name: 'UserPromptSubmit',
      prompt: '/wukong_fix it crashes',
    };
    const ended = await rig.rawHook('UserPromptSubmit', JSON.stringify(payload), {
      CLAUDE_PROJECT_DIR: clone,
    });
    expectQuiet(ended);
    expect(JSON.parse(ended.stdout)).toMatchObject({ decision: 'block' });
    expect(ended.stdout).toContain('wukong init');
    expect(existsSync(join(clone, '.wukong/runtime/hook.cjs'))).toBe(true);
    expect(existsSync(join(clone, '.wukong/events.jsonl'))).toBe(false);
  });
});
