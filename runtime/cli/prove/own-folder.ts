// A temporary folder of a command that writes nothing anywhere else: gone when it ends, also by Ctrl-C.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import { Stopped } from '../../proof/judge-change.ts';
import { isOwnerGone, ownerHere } from '../../workspace/processes.ts';
import { EXIT, type Outcome, problem } from '../frame/outcome.ts';

/** Copies of this process, which the next one removes if it is killed. */
export const OWNED = { owner: ownerHere(), isGone: isOwnerGone };

/** `name`: of the command, as it is typed again. */
export async function inOwnFolder(
  name: string,
  run: (own: string, stop: AbortSignal) => Promise<Outcome>,
): Promise<Outcome> {
  const stop = new AbortController();
  const end = (): void => stop.abort('ended');
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, end);
  // Called as copies are, so that the next one removes it if this process is killed.
  const own = temporaryFolder(join(tmpdir(), `wukong-copy-${OWNED.owner}-`));
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
