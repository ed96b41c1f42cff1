import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gateEnvironment, toolHomes } from '../../runtime/evidence/gates/gate-environment.ts';
import { ofGroup, takenBy } from '../../runtime/evidence/gates/memory-watch.ts';
import { runGate } from '../../runtime/evidence/gates/run-gate.ts';
import { spawnPlan } from '../../runtime/evidence/gates/spawn-plan.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { gateSchema } from '../../runtime/model/gate-schema.ts';
import { gate } from './samples.ts';
import { temporaryFolder } from './temporary.ts';

let cwd = '';
let logFile = '';

beforeAll(async () => {
  cwd = temporaryFolder('wukong gate 一 ');
  logFile = join(cwd, 'logs', 'gate.log');
  await symlink(tmpdir(), join(cwd, 'out'));
});

const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, ...args];
const run = (one: CommandGate, env: Record<string, string> = {}) =>
  runGate(one, { cwd, logFile, env, graceMs: 200 });

describe('a gate', () => {
  test('passes by its exit code, and its whole output is kept', async () => {
    const outcome = await run(gate(node('console.log("out 一"); console.error("err")')));
    expect(outcome).toMatchObject({
      gate: 'a gate',
      outcome: 'pass',
      mustPass: true,
      exitCode: 0,
      logFile,
    });
    expect(outcome.output).toContain('out 一');
    expect(await readFile(logFile, 'utf8')).toBe(outcome.output);
  });

  test('leaves no secret in its log, though it comes in pieces', async () => {
    const token = `gh${'p'}_${'aB3'.repeat(12)}`;
    const lines = `${'Zm9v'.repeat(16)}\n`.repeat(4);
    const key = `-----BEGIN ${'PRIVATE'} KEY-----\n${lines}-----END ${'PRIVATE'} KEY-----`;
    const pieces = [
      `é ${token.slice(0, 20)}`,
      `${token.slice(20)}\n${key.slice(0, 150)}`,
      key.slice(150),
    ];
    const script = `const pieces = ${JSON.stringify([...pieces, '\nlast 一'])};
      const next = () => { process.stdout.write(pieces.shift()); if (pieces.length) setTimeout(next, 50); };
      next();`;
    const outcome = await run(gate(node(script)));
    expect(outcome.output).toBe('é [redacted:github-token]\n[redacted:private-key]\nlast 一');
    expect(await readFile(logFile, 'utf8')).toBe(outcome.output);
  });

  test('that colours its output is kept, shown and compared without its colours', async () => {
    const red = `a gh${'p'}_\\u001b[1m${'aB3'.repeat(12)}`;
    const script = `process.stdout.write('\\u001b[31mFAIL\\u001b[39m a.js\\n1/2\\r2/2\\n${red}\\n\\u001b]0;t\\u0007end')`;
    const outcome = await run(gate(node(script)));
    expect(outcome.output).toBe('FAIL a.js\n2/2\na [redacted:github-token]\nend');
    expect(await readFile(logFile, 'utf8')).toBe(outcome.output);
  });

  test('keeps bytes that are no text as they came, and lines without an end', async () => {
    const script = `const bytes = Buffer.alloc(700_001, 0xff); bytes.fill(0x61, 300_000, 400_000);
      process.stdout.write(bytes);`;
    await run(gate(node(script)));
    const expected = Buffer.alloc(700_001, 0xff).fill(0x61, 300_000, 400_000);
    expect((await readFile(logFile)).equals(expected)).toBe(true);
  });

  test('fails on any other exit code, and says which', async () => {
    expect(await run(gate(node('process.exit(3)')))).toMatchObject({
      outcome: 'fail',
      exitCode: 3,
      error: 'exit code 3, expected 0',
    });
    expect(await run(gate(node('process.exit(3)'), { expect_exit: 3 }))).toMatchObject({
      outcome: 'pass',
    });
    expect(await run(gate(node('process.kill(process.pid, "SIGKILL")')))).toMatchObject({
      outcome: 'fail',
      error: 'it was ended by SIGKILL',
    });
  });

  test.each([
    [gate(['wukong-no-such-program']), '`wukong-no-such-program` is not on the path'],
    [gate(['./gone.sh']), '`./gone.sh` cannot be started'],
    [gate(node('process.exit(127)')), 'it could not run (exit code 127)'],
    [gate(node('process.exit(126)'), { expect_exit: 126 }), 'it could not run (exit code 126)'],
    [gate(node(''), { cwd: '../..' }), 'the folder "../.." is not in the repository'],
    [gate(node(''), { cwd: 'out' }), 'the folder "out" is not in the repository'],
    [gate(node(''), { cwd: 'missing' }), 'the folder "missing" is not in the repository'],
  ])('that cannot run is unavailable, never passed or failed', async (one, error) => {
    expect(await run(one)).toMatchObject({ outcome: 'unavailable', error });
  });

  test('that takes the memory of the machine is ended while others can still go on, and says how much it took', async () => {
    const total = 1e6;
    const memory = () => ({ free: total / 20, total, own: ofGroup });
    const holds = 'globalThis.held = Buffer.alloc(3e7, 1); setInterval(() => {}, 1e3)';
    const outcome = await runGate(gate(node(holds)), { cwd, logFile, graceMs: 200, memory });
    expect(outcome).toMatchObject({
      outcome: 'timeout',
      error: expect.stringMatching(/^it took 0\.[0-9] GB of memory, which left nearly none/),
    });
  });

  test.each([
    ['much is left', { free: 20, total: 100, own: () => 90 }],
    ['it is not what takes it', { free: 5, total: 100, own: () => 20 }],
    ['nobody can say what is left', undefined],
  ])('goes on where %s', (_, memory) => {
    expect(takenBy(1, memory)).toBeUndefined();
  });

  test('that takes too long is stopped with all it started, even if it ignores being asked', async () => {
    const child =
      'process.on("SIGTERM", () => {}); console.log("child", process.pid); setInterval(() => {}, 1e3)';
    const parent = `
      process.on('SIGTERM', () => {});
      require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });
      setInterval(() => {}, 1e3);`;
    const outcome = await run(gate(node(parent), { timeout_sec: 1 }));
    expect(outcome).toMatchObject({ outcome: 'timeout', error: 'it did not end within 1 s' });
    const pid = Number(/child (\d+)/.exec(outcome.output ?? '')?.[1]);
    expect(await hasEnded(pid)).toBe(true);
  });

  test('leaves no process behind when it ends', async () => {
    const script = `
      const child = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e3)'], { stdio: 'inherit' });
      console.log('child', child.pid);
      process.exit(0);`;
    const outcome = await run(gate(node(script)));
    expect(outcome.outcome).toBe('pass');
    expect(await hasEnded(Number(/child (\d+)/.exec(outcome.output ?? '')?.[1]))).toBe(true);
  });

  test('may print more than memory holds: the file has all, the outcome the end', async () => {
    const script =
      'for (let i = 0; i < 400; i++) require("fs").writeSync(1, "x".repeat(1023) + "\\n"); console.log("END")';
    const { output, outcome } = await run(gate(node(script)));
    expect(outcome).toBe('pass');
    expect(output?.endsWith('END\n')).toBe(true);
    expect(Buffer.byteLength(output ?? '')).toBeLessThanOrEqual(64 * 1024);
    expect((await readFile(logFile)).length).toBe(400 * 1024 + 4);
  });

  test('may print without end: log and memory stay bounded, and it is said that the log is cut', async () => {
    const endless = gate(['yes', 'x'.repeat(120)], { timeout_sec: 2 });
    const maxLogBytes = 1024 * 1024;
    const outcome = await runGate(endless, { cwd, logFile, maxLogBytes });
    expect(outcome.outcome).toBe('timeout');
    expect(outcome.notes).toEqual(['its output is not complete: only the first 1 MB were kept']);
    const { size } = statSync(logFile);
    expect(size).toBeGreaterThan(maxLogBytes);
    expect(size).toBeLessThan(maxLogBytes + 200);
    expect(Buffer.byteLength(outcome.output ?? '')).toBeLessThanOrEqual(64 * 1024);
  });

  test('that wants a shell gets one, and its exit code counts', async () => {
    const shell = (line: string) => run(gate([line], { shell: true }));
    expect((await shell('echo "$((1 + 1))" | cat; exit 0')).output).toBe('2\n');
    expect(await shell('true && exit 4')).toMatchObject({ outcome: 'fail', exitCode: 4 });
    expect(await shell('wukong-no-such-program')).toMatchObject({ outcome: 'unavailable' });
    expect(await run(gate(['echo', 'a'], { shell: true }))).toMatchObject({
      outcome: 'unavailable',
      error: 'a command for a shell is one line',
    });
  });

  test('runs inside what the local configuration wraps around it, in the same folder', async () => {
    const wrapper = ['env', 'WRAPPED=in {tree} at {cwd} {other}', '--'];
    await mkdir(join(cwd, 'sub'), { recursive: true });
    const one = gate(node('console.log(process.env.WRAPPED, process.cwd())'), { cwd: 'sub' });
    const { output } = await runGate(one, { cwd, logFile, wrapper: wrapper.slice(0, 2) });
    expect(output).toBe(`in ${cwd} at ${join(cwd, 'sub')} {other} ${join(cwd, 'sub')}\n`);
    const missing = await runGate(one, { cwd, logFile, wrapper: ['wukong-no-such-wrapper'] });
    expect(missing).toMatchObject({ outcome: 'unavailable' });
    // docker ends so when it can't start a container; without a wrapper it is a failure like any other.
    const odd = gate(node('process.exit(125)'));
    expect(await runGate(odd, { cwd, logFile, wrapper: ['env'] })).toMatchObject({
      outcome: 'unavailable',
    });
    expect(await run(odd)).toMatchObject({ outcome: 'fail' });
  });

  test('gets no input and hands its arguments over as they are', async () => {
    const script =
      'console.log(JSON.stringify(process.argv.slice(1)), require("fs").readFileSync(0, "utf8").length)';
    const { output } = await run(gate(node(script, '$HOME; echo *', '一 二')));
    expect(output).toBe('["$HOME; echo *","一 二"] 0\n');
  });

  test('sees PATH and what was named, and none of the client’s keys', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'not-a-key');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { output } = await run(gate(node('console.log(JSON.stringify(process.env))')), {
      EXTRA: 'yes',
    });
    const env: Record<string, string> = JSON.parse(output ?? '');
    expect(env).toMatchObject({ CI: '1', EXTRA: 'yes', PATH: process.env.PATH });
    expect(Object.keys(env).join()).not.toMatch(/ANTHROPIC|CLAUDE|TOKEN|KEY/);
  });
});

