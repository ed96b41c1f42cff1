// What a driver has under way: work on several nodes side by side, each with an end of its own.

import { setTimeout as delay } from 'node:timers/promises';

type Ended<T> = Readonly<{ node: string; end: T } | { node: string; error: unknown }>;

export class UnderWay<T> {
  readonly #work = new Map<string, Promise<Ended<T>>>();

  get nodes(): ReadonlySet<string> {
    return new Set(this.#work.keys());
  }

  begin(node: string, work: Promise<T>): void {
    // Nobody may be waiting for it when it fails.
    const ended = work.then(
      (end) => ({ node, end }),
      (error: unknown) => ({ node, error }),
    );
    this.#work.set(node, ended);
  }

  /** Whichever ends first; undefined: none did for so long. Throws what it threw. */
  async next(ms: number): Promise<Readonly<{ node: string; end: T }> | undefined> {
    const waiting = new AbortController();
    const pause = delay(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
    const first = await Promise.race([...this.#work.values(), pause]);
    waiting.abort();
    if (first) this.#work.delete(first.node);
    return first && endOf(first);
  }

  /** When all have ended. Throws the first thing that one of them threw. */
  async rest(): Promise<void> {
    const all = await Promise.all(this.#work.values());
    this.#work.clear();
    for (const one of all) endOf(one);
  }
}

function endOf<T>(ended: Ended<T>): Readonly<{ node: string; end: T }> {
  if ('error' in ended) throw ended.error;
  return ended;
}
