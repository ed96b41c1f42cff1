// The plugin in a clone, started as its hooks.json says: consent, whose hooks work, what its guard lets go.

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstTimeText } from '../../runtime/hosts/claude-code/plugin/texts.ts';
import { currentOf } from '../../runtime/workspace/paths.ts';
import { type Ended, run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { Sandbox } from '../install/temporary.ts';
import { CHECK } from '../proof/trials.ts';
import { withoutWukong } from '../rig/projects.ts';
import { git, gitEnvironment, PROJECT } from '../rig/repository.ts';

const PLUGIN = join(PROJECT, 'dist', 'plugin');
const HOOKS = JSON.parse(readFileSync(join(PLUGIN, 'hooks', 'hooks.json'), 'utf8')).hooks;
const GUARD: string = HOOKS.PreToolUse[1].hooks[0].command;
const QUIET = { code: 0, stdout: '', stderr: '' };

function start(
  { repo, root }: Sandbox,
  [program, ...args]: readonly [string, ...string[]],
  payload: object,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return run(program, args, {
    cwd: repo,
    env: {
      ...systemPaths(),
      PATH: withoutWukong(systemPaths().PATH),
      ...gitEnvironment(),
      HOME: root,
      CLAUDE_PROJECT_DIR: repo,
      CLAUDE_PLUGIN_ROOT: PLUGIN,
      ...env,
    },
    stdin: JSON.stringify({ ...given(repo, args.at(-1) ?? ''), ...payload }),
    timeoutMs: 60_000,
  });
}

/** What the client sends whatever the event; of the guard's shell line the last word is none. */
function given(cwd: string, event: string): object {
  const hook_event_name = event in HOOKS ? event : 'PreToolUse';
  return { session_id: 's1', cwd, transcript_path: '/nowhere.jsonl', hook_event_name };
}

/** As the client starts a hook of the plugin: its line in hooks.json, with the folder filled in. */
function ofPlugin(sandbox: Sandbox, event: string, payload: object = {}): Promise<Ended> {
  const [{ command, args }] = HOOKS[event][0].hooks;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
  const filled = args.map((arg: string) => arg.replace('${CLAUDE_PLUGIN_ROOT}', PLUGIN));
  return start(sandbox, [command, ...filled], payload);
}

function ofProject(sandbox: Sandbox, event: string, payload: object = {}): Promise<Ended> {
  const hook = join(sandbox.repo, '.wukong', 'runtime', 'hook.cjs');
  return start(sandbox, [process.execPath, hook, event], payload);
}

function guard(sandbox: Sandbox, payload: object, env = {}): Promise<Ended> {
  return start(sandbox, ['/bin/sh', '-c', GUARD], payload, env);
}

async function typed(sandbox: Sandbox, prompt: string, session_id = 's1') {
  const { stdout, stderr } = await ofPlugin(sandbox, 'UserPromptSubmit', { prompt, session_id });
  expect(stderr).toBe('');
  return stdout === '' ? {} : JSON.parse(stdout);
}

async function withTests(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}\n');
  await git(sandbox.repo, 'add', '--all');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'Begin');
  return sandbox;
}

const trustOf = (sandbox: Sandbox) => JSON.parse(sandbox.read('.git/wukong/trust.json'));
const FIX = '/wukong:fix the decoder crashes on empty input';
const EDIT = { tool_name: 'Edit', tool_input: { file_path: '.wukong/events.jsonl' } };

