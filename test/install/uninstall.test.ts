// `wukong uninstall`: install, work, update, uninstall, and the repository is as it was.

import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonStyle } from '../../runtime/hosts/claude-code/settings/json-style.ts';
import { mergeSettings } from '../../runtime/hosts/claude-code/settings/settings.ts';
import { planUninstall } from '../../runtime/hosts/claude-code/uninstall/plan-uninstall.ts';
import { readTrust, writeTrust } from '../../runtime/workspace/trust.ts';
import { DEAD, start } from '../cli/goals.ts';
import { git } from '../rig/repository.ts';
import { committed, type Files, install, snapshot, uninstall } from './as-it-was.ts';
import { DIST, Sandbox } from './temporary.ts';

const SETTINGS = '.claude/settings.json';
const LOCAL = '.claude/settings.local.json';
/** As an earlier version would have left it: another launcher, hooks and texts, and a trust that knows them. */
function makeOlder(sandbox: Sandbox, settings: string): void {
  const trust = readTrust(sandbox.ws);
  if (!trust) throw new Error('no trust');
  sandbox.write('.wukong/runtime/hook.cjs', "'use strict';\n");
  sandbox.write('.wukong/runtime/older.cjs', "'use strict';\n");
  const older = sandbox.read(settings).replaceAll('"timeout": 600', '"timeout": 60');
  sandbox.write(settings, older);
  writeTrust(sandbox.ws, { ...trust, launchers: [] });
}

const HEADED = '---\nname: helper\ndescription: mine\n---\nMine.\n';

/** Small, and each with what such repositories have. */
const REPOSITORIES: ReadonlyArray<readonly [string, Files, string]> = [
  ['nothing in it', {}, 'repository'],
  [
    'JavaScript with prettier and eslint',
    {
      'package.json': '{\n    "name": "shop",\n    "scripts": { "test": "node --test" }\n}\n',
      '.prettierrc': '{ "tabWidth": 4 }\n',
      'eslint.config.js': 'export default [];\n',
      '.gitignore': 'node_modules/\n.env*\n',
    },
    'repository',
  ],
  [
    'TypeScript with biome and tabs',
    {
      'package.json': '{"name":"api","devDependencies":{"@biomejs/biome":"2"}}',
      'biome.json': '{ "formatter": { "indentStyle": "tab" } }\n',
      [SETTINGS]: '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n',
    },
    'repository',
  ],
  [
    'Python with settings of four spaces',
    {
      'pyproject.toml': '[project]\nname = "decode"\n[tool.pytest.ini_options]\n',
      'src/decode.py': 'def decode(b):\n    return b\n',
      [SETTINGS]: '{\n    "permissions": {\n        "deny": ["Read(.env)"]\n    }\n}\n',
    },
    'repository',
  ],
  [
    'Rust with settings on one line and no last newline',
    { 'Cargo.toml': '[package]\nname = "x"\n', [SETTINGS]: '{"model":"opus","hooks":{}}' },
    'repository',
  ],
  [
    'Go with Windows line ends, a byte order mark and hooks of its own',
    {
      'go.mod': 'module example.com/x\r\n\r\ngo 1.22\r\n',
      '.gitattributes': '* -text\n',
      [SETTINGS]:
        '\uFEFF{\r\n  "hooks": {\r\n    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]\r\n  }\r\n}',
    },
    'repository',
  ],
  [
    'agents, commands and skills of its own',
    {
      '.claude/agents/helper.md': HEADED,
      '.claude/commands/deploy.md': 'Deploy.\n',
      // Of the name of ours: left alone by init as well.
      '.claude/skills/evidence/SKILL.md': '---\nname: evidence\ndescription: mine\n---\nMine.\n',
      'CLAUDE.md': 'Be brief.\n',
    },
    'repository',
  ],
  [
    'deny rules like ours, and empty containers',
    {
      [SETTINGS]:
        '{ "permissions": { "deny": ["Edit(.claude/agents/**)"], "allow": [] }, "hooks": { "Stop": [ ] } }\n',
      '.editorconfig': 'root = true\n[*.json]\nindent_style = tab\n',
    },
    'repository',
  ],
  ['an empty settings file', { [SETTINGS]: '', [LOCAL]: '{ "model": "haiku" }\n' }, 'repository'],
  [
    'a path with spaces and Chinese letters',
    { Makefile: 'test:\n\t./测试.sh\n', '测试.sh': '#!/bin/sh\nexit 0\n' },
    '我的 项目 (neu)',
  ],
];

test.each(REPOSITORIES)(
  'installed, worked with, brought up to date and uninstalled, a repository with %s is as it was',
  async (_, files, name) => {
    using sandbox = await committed(files, name);
    const before = snapshot(sandbox.repo);
    await install(sandbox);
    start(sandbox.ws, 'one', DEAD);
    makeOlder(sandbox, SETTINGS);
    await install(sandbox);
    expect(snapshot(sandbox.repo)).not.toEqual(before);
    await uninstall(sandbox);
    expect(snapshot(sandbox.repo)).toEqual(before);
    expect(await git(sandbox.repo, 'status', '--porcelain', '--ignored')).toBe('');
  },
);

