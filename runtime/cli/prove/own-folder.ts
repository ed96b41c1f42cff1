// A temporary folder of a command that writes nothing anywhere else: gone when it ends, also by Ctrl-C.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import { EXIT, type Outcome, problem } from '../frame/outcome.ts';

/** A person ended it. */
export class Stopped extends Error {}

export function ownerHere(): string {
  const { pid, started } = processRef(process.pid);
  return `${pid}-${started ?? 0}`;
}

export function isOwnerGone(owner: string): boolean {
  const [id, since] = owner.split('-');
  return !isAlive({ pid: Number(id), started: since === '0' ? null : (since ?? null) });
}

/** `name`: of the command, as it is typed again. */
export async function inOwnFolder(
  name: string,
  run: (own: string, stop: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  // Called as copies are, so that the next one removes it if this process is killed.
  const own = temporaryFolder(join(tmpdir(), `wukong-copy-${ownerHere()}-`));
  const stop = new AbortController();
  const end = (): void => stop.abort('ended');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  try {
    return await run(own, stop.signal);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const message = 'Stopped before there was a verdict; nothing of it is left.';
    return problem(EXIT.interrupted, { kind: 'stopped', message, hint: name });
  } finally {
    for (const signal of signals) process.off(signal, end);
    removeAll(own, 5);
  }
}