test('the environment of a gate knows names whatever their case, as Windows writes them', () => {
  expect(
    gateEnvironment({ Path: 'p', SystemRoot: 'w', LC_ALL: 'C', AWS_SECRET: 's', HOME: undefined }),
  ).toEqual({
    Path: 'p',
    SystemRoot: 'w',
    LC_ALL: 'C',
    CI: '1',
  });
});

test('it has where tools lie, unless that is no folder, or one of the repository', () => {
  const base = temporaryFolder('wukong-homes-');
  const folder = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const [tools, repository, inside] = [folder('tools'), folder('repo'), folder('repo/.cargo')];
  symlinkSync(inside, join(base, 'link'));
  const passed = { RUSTUP_HOME: tools, GOPATH: [tools, folder('go')].join(delimiter) };
  const not = {
    CARGO_HOME: inside,
    GEM_PATH: [tools, inside].join(delimiter),
    PYENV_ROOT: join(base, 'link'),
    JAVA_HOME: 'tools',
    NVM_DIR: join(base, 'gone'),
    MIX_HOME: '',
    ...{ LD_LIBRARY_PATH: tools, NODE_PATH: tools, GIT_DIR: tools, AWS_HOME: tools },
  };
  expect(toolHomes({ ...passed, ...not }, repository)).toEqual(passed);
});

