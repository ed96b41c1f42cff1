// A team to test with: a home whose nodes are all for workers, and workers whose nodes a script carries out. Each is
// a clone with a person's folder of its own; trees travel through a bare repository beside them.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Engine } from '../../scripts/teams/engine.ts';
import { addressOf } from '../../scripts/teams/machine.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { makeRepository } from '../rig/repository.ts';
import { ended } from '../run/driven.ts';
import { type Machine, wukongOn } from './machines.ts';

const FIXER = join(import.meta.dirname, '..', 'run', 'fixer.mjs');
export const ROLES = ['ear', 'eye', 'body', 'tongue', 'nose', 'mind'] as const;

export type Member = Machine &
  Readonly<{
    name: string;
    key: string;
    /** Starts it there; what it prints is for who asks. */
    wukong: (...args: readonly string[]) => ReturnType<typeof wukongOn>;
    /** The same to its end, which has to be a good one. */
    type: (...args: readonly string[]) => Promise<string>;
  }>;

export type Team = Readonly<{
  home: Member;
  workers: readonly Member[];
  remote: string;
  url: string;
}>;

/** `url`: of a database of its own, with its password. `workers`: what the script of each is told, or another program; `~` is its root. */
export async function teamOf(
  engine: Engine,
  url: string,
  workers: ReadonlyArray<readonly string[]>,
): Promise<Team> {
  const folder = temporaryFolder('wukong-team-of-');
  const remote = join(folder, 'trees.git');
  execFileSync('git', ['init', '--quiet', '--bare', remote]);
  const far = { far: { type: 'team', roles: [...ROLES] } };
  const home = await member(engine, url, remote, 'home', far);
  const others = await Promise.all(
    workers.map((words, i) => workerOf(engine, url, remote, `worker${i + 1}`, words)),
  );
  for (const other of others) {
    await other.type('team', 'trust', home.key, '--name', home.name);
    await home.type('team', 'trust', other.key, '--name', other.name);
  }
  return { home, workers: others, remote, url };
}

/** `words`: what its script is told, or another program. */
export async function workerOf(
  engine: Engine,
  url: string,
  remote: string,
  name: string,
  words: readonly string[] = [],
): Promise<Member> {
  const isProgram = words[0] === 'node';
  const command = isProgram ? words : ['node', FIXER, '{order_dir}', ...words];
  const fixer = { fixer: { type: 'command', command, roles: [...ROLES] } };
  return member(engine, url, remote, name, fixer);
}

async function member(
  engine: Engine,
  url: string,
  remote: string,
  name: string,
  executors: object,
): Promise<Member> {
  const repository = await makeRepository({ installed: true, testsBy: 'node' });
  onTestFinished(() => repository.remove());
  const { path, root } = repository;
  const { url: address, password } = addressOf(url);
  const set = JSON.stringify({ try_gates: false, executors });
  writeFileSync(join(path, '.wukong', 'config.local.yaml'), set.replaceAll('~', root));
  const wukong = (...args: readonly string[]) =>
    wukongOn(engine, { path, root }, password, ...args);
  const type = async (...args: readonly string[]): Promise<string> => {
    const { code, out } = await ended(wukong(...args));
    if (code !== 0) throw new Error(`wukong ${args.join(' ')} ended with ${code}: ${out}`);
    return out;
  };
  const program = 'fixer' in executors ? ['--gate', 'executor fixer'] : [];
  await type('trust', '--approve', ...program);
  await type('team', 'init', address, '--name', name, '--remote', remote);
  const key = JSON.parse(await type('team', 'status', '--json')).key;
  return { path, root, name, key, wukong, type };
}
