// `wukong log --follow --json --since N`, as programs take it: one process a fault. What comes of a log is held as
// values in test/log/read-on.test.ts.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { readHistory } from '../../runtime/log/history.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { writerArgs } from '../crash/writers.ts';
import { DIST, type Json, Sandbox } from '../install/temporary.ts';
import { PROJECT } from '../rig/repository.ts';
import { block, must, start, work } from './goals.ts';

type Options = Readonly<{ preload?: string; args?: readonly string[] }>;

/** A program that takes the journal from a record on: every line that came whole, parsed. */
class Reader {
  readonly lines: Json[] = [];
  readonly child: ChildProcess;
  readonly ended: Promise<unknown[]>;
  #rest = '';
  #seen = (): void => undefined;

  constructor(sandbox: Sandbox, since: string, { preload, args = [] }: Options = {}) {
    const node = preload === undefined ? [] : ['--require', join(import.meta.dirname, preload)];
    const typed = ['log', '--follow', '--json', '--since', since, ...args];
    this.child = spawn(process.execPath, [...node, join(DIST, 'cli.js'), ...typed], {
      cwd: sandbox.repo,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.ended = once(this.child, 'close');
    onTestFinished(() => void this.child.kill('SIGKILL'));
    if (preload === undefined) this.read();
  }

  read(): void {
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (this.#rest + text).split('\n');
      this.#rest = lines.pop() ?? '';
      this.lines.push(...lines.map((line) => JSON.parse(line)));
      this.#seen();
    });
  }

  /** Until a record of this number came. */
  has(event: string | undefined): Promise<void> {
    return new Promise((resolve) => {
      this.#seen = () => {
        if (this.lines.some(({ event_id }) => event_id === event)) resolve();
      };
      this.#seen();
    });
  }

  /** What it would be started with again. */
  get place(): string {
    const last = this.lines.at(-1);
    return last ? `${last.event_id}:${last.crc}` : '0';
  }

  async stop(signal: NodeJS.Signals): Promise<unknown> {
    this.child.kill(signal);
    return (await this.ended)[0];
  }
}

function all(sandbox: Sandbox): EventRecord[] {
  const records: EventRecord[] = [];
  const read = readHistory(sandbox.ws, (record) => records.push(record) > 0);
  if (!read.ok) throw new Error(JSON.stringify(read.failure));
  return records;
}

function note(sandbox: Sandbox, prompt: string): void {
  must(sandbox.ws, (step) => step.emit({ type: 'Stop', session_id: 's9', payload: { prompt } }));
}

function lastOf(sandbox: Sandbox): string | undefined {
  return all(sandbox).at(-1)?.event_id;
}

