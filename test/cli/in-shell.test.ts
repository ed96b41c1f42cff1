// What a person is told to type is there: by its name on the PATH, or as it is started where nobody put it there.

import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../runtime/cli/commands.ts';
import { isGuarded } from '../../runtime/hosts/claude-code/install/guarded-agent.ts';
import { shellWord } from '../../runtime/model/gate.ts';
import { inShell, TYPED_COMMANDS } from '../../runtime/words/in-shell.ts';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { DIST, Sandbox } from '../install/temporary.ts';
import { withoutWukong } from '../rig/projects.ts';
import { git, gitEnvironment } from '../rig/repository.ts';

const PATHS = { ...systemPaths(), PATH: withoutWukong(systemPaths().PATH) };

test.each([
  ['Type in a terminal: wukong init', 'Type in a terminal: x y init'],
  ['`wukong trust --approve`, then `wukong status`', '`x y trust --approve`, then `x y status`'],
  ['在终端运行 wukong answer', '在终端运行 x y answer'],
  ['wukong needs Node', 'wukong needs Node'],
  [
    'the branch wukong/G-0001 and .git/wukong init',
    'the branch wukong/G-0001 and .git/wukong init',
  ],
  ['/wukong fix it', '/wukong fix it'],
])('%s', (text, typed) => {
  expect(inShell(text, () => 'x y')).toBe(typed);
  expect(inShell(text, () => 'wukong')).toBe(text);
});

test('every command is one that sentences may name', () => {
  expect(TYPED_COMMANDS).toEqual(Object.keys(COMMANDS).sort());
});

function shell(sandbox: Sandbox, line: string, env = {}) {
  return run('sh', ['-c', line], {
    cwd: sandbox.repo,
    env: { ...PATHS, ...gitEnvironment(), HOME: sandbox.root, ...env },
    timeoutMs: 60_000,
  });
}

async function typed(sandbox: Sandbox, hook: string, event: string, prompt: string) {
  const payload = { session_id: 's1', transcript_path: '/t.jsonl', cwd: sandbox.repo };
  const ended = await run(process.execPath, [hook, event], {
    cwd: sandbox.repo,
    env: { ...PATHS, HOME: sandbox.root, CLAUDE_PROJECT_DIR: sandbox.repo },
    stdin: JSON.stringify({ ...payload, hook_event_name: event, prompt }),
    timeoutMs: 60_000,
  });
  return `${ended.stdout}${ended.stderr}`;
}

describe('where the plugin set a clone up', () => {
  test('its first message, its starter, the skill and init from there all work', async () => {
    using sandbox = await Sandbox.create();
    const plugin = join(DIST, 'plugin/hook.cjs');
    const told = await typed(sandbox, plugin, 'UserPromptSubmit', '/wukong:fix it crashes');
    expect(told).toContain('type in a terminal: .git/wukong/wukong init');
    const status = await shell(sandbox, '.git/wukong/wukong status');
    expect([status.code, status.stderr]).toEqual([0, '']);
    expect(status.stdout).toContain('/wukong:resume');
    const gates = await shell(sandbox, '.git/wukong/wukong gates');
    expect(gates.stdout).toContain('.git/wukong/wukong trust');
    const script = join(DIST, 'skills/taskgraph_tools/scripts/wukong');
    expect((await shell(sandbox, `sh '${script}' --version`)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);

    expect((await shell(sandbox, '.git/wukong/wukong init --yes')).code).toBe(0);
    expect(isGuarded(sandbox.read('.claude/agents/body.md'))).toBe(true);
    expect(sandbox.has('.claude/commands/wukong_fix.md')).toBe(true);
    const doctor = await shell(sandbox, '.git/wukong/wukong doctor');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('No problems found')]);
    // Whoever has it on the PATH is told its name.
    symlinkSync(join(DIST, 'cli.js'), join(sandbox.root, 'wukong'));
    const PATH = `${sandbox.root}:${process.env.PATH}`;
    const named = await shell(sandbox, '.git/wukong/wukong gates', { PATH });
    expect(named.stdout).toContain(': wukong trust');
  });
});

test('where it was started by its path it says the path, and after init the starter', async () => {
  using sandbox = await Sandbox.create();
  const cli = shellWord(join(DIST, 'cli.js'));
  expect((await shell(sandbox, `node ${cli} status`)).stderr).toContain(`node ${cli} init`);
  expect((await shell(sandbox, `node ${cli} init --yes`)).code).toBe(0);
  expect((await shell(sandbox, `node ${cli} off`)).stdout).toContain(': .git/wukong/wukong on');
  expect((await shell(sandbox, '.git/wukong/wukong on')).code).toBe(0);
  sandbox.remove('.git/wukong/wukong');
  symlinkSync(join(DIST, 'cli.js'), join(sandbox.root, 'wukong'));
  const PATH = `${sandbox.root}:${process.env.PATH}`;
  expect((await shell(sandbox, 'wukong init --yes', { PATH })).code).toBe(0);
  expect(sandbox.has('.git/wukong/wukong')).toBe(false);
});

describe('where it was started by npx', () => {
  test('it says the line again, and after init the starter, from each folder', async () => {
    using sandbox = await Sandbox.create();
    const cache = join(sandbox.root, '.npm/_npx/0a1b2c3d');
    const program = join(cache, 'node_modules/wukong/dist');
    mkdirSync(dirname(program), { recursive: true });
    const without = (path: string) => !/dist\/(?:plugin|meta\.json)/.test(path);
    cpSync(DIST, program, { recursive: true, filter: without });
    const manifest = { dependencies: { wukong: 'file:../../../a b/wukong-0.1.0.tgz' } };
    writeFileSync(join(cache, 'package.json'), JSON.stringify(manifest));
    const npx = (words: string) => shell(sandbox, `node '${program}/cli.js' ${words}`);

    const again = `npx -y 'file:${sandbox.root}/a b/wukong-0.1.0.tgz'`;
    expect((await npx('status')).stderr).toContain(`${again} init`);
    expect((await npx('init --yes')).code).toBe(0);
    expect((await npx('off')).stdout).toContain(': .git/wukong/wukong on');
    const below = join(sandbox.repo, 'a');
    mkdirSync(below);
    const on = await run('../.git/wukong/wukong', ['on'], {
      cwd: below,
      env: { ...PATHS, HOME: sandbox.root },
      timeoutMs: 60_000,
    });
    expect([on.code, on.stderr]).toEqual([0, '']);
    await git(sandbox.repo, 'add', '-A');
    await git(sandbox.repo, 'commit', '-qm', 'Set up');
    const tree = join(sandbox.root, 'tree');
    await git(sandbox.repo, 'worktree', 'add', '-q', tree);
    const inTree = await run(join(sandbox.repo, '.git/wukong/wukong'), ['gates'], {
      cwd: tree,
      env: { ...PATHS, HOME: sandbox.root },
      timeoutMs: 60_000,
    });
    expect(inTree.stdout).toContain(`${sandbox.repo}/.git/wukong/wukong `);
    expect((await npx('uninstall --yes')).code).toBe(0);
    expect(sandbox.has('.git/wukong/wukong')).toBe(false);
  });
});
