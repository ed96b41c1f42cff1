// What the launcher does where the program is of another version, or is not there, and how the client
// starts it: by the lines that settings.json and the agent files hold.

import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  GUARD_IF_THERE,
  HOOK_SCRIPT,
  hookEntry,
  REGISTRATIONS,
} from '../../runtime/hosts/claude-code/settings/registration.ts';
import { currentVersion, programFolder } from '../../runtime/workspace/current-program.ts';
import { currentOf } from '../../runtime/workspace/paths.ts';
import { NO_VERSION } from '../../runtime/workspace/program-files.ts';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { git } from '../rig/repository.ts';
import { Sandbox } from './temporary.ts';

const STOP = REGISTRATIONS.filter(({ event }) => event === 'Stop');

/** As the client does it: without a shell, the project filled in. */
function start(folder: string, args: readonly string[], payload: object = {}): Promise<Ended> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
  const filled = args.map((arg) => arg.replace('${CLAUDE_PROJECT_DIR}', folder));
  return run(process.execPath, filled, {
    cwd: folder,
    env: { ...systemPaths(), CLAUDE_PROJECT_DIR: folder },
    stdin: JSON.stringify({ ...given(folder, args.at(-1) ?? ''), ...payload }),
    timeoutMs: 30_000,
  });
}

function hook(folder: string, event: string, payload?: object): Promise<Ended> {
  return start(folder, [join(folder, HOOK_SCRIPT), event], payload);
}

/** What the client sends whatever the event. */
function given(folder: string, event: string): object {
  const hook_event_name = event === 'guard' ? 'PreToolUse' : event;
  return { session_id: 's1', cwd: folder, transcript_path: '/nowhere.jsonl', hook_event_name };
}

function guard(folder: string): Promise<Ended> {
  return start(folder, ['-e', GUARD_IF_THERE, join(folder, HOOK_SCRIPT), 'guard']);
}

/** Another version of the program, which writes down what it was handed. */
function putVersion(sandbox: Sandbox, version: string): string {
  const noted = join(sandbox.root, 'handed-over');
  const note = `require('node:fs').writeFileSync(${JSON.stringify(noted)}, event + ' ' + raw)`;
  sandbox.write(
    `.git/wukong/runtime/${version}/goal.cjs`,
    `exports.handle = (event, raw) => ${note};\n`,
  );
  writeFileSync(currentOf(sandbox.ws), `${version}\n`);
  return noted;
}

function blocked({ stdout }: Ended): string {
  const { decision, reason } = JSON.parse(stdout);
  expect(decision).toBe('block');
  return reason;
}

const QUIET = { code: 0, stdout: '', stderr: '' };

test('a launcher of another version hands each event over, and writes nothing itself', async () => {
  using sandbox = await Sandbox.installed();
  const log = sandbox.read('.wukong/events.jsonl');
  const noted = putVersion(sandbox, 'a'.repeat(16));
  for (const event of ['Stop', 'guard']) {
    expect(await hook(sandbox.repo, event)).toMatchObject(QUIET);
    expect(readFileSync(noted, 'utf8')).toBe(
      `${event} ${JSON.stringify(given(sandbox.repo, event))}`,
    );
  }
  expect(sandbox.read('.wukong/events.jsonl')).toBe(log);
});

test('a launcher of an older version has the program in force record its events', async () => {
  using sandbox = await Sandbox.installed();
  const version = currentVersion(sandbox.ws) ?? '';
  const launcher = sandbox.read(HOOK_SCRIPT).replaceAll(version, NO_VERSION);
  sandbox.write(HOOK_SCRIPT, launcher);
  expect(await hook(sandbox.repo, 'PreCompact')).toMatchObject(QUIET);
  expect(sandbox.read('.wukong/events.jsonl')).toContain('"type":"PreCompact"');
});

test('in a linked worktree the launcher finds the program that all worktrees share', async () => {
  using sandbox = await Sandbox.installed();
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'with Wukong');
  const linked = join(sandbox.root, 'linked');
  await git(sandbox.repo, 'worktree', 'add', '--quiet', linked);
  expect(await hook(linked, 'PreCompact')).toMatchObject(QUIET);
  expect(sandbox.read('.wukong/events.jsonl')).toContain('"type":"PreCompact"');
});

test('without trust the launcher alone says nothing but to a typed command, and lets everything be, the guard too', async () => {
  using sandbox = await Sandbox.installed();
  rmSync(join(sandbox.repo, '.git/wukong'), { recursive: true });
  const log = sandbox.read('.wukong/events.jsonl');
  for (const event of ['SessionStart', 'UserPromptSubmit', 'Stop', 'guard']) {
    expect(await hook(sandbox.repo, event, { prompt: 'see /wukong_fix' })).toMatchObject(QUIET);
  }
  for (const prompt of ['/wukong_fix it', '/wukong_status', '/wukong_resume']) {
    expect(blocked(await hook(sandbox.repo, 'UserPromptSubmit', { prompt }))).toBe(
      'Not started: Wukong is not set up here. Type in a terminal: wukong init',
    );
  }
  rmSync(join(sandbox.repo, '.git'), { recursive: true });
  expect(blocked(await hook(sandbox.repo, 'UserPromptSubmit', { prompt: '/wukong' }))).toMatch(
    /git init && wukong init$/,
  );
  expect(sandbox.read('.wukong/events.jsonl')).toBe(log);
  expect(existsSync(join(sandbox.repo, '.git/wukong'))).toBe(false);
});

