// A repository whose nodes a script carries out, and `wukong` there as a process of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { processIds } from '../../runtime/workspace/processes.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment, makeRepository, PROJECT, type Repository } from '../rig/repository.ts';

export const CLI = join(PROJECT, 'dist', 'cli.js');
const FIXER = join(import.meta.dirname, 'fixer.mjs');
export const REQUEST = 'the decoder crashes on empty input';

type Ended = Readonly<{ code: number | null; out: string }>;

const ROLES = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'];

export async function repositoryWith(...args: readonly string[]): Promise<Repository> {
  return repositoryFor(ROLES, ...args);
}

/** The script carries out nodes of these roles alone. */
export async function repositoryFor(
  roles: readonly string[],
  ...args: readonly string[]
): Promise<Repository> {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => repository.remove());
  const command = [
    'node',
    FIXER,
    '{order_dir}',
    ...args.map((arg) => arg.replace('~', repository.root)),
  ];
  const local = { try_gates: false, executors: { fixer: { type: 'command', command, roles } } };
  writeFileSync(join(repository.path, '.wukong', 'config.local.yaml'), JSON.stringify(local));
  const approved = ['trust', '--approve', '--gate', 'executor fixer'];
  expect(await ended(wukong(repository, ...approved))).toMatchObject({ code: 0 });
  return repository;
}

export function wukong({ path, root }: Repository, ...args: readonly string[]): ChildProcess {
  const lanes = { XDG_STATE_HOME: join(root, 'state') };
  const env = { ...systemPaths(), ...gitEnvironment(), HOME: root, ...lanes };
  const child = spawn(process.execPath, [CLI, ...args], { cwd: path, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

export async function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      out += chunk.toString('utf8');
    });
  }
  const [code] = await once(child, 'close');
  return { code, out };
}

export function events({ path }: Repository, type?: string): EventRecord[] {
  const lines = readFileSync(join(path, '.wukong', 'events.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const all = lines.map((line) => JSON.parse(line) as EventRecord);
  return all.filter((event) => type === undefined || event.type === type);
}

/** Until so many executors say that they wait; their processes. */
export async function waiting(held: string, count = 1): Promise<ProcessRef[]> {
  const file = `${held}.pid`;
  const pids = (): number[] =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
  await until(() => pids().length >= count);
  return pids().map((pid) => ({ pid, started: null }));
}

const LONG_MS = 240_000;

/** Throws where it never comes: a goal may have ended before. */
export async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + LONG_MS;
  while (!isSo()) {
    if (Date.now() > end) throw new Error(`it never came: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whatever still works in there. Known on Linux only. */
export function atWorkIn({ root }: Repository): number[] {
  return processIds().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`).startsWith(root);
    } catch {
      return false; // It has just ended, or is nobody's to look at.
    }
  });
}
