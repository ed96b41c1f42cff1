// The adapter for any program, with real ones.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ADAPTERS } from '../../runtime/executors/adapters/adapters.ts';
import { command } from '../../runtime/executors/adapters/command.ts';
import type { Handle, Seen, StartRequest } from '../../runtime/executors/adapters/port.ts';
import { copyOrder } from '../../runtime/executors/folder/copy-order.ts';
import { keepLeft } from '../../runtime/executors/folder/keep-left.ts';
import { judgeResult } from '../../runtime/executors/protocol/judge-result.ts';
import type { CommandExecutor } from '../../runtime/model/documents/executor.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { EXAMPLE, ORDER } from './samples.ts';

type Wanted = Readonly<{
  script: string;
  more?: Partial<CommandExecutor>;
  args?: readonly string[];
}>;

/** A request for a script of Node, approved as it is. */
function request({ script, more, args = [] }: Wanted): StartRequest {
  const base = temporaryFolder('wukong-test-');
  const root = join(base, 'repo');
  mkdirSync(root);
  writeFileSync(join(base, 'executor.cjs'), script);
  const order = { ...ORDER, repo_dir: root };
  const copy = copyOrder({ order, folder: root, root, places: [join(base, 'orders')] });
  if (!copy.ok) throw new Error(copy.error);
  const argv = [process.execPath, join(base, 'executor.cjs'), ...args];
  return {
    order,
    copy: copy.value,
    settings: { type: 'command', command: argv, ...more },
    approvals: [{ command: argv }],
    logs: join(base, 'logs'),
    env: {},
    depth: 0,
    heartbeatMs: 60_000,
  };
}

async function started(wanted: StartRequest): Promise<Handle> {
  const handle = await command.start(wanted);
  if (!handle.ok) throw new Error(JSON.stringify(handle.error));
  return handle.value;
}

async function until(handle: Handle, isIt: (seen: Seen) => boolean): Promise<void> {
  for await (const seen of command.watch(handle)) if (isIt(seen)) return;
  throw new Error('it ended before');
}

/** Prints, and leaves a child that outlives whoever does not end the group. */
const LEAVES_A_CHILD = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
require('node:fs').writeFileSync('child', String(child.pid));
console.log('begun');
`;

function childOf({ order }: StartRequest) {
  const pid = Number(readFileSync(join(order.repo_dir, 'child'), 'utf8'));
  return { pid, started: null };
}

describe('a program', () => {
  test('takes a repository from red to green, and its result is only looked at', async () => {
    const fix = `
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const folder = process.env.WUKONG_ORDER_DIR;
const order = JSON.parse(readFileSync(join(folder, 'work_order.json'), 'utf8'));
writeFileSync('sum.js', 'module.exports = (a, b) => a + b;\\n');
writeFileSync(join(folder, 'work_result.json'), JSON.stringify({
  issue_ref: order.issue_ref, run_id: order.run_id, status: 'ok', changes: {},
  tests: ['node check.js => pass'], summary: 'It adds.',
}));
`;
    const wanted = request({ script: fix });
    const at = (name: string) => join(wanted.order.repo_dir, name);
    writeFileSync(at('sum.js'), 'module.exports = (a, b) => a - b;\n');
    writeFileSync(at('check.js'), "process.exit(require('./sum.js')(2, 2) === 4 ? 0 : 1);\n");
    const check = () => spawnSync(process.execPath, [at('check.js')]).status;
    expect(check()).toBe(1);
    const { left, exit } = await command.collect(await started(wanted));
    expect(exit).toEqual({ kind: 'exit', code: 0, cut: null });
    expect(check()).toBe(0);
    if (left.kind !== 'collected') throw new Error(left.kind);
    const known = { issue_ref: ORDER.issue_ref, run_id: ORDER.run_id, active: ORDER.run_id };
    const seen = { ...known, changed: ['sum.js'], patch: true, base: null, commit: null, exit: 0 };
    expect(judgeResult(left.read, seen)).toMatchObject({
      kind: 'examine',
      taken: { checks: [{ command: 'node check.js' }], traced: ['patch'] },
    });
  });

  test('gets its order on stdin and gives its result on stdout, if a person set it so', async () => {
    const script = `
