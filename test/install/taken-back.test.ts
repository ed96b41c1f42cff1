// What `init` notes of an installation, and that taking it back goes by that.

import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpClone } from '../../runtime/hosts/claude-code/plugin/set-up.ts';
import { addStatusLine } from '../../runtime/hosts/claude-code/statusline/setting.ts';
import { planUninstall } from '../../runtime/hosts/claude-code/uninstall/plan-uninstall.ts';
import {
  readInstallation,
  sha256Of,
  writeInstallation,
} from '../../runtime/workspace/installation.ts';
import { committed, install, snapshot, uninstall } from './as-it-was.ts';
import { DIST, type Sandbox } from './temporary.ts';

const SETTINGS = '.claude/settings.json';
const LOCAL = '.claude/settings.local.json';
const NOTED = '.git/wukong/installed.json';

function plannedBack(sandbox: Sandbox): string[] {
  const plan = planUninstall(sandbox.ws, DIST, 'remove-data');
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value.map(({ kind, path }) => `${kind} ${path}`);
}

test('all that init changes in a repository is in what it notes, and a second init notes the same', async () => {
  using sandbox = await committed({ 'biome.json': '{}\n', [SETTINGS]: '{ "model": "opus" }\n' });
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  const after = snapshot(sandbox.repo);
  const noted = sandbox.read(NOTED);
  const parts = (readInstallation(sandbox.ws) ?? []).map(({ path }) => path);
  const changed = Object.keys(after).filter((path) => after[path] !== before[path]);
  const isNoted = (path: string): boolean =>
    parts.some((part) => part === path || part === `${path}/`) ||
    parts.some((part) => /^\.(?:git\/)?wukong\/$/.test(part) && path.startsWith(part));
  expect(changed.length).toBeGreaterThan(30);
  expect(changed.filter((path) => !isNoted(path))).toEqual([]);
  await install(sandbox);
  expect(sandbox.read(NOTED)).toBe(noted);
});

