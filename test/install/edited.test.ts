// Agents, commands and skills that a person edited stay as they are.

import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyInstall } from '../../runtime/hosts/claude-code/install/install.ts';
import { RELEASED } from '../../runtime/hosts/claude-code/install/released-files.ts';
import { hashOfInstalled } from '../../runtime/workspace/installed-files.ts';
import { git } from '../rig/repository.ts';
import { DIST, Sandbox } from './temporary.ts';

const BODY = '.claude/agents/body.md';
const FILES = [BODY, '.claude/commands/wukong_fix.md', '.claude/skills/evidence/SKILL.md'];
const TEMPLATE = '.claude/skills/evidence/templates/evidence_report.md';

/** The next version: every file of these has one more line. */
function nextVersion(sandbox: Sandbox): string {
  const next = join(sandbox.root, 'next');
  cpSync(DIST, next, { recursive: true });
  for (const path of [...FILES, TEMPLATE]) appendFileSync(ours(next, path), 'One more line.\n');
  return next;
}

function ours(source: string, path: string): string {
  return join(source, path.replace('.claude/', ''));
}

async function notes(sandbox: Sandbox): Promise<string[]> {
  const { out } = await sandbox.json(['doctor']);
  const found: { kind: string; place: string }[] = [...out.findings, ...out.notes];
  return found.flatMap(({ kind, place }) => (kind.startsWith('file-') ? [`${kind} ${place}`] : []));
}

test('an edited agent, command or skill is kept, with ours beside it', async () => {
  using sandbox = await Sandbox.installed();
  const edited = [...FILES, TEMPLATE];
  const mine = new Map(edited.map((path) => [path, `${sandbox.read(path)}Mine.\n`]));
  const expectKept = (source: string): void => {
    for (const [path, text] of mine) {
      expect(sandbox.read(path)).toBe(text);
      expect(sandbox.read(`${path}.new`)).toBe(readFileSync(ours(source, path), 'utf8'));
    }
  };
  for (const [path, text] of mine) sandbox.write(path, text);
  expect((await notes(sandbox)).sort()).toEqual(edited.map((path) => `file-edited ${path}`).sort());
  const { stdout } = await sandbox.wukong(['init', '--yes', '--verbose']);
  for (const path of edited) {
    expect(stdout).toContain(`${path}  edited here, so it stays`);
    expect(stdout).toContain(`+ ${path}.new`);
  }
  expectKept(DIST);
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('Nothing to do.');

  const next = nextVersion(sandbox);
  await applyInstall(sandbox.ws, next);
  expectKept(next);

  // Taken over by the person: nothing is left to tell.
  for (const path of edited) sandbox.write(path, sandbox.read(`${path}.new`));
  await applyInstall(sandbox.ws, next);
  for (const path of edited) expect(sandbox.has(`${path}.new`)).toBe(false);
});

test('what nobody edited is brought up to date', async () => {
  using sandbox = await Sandbox.installed();
  const next = nextVersion(sandbox);
  await applyInstall(sandbox.ws, next);
  for (const path of [...FILES, TEMPLATE]) {
    expect(sandbox.read(path), path).toBe(readFileSync(ours(next, path), 'utf8'));
    expect(sandbox.has(`${path}.new`), path).toBe(false);
  }
});

test('the model of an agent is the person’s: no edit, and kept by the next version', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.write(BODY, sandbox.read(BODY).replace('name: body\n', 'name: body\nmodel: opus\n'));
  expect(await notes(sandbox)).toEqual([]);
  expect((await sandbox.wukong(['init', '--yes'])).stdout).toContain('Nothing to do.');
  const next = nextVersion(sandbox);
  await applyInstall(sandbox.ws, next);
  const after = sandbox.read(BODY);
  expect(after).toContain('\nmodel: opus\n');
  expect(after.replace('model: opus\n', '')).toBe(readFileSync(ours(next, BODY), 'utf8'));
});

test('an agent whose guard was taken out is kept, and named as a fault', async () => {
  using sandbox = await Sandbox.installed();
  const mine = sandbox.read(BODY).replace(/^hooks:\n(?: .*\n)+/m, '');
  sandbox.write(BODY, mine);
  await sandbox.wukong(['init', '--yes']);
  expect(sandbox.read(BODY)).toBe(mine);
  const { out, code } = await sandbox.json(['doctor']);
  expect(out.findings).toMatchObject([{ kind: 'no-guard', place: BODY }]);
  expect(code).toBe(1);
});

test('a team’s edit that came by git is kept too, but not without its guard', async () => {
  using sandbox = await Sandbox.installed();
  const EAR = '.claude/agents/ear.md';
  sandbox.write(EAR, `${sandbox.read(EAR)}Ours.\n`);
  sandbox.write(BODY, sandbox.read(BODY).replace(/^hooks:\n(?: .*\n)+/m, ''));
  await git(sandbox.repo, 'add', '.');
  await git(sandbox.repo, 'commit', '--quiet', '--message', 'edited');
  rmSync(join(sandbox.repo, '.git/wukong'), { recursive: true });
  rmSync(join(sandbox.repo, '.wukong/events.jsonl'));
  expect((await sandbox.wukong(['init', '--yes'])).code).toBe(0);
  expect(sandbox.read(EAR)).toContain('Ours.');
  expect(sandbox.has(`${EAR}.new`)).toBe(true);
  expect(sandbox.read(BODY)).toBe(readFileSync(ours(DIST, BODY), 'utf8'));
});

test('in a clone what a release had is brought up to date, and what a team made of it is kept', async () => {
  using sandbox = await Sandbox.installed();
  // The evidence report template of 0.1.0.
  const released = readFileSync(join(import.meta.dirname, 'evidence_report-0.1.0.md'));
  expect(RELEASED).toContain(hashOfInstalled(TEMPLATE, released));
  sandbox.remove('.git/wukong');
  sandbox.write(TEMPLATE, released.toString());
  sandbox.write(FILES[2] ?? '', `${sandbox.read(FILES[2] ?? '')}Ours.\n`);

  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(stdout).toContain(`${TEMPLATE}  differs from this version`);
  expect(stdout).toContain(`${FILES[2]}  edited here, so it stays`);
  expect(sandbox.has(`${TEMPLATE}.new`)).toBe(false);
});

test('Windows line ends are no edit, whatever the name of the file', async () => {
  using sandbox = await Sandbox.installed();
  const script = '.claude/skills/taskgraph_tools/scripts/validate_taskgraph';
  for (const path of [script, '.wukong/.gitignore', BODY]) {
    sandbox.write(path, sandbox.read(path).replaceAll('\n', '\r\n'));
  }
  expect((await sandbox.wukong(['init'])).stdout).toContain('Nothing to do.');
  expect(await notes(sandbox)).toEqual([]);
});