describe('in a clone where nobody typed a command of it, the plugin', () => {
  test('says and writes nothing, whatever happens there', async () => {
    using sandbox = await withTests();
    for (const event of Object.keys(HOOKS)) {
      expect(await ofPlugin(sandbox, event, { prompt: 'what does /wukong:fix do?' })).toMatchObject(
        QUIET,
      );
    }
    expect(await guard(sandbox, EDIT)).toMatchObject(QUIET);
    expect(sandbox.has('.wukong')).toBe(false);
    for (const other of ['/wukong:status', '/wukong:resume', '/wukong:pause'])
      expect((await typed(sandbox, other)).reason).toContain('Begin with: /wukong:fix');
    expect(await typed(sandbox, '/wukong:prove')).toEqual({});
    expect(sandbox.has('.wukong')).toBe(false);
  });

  test('takes the first /wukong:fix for the consent, and approves nothing', async () => {
    using sandbox = await withTests();
    const { systemMessage, hookSpecificOutput } = await typed(sandbox, FIX);
    expect(systemMessage).toContain('Wukong begins G-0001 (fix)');
    expect(systemMessage).toMatch(/run once you type \/wukong:trust: npm test$/m);
    expect(systemMessage).toContain('wukong init');
    expect(systemMessage).not.toContain('/wukong_');
    expect(hookSpecificOutput.additionalContext).toContain('- N-001 ear:');
    expect(trustOf(sandbox)).toMatchObject({ plugin: true, approvals: [] });
    expect(await git(sandbox.repo, 'status', '--porcelain')).toBe('');
    const later = await typed(sandbox, FIX, 's2');
    expect(later.systemMessage).toMatch(/G-0002(?!.*works in this clone from now on)/s);
  });

  test('speaks Chinese to whoever asks in it', async () => {
    using sandbox = await withTests();
    const { systemMessage } = await typed(sandbox, '/wukong:fix 解码器遇到空输入时崩溃');
    expect(systemMessage).toContain('/wukong:trust');
    expect(systemMessage).toContain('这个克隆');
    const gate = { ...CHECK.gate, command: ['env', 'PATH=./x', 'npm', 'test'] };
    expect(firstTimeText([gate], 'zh')).toMatch(
      /npm test\n {2}设置了工具会读取的变量：PATH=\.\/x$/,
    );
  });

  test('lets checks run after /wukong:trust, in the goal that is open, too', async () => {
    using sandbox = await withTests();
    await typed(sandbox, FIX);
    expect((await typed(sandbox, '/wukong:trust')).reason).toBe(
      'Wukong may run these here from now on: npm test',
    );
    expect(trustOf(sandbox).approvals).toEqual([{ command: ['npm', 'test'] }]);
    const pinned = sandbox.read('.wukong/events.jsonl').match(/"type":"settings.pinned"/g);
    expect(pinned?.length).toBeGreaterThan(0);
    expect((await typed(sandbox, '/wukong:trust', 's2')).reason).toContain('may run already');
    await sandbox.person(['off']);
    expect((await typed(sandbox, FIX, 's4')).reason).toContain('Wukong is off');
  });

  test('asks before it uses a .wukong of others, and before it runs their checks', async () => {
    using sandbox = await withTests();
    const theirs =
      '{"gates": [{"type": "test", "name": "t", "command": ["env", "PATH=./evil", "./evil.sh"]}]}\n';
    sandbox.write('.wukong/config.yaml', theirs);
    await git(sandbox.repo, 'add', '--all');
    await git(sandbox.repo, 'commit', '--quiet', '--message', 'Bring settings');
    const { reason } = await typed(sandbox, FIX);
    expect(reason).toMatch(/config\.yaml.*\/wukong:trust/);
    expect(reason).toMatch(/: env PATH=\.\/evil \.\/evil\.sh\n {2}Sets .*: PATH=\.\/evil$/);
    expect((await typed(sandbox, '/wukong:status')).reason).toBe(reason);
    expect(sandbox.has('.git/wukong')).toBe(false);

    expect((await typed(sandbox, '/wukong:trust')).reason).toContain('./evil.sh');
    expect(trustOf(sandbox)).toMatchObject({ plugin: true, approvals: [] });
    expect(sandbox.read('.wukong/config.yaml')).toBe(theirs);
    expect((await typed(sandbox, FIX)).systemMessage).toContain('G-0001');
    await typed(sandbox, '/wukong:trust');
    expect(trustOf(sandbox).approvals).toEqual([{ command: ['env', 'PATH=./evil', './evil.sh'] }]);
  });

  test('shows which checks there are before it lets them run', async () => {
    using sandbox = await withTests();
    expect((await typed(sandbox, '/wukong:trust')).reason).toContain('again: npm test');
    expect(trustOf(sandbox).approvals).toEqual([]);
    // The same word of a person lets local settings count, with their names.
    sandbox.write('.wukong/config.local.yaml', 'gate_env: [TOKEN]\n');
    const { reason } = await typed(sandbox, '/wukong:trust');
    expect(reason).toContain('Of .wukong/config.local.yaml this counts from now on: gate_env.');
  });

  test('uses no log that came with the repository', async () => {
    using sandbox = await withTests();
    using other = await Sandbox.installed();
    sandbox.write('.wukong/events.jsonl', other.read('.wukong/events.jsonl'));
    await git(sandbox.repo, 'add', '--all', '--force');
    const { reason } = await typed(sandbox, '/wukong:trust');
    expect(reason).toContain('came with this repository');
    expect(sandbox.has('.git/wukong/trust.json')).toBe(false);
  });

  test('says where it needs a repository', async () => {
    using sandbox = await Sandbox.create();
    sandbox.remove('.git');
    expect((await typed(sandbox, FIX)).reason).toContain('no git repository');
  });
});

