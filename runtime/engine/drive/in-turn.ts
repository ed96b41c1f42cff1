let last: Promise<unknown> = Promise.resolve();

/**
 * Results are judged one after the other: gates of a tree run one at a time anyway, and what runs in a copy is
 * noted by process, once each (gates/leftover-gates.ts).
 */
export function judgeInTurn<T>(judge: () => Promise<T>): Promise<T> {
  const mine = last.then(judge);
  last = mine.catch(() => undefined);
  return mine;
}