test('for this clone alone, git’s exclude file and the local settings come back too', async () => {
  using sandbox = await committed({ 'biome.json': '{}\n', [SETTINGS]: '{ "model": "opus" }\n' });
  sandbox.write('.git/info/exclude', '# mine\n*.log');
  sandbox.write(LOCAL, '{"env":{"A":"1"}}');
  const before = snapshot(sandbox.repo);
  await install(sandbox, true);
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('from a linked worktree it is taken out of the main checkout, where init put it', async () => {
  using sandbox = await committed({ 'a.txt': 'a\n' });
  const linked = join(sandbox.root, 'linked');
  await git(sandbox.repo, 'worktree', 'add', '--quiet', linked);
  const before = snapshot(sandbox.repo);
  await sandbox.wukong(['init', '--yes'], { cwd: linked });
  const ended = await sandbox.wukong(['uninstall', '--yes'], { cwd: linked });
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(snapshot(sandbox.repo)).toEqual(before);
});

/** A settings file as a person or a tool may have written it. */
const settingsFile = fc
  .record(
    {
      model: fc.string(),
      env: fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
      permissions: fc.record(
        { allow: fc.array(fc.string(), { maxLength: 3 }), deny: fc.array(fc.string()) },
        { requiredKeys: [] },
      ),
      hooks: fc.dictionary(
        fc.constantFrom('Stop', 'PreToolUse', 'Notification'),
        fc.array(fc.constant({ hooks: [{ type: 'command', command: 'ding' }] }), { maxLength: 2 }),
      ),
    },
    { requiredKeys: [] },
  )
  .chain((value) =>
    fc
      .tuple(
        fc.constantFrom(2, 4, '\t', 0),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
      )
      .map(([indent, eol, bom, newline]) => {
        const text = JSON.stringify(value, null, indent) + (newline ? '\n' : '');
        return (bom ? '\uFEFF' : '') + text.replaceAll('\n', eol);
      }),
  );

test('whatever settings a repository has, they come back to the byte', async () => {
  using sandbox = await Sandbox.installed();
  const style = jsonStyle(sandbox.repo);
  fc.assert(
    fc.property(settingsFile, (text) => {
      const merged = mergeSettings(text, style);
      if (!merged.ok) throw new Error(JSON.stringify(merged.error));
      sandbox.write(SETTINGS, merged.value.text);
      sandbox.write('.git/wukong/settings.before', text);
      const plan = planUninstall(sandbox.ws, DIST, 'remove-data');
      const action = plan.ok ? plan.value.find(({ path }) => path === SETTINGS) : undefined;
      expect(action?.kind === 'update' && action.content.toString()).toBe(text);
    }),
    { numRuns: 40 },
  );
});

test('deny rules like ours in another settings file are the person’s, and a fault there is nobody’s business', async () => {
  using sandbox = await committed({});
  await install(sandbox);
  const mine = '{ "permissions": { "deny": ["Edit(.wukong/**)"] }, }\n';
  sandbox.write(LOCAL, mine);
  await uninstall(sandbox);
  expect(sandbox.read(LOCAL)).toBe(mine);
  expect(sandbox.has(SETTINGS)).toBe(false);
});

test('settings that were edited since lose our entries and nothing else', async () => {
  using sandbox = await committed({ [SETTINGS]: '{\n    "model":   "opus"\n}\n' });
  await install(sandbox);
  sandbox.write(SETTINGS, sandbox.read(SETTINGS).replace('"opus"', '"haiku"'));
  expect(await uninstall(sandbox)).toContain(`update ${SETTINGS}`);
  expect(sandbox.read(SETTINGS)).toBe('{\n    "model":   "haiku"\n}\n');
});

test('what init wrote in the place of a deleted settings file goes as a whole', async () => {
  using sandbox = await committed({ [SETTINGS]: '{ "model": "opus" }\n' });
  await install(sandbox);
  sandbox.remove(SETTINGS);
  await install(sandbox);
  await uninstall(sandbox);
  expect(sandbox.has('.claude')).toBe(false);
});

test('an agent, command or skill that a person edited stays, and ours beside it goes', async () => {
  using sandbox = await committed({});
  await install(sandbox);
  const edited = ['.claude/agents/body.md', '.claude/skills/evidence/SKILL.md'];
  for (const path of edited) sandbox.write(path, `${sandbox.read(path)}\nMine.\n`);
  // The model of an agent is no edit.
  const eye = sandbox.read('.claude/agents/eye.md');
  sandbox.write('.claude/agents/eye.md', eye.replace('\nwukong:', '\nmodel: haiku\nwukong:'));
  await install(sandbox);
  expect(sandbox.has('.claude/agents/body.md.new')).toBe(true);
  const done = await uninstall(sandbox);
  expect(done.filter((line) => line.startsWith('keep'))).toEqual(
    edited.map((path) => `keep ${path}`),
  );
  expect(Object.keys(snapshot(join(sandbox.repo, '.claude')))).toEqual([
    'agents',
    'agents/body.md',
    'skills',
    'skills/evidence',
    'skills/evidence/SKILL.md',
  ]);
  const again = await sandbox.wukong(['uninstall', '--yes']);
  expect(again.code).toBe(0);
  expect(again.stdout).toContain(`yours to keep or delete: ${edited.join(', ')}`);
});

test('through a symbolic link nothing is removed: that is refused, and nothing is done', async () => {
  using sandbox = await committed({});
  const elsewhere = join(sandbox.root, 'elsewhere');
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, join(sandbox.repo, '.wukong'));
  const before = snapshot(sandbox.repo);
  const ended = await sandbox.wukong(['uninstall', '--yes']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('.wukong is a symbolic link');
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('where Wukong is not installed it says so, and does nothing', async () => {
  using sandbox = await committed({ [SETTINGS]: '{ "model": "opus" }\n' });
  const before = snapshot(sandbox.repo);
  const ended = await sandbox.wukong(['uninstall']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  expect(ended.stdout).toBe(`Wukong is not installed in ${sandbox.repo}.\n`);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

const ANCHOR = '\n## A-2026-k3f7 Decision: Keep it\n\nDecision: We keep it.\n';

test('what wukong prove may run goes by a line of its own, also where nothing else of Wukong is', async () => {
  using sandbox = await committed({ 'README.md': 'Shop.\n' });
  const before = snapshot(sandbox.repo);
  const answered = (): void =>
    sandbox.write('.git/wukong/prove.json', '{"version":1,"checks":[]}\n');
  answered();
  expect(await uninstall(sandbox)).toEqual(['remove .git/wukong/prove.json']);
  expect(snapshot(sandbox.repo)).toEqual(before);
  await install(sandbox);
  answered();
  const kept = planUninstall(sandbox.ws, DIST, 'keep-data');
  expect(kept.ok && kept.value.map(({ path }) => path)).toContain('.git/wukong/prove.json');
  expect((await uninstall(sandbox)).slice(-2)).toEqual([
    'remove .git/wukong/prove.json',
    'remove .git/wukong/',
  ]);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('reviewed anchors and an open goal are named as lost and need --yes, and the goal a person', async () => {
  using sandbox = await Sandbox.installed();
  const anchors = '.wukong/anchors/anchors.md';
  sandbox.write(anchors, sandbox.read(anchors) + ANCHOR);
  const before = sandbox.read('.wukong/events.jsonl');
  const asked = await sandbox.wukong(['uninstall']);
  expect(asked.code).toBe(3);
  expect(asked.stderr).toBe(
    'error  Nothing was done. This would be lost: reviewed anchors A-2026-k3f7.\n  hint: wukong uninstall --yes, or leave it in .wukong: wukong uninstall --keep-data\n',
  );
  start(sandbox.ws, 'one', DEAD);
  const alone = await sandbox.wukong(['uninstall', '--yes']);
  expect(alone.code).toBe(3);
  expect(alone.stderr).toContain('While a goal is open only a person decides this');
  expect(sandbox.read('.wukong/events.jsonl').startsWith(before)).toBe(true);
  const no = await sandbox.person(['uninstall', '--yes'], 'n');
  expect(no.stdout).toContain('Lost with it: open goals G-0001; reviewed anchors A-2026-k3f7.');
  expect(no.code).toBe(3);
  expect((await sandbox.person(['uninstall', '--yes'])).code).toBe(0);
  expect(readdirSync(sandbox.repo)).toEqual(['.git']);
  expect(sandbox.has('.git/wukong')).toBe(false);
});

test('--keep-data leaves log, evidence, memory and configuration, out of sight of git as before, and init goes on with them', async () => {
  using sandbox = await Sandbox.installed();
  start(sandbox.ws, 'one', DEAD);
  const ended = await sandbox.person(['uninstall', '--keep-data']);
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('wukong init goes on with it');
  expect(sandbox.has('.claude')).toBe(false);
  // The second copy of the log is data, too.
  expect(readdirSync(join(sandbox.repo, '.git/wukong'))).toEqual(['log']);
  expect(sandbox.has('.wukong/runtime')).toBe(false);
  const shown = await git(sandbox.repo, 'status', '--porcelain', '--untracked-files=all');
  expect(shown).not.toContain('events.jsonl');
  expect(shown).toContain('.wukong/config.yaml');
  await install(sandbox);
  const status = await sandbox.json(['status']);
  expect(status.out.goals).toMatchObject([{ id: 'G-0001', status: 'paused' }]);
});
