// The plugin as a person gets it: the built folder is added as a marketplace and installed by the real client, in
// a home and a repository where nothing of Wukong is.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { clientEnvironment, systemPaths } from '../../scripts/client/environment.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { requireClient } from '../rig/client.ts';
import { git, gitEnvironment, PROJECT } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { expectUntried } from './expect-fixed.ts';

const client = await requireClient();
const PLUGIN = join(PROJECT, 'dist', 'plugin');

async function plugin(home: string, ...args: readonly string[]): Promise<string> {
  const ended = await run(client?.path ?? '', ['plugin', ...args], {
    cwd: home,
    env: clientEnvironment({ home }),
    timeoutMs: 120_000,
  });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  return ended.stdout;
}

async function publish(remote: string): Promise<string> {
  const { code, stdout, stderr } = await run(
    process.execPath,
    ['--import', 'tsx', 'scripts/publish-plugin.ts', '--remote', remote],
    { cwd: PROJECT, env: { ...systemPaths(), ...gitEnvironment() }, timeoutMs: 60_000 },
  );
  expect(code, stderr).toBe(0);
  return stdout;
}

async function withPlugin(): Promise<Rig> {
  const rig = await Rig.create({ install: false });
  await plugin(rig.home, 'marketplace', 'add', PLUGIN);
  await plugin(rig.home, 'install', 'wukong@wukong');
  return rig;
}

describe.runIf(client)('the plugin', () => {
  test('is what the client takes for a valid marketplace and a valid plugin', async () => {
    await using rig = await Rig.create({ install: false });
    expect(await plugin(rig.home, 'validate', PLUGIN)).toContain('Validation passed');
  });

  test('fixes a bug where only /wukong:fix was typed, says what it set up, and leaves nothing behind', async () => {
    await using rig = await withPlugin();
    const exclude = rig.file('.git/info/exclude');
    await rig.model(fixDecoder());
    const ended = await (await rig.headless('/wukong:fix the decoder crashes on empty input')).done;
    expect(ended.code, ended.stderr).toBe(0);
    expect(JSON.stringify(ended.lines)).toContain('the plugin works in this clone from now on');
    expectUntried(rig);

    // Consent, and nothing more than that: no approvals, nothing that git shows, nothing beside .wukong.
    const trust = JSON.parse(rig.file('.git/wukong/trust.json'));
    expect(trust).toMatchObject({ plugin: true, approvals: [] });
    expect(await rig.git('status', '--porcelain', '--', '.wukong', '.claude')).toBe('');
    expect(existsSync(join(rig.repo, '.claude'))).toBe(false);
    // The agents are those of the plugin, and its guard has seen each that writes.
    const roles = rig.events('run.guarded');
    expect(new Set(roles.map(({ node_id }) => node_id))).toEqual(
      new Set(['N-020', 'N-030', 'N-050']),
    );

    await plugin(rig.home, 'uninstall', 'wukong@wukong');
    const starter = join(rig.repo, '.git/wukong/wukong');
    const env = clientEnvironment({ home: rig.home });
    const left = await run(starter, ['uninstall', '--yes'], {
      ...{ cwd: rig.repo, env, timeoutMs: 60_000 },
    });
    expect(left.code, left.stdout + left.stderr).toBe(0);
    for (const path of ['.wukong', '.git/wukong']) {
      expect(existsSync(join(rig.repo, path)), path).toBe(false);
    }
    expect(rig.file('.git/info/exclude')).toBe(exclude);
  });

  test('brings its commands for a shell to the agents of each session', async () => {
    await using rig = await withPlugin();
    let seen = '';
    await rig.model((call) => {
      seen = JSON.stringify(call);
      const command = 'wukong prove --check "npm test"';
      return call.turn === 0
        ? { tools: [{ name: 'Bash', input: { command, description: 'prove' } }] }
        : { text: 'Done.' };
    });
    const allow = JSON.stringify({ permissions: { allow: ['Bash(wukong prove:*)'] } });
    writeFileSync(join(rig.home, '.claude/settings.local.json'), allow);
    const ended = await (await rig.headless('/wukong:prove --check "npm test"')).done;
    expect(ended.code, seen).toBe(0);
    expect(JSON.stringify(ended.lines)).not.toContain('wukong: not found');
    expect(existsSync(join(rig.repo, '.wukong'))).toBe(false);
  });

  test('is installed by the URL of a git repository, from the branch that npm run plugin:publish writes', async () => {
    await using rig = await Rig.create({ install: false });
    const remote = join(rig.root, 'wukong.git');
    await git(rig.root, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
    expect(await publish(remote)).toContain('has the plugin of Wukong');
    expect(await publish(remote)).toContain('has this plugin already');

    // Where the repository will be is not said anywhere: git is told that it is here.
    const url = 'https://git.example/wukong.git';
    const config = `[url "file://${remote}"]\n\tinsteadOf = ${url}\n`;
    writeFileSync(join(rig.home, '.gitconfig'), config);
    await plugin(rig.home, 'marketplace', 'add', `${url}#plugin`);
    await plugin(rig.home, 'install', 'wukong@wukong');
    const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));
    expect(await plugin(rig.home, 'list')).toContain(`Version: ${version}`);
    const installed = join(rig.home, '.claude/plugins/cache/wukong/wukong', version);
    expect(readFileSync(join(installed, 'hook.cjs'))).toEqual(
      readFileSync(join(PLUGIN, 'hook.cjs')),
    );
  });

  test('holds a call about its data while its guard cannot answer, and no other', async () => {
    await using rig = await Rig.create({ install: false });
    const broken = join(rig.root, 'plugin');
    cpSync(PLUGIN, broken, { recursive: true });
    writeFileSync(join(broken, 'hook.cjs'), "process.exit(process.argv[2] === 'guard' ? 1 : 0);\n");
    await plugin(rig.home, 'marketplace', 'add', broken);
    await plugin(rig.home, 'install', 'wukong@wukong');
    await rig.model((call) =>
      call.turn === 0
        ? { tools: [writeFile(rig, 'plain.txt'), writeFile(rig, '.wukong/events.jsonl')] }
        : { text: 'Done.' },
    );
    expect((await (await rig.headless('write both')).done).code).toBe(0);
    expect(existsSync(join(rig.repo, 'plain.txt'))).toBe(true);
    expect(existsSync(join(rig.repo, '.wukong'))).toBe(false);
  });
});

function writeFile(rig: Rig, path: string) {
  return { name: 'Write', input: { file_path: join(rig.repo, path), content: 'x' } };
}
