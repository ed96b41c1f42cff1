// What is a retry, for every number that says how many there were: a run of a node beyond its first. One that was
// lost (its client ended, a limit or an outage came) is none, and makes none of the next.

import type { Run } from '../../model/state/run.ts';

type Tried = Readonly<{ node: string; isLost: boolean }>;

/** `runs`: oldest first. */
export function retriesIn<T>(runs: Iterable<T>, triedBy: (run: T) => Tried): T[] {
  const tried = new Set<string>();
  return [...runs].filter((run) => {
    const { node, isLost } = triedBy(run);
    if (isLost) return false;
    const isRetry = tried.has(node);
    tried.add(node);
    return isRetry;
  });
}

/** Of the runs of one goal. */
export function countRetries(runs: Iterable<Run>): number {
  return retriesIn(runs, ({ node, ended }) => ({ node, isLost: ended?.outcome === 'lost' })).length;
}