describe('beside an installation of the project, the plugin', () => {
  test('is silent where a person ran init, and work goes to the agents of the project', async () => {
    using sandbox = await Sandbox.installed();
    for (const event of Object.keys(HOOKS)) {
      expect(await ofPlugin(sandbox, event, { prompt: FIX })).toMatchObject(QUIET);
    }
    expect(await guard(sandbox, EDIT)).toMatchObject(QUIET);
    const begun = await ofProject(sandbox, 'UserPromptSubmit', { prompt: FIX });
    expect(JSON.parse(begun.stdout).systemMessage).toContain('Wukong begins G-0001');
    const call = { subagent_type: 'wukong:ear', prompt: 'Carry out N-001', description: 'd' };
    const about = { tool_name: 'Agent', tool_use_id: 'toolu_1', tool_input: call };
    const { stdout } = await ofProject(sandbox, 'PreToolUse', about);
    expect(JSON.parse(stdout).hookSpecificOutput.updatedInput.subagent_type).toBe('ear');
    const settings = { enabledPlugins: { 'wukong@wukong': true } };
    sandbox.write('.claude/settings.local.json', JSON.stringify(settings));
    const { out } = await sandbox.json(['doctor']);
    expect(out.notes).toContainEqual(expect.objectContaining({ kind: 'plugin-beside' }));
  });

  test('says to run init where only others installed it', async () => {
    using sandbox = await Sandbox.installed();
    sandbox.remove('.git/wukong');
    expect((await typed(sandbox, FIX)).reason).toContain("/shell/cli.js' init");
    expect(sandbox.has('.git/wukong')).toBe(false);
  });

  test('gives the clone over to an init, with its log and approvals', async () => {
    using sandbox = await withTests();
    await typed(sandbox, FIX);
    await typed(sandbox, '/wukong:trust');
    const before = trustOf(sandbox);
    // A launcher that came with a pull: nobody here said yes to it.
    sandbox.write(
      '.wukong/runtime/hook.cjs',
      readFileSync(join(PLUGIN, 'runtime/hook.cjs'), 'utf8'),
    );
    expect(await ofProject(sandbox, 'UserPromptSubmit', { prompt: FIX })).toMatchObject(QUIET);
    const kinds = async () => {
      const { out } = await sandbox.json(['doctor']);
      return [...out.findings, ...out.notes].map(({ kind }) => kind);
    };
    expect(await kinds()).toEqual(
      expect.arrayContaining(['by-plugin', 'plugin-off', 'project-beside']),
    );

    const ended = await sandbox.wukong(['init']);
    expect(ended.code, ended.stderr).toBe(0);
    const { log_id, approvals } = before;
    expect(trustOf(sandbox)).toMatchObject({ log_id, approvals });
    expect(trustOf(sandbox)).not.toHaveProperty('plugin');
    expect(await typed(sandbox, '/wukong:pause')).toEqual({});
    expect(await kinds()).not.toContain('by-plugin');
  });
});

test('an update of the plugin takes effect with the next command that is typed', async () => {
  using sandbox = await withTests();
  await typed(sandbox, FIX);
  const version = sandbox.read('.git/wukong/runtime/current');
  writeFileSync(currentOf(sandbox.ws), `${'a'.repeat(16)}\n`);
  expect((await typed(sandbox, '/wukong:pause')).systemMessage).toContain('G-0001');
  expect(sandbox.read('.git/wukong/runtime/current')).toBe(version);
});

describe('the guard of the plugin', () => {
  test('lets an ordinary call go without a start of Node', async () => {
    using sandbox = await withTests();
    await typed(sandbox, FIX);
    const calls = [
      { tool_name: 'Bash', tool_input: { command: 'npm test' } },
      { tool_name: 'Read', agent_id: 'a1', agent_type: 'wukong:eye' },
      { tool_name: 'Write', tool_input: { content: 'x'.repeat(300_000) } },
    ];
    // The first `node` on this PATH fails, and says so.
    sandbox.write('bin/node', '#!/bin/sh\necho started >&2; exit 3\n');
    chmodSync(join(sandbox.repo, 'bin/node'), 0o755);
    const env = { PATH: `${sandbox.repo}/bin:/bin:/usr/bin` };
    for (const call of calls) expect(await guard(sandbox, call, env)).toMatchObject(QUIET);
    const body = { tool_name: 'Read', agent_id: 'a1', agent_type: 'wukong:body' };
    expect(await guard(sandbox, body, env)).toMatchObject({ code: 3, stderr: 'started\n' });
  });

  test('holds edits of what nobody may edit, by whoever it is', async () => {
    using sandbox = await withTests();
    await typed(sandbox, FIX);
    const { stdout } = await guard(sandbox, EDIT);
    expect(JSON.parse(stdout).hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
    const read = { tool_name: 'Read', tool_input: { file_path: '.wukong/config.yaml' } };
    expect(await guard(sandbox, read)).toMatchObject(QUIET);
  });
});
