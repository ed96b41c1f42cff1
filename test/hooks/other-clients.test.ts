// Clients that are not Claude Code and start the hooks of its settings. Their payloads are made after what each
// publishes or people recorded of it.

import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  GUARD_IF_THERE,
  HOOK_SCRIPT,
  START_OR_STOP,
} from '../../runtime/hosts/claude-code/settings/registration.ts';
import { HOST_EVENTS } from '../../runtime/model/vocabulary.ts';
import { run } from '../../scripts/client/child.ts';
import { Rig } from '../rig/rig.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'foreign-payloads');
type Given = Readonly<{ event: string; payload: Record<string, unknown> }>;

const CLIENTS = readdirSync(FOLDER).map((name) => {
  const { payloads } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  return { client: name.replace('.json', ''), payloads: payloads as readonly Given[] };
});

const SILENCE = { code: 0, stdout: '', stderr: '' };
/** As another client starts a hook: nothing in its environment is Claude Code's. */
const NO_SESSION = { CLAUDECODE: '', CLAUDE_CODE_SESSION_ID: '', CLAUDE_PID: '' };

let rig: Rig;
beforeAll(async () => {
  rig = await Rig.create();
});
afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

function textOf(client: string, { payload }: Given): string {
  const here = 'cwd' in payload && payload.cwd !== '' ? { cwd: rig.repo } : {};
  return `${client === 'cursor' ? '\uFEFF' : ''}${JSON.stringify({ ...payload, ...here })}`;
}

describe.each(CLIENTS)('$client', ({ client, payloads }) => {
  test('gets silence from every hook, the guard too, and nothing of it is recorded', async () => {
    const log = readFileSync(join(rig.repo, '.wukong/events.jsonl'), 'utf8');
    for (const given of payloads) {
      const ended = await rig.rawHook(given.event, textOf(client, given), NO_SESSION);
      expect(ended, JSON.stringify(given)).toMatchObject(SILENCE);
    }
    expect(readFileSync(join(rig.repo, '.wukong/events.jsonl'), 'utf8')).toBe(log);
    expect(readdirSync(join(rig.repo, '.wukong'))).not.toContain('inbox');
  });
});

test('doctor says in one sentence that another client was there, and nothing where none was', async () => {
  await using own = await Rig.create();
  const before = await own.cli(['doctor']);
  expect(before.stdout).not.toContain('Another client');
  const [{ payloads }] = CLIENTS as [(typeof CLIENTS)[number]];
  await own.rawHook('Stop', JSON.stringify(payloads[0]?.payload), NO_SESSION);
  const after = await own.cli(['doctor']);
  expect(after.code).toBe(before.code);
  expect(after.stdout).toMatch(
    /Another client than Claude Code starts the hooks registered here, last at .*: it gets no answer, and nothing of it is recorded\./,
  );
});

test('a payload of Claude Code stays its own, whatever fields it may have one day', async () => {
  await using own = await Rig.create();
  const typed = { prompt: '/wukong_fix it crashes', timestamp: '2027-01-01T00:00:00.000Z' };
  expect((await own.hook('UserPromptSubmit', typed)).stdout).toContain('additionalContext');
});

test.each([
  ['without the name of its event', { hook_event_name: undefined }],
  ['without a session', { session_id: undefined }],
  ['without a transcript', { transcript_path: undefined }],
])('the guard stays closed to a broken payload of Claude Code: %s', async (_, broken) => {
  await using own = await Rig.create();
  await own.git('config', 'user.name', 'x');
  const call = { tool_name: 'Bash', tool_input: { command: 'git push' }, agent_type: 'body' };
  const whole = {
    session_id: '11111111-1111-4111-8111-111111111111',
    transcript_path: '/x.jsonl',
    cwd: own.repo,
    hook_event_name: 'PreToolUse',
    ...call,
    ...broken,
  };
  // With .wukong taken away each call is refused: so it is seen that the guard looked at it.
  renameSync(join(own.repo, '.wukong'), join(own.root, 'gone'));
  const script = join(own.root, 'gone', 'runtime', 'hook.cjs');
  const ended = await run(process.execPath, [script, 'guard'], {
    cwd: own.repo,
    env: { PATH: process.env.PATH ?? '', CLAUDE_PROJECT_DIR: own.repo },
    stdin: JSON.stringify(whole),
    timeoutMs: 60_000,
  });
  expect(ended.stdout + ended.stderr).toMatch(/this call is held|cannot be read/);
});

test('where the launcher is missing, no other client is held or stopped', async () => {
  await using own = await Rig.create();
  const gone = join(own.root, 'gone.cjs');
  renameSync(join(own.repo, HOOK_SCRIPT), gone);
  for (const { client, payloads } of CLIENTS) {
    for (const given of payloads) {
      const isGuard = given.event === 'guard';
      if (!isGuard && given.event !== 'UserPromptSubmit') continue;
      const line = isGuard ? GUARD_IF_THERE : START_OR_STOP;
      const args = ['-e', line, join(own.repo, HOOK_SCRIPT), given.event];
      const ended = await run(process.execPath, args, {
        cwd: own.repo,
        env: { PATH: process.env.PATH ?? '' },
        stdin: textOf(client, given),
        timeoutMs: 60_000,
      });
      expect(ended, `${client} ${JSON.stringify(given)}`).toMatchObject(SILENCE);
    }
  }
});

test('the events of the fixtures are those that are registered, and the guard', () => {
  const events = CLIENTS.flatMap(({ payloads }) => payloads.map(({ event }) => event));
  for (const event of events) expect([...HOST_EVENTS, 'guard']).toContain(event);
  for (const { payloads } of CLIENTS) {
    expect(payloads.some(({ event }) => event === 'guard')).toBe(true);
  }
  expect(existsSync(FOLDER)).toBe(true);
});
