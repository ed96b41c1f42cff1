// Wukong off: in this clone by `wukong off`, in one session by WUKONG_OFF=1.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_SCRIPT } from '../../runtime/hosts/claude-code/settings/registration.ts';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { DEAD, start, work } from '../cli/goals.ts';
import { Sandbox } from '../install/temporary.ts';
import { writeLocal } from '../rig/local-config.ts';

const QUIET = { code: 0, stdout: '', stderr: '' };

function hook(sandbox: Sandbox, event: string, payload: object, env = {}): Promise<Ended> {
  const name = event === 'guard' ? 'PreToolUse' : event;
  const given = { hook_event_name: name, transcript_path: '/none.jsonl', session_id: 's1' };
  return run(process.execPath, [join(sandbox.repo, HOOK_SCRIPT), event], {
    cwd: sandbox.repo,
    env: { ...systemPaths(), CLAUDE_PROJECT_DIR: sandbox.repo, ...env },
    stdin: JSON.stringify({ ...given, cwd: sandbox.repo, ...payload }),
    timeoutMs: 30_000,
  });
}

const types = (sandbox: Sandbox): string[] =>
  sandbox
    .read('.wukong/events.jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).type);

test('off in this clone nothing is recorded or answered, a typed command is stopped, and on brings all back', async () => {
  using sandbox = await Sandbox.installed();
  const off = await sandbox.json(['off']);
  expect(off).toMatchObject({ code: 0, out: { paused: [], ended: [] } });
  const log = sandbox.read('.wukong/events.jsonl');
  for (const event of ['SessionStart', 'Stop', 'SessionEnd', 'verify']) {
    expect(await hook(sandbox, event, {})).toMatchObject(QUIET);
  }
  const prompt = (text: string) => hook(sandbox, 'UserPromptSubmit', { prompt: text });
  expect(await prompt('what does /wukong do?')).toMatchObject(QUIET);
  expect(await prompt('/wukong/src is broken')).toMatchObject(QUIET);
  expect(JSON.parse((await prompt('/wukong_fix the decoder')).stdout)).toEqual({
    decision: 'block',
    reason:
      'Wukong is off in this clone, so nothing was started. To turn it on, type in a terminal: wukong on',
  });
  expect(sandbox.read('.wukong/events.jsonl')).toBe(log);
  const status = await sandbox.wukong(['status']);
  expect(status.stdout).toMatch(/^Off in this clone since .*To turn it on: wukong on$/m);
  expect((await sandbox.json(['doctor'])).out.notes).toContainEqual(
    expect.objectContaining({ kind: 'off', next: 'wukong on' }),
  );
  // An update turns nothing on.
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('off in this clone');
  expect((await sandbox.wukong(['off'])).stdout).toContain('It is off since');

  expect((await sandbox.wukong(['on'])).stdout).toContain('On again in this clone');
  expect(await hook(sandbox, 'Stop', {})).toMatchObject(QUIET);
  expect(types(sandbox).slice(-3)).toEqual(['hooks.turned_off', 'hooks.turned_on', 'Stop']);
});

test('`enabled: false` in the local file is off for this clone, until on', async () => {
  using sandbox = await Sandbox.installed();
  const say = (text: string) => writeLocal(sandbox.repo, text);
  const prompt = async (text: string) =>
    (await hook(sandbox, 'UserPromptSubmit', { prompt: text })).stdout;
  const off = 'work_order_system: { enabled: false }\n';
  say(off);
  expect(JSON.parse(await prompt('/wukong_fix the decoder')).reason).toContain('enabled: false');
  expect(types(sandbox).slice(-2)).toEqual(['config.loaded', 'hooks.turned_off']);
  const log = sandbox.read('.wukong/events.jsonl');
  expect(await hook(sandbox, 'Stop', {})).toMatchObject(QUIET);
  expect(sandbox.read('.wukong/events.jsonl')).toBe(log);
  const explained = await sandbox.json(['config', 'explain', 'work_order_system.enabled']);
  expect(explained.out.settings).toMatchObject([{ value: false, said: [{ line: 1 }] }]);

  // What a person types goes before the file, also when the file is written once more.
  expect((await sandbox.wukong(['on'])).stdout).toContain('On again in this clone');
  say(`${off}limits: { send_backs: 1 }\n`);
  expect(await prompt('/wukong_fix the decoder')).not.toContain('enabled: false');
});

test('`enabled: false` turns nothing off while a goal is open: a program may have written it', async () => {
  using sandbox = await Sandbox.installed();
  start(sandbox.ws, 'one', DEAD, 's1');
  writeLocal(sandbox.repo, 'work_order_system: { enabled: false }\n');
  await hook(sandbox, 'UserPromptSubmit', { prompt: 'how is it going?' });
  expect(types(sandbox)).toContain('config.loaded');
  expect(types(sandbox)).not.toContain('hooks.turned_off');
  expect((await sandbox.json(['status'])).out.off_since).toBeNull();
});

test('off while a goal is open is for a person: the goal is paused, its runs end, and their guard holds them', async () => {
  using sandbox = await Sandbox.installed();
  const goal = start(sandbox.ws, 'one', DEAD, 's1');
  work(sandbox.ws, goal, 'ear');
  for (const args of [['off'], ['uninstall', '--yes']]) {
    const refused = await sandbox.wukong(args, { env: { CLAUDECODE: '1' } });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('While a goal is open only a person decides this');
  }
  const off = await sandbox.person(['off']);
  expect(off).toMatchObject({ code: 0 });
  expect(off.stdout).toContain('Paused: G-0001.');
  expect(off.stdout).toContain('Runs that ended: G-0001/N-001.');
  const call = { agent_id: 'agent-ear', tool_name: 'Read', tool_input: {} };
  const held = await hook(sandbox, 'guard', call);
  expect(JSON.parse(held.stdout).hookSpecificOutput.permissionDecision).toBe('deny');
  const on = await sandbox.person(['on']);
  expect(on.stdout).toContain('In Claude Code, type: /wukong_resume G-0001');
});

test('a session with WUKONG_OFF=1 is none of Wukong’s, whatever is typed in it', async () => {
  using sandbox = await Sandbox.installed();
  const log = sandbox.read('.wukong/events.jsonl');
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'guard']) {
    const payload = { prompt: '/wukong_fix it' };
    expect(await hook(sandbox, event, payload, { WUKONG_OFF: '1' })).toMatchObject(QUIET);
  }
  expect(sandbox.read('.wukong/events.jsonl')).toBe(log);
  const notes = (await sandbox.json(['doctor'], { env: { WUKONG_OFF: '1' } })).out.notes;
  expect(notes).toContainEqual(expect.objectContaining({ kind: 'off', place: 'WUKONG_OFF' }));
});
