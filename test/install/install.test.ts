import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyInstall } from '../../runtime/hosts/claude-code/install/install.ts';
import type { InstallAction } from '../../runtime/hosts/claude-code/install/install-action.ts';
import { planInstall } from '../../runtime/hosts/claude-code/install/plan-install.ts';
import { removeFromSettings } from '../../runtime/hosts/claude-code/settings/settings.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { git } from '../rig/repository.ts';
import { DIST, Sandbox } from './temporary.ts';

const NPM_TEST = { command: ['npm', 'test'] };
const AGENTS = ['body', 'ear', 'eye', 'mind', 'nose', 'tongue'];

function plan(ws: Workspace, source = DIST): readonly InstallAction[] {
  const planned = planInstall(ws, source);
  if (!planned.ok) throw new Error(JSON.stringify(planned.error));
  return planned.value;
}

function kinds(actions: readonly InstallAction[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of actions) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function refusals(actions: readonly InstallAction[]): string[] {
  return actions.flatMap((action) =>
    action.kind === 'refuse' ? [`${action.path} ${action.why}`] : [],
  );
}

/** Every file with its bytes and time: what must be the same when nothing was done. */
function snapshot(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.parentPath.includes('/.git/objects'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${lstatSync(path).mtimeMs} ${lstatSync(path).size}`)
    .sort();
}

test('a fresh repository gets everything, and a second init finds nothing to do', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}');

  const first = await sandbox.json(['init', '--yes']);
  expect(first.code).toBe(0);
  expect(readdirSync(join(sandbox.repo, '.claude/agents')).sort()).toEqual(
    AGENTS.map((role) => `${role}.md`),
  );
  const bundle = readFileSync(join(sandbox.repo, '.wukong/runtime/hook.cjs'));
  const trust = readTrust(sandbox.ws);
  expect(trust?.launchers).toEqual([createHash('sha256').update(bundle).digest('hex')]);
  expect(trust?.approvals).toEqual([NPM_TEST]);
  expect(JSON.parse(sandbox.read('.wukong/events.jsonl')).payload.log_id).toBe(trust?.log_id);
  expect(sandbox.read('.wukong/config.yaml')).toContain('command: ["npm", "test"]');

  const before = snapshot(sandbox.repo);
  const second = await sandbox.wukong(['init', '--yes']);
  expect(second.stdout).toContain('Nothing to do.');
  expect(second.code).toBe(0);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('--dry-run and planning change nothing', async () => {
  using sandbox = await Sandbox.create();
  const before = snapshot(sandbox.root);
  const shown = await sandbox.json(['init', '--dry-run']);
  expect(shown.code).toBe(0);
  expect(shown.out.dry_run).toBe(true);
  expect(shown.out.actions.map((action: InstallAction) => action.kind)).toContain('create');
  expect(snapshot(sandbox.root)).toEqual(before);
});

test('without a person and without --yes nothing is approved, and it says how to', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}');
  const ended = await sandbox.wukong(['init']);
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain('wukong trust --approve');
  expect(readTrust(sandbox.ws)?.approvals).toEqual([]);
});

test('what is committable is exactly what people write and the program itself', async () => {
  using sandbox = await Sandbox.create();
  await sandbox.wukong(['init', '--yes']);
  for (const path of [
    'archive/torn-1.jsonl',
    'inbox/1.json',
    'graphs/aa.json',
    'artifacts/S-1/summary.md',
    'objects/aa/bb',
    'escalations/ESC-0001.md',
    'context_packs/G-0001/N-010.json',
    'outbox/local.md',
    'rollups/2026-11-21.md',
    'state.json',
    'taskgraph.json',
    'config.local.yaml',
    'anchors/anchors_candidates.md',
    'anchors/index.json',
    'events.lock',
    // These three are the user's, and committed.
    'anchors/anchors.md',
    'templates/mine.yaml',
    'templates/deep/part.yaml',
  ]) {
    sandbox.write(`.wukong/${path}`, 'x');
  }
  const listed = await git(sandbox.repo, 'ls-files', '--others', '--exclude-standard', '.wukong');
  const paths = listed.trim().split('\n');
  expect(paths.sort()).toEqual(
    [
      '.wukong/.gitattributes',
      '.wukong/.gitignore',
      '.wukong/.prettierrc',
      '.wukong/biome.json',
      '.wukong/anchors/anchors.md',
      '.wukong/config.yaml',
      '.wukong/runtime/README.md',
      '.wukong/runtime/hook.cjs',
      '.wukong/templates/deep/part.yaml',
      '.wukong/templates/mine.yaml',
    ].sort(),
  );
});

test('a file of the user with the name of ours is refused, with a hint, and nothing else is done', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('.claude/agents/body.md', '---\nname: body\ndescription: mine\n---\nMine.\n');
  sandbox.write('.claude/commands/wukong_fix.md', 'My own fix.\n');
  const before = snapshot(sandbox.root);
  const ended = await sandbox.wukong(['init', '--yes']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('.claude/agents/body.md a file of yours has this name.');
  expect(ended.stderr).toContain('.claude/commands/wukong_fix.md a file of yours has this name.');
  expect(ended.stderr).toContain('hint: Rename it or move it away');
  expect(snapshot(sandbox.root)).toEqual(before);
});

test('a head that is a program is refused and not run', async () => {
  using sandbox = await Sandbox.create();
  const trap = join(sandbox.root, 'trap');
  sandbox.write(
    '.claude/agents/body.md',
    `---js\n{ wukong: 1, name: require('fs').writeFileSync(${JSON.stringify(trap)}, 'x') }\n---\n`,
  );
  expect(refusals(plan(sandbox.ws))).toEqual([
    '.claude/agents/body.md a file of yours has this name',
  ]);
  expect(statSync(trap, { throwIfNoEntry: false })).toBeUndefined();
});

test('another agent that uses the name of a role is refused', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('.claude/agents/worker.md', '---\nname: body\ndescription: mine\n---\n');
  sandbox.write('.claude/agents/reviewer.md', '---\nname: reviewer\ndescription: mine\n---\n');
  expect(refusals(plan(sandbox.ws))).toEqual([
    '.claude/agents/worker.md calls itself "body", the name of an agent of Wukong, and would get its work',
  ]);
});

test('every agent and command we install is recognised as ours by the next version', async () => {
  using sandbox = await Sandbox.create();
  const newer = join(sandbox.root, 'newer');
  cpSync(DIST, newer, { recursive: true });
  for (const folder of ['agents', 'commands']) {
    for (const name of readdirSync(join(newer, folder))) {
      const path = join(newer, folder, name);
      writeFileSync(path, `${readFileSync(path, 'utf8')}\nOne more line.\n`);
    }
  }
  await applyInstall(sandbox.ws, DIST);
  expect(refusals(plan(sandbox.ws, newer))).toEqual([]);
});

test('malformed settings are refused with their place, untouched, and nothing else is done', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('.claude/settings.json', '{\n  "model": "opus",\n}\n');
  const before = snapshot(sandbox.root);
  const ended = await sandbox.wukong(['init', '--yes']);
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toBe(
    'error WK1001  .claude/settings.json:2:18  No comma may stand before "}".\n  hint: Correct the file and try again. It was not touched. Claude Code ignores the whole of a settings file with such a fault.\n',
  );
  expect(snapshot(sandbox.root)).toEqual(before);
});

test('the user’s own settings, and the mode of the file, stay', async () => {
  using sandbox = await Sandbox.create();
  const mine = {
    model: 'opus',
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'ding' }] }] },
  };
  sandbox.write('.claude/settings.json', JSON.stringify(mine, null, 4));
  chmodSync(join(sandbox.repo, '.claude/settings.json'), 0o640);
  await sandbox.wukong(['init', '--yes']);
  const after = JSON.parse(sandbox.read('.claude/settings.json'));
  expect(after.model).toBe('opus');
  expect(after.hooks.Stop[0]).toEqual(mine.hooks.Stop[0]);
  expect(after.hooks.Stop).toHaveLength(2);
  expect(sandbox.read('.claude/settings.json')).toContain('\n    "model"');
  expect(statSync(join(sandbox.repo, '.claude/settings.json')).mode & 0o777).toBe(0o640);
  expect(statSync(join(sandbox.repo, '.wukong/events.jsonl')).mode & 0o777).toBe(0o600);
});

test('settings of the user are kept as they were, and that once', async () => {
  using sandbox = await Sandbox.create();
  const mine = '\uFEFF{\r\n\t"model":  "opus",\r\n\t"env": {"A": "1"}\r\n}';
  const before = () => sandbox.read('.git/wukong/settings.before');
  sandbox.write('.claude/settings.json', mine);
  await applyInstall(sandbox.ws, DIST);
  expect(before()).toBe(mine);
  const after = sandbox.read('.claude/settings.json');
  expect(
    after.startsWith('\uFEFF{\r\n\t"model":  "opus",\r\n\t"env": {"A": "1"},\r\n\t"permi'),
  ).toBe(true);
  expect(removeFromSettings(after, before())).toMatchObject({ ok: true, value: { text: mine } });

  sandbox.write('.claude/settings.json', after.replace('"timeout": 600', '"timeout": 5'));
  await applyInstall(sandbox.ws, DIST);
  expect(sandbox.read('.claude/settings.json')).toBe(after);
  expect(before()).toBe(mine);
});

test('a settings file in another encoding is refused, not rewritten', async () => {
  using sandbox = await Sandbox.create();
  mkdirSync(join(sandbox.repo, '.claude'));
  writeFileSync(join(sandbox.repo, '.claude/settings.json'), '{"model": "op\u00fcs"}', 'latin1');
  expect(planInstall(sandbox.ws, DIST)).toMatchObject({
    ok: false,
    error: { kind: 'bad-json', message: 'The file is not UTF-8.' },
  });
});

test.each([
  ['.wukong', '.wukong is a symbolic link, and could point anywhere'],
  ['.claude', '.claude is a symbolic link, and could point anywhere'],
])('a symbolic link in place of %s is refused', async (name, why) => {
  using sandbox = await Sandbox.create();
  mkdirSync(join(sandbox.root, 'elsewhere'));
  symlinkSync(join(sandbox.root, 'elsewhere'), join(sandbox.repo, name));
  const ended = await sandbox.wukong(['init', '--yes']);
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(why);
  expect(readdirSync(join(sandbox.root, 'elsewhere'))).toEqual([]);
});

test.each(['.claude/settings.json', '.wukong/runtime', '.claude/agents'])(
  'a symbolic link at %s leads nowhere',
  async (path) => {
    using sandbox = await Sandbox.create();
    const target = join(sandbox.root, 'elsewhere');
    if (path.endsWith('.json')) writeFileSync(target, '{}\n');
    else mkdirSync(target);
    mkdirSync(join(sandbox.repo, path, '..'), { recursive: true });
    symlinkSync(target, join(sandbox.repo, path));
    const before = snapshot(target === path ? target : sandbox.root);
    const applied = await applyInstall(sandbox.ws, DIST);
    expect(applied.ok && refusals(applied.value).every((line) => line.startsWith(path))).toBe(true);
    expect(applied.ok && refusals(applied.value).length).toBeGreaterThan(0);
    expect(snapshot(sandbox.root).filter((line) => !line.includes('/.git/'))).toEqual(
      before.filter((line) => !line.includes('/.git/')),
    );
  },
);

test('two inits at once leave one whole installation', async () => {
  using sandbox = await Sandbox.create('two at once');
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}');
  const ended = await Promise.all([1, 2, 3].map(() => sandbox.wukong(['init', '--yes'])));
  expect(ended.map((one) => `${one.code} ${one.stderr}`)).toEqual(['0 ', '0 ', '0 ']);
  expect(kinds(plan(sandbox.ws))).toEqual({ keep: plan(sandbox.ws).length });
  expect(sandbox.read('.wukong/events.jsonl').trim().split('\n')).toHaveLength(1);
  expect(readTrust(sandbox.ws)?.approvals).toEqual([NPM_TEST]);
  expect(readdirSync(join(sandbox.repo, '.git/wukong')).sort()).toEqual([
    'config.local.json',
    'installed.json',
    'runtime',
    'schemas',
    'trust.json',
  ]);
});

test('what a killed init left half-written goes with the next', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST);
  sandbox.write('.claude/agents/body.md.4242-7.tmp', 'half');
  sandbox.write('.claude/agents/mine.md.tmp', 'not ours');
  rmSync(join(sandbox.repo, '.claude/agents/body.md'));
  await applyInstall(sandbox.ws, DIST);
  expect(sandbox.has('.claude/agents/body.md')).toBe(true);
  expect(sandbox.has('.claude/agents/body.md.4242-7.tmp')).toBe(false);
  expect(sandbox.has('.claude/agents/mine.md.tmp')).toBe(true);
});

test('the lock of an init that was killed is taken over', async () => {
  using sandbox = await Sandbox.create();
  const lock = join(sandbox.repo, '.git/wukong/init.lock');
  mkdirSync(lock, { recursive: true });
  utimesSync(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
  expect((await applyInstall(sandbox.ws, DIST)).ok).toBe(true);
});

test('a file of the program that this version does not have is removed', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST);
  sandbox.write('.wukong/runtime/templates/gone.yaml', 'name: gone\n');
  const applied = await applyInstall(sandbox.ws, DIST);
  expect(applied.ok && kinds(applied.value)).toMatchObject({ remove: 1 });
  expect(sandbox.has('.wukong/runtime/templates/gone.yaml')).toBe(false);
});

test('with another log the person is asked again: approvals were given for one log', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST, [NPM_TEST]);
  rmSync(join(sandbox.repo, '.wukong'), { recursive: true });
  await applyInstall(sandbox.ws, DIST);
  expect(readTrust(sandbox.ws)?.approvals).toEqual([]);
  const logId = JSON.parse(sandbox.read('.wukong/events.jsonl')).payload.log_id;
  expect(readTrust(sandbox.ws)?.log_id).toBe(logId);
});

test('approvals are kept by a second init, and none is there twice', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST, [NPM_TEST]);
  await applyInstall(sandbox.ws, DIST, [NPM_TEST, { command: ['make', 'test'] }]);
  await applyInstall(sandbox.ws, DIST);
  expect(readTrust(sandbox.ws)?.approvals).toEqual([NPM_TEST, { command: ['make', 'test'] }]);
});

test('a file that is no log of ours is not taken for one', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('.wukong/events.jsonl', '{"some":"thing else"}\n');
  expect(refusals(plan(sandbox.ws))).toEqual([
    '.wukong/events.jsonl its first line is damaged, or no record of Wukong',
  ]);
});

test('a log of ours with a damaged id is not taken for another one', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST, [NPM_TEST]);
  const whole = sandbox.read('.wukong/events.jsonl');
  const id = JSON.parse(whole).payload.log_id;
  sandbox.write('.wukong/events.jsonl', whole.replace(id, `x${id.slice(1)}`));
  expect(refusals(plan(sandbox.ws))).toEqual([
    '.wukong/events.jsonl its first line is damaged, or no record of Wukong',
  ]);
  sandbox.write('.wukong/events.jsonl', whole);
  await applyInstall(sandbox.ws, DIST);
  expect(readTrust(sandbox.ws)?.approvals).toEqual([NPM_TEST]);
});

test('from a linked worktree it goes into the main checkout, and says so', async () => {
  using sandbox = await Sandbox.create('main checkout');
  sandbox.write('a.txt', 'a');
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'first');
  const worktree = join(sandbox.root, 'second one');
  await git(sandbox.repo, 'worktree', 'add', '--quiet', '-b', 'second', worktree);
  const ended = await sandbox.wukong(['init', '--yes'], { cwd: worktree });
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain(`Wukong in ${sandbox.repo}\nThis is a linked worktree.`);
  expect(sandbox.has('.wukong/runtime/hook.cjs')).toBe(true);
  expect(sandbox.has('.claude/settings.json')).toBe(true);
  expect(readdirSync(worktree).sort()).toEqual(['.git', 'a.txt']);
  expect((await sandbox.wukong(['status'], { cwd: worktree })).code).toBe(0);
});

test('a path with spaces and a way through a symbolic link name the same repository', async () => {
  using sandbox = await Sandbox.create('a path with spaces & signs');
  symlinkSync(sandbox.repo, join(sandbox.root, 'link'));
  const first = await sandbox.json(['init', join(sandbox.root, 'link'), '--yes'], {
    cwd: sandbox.root,
  });
  expect(first).toMatchObject({ code: 0, out: { root: sandbox.repo } });
  const below = join(sandbox.root, 'link', 'sub folder');
  mkdirSync(below);
  const second = await sandbox.wukong(['init'], { cwd: below });
  expect(second.stdout).toContain('Nothing to do.');
});

test('a source without the program removes nothing', async () => {
  using sandbox = await Sandbox.create();
  await applyInstall(sandbox.ws, DIST);
  const applied = await applyInstall(sandbox.ws, join(sandbox.root, 'nowhere'));
  expect(applied).toMatchObject({ ok: false, error: { kind: 'refused' } });
  expect(sandbox.has('.wukong/runtime/hook.cjs')).toBe(true);
});

test('in a clone that carries our files, init makes it trusted', async () => {
  using sandbox = await Sandbox.create();
  await sandbox.wukong(['init', '--yes']);
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'with Wukong');
  const clone = join(sandbox.root, 'clone');
  await git(sandbox.root, 'clone', '--quiet', sandbox.repo, 'clone');
  const foreign = await sandbox.wukong(['status'], { cwd: clone });
  expect(foreign.code).toBe(3);
  expect(foreign.stderr).toContain('was not set up in this clone');
  const ended = await sandbox.json(['init', '--yes'], { cwd: clone });
  const changed = ended.out.actions.filter((action: InstallAction) => action.kind !== 'keep');
  expect(changed.map((action: InstallAction) => action.path)).toEqual([
    '.git/info/exclude',
    expect.stringMatching(/^\.git\/wukong\/runtime\/[0-9a-f]{16}\/$/),
    '.wukong/events.jsonl',
    '.git/wukong/trust.json',
  ]);
  expect((await sandbox.wukong(['status'], { cwd: clone })).code).toBe(0);
});
