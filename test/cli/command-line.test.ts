import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, MOST_USED } from '../../runtime/cli/commands.ts';
import { run } from '../../scripts/client/child.ts';
import { DIST, Sandbox } from '../install/temporary.ts';
import { PROJECT } from '../rig/repository.ts';
import { start } from './goals.ts';

/** What is about one kind of thing, and alone lists what there is of it. */
const NOUNS = [
  ...['anchors', 'audit', 'config', 'escalations', 'gates', 'goal', 'graph', 'log', 'order'],
  ...['template', 'trust'],
];
const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'));

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('a repository');
  await sandbox.wukong(['init', '--yes']);
});
afterAll(() => sandbox[Symbol.dispose]());

describe.each(Object.keys(COMMANDS))('wukong %s', (name) => {
  test('explains itself', async () => {
    const ended = await sandbox.wukong([name, '--help']);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain(`USAGE wukong ${name} [OPTIONS]`);
    expect(ended.stdout).toContain('--json');
  });

  test('speaks JSON', async () => {
    const ended = await sandbox.wukong([name, '--json']);
    const { code = 70 } = ended;
    expect({ code, stderr: ended.stderr }).toEqual({
      code: NOUNS.includes(name) ? 0 : expect.toBeOneOf([0, 2, 3]),
      stderr: '',
    });
    const [first = ''] = ended.stdout.split('\n');
    if (name === 'log') expect(JSON.parse(first).event_id).toBe('E-000001');
    else
      expect(JSON.parse(ended.stdout)).toMatchObject({
        schema_version: 1,
        command: name,
        ok: code === 0,
      });
  });
});

