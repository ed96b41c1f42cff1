// Whether a client that is started in a folder starts the hooks of Wukong: by the settings and agents it would read.

import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { startChecks } from '../../runtime/hosts/claude-code/install/start-checks.ts';
import { mergeSettings } from '../../runtime/hosts/claude-code/settings/settings.ts';
import { findRepository } from '../../runtime/workspace/repository.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const root = temporaryFolder('wukong-start-');
const [repo, home] = [join(root, 'repo'), join(root, 'home')];
const merged = mergeSettings(undefined);
if (!merged.ok) throw new Error('no settings');
const OURS = merged.value.text;

afterAll(() => vi.unstubAllEnvs());

beforeEach(() => {
  vi.stubEnv('CLAUDE_CONFIG_DIR', home);
  for (const folder of [repo, home]) rmSync(folder, { recursive: true, force: true });
  for (const path of ['.git', '.wukong', 'packages/api']) {
    mkdirSync(join(repo, path), { recursive: true });
  }
  put('.claude/settings.json', OURS);
  put('.wukong/runtime/hook.cjs', '');
  agent('.claude/agents/body.md', 'body');
});

function put(path: string, text: string, at = repo): void {
  mkdirSync(dirname(join(at, path)), { recursive: true });
  writeFileSync(join(at, path), text);
}

function settings(path: string, value: object, at = repo): void {
  put(path, JSON.stringify(value), at);
}

function agent(path: string, name: string, at = repo): void {
  put(path, `---\ndescription: x\nname: ${name}\n---\nBe brief.\n`, at);
}

function found(folder = '', byPlugin = false): readonly string[] {
  const ws = findRepository(repo);
  if (!ws) throw new Error('no repository');
  return startChecks({ ws, folder: join(repo, folder), byPlugin }).map(
    ({ severity, kind, place }) => `${severity} ${kind} ${place.replace(`${root}/`, '')}`,
  );
}

test('at the top of a repository that is set up nothing is in the way', () => {
  expect(found()).toEqual([]);
});

test('below the top the settings of the top are not read, unless that folder has its own and the hook they name', () => {
  const below = ['finding below-the-top packages/api/'];
  expect(found('packages/api')).toEqual(below);
  put('packages/api/.claude/settings.local.json', OURS);
  expect(found('packages/api')).toEqual(below);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client puts the folder in.
  const args = ['-e', '', '${CLAUDE_PROJECT_DIR}/../../.wukong/runtime/hook.cjs', 'Stop'];
  settings('packages/api/.claude/settings.local.json', {
    hooks: { Stop: [{ hooks: [{ command: 'node', args }] }] },
  });
  expect(found('packages/api')).toEqual([]);
  put('packages/api/.claude/settings.local.json', OURS.slice(1));
  expect(found('packages/api')).toContainEqual(below[0]);
});

test.each<[string, () => void, readonly string[]]>([
  [
    'no entry of ours',
    () => settings('.claude/settings.json', {}),
    [
      'finding hook-missing .claude/settings.json',
      'finding deny-rule-missing .claude/settings.json',
    ],
  ],
  [
    'a fault in the settings',
    () => put('.claude/settings.json', OURS.slice(1)),
    ['finding settings .claude/settings.json'],
  ],
  [
    'no launcher',
    () => rmSync(join(repo, '.wukong/runtime'), { recursive: true }),
    ['finding file-missing .wukong/runtime/hook.cjs'],
  ],
  [
    'a link for a folder of ours',
    () => {
      renameSync(join(repo, '.claude/agents'), join(repo, 'agents'));
      symlinkSync(join(repo, 'agents'), join(repo, '.claude/agents'));
    },
    ['finding in-the-way .claude/agents'],
  ],
])('at the top, %s', (_, change, all) => {
  change();
  expect(found()).toEqual(all);
  // Nothing of it is the plugin's.
  settings('settings.json', { enabledPlugins: { 'wukong@wukong': true } }, home);
  expect(found('', true).filter((one) => one.startsWith('finding'))).toEqual([]);
});

test('a plugin works in each folder if the user turned it on, and only at the top if the project did', () => {
  expect(found('', true)).toEqual(['finding plugin-off enabledPlugins']);
  settings('.claude/settings.json', { enabledPlugins: { 'wukong@wukong': true } });
  expect(found('', true)).toEqual([]);
  expect(found('packages/api', true)).toEqual(['finding plugin-off enabledPlugins']);
  settings('settings.json', { enabledPlugins: { 'wukong@wukong': true } }, home);
  expect(found('packages/api', true)).toEqual([]);
});

test.each([
  ['disableAllHooks', { disableAllHooks: true }, 'hooks-off'],
  ['the rule Agent', { permissions: { deny: ['Read(.env)', 'Agent'] } }, 'agent-denied'],
  ['its other name', { permissions: { deny: ['Task'] } }, 'agent-denied'],
  ['one of our agents', { permissions: { deny: ['Agent(eye)'] } }, 'agent-denied'],
  ['one of the plugin', { permissions: { deny: ['Task(wukong:body)'] } }, 'agent-denied'],
  ['all tools', { permissions: { deny: ['*'] } }, 'agent-denied'],
])('%s is found in the settings of each layer', (_, value, kind) => {
  settings('.claude/settings.local.json', value);
  expect(found()).toEqual([`finding ${kind} repo/.claude/settings.local.json`]);
  rmSync(join(repo, '.claude/settings.local.json'));
  settings('settings.json', value, home);
  expect(found()).toEqual([`finding ${kind} home/settings.json`]);
});

test.each([
  { permissions: { deny: ['Agent(reviewer)', 'Bash(rm *)', 'mcp__Task'] } },
  { permissions: { deny: 'Agent' } },
  { permissions: { ask: ['Agent'] } },
  { disableAllHooks: false },
])('%j is in the way of nothing', (value) => {
  settings('.claude/settings.local.json', value);
  expect(found()).toEqual([]);
});

test('settings that nobody can read are named', () => {
  put('.claude/settings.local.json', '{');
  expect(found()).toEqual(['note settings-unread repo/.claude/settings.local.json']);
});

test.each([
  ['body', true],
  ['"tongue"', true],
  ["'eye'   # of the team", true],
  ['bodyguard', false],
  ['nobody', false],
])('an agent that is called %s in a folder of its own', (name, isOurs) => {
  agent('.claude/agents/team/deep/writer.md', name);
  const path = '.claude/agents/team/deep/writer.md';
  expect(found()).toEqual(isOurs ? [`finding agent-name ${path}`] : []);
});

test('agents are read of each folder above, through links, and of the home of the user', () => {
  agent('packages/.claude/agents/body.md', 'body');
  agent('agents/nose.md', 'nose', root);
  symlinkSync(join(root, 'agents'), join(repo, '.claude/agents/shared'));
  symlinkSync(join(repo, '.claude/agents'), join(repo, '.claude/agents/again'));
  agent('agents/mind.md', 'mind', home);
  expect(found('packages/api').slice(1)).toEqual([
    'finding agent-name .claude/agents/shared/nose.md',
    'finding agent-name packages/.claude/agents/body.md',
    'note agent-name home/agents/mind.md',
  ]);
  // Those of the plugin have names of their own.
  expect(found('packages/api', true)).toEqual(['finding plugin-off enabledPlugins']);
});

test('a Node that was too old is told until events are recorded again', () => {
  put('.git/wukong/old-node', 's-1 14.21.3\ns-2 16.20.2\n');
  expect(found()).toEqual(['finding hook-node node']);
});