let text = '';
process.stdin.on('data', (part) => { text += part; });
process.stdin.on('end', () => {
  const { issue_ref, run_id } = JSON.parse(text);
  console.error('some log');
  console.log('IssueRef: ' + issue_ref + '\\nRunId: ' + run_id + '\\nStatus: ok\\nPR: none\\nTests: n/a\\n');
});
`;
    const wanted = request({ script, more: { input: 'stdin', output: 'stdout' } });
    const { left, outputs } = await command.collect(await started(wanted));
    expect(left).toMatchObject({ read: { result: { run_id: ORDER.run_id, tests: ['n/a'] } } });
    const logs = outputs.map((name) => readFileSync(join(wanted.logs, name), 'utf8'));
    expect(logs[1]).toBe('some log\n');
    expect(logs[0]).toContain(`RunId: ${ORDER.run_id}\n`);
  });

  test('that ends well and says nothing has shown nothing', async () => {
    const wanted = request({ script: "console.log('1 passed')" });
    const { left, exit } = await command.collect(await started(wanted));
    expect({ left, exit }).toMatchObject({
      exit: { code: 0 },
      left: { read: { kind: 'logs-only' } },
    });
  });

  test('need not read what it is given', async () => {
    const wanted = request({ script: 'process.stdin.destroy()', more: { input: 'stdin' } });
    expect((await command.collect(await started(wanted))).exit.code).toBe(0);
  });

  test('gets words as they are, in its working tree, without what is yours', async () => {
    const script = `
require('node:fs').writeFileSync('seen.json', JSON.stringify({ argv: process.argv.slice(2), env: process.env }));
`;
    const args = ['{run_id}', '--to={order_dir}/x', '$(touch pwned)', '{nothing}'];
    const wanted = request({ script, args });
    process.env.WUKONG_TEST_SECRET = 'mine';
    onTestFinished(() => {
      delete process.env.WUKONG_TEST_SECRET;
    });
    await command.collect(await started({ ...wanted, env: { NAMED: 'given' }, depth: 1 }));
    const { argv, env } = JSON.parse(
      readFileSync(join(wanted.order.repo_dir, 'seen.json'), 'utf8'),
    );
    const { dir } = wanted.copy;
    expect(argv).toEqual([ORDER.run_id, `--to=${dir}/x`, '$(touch pwned)', '{nothing}']);
    expect(env).toMatchObject({ NAMED: 'given', WUKONG_ORDER_DIR: dir, WUKONG_DEPTH: '2' });
    expect(env).not.toHaveProperty('WUKONG_TEST_SECRET');
  });

  test('finds its folders made, by us and for it alone, before it begins', async () => {
    const script = `
const { readdirSync, statSync, writeFileSync } = require('node:fs');
const dir = process.env.WUKONG_ORDER_DIR;
const mode = (statSync(dir).mode & 0o777).toString(8);
writeFileSync(dir + '/seen.json', JSON.stringify({ mode, names: readdirSync(dir) }));
`;
    const { left } = await command.collect(await started(request({ script })));
    const [seen] = left.kind === 'collected' ? left.files : [];
    const { mode, names } = JSON.parse(String(seen?.content));
    expect(names).toContain('work_order.json');
    if (process.platform !== 'win32') expect(mode).toBe('700');
  });

  test('that nobody approved word for word is not started', async () => {
    const wanted = request({ script: '' });
    const { settings } = wanted;
    if (settings.type !== 'command') throw new Error('no command');
    const more = { ...settings, command: [...settings.command, 'x'] };
    expect(await command.start({ ...wanted, settings: more })).toMatchObject({
      error: { kind: 'not-approved' },
    });
  });

  test('that is not there is told as such', async () => {
    const argv = ['wukong-no-such-program'];
    const wanted = request({ script: '' });
    const settings = { ...wanted.settings, command: argv };
    const begun = await command.start({ ...wanted, settings, approvals: [{ command: argv }] });
    expect(begun).toEqual({ ok: false, error: { kind: 'cannot-start', why: 'ENOENT' } });
  });
});

describe.runIf(process.platform !== 'win32')('nothing of it is left', () => {
  test('when it ended by itself', async () => {
    const wanted = request({ script: `${LEAVES_A_CHILD} child.unref();` });
    await command.collect(await started(wanted));
    await expect.poll(() => isAlive(childOf(wanted))).toBe(false);
  });

  test.runIf(process.platform === 'linux')(
    'of what left its process group: with its environment, or at work in its folder',
    async () => {
      const script = `