test('on Windows npm goes through its .cmd script, unless an argument could be misread there', () => {
  expect(spawnPlan(['npm', 'test'], 'win32')).toEqual({
    ok: true,
    file: 'npm.cmd',
    args: ['test'],
    shell: true,
  });
  expect(spawnPlan(['npm', 'test'], 'linux')).toEqual({
    ok: true,
    file: 'npm',
    args: ['test'],
    shell: false,
  });
  expect(spawnPlan(['node', 'a&b'], 'win32')).toEqual({
    ok: true,
    file: 'node',
    args: ['a&b'],
    shell: false,
  });
  expect(spawnPlan(['npm', 'run', 'a&calc'], 'win32')).toEqual({
    ok: false,
    why: '"a&calc" cannot be passed to npm.cmd safely',
  });
});

test('a plan’s gate is read with its defaults, and nothing unknown gets in', () => {
  expect(gateSchema.parse({ type: 'test', name: 'unit', command: ['npm', 'test'] })).toEqual({
    type: 'test',
    name: 'unit',
    command: ['npm', 'test'],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 300,
  });
  expect(gateSchema.parse({ type: 'builtin', name: 'verdict' })).toMatchObject({ mustPass: true });
  expect(
    gateSchema.safeParse({ type: 'test', name: 'x', command: ['a'], env: ['A=b'] }).success,
  ).toBe(false);
  expect(gateSchema.safeParse({ type: 'builtin', name: 'mind' }).success).toBe(false);
});

/** Waits for the process table, not for a time: a killed child is gone once its parent has reaped it. */
async function hasEnded(pid: number): Promise<boolean> {
  expect(pid).toBeGreaterThan(1);
  for (let tries = 0; tries < 500; tries += 1) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined ? !isAlive(pid) : / [ZX] /.test(stat)) return true;
    await new Promise((next) => setImmediate(next));
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