test('an installation of which nothing was noted is taken back as one that was', async () => {
  using sandbox = await committed({ 'biome.json': '{}\n', [SETTINGS]: '{ "model": "opus" }\n' });
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  const planned = plannedBack(sandbox);
  sandbox.remove(NOTED);
  expect(plannedBack(sandbox)).toEqual(planned);
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

/** What a record may look like that cannot be gone by. */
const UNREAD = [
  ['cut in the middle', 'torn', (text: string) => text.slice(0, text.length / 2)],
  ['of nothing but zeros', 'torn', () => '\0'.repeat(512)],
  ['of a newer version', 'newer', (text: string) => text.replace('"version": 1', '"version": 2')],
] as const;

test.each(UNREAD)(
  'an installation with a record %s is taken back all the same, that is told once, and nothing of a person goes',
  async (_, unread, damage) => {
    using sandbox = await committed({
      '.wukong/notes/mine.txt': 'mine\n',
      [SETTINGS]: '{ "model": "opus" }\n',
    });
    const before = snapshot(sandbox.repo);
    await install(sandbox);
    const planned = plannedBack(sandbox);
    sandbox.write(NOTED, damage(sandbox.read(NOTED)));
    expect(plannedBack(sandbox)).toEqual(planned);
    const dry = await sandbox.json(['uninstall', '--dry-run']);
    expect(dry.out).toMatchObject({ record_unread: unread, kept: ['.wukong/notes'], lost: [] });
    const ended = await sandbox.wukong(['uninstall', '--yes']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout.split('.git/wukong/installed.json')).toHaveLength(2);
    expect(ended.stdout).toContain('so it stays: .wukong/notes\n');
    expect(snapshot(sandbox.repo)).toEqual(before);
  },
);

test('a record that init finds damaged is written again, and what lies beside ours stays with it', async () => {
  using sandbox = await committed({ '.wukong/notes/mine.txt': 'mine\n' });
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  sandbox.write(NOTED, '{ "version": 1, "pa');
  await install(sandbox);
  expect(readInstallation(sandbox.ws)?.length).toBeGreaterThan(30);
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('folders of a person’s own that have our names stay, with what lies in them, and that is told once', async () => {
  using sandbox = await committed({ '.wukong/notes/mine.txt': 'mine\n', '.git/info/exclude': '' });
  mkdirSync(join(sandbox.repo, '.claude/agents'), { recursive: true });
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  // Brought up to date, it is still known what was there when the first one came.
  await install(sandbox);
  const ended = await sandbox.wukong(['uninstall', '--yes']);
  expect(ended.stdout).toContain('There before Wukong, so it stays: .wukong/notes\n');
  expect(snapshot(sandbox.repo)).toEqual(before);
  expect(plannedBack(sandbox)).toEqual([]);
});

test('settings as an earlier version wrote them come back to the byte, as long as nobody edited them', async () => {
  const mine = '{ "model":   "opus" }';
  using sandbox = await committed({ [SETTINGS]: mine });
  await install(sandbox);
  // In another order than this version would write it.
  const { hooks, ...rest } = JSON.parse(sandbox.read(SETTINGS));
  const earlier = JSON.stringify({ hooks, ...rest });
  sandbox.write(SETTINGS, earlier);
  const now = sha256Of(Buffer.from(earlier));
  const noted = readInstallation(sandbox.ws) ?? [];
  writeInstallation(
    sandbox.ws,
    noted.map((part) => (part.path === SETTINGS ? { ...part, now } : part)),
  );
  await uninstall(sandbox);
  expect(sandbox.read(SETTINGS)).toBe(mine);
});

test('what a person changed in settings stays, also where an update wrote our entries again after it', async () => {
  using sandbox = await committed({ [SETTINGS]: '{\n  "model": "opus"\n}\n' });
  await install(sandbox);
  const edited = sandbox.read(SETTINGS).replace('"opus"', '"haiku"');
  sandbox.write(SETTINGS, edited.replaceAll('"timeout": 600', '"timeout": 60'));
  await install(sandbox);
  expect(sandbox.read(SETTINGS)).toContain('"timeout": 600');
  await uninstall(sandbox);
  expect(sandbox.read(SETTINGS)).toBe('{\n  "model": "haiku"\n}\n');
});

test('a status line that was put in later goes with the rest', async () => {
  using sandbox = await committed({ [LOCAL]: '{"env":{"A":"1"}}' });
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  expect(addStatusLine(sandbox.ws)).toBe(undefined);
  await install(sandbox);
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('a settings file that nobody may write comes back as it was, and stays one', async () => {
  using sandbox = await committed({ [SETTINGS]: '{ "model": "opus" }\n' });
  chmodSync(join(sandbox.repo, SETTINGS), 0o444);
  const before = snapshot(sandbox.repo);
  await install(sandbox);
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('what the plugin set up in a clone is taken back as what init installed', async () => {
  using sandbox = await committed({ '.wukong/notes.txt': 'mine\n' });
  const before = snapshot(sandbox.repo);
  expect(await setUpClone(sandbox.ws, DIST)).toEqual({ ok: true, value: undefined });
  expect(readInstallation(sandbox.ws)?.map(({ is }) => is)).toContain('data');
  await uninstall(sandbox);
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('an agent that an update no longer knows is taken back by what was noted of it, and stays once it was edited', async () => {
  using sandbox = await committed({});
  await install(sandbox);
  const old = '.claude/agents/scout.md';
  const text = '---\nname: scout\nwukong: 1\n---\nLook.\n';
  const part = { path: old, is: 'text', before: null, now: sha256Of(Buffer.from(text)) } as const;
  writeInstallation(sandbox.ws, [...(readInstallation(sandbox.ws) ?? []), part]);
  sandbox.write(old, text);
  await install(sandbox);
  expect(plannedBack(sandbox)).toContain(`remove ${old}`);
  sandbox.write(old, `${text}Mine.\n`);
  expect(plannedBack(sandbox)).toContain(`keep ${old}`);
});

test('nothing that was noted leads out of the folders of an installation', async () => {
  using sandbox = await committed({ 'src/mine.ts': 'mine\n', '.claude/mine.md': 'mine\n' });
  await install(sandbox);
  const now = sha256Of(Buffer.from('mine\n'));
  const odd = [
    { path: '.claude/agents/../../src/mine.ts', is: 'text', before: null, now },
    { path: 'src/mine.ts', is: 'text', before: null, now },
    { path: '.claude/mine.md', is: 'entries', before: null, now },
    { path: '.git/', is: 'data', before: null, now: null },
  ] as const;
  writeInstallation(sandbox.ws, [...(readInstallation(sandbox.ws) ?? []), ...odd]);
  await uninstall(sandbox);
  expect(sandbox.read('src/mine.ts') + sandbox.read('.claude/mine.md')).toBe('mine\nmine\n');
  expect(sandbox.has('.git/HEAD')).toBe(true);
});

test('--dry-run shows what would go and what would be lost, and does nothing', async () => {
  using sandbox = await committed({ [SETTINGS]: '{ "model": "opus" }\n' });
  await install(sandbox);
  const before = snapshot(sandbox.repo);
  const { code, out } = await sandbox.json(['uninstall', '--dry-run']);
  expect(code).toBe(0);
  expect(out).toMatchObject({ dry_run: true, kept: [], lost: [] });
  expect(out.actions).toContainEqual({
    kind: 'update',
    path: SETTINGS,
    why: 'as it was before Wukong',
  });
  expect(snapshot(sandbox.repo)).toEqual(before);
});

test('doctor names what keeps git and linters off where it is gone, and init puts it back', async () => {
  using sandbox = await committed({});
  await install(sandbox);
  sandbox.remove('.wukong/.gitignore');
  sandbox.write('.git/info/exclude', '# mine\n');
  const asked = async (): Promise<string[]> => {
    const { out } = await sandbox.json(['doctor']);
    return out.findings.map(({ kind, place }: Found) => `${kind} ${place}`);
  };
  expect(await asked()).toEqual([
    'file-changed .git/info/exclude',
    'file-missing .wukong/.gitignore',
  ]);
  await install(sandbox);
  expect(await asked()).toEqual([]);
});

type Found = Readonly<{ kind: string; place: string }>;