test('a command line with what the command does not know is no command line', async () => {
  const ended = await sandbox.wukong(['status', '--jsno']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe(
    'error  `wukong status` does not know --jsno.\n  hint: Did you mean "--json"? See `wukong status --help`.\n',
  );
  const words = await sandbox.wukong(['gates', 'one', 'two', 'three', 'four']);
  expect(words).toMatchObject({ code: 2, stdout: '' });
});

test('help is given whatever else is typed', async () => {
  expect((await sandbox.wukong(['log', '--nonsense', '-h'])).code).toBe(0);
});

test('help has a line for ten commands, and names every other', async () => {
  const ended = await sandbox.wukong(['--help']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  for (const name of MOST_USED) expect(ended.stdout).toMatch(new RegExp(`^ +${name} {2,}\\S`, 'm'));
  for (const name of Object.keys(COMMANDS))
    expect(ended.stdout).toMatch(new RegExp(`\\b${name}\\b`));
  expect((await sandbox.wukong(['help'])).stdout).toBe(ended.stdout);
});

test('help --all has a line for every command', async () => {
  const ended = await sandbox.wukong(['--help', '--all']);
  expect(ended).toMatchObject({ code: 0, stderr: '' });
  for (const name of Object.keys(COMMANDS))
    expect(ended.stdout).toMatch(new RegExp(`^ +${name} {2,}\\S`, 'm'));
  expect((await sandbox.wukong(['help', '--all'])).stdout).toBe(ended.stdout);
});

test('`wukong` alone says where things stand', async () => {
  const { code, stdout, stderr } = await sandbox.wukong(['status']);
  expect(await sandbox.wukong([])).toMatchObject({ code, stdout, stderr });
  expect(await sandbox.json([])).toEqual(await sandbox.json(['status']));
});

test('`wukong` alone says what to do first where nothing is set up', async () => {
  using empty = await Sandbox.create();
  const { code, stderr } = await empty.wukong(['status']);
  const help = await empty.wukong(['--help']);
  const both = `${stderr}\n${help.stdout}`;
  expect(await empty.wukong([])).toMatchObject({ code, stdout: '', stderr: both });
  expect(await empty.json([])).toEqual(await empty.json(['status']));
});

test('--version is that of the package', async () => {
  expect(await sandbox.wukong(['--version'])).toMatchObject({ code: 0, stdout: `${version}\n` });
});

test('an unknown command is a usage error with the nearest one, also in JSON', async () => {
  const ended = await sandbox.wukong(['pasue']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe(
    'error  "pasue" is no command of wukong.\n  hint: Did you mean "pause"? See `wukong --help`.\n',
  );
  const meant = await sandbox.wukong(['upgrade']);
  expect(meant.stderr).toContain('hint: Type: wukong init. See `wukong --help`.');
  expect((await sandbox.wukong(['dashboard'])).stderr).toContain('wukong status --watch');
  const asJson = await sandbox.json(['constructor']);
  expect(asJson).toMatchObject({ code: 2, out: { ok: false, error: { kind: 'usage' } } });
});

test('help on one command is that of the command', async () => {
  const ended = await sandbox.wukong(['help', 'status']);
  expect(ended.stdout).toBe((await sandbox.wukong(['status', '--help'])).stdout);
  expect(ended.stdout).toContain('USAGE wukong status');
  expect(await sandbox.wukong(['help', 'pasue'])).toMatchObject({ code: 2, stdout: '' });
  expect(await sandbox.wukong(['help', '--help'])).toMatchObject({ code: 0, stderr: '' });
});

test('an option without its value is a usage error', async () => {
  const ended = await sandbox.wukong(['log', '--type']);
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('--type needs a value.');
});

test('failures have one shape in JSON', async () => {
  const failed = await sandbox.json(['status'], { cwd: sandbox.root });
  expect(failed).toEqual({
    code: 1,
    out: {
      schema_version: 1,
      command: 'status',
      ok: false,
      error: {
        kind: 'not-a-repository',
        code: 'WK1003',
        message: `${sandbox.root} is not in a git repository.`,
        hint: 'Go to your repository, or make one with `git init`.',
      },
    },
  });
});

test('where Wukong is not installed, each command says so and what to type', async () => {
  using empty = await Sandbox.create();
  const others = [
    ...[
      'init',
      'classify',
      'prove',
      'rehearse',
      'gates',
      'doctor',
      'accept',
      'repair',
      'uninstall',
    ],
    ...['statusline', 'completion', 'result'],
  ];
  for (const name of Object.keys(COMMANDS).filter((one) => !others.includes(one))) {
    const ended = await empty.wukong([name]);
    expect(ended).toMatchObject({ code: 3, stdout: '' });
    expect(ended.stderr).toContain('Type `wukong init` there.');
  }
});

test('`wukong plan` is an alias of `wukong gates`, shown beside it and not as a command of its own', async () => {
  const help = (await sandbox.wukong(['--help', '--all'])).stdout;
  expect(help).toMatch(/^ +gates +.*\(alias: plan\)$/m);
  expect(help).not.toMatch(/^ +plan /m);
  expect(await sandbox.json(['plan'])).toEqual(await sandbox.json(['gates']));
  expect((await sandbox.wukong(['plan', '--help'])).stdout).toContain('USAGE wukong gates');
});

describe('colours', () => {
  const ESCAPE = '\u001b[';

  test('none in a pipe', async () => {
    for (const args of [['trust'], ['--help'], ['log']]) {
      expect((await sandbox.wukong(args)).stdout).not.toContain(ESCAPE);
      expect((await sandbox.wukong(args, { env: { CI: 'true' } })).stdout).not.toContain(ESCAPE);
    }
  });

  test('NO_COLOR wins over everything', async () => {
    const asked = await sandbox.wukong(['log'], { env: { FORCE_COLOR: '1' } });
    expect(asked.stdout).toContain(ESCAPE);
    for (const NO_COLOR of ['1', 'yes']) {
      const env = { FORCE_COLOR: '1', NO_COLOR };
      expect((await sandbox.wukong(['log'], { env })).stdout).not.toContain(ESCAPE);
      expect((await sandbox.wukong(['init', '--help'], { env })).stdout).not.toContain(ESCAPE);
    }
  });
});

test('a reader that closes the pipe early is no failure', async () => {
  using long = await Sandbox.installed();
  for (let i = 0; i < 20; i += 1) start(long.ws, `goal ${i} ${'x'.repeat(1000)}`);
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), 'log', '--json'], {
    cwd: long.repo,
  });
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  expect(stderr).toBe('');
});

/** Exit code and stderr of a command whose output nobody reads, or that goes where nothing fits. */
function unread(
  repo: string,
  args: readonly string[],
  to: 'closed' | number,
): Promise<Readonly<{ code: number | null; stderr: string }>> {
  const child = spawn(process.execPath, [join(DIST, 'cli.js'), ...args], {
    cwd: repo,
    stdio: ['ignore', to === 'closed' ? 'pipe' : to, 'pipe'],
  });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}

test('what nobody reads is done all the same, with its exit code', async () => {
  using other = await Sandbox.create();
  expect(await unread(other.repo, ['init', '--yes'], 'closed')).toEqual({ code: 0, stderr: '' });
  expect(other.has('.wukong/events.jsonl')).toBe(true);
  expect(await unread(other.repo, ['fsck'], 'closed')).toEqual({ code: 0, stderr: '' });
  other.write('.wukong/state.json', '{');
  expect(await unread(other.repo, ['fsck'], 'closed')).toEqual({ code: 1, stderr: '' });
});

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is reported', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    for (const args of [['log'], ['log', '--json'], ['status'], ['fsck', '--json'], ['--help']]) {
      const ended = await unread(sandbox.repo, args, full);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(/^error {2}The output could not be written: ENOSPC.*\n$/);
    }
  } finally {
    closeSync(full);
  }
});

