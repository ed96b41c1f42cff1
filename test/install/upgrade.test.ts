// A repository with the program of before, which lay in .wukong/runtime as a whole.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedText, type WhatChanged } from '../../runtime/cli/install/what-changed.ts';
import { filesBelow } from '../../runtime/files/folders.ts';
import { planInstall } from '../../runtime/hosts/claude-code/install/plan-install.ts';
import { currentVersion, programFolder } from '../../runtime/workspace/current-program.ts';
import { programsOf } from '../../runtime/workspace/paths.ts';
import { readTrust, writeTrust } from '../../runtime/workspace/trust.ts';
import { DIST, Sandbox } from './temporary.ts';

/** As 0.1.0 installed them. */
const PARTS =
  'anchors begin compact dispatch end facts goal graph guard large many node outputs plan privacy rare report runs say seal session step stop text wake'.split(
    ' ',
  );
const OLD_HOOK = "'use strict';\n";

/** Makes of an installation what 0.1.0 left: all files in the tree, and a trust that knows one bundle. */
function makeOld(sandbox: Sandbox): void {
  const trust = readTrust(sandbox.ws);
  if (!trust) throw new Error('no trust');
  const bundle_sha256 = createHash('sha256').update(OLD_HOOK).digest('hex');
  const tree = ['hook.cjs', '.gitattributes', 'templates/fix.yaml', 'schema/config.schema.json'];
  for (const name of [...tree, ...PARTS.map((part) => `${part}.cjs`)]) {
    sandbox.write(`.wukong/runtime/${name}`, OLD_HOOK);
  }
  const { launchers: _, ...rest } = trust;
  writeTrust(sandbox.ws, { ...rest, bundle_sha256 });
  sandbox.remove('.git/wukong/runtime');
  sandbox.remove('.git/wukong/schemas');
  const settings = JSON.parse(sandbox.read('.claude/settings.json'));
  for (const [event, groups] of Object.entries<OldGroup[]>(settings.hooks)) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in.
    const args = ['${CLAUDE_PROJECT_DIR}/.wukong/runtime/hook.cjs', event];
    for (const group of groups) for (const hook of group.hooks) hook.args = args;
  }
  sandbox.write('.claude/settings.json', JSON.stringify(settings, null, 2));
}

const CHANGES: WhatChanged = {
  from: { release: '0.2.0', program: 'a'.repeat(16) },
  to: { release: '0.3.0', program: 'b'.repeat(16) },
  written: 5,
  removed: 0,
  unchanged: 20,
  kept: [],
};

type OldGroup = { hooks: { args: string[] }[] };

test('an installation of before is brought up to date, and keeps its log, configuration and approvals', async () => {
  using sandbox = await Sandbox.create();
  sandbox.write('package.json', '{"scripts":{"test":"node --test"}}');
  await sandbox.wukong(['init', '--yes']);
  sandbox.write('.wukong/config.yaml', 'gates: []\nrecord: goals\n');
  makeOld(sandbox);
  const kept = ['.wukong/events.jsonl', '.wukong/config.yaml'].map((path) => sandbox.read(path));
  sandbox.write('.wukong/state.json', '{"schema_version":2}\n');
  const before = readTrust(sandbox.ws);

  const ended = await sandbox.wukong(['init']);

  expect([ended.code, ended.stderr]).toEqual([0, '']);
  expect(ended.stdout).toMatch(
    /^Updated from an earlier Wukong to Wukong \d\S+ \([0-9a-f]{8}\): \d+ files written, \d+ removed, \d+ unchanged\.$/m,
  );
  expect(readdirSync(join(sandbox.repo, '.wukong/runtime')).sort()).toEqual([
    'README.md',
    'hook.cjs',
  ]);
  expect(['.wukong/events.jsonl', '.wukong/config.yaml'].map((path) => sandbox.read(path))).toEqual(
    kept,
  );
  const after = readTrust(sandbox.ws);
  expect(after).toMatchObject({ log_id: before?.log_id, approvals: before?.approvals });
  expect(after?.approvals).toHaveLength(1);
  expect(after?.launchers).toEqual([
    before?.bundle_sha256,
    createHash('sha256').update(sandbox.read('.wukong/runtime/hook.cjs')).digest('hex'),
  ]);
  expect((await sandbox.json(['doctor'])).out.findings).toEqual([]);
  expect((await sandbox.json(['fsck'])).out.findings).toEqual([]);
  expect((await sandbox.wukong(['init'])).stdout).toContain('Nothing to do.');
});

test('what init puts into the tree of the program is at most 16 KB', async () => {
  using sandbox = await Sandbox.installed();
  const folder = join(sandbox.repo, '.wukong/runtime');
  const sizes = filesBelow(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(16 * 1024);
});

test('a version that was replaced stays for a day, because hooks may still run from it', async () => {
  using sandbox = await Sandbox.installed();
  const version = currentVersion(sandbox.ws) ?? '';
  const older = 'a'.repeat(16);
  sandbox.write(`.git/wukong/runtime/${older}/goal.cjs`, '');
  sandbox.write('.git/wukong/runtime/current', `${older}\n`);
  const folder = programFolder(sandbox.ws, older);
  setDaysOld(folder, 30);

  await sandbox.wukong(['init', '--yes']);
  expect(currentVersion(sandbox.ws)).toBe(version);
  // It was in force a moment ago, however old it is.
  expect(existsSync(folder)).toBe(true);
  expect(planned(sandbox)).toEqual([]);

  setDaysOld(folder, 2);
  expect(planned(sandbox)).toEqual([`remove .git/wukong/runtime/${older}`]);
  await sandbox.wukong(['init', '--yes']);
  expect(readdirSync(programsOf(sandbox.ws)).sort()).toEqual([version, 'current'].sort());
});

test.each([
  [{ ...CHANGES, written: 0, kept: ['.claude/agents/body.md'] }, 'Nothing to do.'],
  [{ ...CHANGES, from: null }, 'Installed Wukong 0.3.0: 5 files written.'],
  [
    { ...CHANGES, removed: 2, kept: ['.claude/agents/body.md'] },
    'Updated from Wukong 0.2.0 (aaaaaaaa) to Wukong 0.3.0 (bbbbbbbb): 5 files written, 2 removed, 20 unchanged, 1 kept as edited.',
  ],
  [
    { ...CHANGES, from: CHANGES.to, written: 1 },
    'Wukong 0.3.0 (bbbbbbbb) put right: 1 file written, 20 unchanged.',
  ],
])('init says what changed: %#', (changes, text) => {
  expect(changedText(changes)).toBe(text);
});

function setDaysOld(folder: string, days: number): void {
  const then = new Date(Date.now() - days * 24 * 3600 * 1000);
  utimesSync(folder, then, then);
}

function planned(sandbox: Sandbox): string[] {
  const plan = planInstall(sandbox.ws, DIST);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value.flatMap(({ kind, path }) => (kind === 'keep' ? [] : [`${kind} ${path}`]));
}
