// `wukong run` as a process of its own, which can be killed and frozen.

import { once } from 'node:events';
import { spawnGroup } from '../../scripts/client/child.ts';
import { CLI, type OrderRepository } from '../../scripts/orders/repository.ts';

export type Ended = Readonly<{ code: number | null; out: string }>;
export type Driver = Readonly<{
  /** False: it has ended, and nothing is sent to whoever has its number now. */
  signal: (name: NodeJS.Signals) => boolean;
  end: Promise<Ended>;
}>;

export function startDriver(repository: OrderRepository, goal: string, take = false): Driver {
  const args = [CLI, 'run', goal, ...(take ? ['--take'] : [])];
  const { path: cwd, environment: env } = repository;
  const child = spawnGroup(process.execPath, args, { cwd, env });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
  }
  const end = once(child, 'close').then(([code]) => ({ code: code as number | null, out }));
  return { signal: (name) => child.kill(name), end };
}
