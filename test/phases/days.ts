// A repository whose goals a daemon carries out for days: a process of its own, the clock of the test, and programs
// that do what the plan says.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { EventRecord } from '../../runtime/model/event.ts';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { type Clock, clockToSet } from '../rig/clock.ts';
import { atTerminal } from '../rig/person.ts';
import { git, gitEnvironment, makeRepository, TESTS_BY_NODE } from '../rig/repository.ts';
import { waitUntil } from '../rig/wait.ts';
import { CLI, events } from '../run/driven.ts';

const WORKER = join(import.meta.dirname, 'worker.mjs');
const LONG_MS = 180_000;
const ROLES = ['eye', 'mind', 'body', 'nose'];

export type Days = Readonly<{
  path: string;
  root: string;
  /** Onwards: a time of a day, `2031-03-03T09:00`. */
  at: (time: string) => void;
  /** So many runs of a plan that says `today` may be made from now on. */
  give: (runs: number) => void;
  /** Into the file of secrets of the programs. */
  keepSecret: (line: string) => void;
  /** At a terminal; answers yes where it is asked. */
  types: (...words: readonly string[]) => Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: what a program reads has its own schemas, and their tests.
  json: (...words: readonly string[]) => Promise<any>;
  start: () => void;
  /** While the daemon is there. */
  until: (isSo: () => boolean) => Promise<void>;
  file: (path: string) => string;
  isThere: (path: string) => boolean;
  write: (path: string, text: string) => void;
  seen: (type: string, goal?: string) => EventRecord[];
  /** Of the day before: once the daemon has written it. */
  rollupOf: (day: string) => Promise<string>;
}>;

type Plan = Readonly<{ nodes: readonly object[]; edges?: readonly object[] }>;

/** `began`: when it is, at first. */
export async function daysFrom(
  began: string,
  plans: Readonly<Record<string, Plan>>,
): Promise<Days> {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  const { path, root } = repository;
  const clock = clockToSet(root);
  const at = (time: string): void => clock.set(`${time}:00.000Z`);
  at(began);
  const env = environmentOf(root, clock);
  const given = join(root, 'given');
  mkdirSync(given);
  const write = (file: string, text: string): void => writeFileSync(join(path, file), text);
  mkdirSync(join(path, '.wukong', 'templates'), { recursive: true });
  for (const [name, plan] of Object.entries(plans)) {
    const about = { name, version: 1, description: name, success_criteria: ['`tests` passes'] };
    write(`.wukong/templates/${name}.yaml`, JSON.stringify({ ...about, ...plan }));
  }
  const command = ['node', WORKER, '{order_dir}', given];
  const executors = { worker: { type: 'command', command, roles: ROLES } };
  write('.wukong/config.local.yaml', JSON.stringify({ try_gates: false, executors }));
  write('.wukong/config.yaml', JSON.stringify({ gates: [TESTS_BY_NODE] }));
  // The gate is green from the beginning: nothing here is about what it shows.
  write('test/decoder.test.js', "import { test } from 'node:test';\ntest('is', () => {});\n");
  await git(path, 'add', '-A');
  await git(path, 'commit', '-qm', 'What is there');
  const types = async (...words: readonly string[]): Promise<string> => {
    const said = await atTerminal(process.execPath, [CLI, ...words], { cwd: path, env, key: 'y' });
    expect(said.code, said.stdout).toBe(0);
    return said.stdout;
  };
  await types('trust', '--approve');
  let daemon: ChildProcess | undefined;
  let said = '';
  onTestFinished(async ({ task }) => {
    daemon?.kill('SIGTERM');
    if (daemon && daemon.exitCode === null) await new Promise((done) => daemon?.once('exit', done));
    if (task.result?.state === 'fail')
      process.stdout.write(`${said}\n${events(repository).map(line).join('\n')}\n`);
    repository.remove();
  });
  const rollup = (day: string): string => join(path, '.wukong', 'rollups', `${day}.md`);
  const holds = async (isSo: () => boolean): Promise<void> => {
    const found = await waitUntil(
      path,
      () => isSo() || daemon?.exitCode !== null || undefined,
      LONG_MS,
    );
    if (found === undefined || daemon?.exitCode !== null) throw new Error(`it never came: ${isSo}`);
  };
  return {
    ...{ path, root, at, types, write },
    keepSecret: (line) => writeFileSync(join(given, 'secrets'), `${line}\n`),
    give: (runs) => writeFileSync(join(given, 'today'), `${runs}`),
    async json(...words) {
      const args = [CLI, ...words, '--json'];
      const said = await run(process.execPath, args, { cwd: path, env, timeoutMs: LONG_MS });
      expect(said.code, said.stderr).toBe(0);
      return JSON.parse(said.stdout);
    },
    start() {
      const args = [CLI, 'daemon', 'start', '--foreground'];
      daemon = spawn(process.execPath, args, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [daemon.stdout, daemon.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          said += chunk.toString('utf8');
        });
      }
    },
    until: holds,
    isThere: (name) => existsSync(join(path, name)),
    file: (name) => readFileSync(join(path, name), 'utf8'),
    seen: (type, goal) =>
      events(repository, type).filter(({ goal_id }) => goal === undefined || goal_id === goal),
    async rollupOf(day) {
      await holds(() => existsSync(rollup(day)));
      return readFileSync(rollup(day), 'utf8');
    },
  };
}

function line({ timestamp, type, goal_id, node_id, payload }: EventRecord): string {
  return `${timestamp} ${type} ${goal_id ?? ''} ${node_id ?? ''} ${JSON.stringify(payload).slice(0, 300)}`;
}

function environmentOf(root: string, clock: Clock): Readonly<Record<string, string>> {
  const own = { HOME: root, TERM: 'xterm', XDG_STATE_HOME: join(root, 'state') };
  return { ...systemPaths(), ...gitEnvironment(), ...own, ...clock.env };
}
