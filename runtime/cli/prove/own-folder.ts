// A temporary folder of a command that writes nothing anywhere else: gone when it ends, also by Ctrl-C.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAll, temporaryFolder } from '../../files/changing.ts';
import type { Language } from '../../model/vocabulary.ts';
import { Stopped } from '../../proof/judge-change.ts';
import { trialWords } from '../../words/languages/verdict-text.ts';
import { wroteLines } from '../../words/trial-words.ts';
import { isOwnerGone, ownerHere } from '../../workspace/processes.ts';
import { EXIT, type Outcome, problem } from '../frame/outcome.ts';
import { typedLine } from '../frame/person.ts';

/** Copies of this process, which the next one removes if it is killed. */
export const OWNED = { owner: ownerHere(), isGone: isOwnerGone };

export async function inOwnFolder(
  run: (own: string, stop: AbortSignal) => Promise<Outcome>,
  language: Language = 'en',
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
    const wrote = wroteLines(error.wrote, trialWords(language)).join(' ');
    const left = wrote === '' ? '; nothing of it is left.' : `. ${wrote}`;
    const message = `Stopped before there was a verdict${left}`;
    return problem(EXIT.interrupted, { kind: 'stopped', message, hint: typedLine() });
  } finally {
    for (const signal of signals) process.off(signal, end);
    removeAll(own, 5);
  }
}
