// The tree of an order that was carried out goes to the remote: it waits for one that is away, as handing in waits
// for the database, for what was done would be lost with it.

import { setTimeout as delay } from 'node:timers/promises';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { TravellingOrder } from '../../model/protocol/travelling.ts';
import { type Carried, pushTree, refOf } from './carry-tree.ts';
import { patience } from './remote-away.ts';

type Back = Readonly<{
  remote: string;
  order: TravellingOrder;
  tree: string;
  /** Of its lease. */
  attempt: number;
  /** The order is not its any more, or the worker is to end. */
  stop: AbortSignal;
  /** Told once for as long as it lasts. */
  away: (why: string) => void;
}>;

const AWAY_MS = 5_000;

/** One that nothing was changed in lies there already. */
export async function giveBack(
  place: TreePlace,
  { remote, order, tree, attempt, stop, away }: Back,
): Promise<Result<Carried, string>> {
  const { ref, commit: parent } = order;
  if (tree === order.tree) return ok({ ref, commit: parent, tree });
  const push = { remote, ref: refOf(order, `result/${attempt}`), tree, parent };
  const isAskedAgain = patience();
  for (let isAway = false; !stop.aborted; isAway = true) {
    const pushed = await pushTree(place, push);
    if (pushed.ok || !isAskedAgain(pushed.error)) return pushed;
    if (!isAway) away(pushed.error);
    await delay(AWAY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
  return fail('it was ended');
}