const { spawn } = require('node:child_process');
const folder = process.env.WUKONG_ORDER_DIR;
const leave = (options) => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'ignore', detached: true, ...options,
  });
  child.unref();
  return child.pid;
};
console.log(leave({ cwd: '/' }), leave({ env: {}, cwd: folder }));
`;
      const wanted = request({ script });
      await command.collect(await started(wanted));
      const printed = readFileSync(join(wanted.logs, 'executor.stdout.log'), 'utf8');
      const left = printed.split(' ').map((pid) => ({ pid: Number(pid), started: null }));
      expect(left).toHaveLength(2);
      await expect.poll(() => left.map(isAlive)).toEqual([false, false]);
    },
  );

  test('when it was cancelled, and what it left until then is there', async () => {
    const script = `
process.on('SIGTERM', () => {});
require('node:fs').writeFileSync(process.env.WUKONG_ORDER_DIR + '/half.log', 'half');
setInterval(() => {}, 1000);
${LEAVES_A_CHILD}`;
    const wanted = request({ script });
    const handle = await started(wanted);
    expect(handle).toMatchObject({ run: ORDER.run_id, process: { pid: expect.any(Number) } });
    await until(handle, ({ kind }) => kind === 'output');
    await command.cancel(handle);
    await expect.poll(() => isAlive(childOf(wanted))).toBe(false);
    const { left, exit } = await command.collect(handle);
    expect(exit).toEqual({ kind: 'exit', code: null, cut: 'cancelled' });
    expect(left).toMatchObject({ files: [{ name: 'half.log' }], read: { kind: 'logs-only' } });
    await command.cancel(handle);
  });

  test.each([
    ['time', { time_limit_sec: 1 }, ''],
    ['silent', { no_output_limit_sec: 1 }, "console.log('a word')"],
  ] as const)('when it went past its limit (%s)', async (cut, more, says) => {
    const wanted = request({ script: `${says}; setInterval(() => {}, 1000);`, more });
    const { exit } = await command.collect(await started(wanted));
    expect(exit).toEqual({ kind: 'exit', code: null, cut });
  });
});

test('that it lives is told again and again, and its end last', async () => {
  const script = "process.stdin.on('end', () => {}).resume(); setInterval(() => {}, 1000);";
  const handle = await started({ ...request({ script }), heartbeatMs: 10 });
  const seen: Seen['kind'][] = [];
  for await (const { kind } of command.watch(handle)) {
    seen.push(kind);
    if (seen.filter((one) => one === 'alive').length === 2) await command.cancel(handle);
  }
  expect(seen.at(-1)).toBe('exit');
});

test('what it left is kept without secrets, and a patch as it is', () => {
  const folder = temporaryFolder('wukong-test-');
  const left = ['work_result.txt', 'a/b.log', 'c.patch'].map((name) => {
    const content = Buffer.from(`${EXAMPLE}SECRET`);
    return { name, sha256: 'x', bytes: content.length, content };
  });
  const kept = keepLeft(folder, left, (text) => text.replace('SECRET', '[redacted]'));
  expect(kept.map(({ file }) => file)).toEqual([
    'work_result.txt',
    expect.stringMatching(/^left-[0-9a-f]{8}-a-b\.log$/),
    expect.stringMatching(/^left-[0-9a-f]{8}-c\.patch$/),
  ]);
  const texts = kept.map(({ file }) => readFileSync(join(folder, file), 'utf8'));
  expect(texts.map((text) => text.includes('SECRET'))).toEqual([false, false, true]);
});

test('every kind of executor that can be driven has an adapter of its own', () => {
  for (const [type, adapter] of Object.entries(ADAPTERS)) expect(adapter.type).toBe(type);
});
