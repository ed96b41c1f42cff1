// That a process waits for its turn (check-turn.ts): told to whoever listens, in words that are not ours, and no part
// of the time that the process may take.

import type { ProcessRef } from '../../model/actors/process-ref.ts';

/** Whose turn it is. */
export type InTurn = Readonly<{ what: string; process: ProcessRef }>;

let listener: (holder: InTurn) => void = () => undefined;
let waitedMs = 0;

/** Called once for each wait, when it has taken two seconds. The last one who asks for it is. */
export function onWait(listens: (holder: InTurn) => void): void {
  listener = listens;
}

export function tellWait(holder: InTurn): void {
  listener(holder);
}

/** Waiting for a check of this process itself is not told here. */
export function noteWaited(ms: number): void {
  waitedMs += ms;
}

/** Calls `end` when the process has had so much time of its own; returns what calls that off. */
export function afterOwnTime(maxMs: number, end: () => void): () => void {
  let known = waitedMs;
  const look = (): void => {
    const more = waitedMs - known;
    known = waitedMs;
    if (more > 0) timer = setTimeout(look, more);
    else end();
  };
  let timer = setTimeout(look, maxMs);
  return () => clearTimeout(timer);
}
