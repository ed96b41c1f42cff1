// Orders that nobody waits for any more: whoever drove their runs was killed, their goal was ended or goes on
// otherwise, or the log is at home elsewhere by now. A worker would carry them out for nobody.

import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import type { Database } from '../../team/database.ts';
import { pgBossQueue } from '../../team/pg-boss-queue.ts';
import { openOrders } from '../../team/roster.ts';
import { orderId } from '../../team/travelling.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { TeamHere } from './team-here.ts';

/** Of all goals of a log, at its home. Rejects where the database cannot be reached. */
export async function takeBackOrders(
  ws: Workspace,
  { url, from }: TeamHere,
  { query }: Database,
  log: string,
): Promise<Result<'none' | 'taken-back'>> {
  const there = await openOrders(query, log);
  if (there.length === 0) return ok('none');
  // In this order: a run is recorded before its order is sent, so that none at work is unknown.
  const now = readState(ws);
  if (!now.ok) return fail(now.failure);
  const over = forNobody(there, log, now.state);
  if (over.length === 0) return ok('none');
  const queue = await pgBossQueue({ url, from });
  if (!queue.ok) return queue;
  try {
    for (const order of over) await queue.value.cancel(order);
    return ok('taken-back');
  } finally {
    await queue.value.close();
  }
}

type Goals = Readonly<Record<string, Pick<Goal, 'runs'>>>;

/** Whose run has ended, or is of no open goal. Pure. */
export function forNobody<T extends Readonly<{ id: string }>>(
  orders: readonly T[],
  log: string,
  { goals }: Readonly<{ goals: Goals }>,
): T[] {
  const atWork = Object.values(goals).flatMap(({ runs }) =>
    Object.values(runs).filter(({ ended }) => ended === null),
  );
  const waitedFor = new Set(atWork.map(({ id: run }) => orderId({ log, run })));
  return orders.filter(({ id }) => !waitedFor.has(id));
}