describe('what a person can put right is no bug', () => {
  test('a word that is missing', async () => {
    const accept = await sandbox.wukong(['accept', 'N-020']);
    expect(accept).toMatchObject({ code: 2, stdout: '' });
    expect(accept.stderr).toContain(
      'one of --tests-changed, --doubts, --unproven, --no-change, --criterion, --foreign.',
    );
    const why = await sandbox.wukong(['accept', '--no-change']);
    expect(why).toMatchObject({ code: 2, stdout: '' });
    expect(why.stderr).toContain('error  --no-change needs a value.');
  });

  test('a file in the place of a folder', async () => {
    using other = await Sandbox.create();
    other.write('package.json', '{}');
    const ended = await other.json(['init', 'package.json']);
    expect(ended).toMatchObject({ code: 1, out: { error: { kind: 'file-system' } } });
    expect(ended.out.error.message).toContain('package.json');
  });

  test('a folder in the place of the log', async () => {
    using other = await Sandbox.installed();
    rmSync(join(other.repo, '.wukong/events.jsonl'));
    mkdirSync(join(other.repo, '.wukong/events.jsonl'));
    for (const name of ['status', 'log', 'fsck', 'rebuild', 'replay']) {
      expect(await other.json([name])).toMatchObject({
        code: 1,
        out: { error: { kind: 'file-system', code: 'WK3006' } },
      });
    }
  });

  test.skipIf(process.getuid?.() !== 0)('files of another user', async ({ skip }) => {
    using other = await Sandbox.installed();
    chmodSync(other.root, 0o755);
    chmodSync(join(other.repo, '.git/wukong'), 0o755);
    chmodSync(join(other.repo, '.git/wukong/trust.json'), 0o644);
    chmodSync(join(other.repo, '.wukong'), 0o700);
    const asNobody = (...args: string[]) =>
      spawnSync(process.execPath, [join(DIST, 'cli.js'), ...args], {
        cwd: other.repo,
        uid: 65534,
        encoding: 'utf8',
      });
    if (asNobody('--version').status !== 0) skip('nobody cannot read this checkout');
    for (const name of ['status', 'log', 'fsck']) {
      const ended = asNobody(name, '--json');
      expect(ended.status).toBe(1);
      const { error } = JSON.parse(ended.stdout);
      expect(error).toMatchObject({ kind: 'file-system', code: 'WK3006' });
      expect(error.message).toContain('EACCES');
    }
  });

  test('a folder that is gone', async () => {
    using other = await Sandbox.create();
    const gone = join(other.root, 'gone');
    mkdirSync(gone);
    const cli = join(DIST, 'cli.js');
    const script = `rmdir "${gone}"; exec "${process.execPath}" "${cli}" status --json`;
    const ended = await run('/bin/sh', ['-c', script], {
      cwd: gone,
      env: { PATH: process.env.PATH ?? '' },
      timeoutMs: 30_000,
    });
    expect(ended).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(ended.stdout).error.message).toContain('This folder is gone');
  });

  test.each(['a folder', 'approvals that are none'])('as trust.json %s', async (kind) => {
    using other = await Sandbox.installed();
    const path = join(other.repo, '.git/wukong/trust.json');
    const trust = JSON.parse(readFileSync(path, 'utf8'));
    rmSync(path);
    if (kind === 'a folder') mkdirSync(path);
    else writeFileSync(path, JSON.stringify({ ...trust, approvals: [null] }));
    for (const args of [['trust'], ['trust', '--revoke'], ['pause']]) {
      expect(await other.json(args)).toMatchObject({
        code: 3,
        out: { error: { kind: 'foreign' } },
      });
    }
    expect((await other.json(['gates'])).code).toBe(0);
  });
});

test('a bug of ours exits 70 and says version and place, without the user’s folders', async () => {
  using broken = await Sandbox.installed();
  start(broken.ws, 'anything');
  // As if we had called what is not there.
  const path = join(broken.repo, 'without.cjs');
  writeFileSync(path, 'delete String.prototype.padStart;');
  const env = { NODE_OPTIONS: `--require="${path}"` };
  const ended = await broken.wukong(['status'], { env });
  expect(ended).toMatchObject({ code: 70, stdout: '' });
  expect(ended.stderr).toMatch(new RegExp(`^wukong ${version.replaceAll('.', '\\.')} has a bug: `));
  expect(ended.stderr).toMatch(
    /\n {2}at .*(?:cli|status|-[0-9A-Z]{8})\.c?js:\d+:\d+\)?, Node \d+\./,
  );
  expect(ended.stderr).not.toContain(PROJECT);
  expect(await broken.json(['status'], { env })).toMatchObject({
    code: 70,
    out: { command: 'status', ok: false, error: { kind: 'bug' } },
  });
});