/** A writer of steps of three records, killed at some instant of its work; whether it was. */
async function writeAndKill(sandbox: Sandbox, name: string, afterMs: number): Promise<boolean> {
  const task = { repo: sandbox.repo, name, count: 40, records: 3, sizes: [0, 9000], seals: true };
  const writer = spawn(process.execPath, writerArgs(task), { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(writer, 'close');
  // From its first step on.
  const began = once(writer.stdout, 'data');
  writer.stdout.resume();
  await Promise.race([began, ended]);
  const killer = setTimeout(() => writer.kill('SIGKILL'), afterMs);
  const [code] = await ended;
  clearTimeout(killer);
  return code === null;
}

test('two readers, one killed and started again from what it had, get what killed writers and sealings leave: each record once, in order', {
  timeout: 180_000,
}, async () => {
  using sandbox = await Sandbox.installed();
  const steady = new Reader(sandbox, '0');
  const had: Json[] = [];
  let killed = 0;
  for (let round = 0; round < 8; round += 1) {
    const before = had.at(-1);
    const place = before ? `${before.event_id}:${before.crc}` : '0';
    const reader = new Reader(sandbox, place);
    if (await writeAndKill(sandbox, `w${round}`, 7 * round)) killed += 1;
    // Of the odd rounds it is killed wherever it is.
    if (round % 2 === 0) await reader.has(lastOf(sandbox));
    await reader.stop('SIGKILL');
    had.push(...reader.lines);
  }
  note(sandbox, 'the last');
  const end = new Reader(sandbox, `${had.at(-1).event_id}:${had.at(-1).crc}`);
  await Promise.all([end.has(lastOf(sandbox)), steady.has(lastOf(sandbox))]);
  had.push(...end.lines);
  expect(killed).toBeGreaterThan(0);
  const whole = all(sandbox);
  expect(whole.filter(({ type }) => type === 'log.sealed').length).toBeGreaterThan(3);
  expect(had).toEqual(whole);
  expect(steady.lines).toEqual(whole);
});

test('a record of a sealed part is a place to begin from as any other', async () => {
  using sandbox = await Sandbox.installed();
  for (const prompt of ['一', '二', '三']) note(sandbox, prompt);
  expect((await sandbox.wukong(['archive'])).code).toBe(0);
  note(sandbox, '四');
  for (const since of ['2', 'e-2', 'E-000002', `E-000002:${all(sandbox)[1]?.crc.toUpperCase()}`]) {
    const ended = await sandbox.wukong(['log', '--json', '--since', since]);
    const lines = ended.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(all(sandbox).slice(2));
  }
  const nothing = await sandbox.wukong(['log', '--json', '--since', lastOf(sandbox) ?? '']);
  expect(nothing).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('a torn tail is never told, and the step that heals it is told once', async () => {
  using sandbox = await Sandbox.installed();
  const reader = new Reader(sandbox, '0');
  await reader.has(lastOf(sandbox));
  appendFileSync(join(sandbox.repo, '.wukong/events.jsonl'), '{"event_id":"E-000002","type":"St');
  note(sandbox, 'after it');
  await reader.has(lastOf(sandbox));
  expect(reader.lines).toEqual(all(sandbox));
  expect(reader.lines.map(({ type }) => type)).toEqual(['log.created', 'log.healed', 'Stop']);
  expect(await reader.stop('SIGTERM')).toBe(0);
});

test('a repair of what a reader had ends it with a line that says so, and from where it goes on', async () => {
  using sandbox = await Sandbox.installed();
  for (const prompt of ['one', 'two', 'three']) note(sandbox, prompt);
  const reader = new Reader(sandbox, '0');
  await reader.has(lastOf(sandbox));
  const path = join(sandbox.repo, '.wukong/events.jsonl');
  // In place, as a disk would: a reader may look at any moment, and is to find no empty file.
  writeFileSync(path, readFileSync(path, 'utf8').replace('"two"', '"tow"'), { flag: 'r+' });
  expect((await sandbox.wukong(['repair', '--set-aside', '--yes'])).code).toBe(0);
  expect(await reader.ended).toEqual([1, null]);
  const hint = expect.stringContaining('begin again with `--since 0`');
  expect(reader.lines.slice(4)).toEqual([
    {
      schema_version: 1,
      command: 'log',
      ok: false,
      error: {
        kind: 'log-cut',
        code: 'WK3011',
        message: 'The log has no E-000004: it ends at E-000003.',
        hint,
      },
    },
  ]);
  // What both have is a place to go on from; what was repaired is not.
  const kept = reader.lines[1];
  const on = await sandbox.wukong(['log', '--json', '--since', `${kept.event_id}:${kept.crc}`]);
  expect(JSON.parse(on.stdout)).toMatchObject({ event_id: 'E-000003', type: 'log.repaired' });
  const gone = reader.lines[2];
  const off = await sandbox.json(['log', '--since', `${gone.event_id}:${gone.crc}`]);
  expect(off).toMatchObject({ code: 1, out: { error: { kind: 'log-cut' } } });
});

test.each([
  ['--since=', '--since needs the number of an event, or 0.'],
  ['--since=yesterday', '--since needs the number of an event, or 0.'],
  ['--since=E-000001:12', '--since needs the number of an event, or 0.'],
  ['--state', '--state is for programs.'],
])('%s is reported as a mistake of the command line', async (typed, message) => {
  using sandbox = await Sandbox.installed();
  const ended = await sandbox.wukong(['log', typed]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain(`error  ${message}\n`);
});

test('a reader that reads nothing is waited for: no more than a part of the log is kept for it, and Ctrl-C ends it with whole lines', async () => {
  using sandbox = await Sandbox.installed();
  for (let n = 0; n < 40; n += 1) {
    must(sandbox.ws, (step) => {
      for (let i = 0; i < 250; i += 1) {
        step.emit({ type: 'Stop', session_id: 's9', payload: { prompt: 'x'.repeat(900) } });
      }
    });
  }
  const whole = all(sandbox);
  for (const isStopped of [false, true]) {
    const reader = new Reader(sandbox, '0', { preload: 'tell-backlog.cjs' });
    let said = '';
    reader.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    if (reader.child.stderr) await once(reader.child.stderr, 'data');
    if (isStopped) reader.child.kill('SIGINT');
    reader.read();
    if (!isStopped) await reader.has(whole.at(-1)?.event_id);
    expect(isStopped ? (await reader.ended)[0] : await reader.stop('SIGINT')).toBe(0);
    expect(reader.lines).toEqual(whole.slice(0, reader.lines.length));
    if (isStopped) expect(reader.lines.length).toBeLessThan(whole.length);
    expect(Number(/most (\d+)/.exec(said)?.[1])).toBeLessThan(3 * 1024 * 1024);
  }
});

test('a reader that has gone ends it well, with the next record at the latest', async () => {
  using sandbox = await Sandbox.installed();
  const reader = new Reader(sandbox, '0');
  await reader.has(lastOf(sandbox));
  reader.child.stdout?.destroy();
  note(sandbox, 'nobody reads');
  expect(await reader.ended).toEqual([0, null]);
});

test('--state tells with each record what its goal was then, from wherever it begins, and filters go on counting', async () => {
  using sandbox = await Sandbox.installed();
  const done = start(sandbox.ws, '解码器崩溃');
  const goal = start(sandbox.ws, 'another');
  work(sandbox.ws, goal, 'ear');
  block(sandbox.ws, goal, 'N-001', 'questions', 'Which one?');
  must(sandbox.ws, (step) =>
    step.emit({
      type: 'graph.aborted',
      goal_id: done,
      payload: { because: { kind: 'text', text: 'no' } },
    }),
  );
  const printed = async (...args: string[]): Promise<Json[]> => {
    const ended = await sandbox.wukong(['log', '--json', '--state', ...args]);
    expect(ended.code).toBe(0);
    return ended.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  };
  const lines = await printed();
  expect(lines.map(({ state: _, ...record }) => record)).toEqual(all(sandbox));
  const valid = new Ajv().compile(
    JSON.parse(readFileSync(join(PROJECT, 'schemas/entity-goal.schema.json'), 'utf8')),
  );
  for (const { goal_id, state } of lines) {
    if (goal_id === undefined) expect(state).toBeNull();
    else expect([state.id, valid(state)]).toEqual([goal_id, true]);
  }
  for (const id of [done, goal]) {
    const { schema_version, command, ok, spent, limits, ...now } = (
      await sandbox.json(['goal', 'show', id])
    ).out;
    expect(lines.findLast(({ goal_id }) => goal_id === id).state).toEqual(now);
  }
  const statuses = lines.filter(({ goal_id }) => goal_id === done).map(({ state }) => state.status);
  expect([...new Set(statuses)]).toEqual(['queued', 'active', 'cancelled']);

  for (let n = 0; n <= lines.length; n += 5) {
    expect(await printed('--since', `${n}`)).toEqual(lines.slice(n));
  }
  const ofGoal = lines.filter((line) => line.goal_id === goal);
  expect(await printed('--goal', goal)).toEqual(ofGoal);
  expect(await printed('--goal', goal, '--limit', '2')).toEqual(ofGoal.slice(-2));
  const reader = new Reader(sandbox, '3', { args: ['--state'] });
  await reader.has(lastOf(sandbox));
  block(sandbox.ws, goal, 'N-010', 'questions', 'And which of these?');
  await reader.has(lastOf(sandbox));
  expect(reader.lines).toEqual(await printed('--since', '3'));
  expect(await reader.stop('SIGINT')).toBe(0);
});