test.each(['current', 'folder'])(
  'where the %s of the program is missing, a session is told once what to type, and the guard refuses',
  async (what) => {
    using sandbox = await Sandbox.installed();
    const version = currentVersion(sandbox.ws) ?? '';
    const gone = what === 'current' ? currentOf(sandbox.ws) : programFolder(sandbox.ws, version);
    renameSync(gone, join(sandbox.root, 'gone'));
    const unseen = await hook(sandbox.repo, 'SubagentStop');
    expect(unseen).toMatchObject(QUIET);
    const first = await hook(sandbox.repo, 'Stop');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(first.stdout).systemMessage).toMatch(/program is missing.*wukong init$/);
    expect(await hook(sandbox.repo, 'Stop')).toMatchObject(QUIET);
    const typed = { prompt: '/wukong_fix it' };
    expect(blocked(await hook(sandbox.repo, 'UserPromptSubmit', typed))).toContain('wukong init');
    const other = await hook(sandbox.repo, 'UserPromptSubmit', { session_id: 's2' });
    expect(other.stdout).toContain('wukong init');
    expect(await hook(sandbox.repo, 'Stop')).toMatchObject(QUIET);
    const guarded = await hook(sandbox.repo, 'guard');
    expect(guarded).toMatchObject({ code: 1, stdout: '' });
    expect(guarded.stderr).toContain('wukong init');
    await sandbox.wukong(['init', '--yes']);
    expect(await hook(sandbox.repo, 'Stop')).toMatchObject(QUIET);
    expect(sandbox.has('.git/wukong/program-missing')).toBe(false);
  },
);

test('where .wukong is gone from a clone a person trusts, the guard refuses and all else is silent', async () => {
  using sandbox = await Sandbox.installed();
  const launcher = join(programFolder(sandbox.ws, currentVersion(sandbox.ws) ?? ''), 'hook.cjs');
  renameSync(sandbox.ws.dir, join(sandbox.root, 'gone'));
  const run = (event: string) => start(sandbox.repo, [launcher, event]);
  expect(await run('Stop')).toMatchObject(QUIET);
  const guarded = await run('guard');
  expect(guarded).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(guarded.stdout).hookSpecificOutput).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringContaining('.wukong is missing'),
  });
});

test.each(['repository', `it's "a" $HOME folder`])(
  'as the client starts it in %s, the launcher records, and is silent where it is missing',
  async (name) => {
    using sandbox = await Sandbox.create(name);
    await sandbox.wukong(['init', '--yes']);
    for (const registration of STOP) {
      const { command, args } = hookEntry(registration);
      expect(command).toBe('node');
      expect(await start(sandbox.repo, args)).toMatchObject(QUIET);
      expect(sandbox.read('.wukong/events.jsonl')).toContain('"type":"Stop"');
      rmSync(join(sandbox.repo, HOOK_SCRIPT));
      expect(await start(sandbox.repo, args)).toMatchObject(QUIET);
    }
  },
);

test('a typed command whose launcher is missing is stopped with what to type, and other talk is not', async () => {
  using sandbox = await Sandbox.create();
  const typed = REGISTRATIONS.filter(({ event }) => event === 'UserPromptSubmit').map(hookEntry);
  for (const { args } of typed) {
    expect(blocked(await start(sandbox.repo, args, { prompt: '/wukong_fix it' }))).toContain(
      'wukong init (or wukong uninstall)',
    );
    expect(await start(sandbox.repo, args, { prompt: 'see /wukong/src' })).toMatchObject(QUIET);
  }
});

test('a guard whose launcher is missing refuses where a person trusts the clone, and is silent elsewhere', async () => {
  using sandbox = await Sandbox.installed();
  expect(await guard(sandbox.repo)).toMatchObject(QUIET);
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'with Wukong');
  const linked = join(sandbox.root, 'linked');
  await git(sandbox.repo, 'worktree', 'add', '--quiet', linked);
  const copy = join(sandbox.root, 'no-repository');
  cpSync(join(sandbox.repo, '.claude'), join(copy, '.claude'), { recursive: true });
  for (const folder of [sandbox.repo, linked]) {
    rmSync(join(folder, HOOK_SCRIPT));
    const refused = await guard(folder);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe(
      'Wukong: .wukong/runtime/hook.cjs is missing, so this call is held. A person types in a terminal: wukong init (or wukong uninstall)\n',
    );
  }
  expect(await guard(copy)).toMatchObject(QUIET);
  rmSync(join(sandbox.repo, '.git/wukong/trust.json'));
  for (const folder of [sandbox.repo, linked]) expect(await guard(folder)).toMatchObject(QUIET);
});
