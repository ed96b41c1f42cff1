// Whether orders came out as promised whatever was killed and frozen meanwhile: none lost, none accepted
// twice, no late result believed, each of them kept. Pure: the log of a repository, and what its executors
// wrote down of themselves.

import type { EventRecord } from '../../runtime/model/event.ts';

/** What is looked at of a record. */
export type Line = Pick<EventRecord, 'type' | 'goal_id' | 'node_id' | 'run_id' | 'payload'>;

/** What an executor did: a line of its own, where no driver writes. `left`: its result is there, whole. */
export type Deed = Readonly<{ run: string; did: 'began' | 'left' }>;

export type OrderFault =
  /** Lost: an order without an end, a run without one, a goal that stays open. */
  | Readonly<{ kind: 'not-done'; order: string }>
  | Readonly<{ kind: 'no-end'; run: string }>
  | Readonly<{ kind: 'not-closed'; goal: string }>
  /** Accepted, or worked on, twice. */
  | Readonly<{ kind: 'ended-again'; run: string; outcome: string }>
  | Readonly<{ kind: 'accepted-again'; order: string; run: string }>
  | Readonly<{ kind: 'given-when-done'; order: string; run: string }>
  | Readonly<{ kind: 'two-at-once'; order: string; run: string }>
  | Readonly<{ kind: 'two-writers'; run: string; beside: string }>
  /** A result that was left, and of which the log says nothing. */
  | Readonly<{ kind: 'unanswered'; run: string }>
  /** An executor worked, and the log knows of no such run. */
  | Readonly<{ kind: 'not-given'; run: string }>;

export type Outcome = Readonly<{
  /** Nodes of the plans. */
  orders: number;
  runs: number;
  /** Results that came when their run was over. */
  refused: number;
  faults: readonly OrderFault[];
}>;

type Order = {
  isDone: boolean;
  active: string | undefined;
  isWriter: boolean;
  /** Where it works. */
  tree?: unknown;
};

/** `records`: all of one log that count, in its order. */
export function judgeOrders(records: readonly Line[], deeds: readonly Deed[]): Outcome {
  const faults: OrderFault[] = [];
  const orders = new Map<string, Order>();
  const goals = new Set<string>();
  const ends = new Map<string, string | undefined>();
  const answered = new Set<string>();
  let refused = 0;
  for (const { type, goal_id: goal = '', node_id: node, run_id: run = '', payload } of records) {
    const name = `${goal}/${node}`;
    const order = orders.get(name);
    switch (type) {
      case 'goal.created':
        goals.add(goal);
        for (const { id, role } of payload.nodes as readonly { id: string; role: string }[]) {
          const isWriter = role === 'body';
          orders.set(`${goal}/${id}`, { isDone: false, active: undefined, isWriter });
        }
        break;
      case 'run.dispatched': {
        if (order?.isDone) faults.push({ kind: 'given-when-done', order: name, run });
        if (order?.active) faults.push({ kind: 'two-at-once', order: name, run });
        const { worktree: tree } = (payload.lane ?? {}) as { worktree?: string };
        const writer = [...orders.values()].find(
          (other) => other !== order && other.isWriter && other.active && other.tree === tree,
        );
        if (order?.isWriter && writer?.active) {
          faults.push({ kind: 'two-writers', run, beside: writer.active });
        }
        if (order) Object.assign(order, { active: run, tree });
        ends.set(run, undefined);
        break;
      }
      case 'run.reported':
        answered.add(run);
        break;
      case 'run.refused':
        answered.add(run);
        refused += 1;
        break;
      case 'run.ended': {
        const outcome = String(payload.outcome);
        if (ends.get(run) !== undefined) faults.push({ kind: 'ended-again', run, outcome });
        ends.set(run, outcome);
        if (order?.active === run) order.active = undefined;
        if (order && outcome === 'success') {
          if (order.isDone) faults.push({ kind: 'accepted-again', order: name, run });
          order.isDone = true;
        }
        break;
      }
      case 'graph.completed':
        goals.delete(goal);
        break;
      default:
    }
  }
  for (const goal of goals) faults.push({ kind: 'not-closed', goal });
  for (const [order, { isDone }] of orders) if (!isDone) faults.push({ kind: 'not-done', order });
  for (const [run, outcome] of ends) if (!outcome) faults.push({ kind: 'no-end', run });
  for (const { run, did } of deeds) {
    if (did === 'began' && !ends.has(run)) faults.push({ kind: 'not-given', run });
    if (did === 'left' && !answered.has(run)) faults.push({ kind: 'unanswered', run });
  }
  return { orders: orders.size, runs: ends.size, refused, faults };
}
