// What `wukong init` says and asks.

import { expect, test } from 'vitest';
import { readTrust } from '../../runtime/workspace/trust.ts';
import { Sandbox } from './temporary.ts';

const SCRIPTS = { test: 'node --test', lint: 'node --check a.js', typecheck: 'node --check b.js' };

async function withGates(): Promise<Sandbox> {
  const sandbox = await Sandbox.create();
  sandbox.write('package.json', JSON.stringify({ scripts: SCRIPTS }, null, 2));
  return sandbox;
}

function approved(sandbox: Sandbox): readonly string[] {
  return readTrust(sandbox.ws)?.approvals.map(({ command }) => command.join(' ')) ?? [];
}

/** The part of the plan: what stands indented below the first line. */
function planOf(stdout: string): readonly string[] {
  const [, ...lines] = stdout.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('  ')),
  );
}

test('the first init says in at most ten lines what it adds, and in twenty-five all', async () => {
  using sandbox = await withGates();
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  const said = stdout.trimEnd().split('\n');
  expect(said.length).toBeLessThanOrEqual(25);
  const plan = planOf(stdout);
  expect(plan.length).toBeLessThanOrEqual(10);
  expect(plan).toEqual([
    '  + .claude/agents/  6 agents',
    expect.stringMatching(/^ {2}\+ \.claude\/commands\/ {2}\d+ commands$/),
    expect.stringMatching(/^ {2}\+ \.claude\/skills\/ {2}\d+ files of skills$/),
    expect.stringMatching(
      /^ {2}\+ \.wukong\/runtime\/, \.git\/wukong\/ {2}\d+ files of the program/,
    ),
    expect.stringMatching(/^ {2}\+ \.wukong\/ {2}\d+ files of data/),
    '  ~ .git/info/exclude  keeps .claude/settings.local.json out of git: it is for this clone alone',
    expect.stringMatching(/^ {2}\+ \.claude\/settings\.json {2}add \d+ deny rules, add 10 hooks$/),
    expect.stringMatching(/^ {2}\d+ files beside yours, \d+ kB; each by name: --verbose$/),
    expect.stringMatching(/^ {2}These are for everybody, .*: wukong init --local$/),
  ]);
  // What became of a gate is said once.
  expect(stdout).not.toContain('not approved');
  expect(stdout.match(/pproved/g)).toHaveLength(3);
});

test('--dry-run names each file, and --verbose as well while it installs them', async () => {
  using sandbox = await withGates();
  const dry = planOf((await sandbox.wukong(['init', '--dry-run'])).stdout);
  expect(dry).toContain('  + .claude/agents/body.md  new');
  expect(dry).toContain('  + .wukong/runtime/hook.cjs  new');
  expect(planOf((await sandbox.wukong(['init', '--verbose'])).stdout)).toEqual(dry);
  expect(sandbox.has('.claude/agents/body.md')).toBe(true);
});

test('an update names each file that it changes', async () => {
  using sandbox = await Sandbox.installed();
  sandbox.write('.wukong/runtime/hook.cjs', 'x');
  for (const name of ['body.md', 'ear.md']) sandbox.remove(`.claude/agents/${name}`);
  const { stdout } = await sandbox.wukong(['init', '--yes']);
  expect(planOf(stdout)).toEqual([
    '  + .claude/agents/  2 agents',
    '  ~ .wukong/runtime/hook.cjs  differs from this version',
    expect.stringMatching(/^ {2}2 files beside yours, \d+ kB; each by name: --verbose$/),
  ]);
});

const NO_STATUS_LINE = [/status line\?[\s\S]*Yes \/ /, 'n'] as const;
const TRY = [/Try the .*[\s\S]*Yes \/ /, 'n'] as const;

test('at a terminal it asks gate by gate, and Enter is no', async () => {
  using sandbox = await withGates();
  const asked = await sandbox.person(
    ['init'],
    [
      [/npm test \(package\.json:3\) \[y\/N\/all\]/, 'y\r'],
      [/npm run lint \(package\.json:4\) \[y\/N\/all\]/, '\r'],
      [/npm run typecheck \(package\.json:5\) \[y\/N\]/, 'what\r'],
      [/Type one of y\/N\./, '\u0015n\r'],
      TRY,
      NO_STATUS_LINE,
    ],
  );
  expect(asked.code, asked.stdout).toBe(0);
  expect(approved(sandbox)).toEqual(['npm test']);
  expect(asked.stdout).toContain('Gates not approved: 2.');
});

test('all is yes to every gate that is left', async () => {
  using sandbox = await withGates();
  const asked = await sandbox.person(
    ['init'],
    [
      [/npm test \(package\.json:3\) \[y\/N\/all\]/, '\r'],
      [/npm run lint .*\[y\/N\/all\]/, 'all\r'],
      TRY,
      NO_STATUS_LINE,
    ],
  );
  expect(asked.code, asked.stdout).toBe(0);
  expect(approved(sandbox)).toEqual(['npm run lint', 'npm run typecheck']);
});
