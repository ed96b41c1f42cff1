// At home an order is asked for until it has ended, and the tree of what came of it is fetched before that is said.

import { setTimeout as delay } from 'node:timers/promises';
import type { Seen } from '../../executors/adapters/port.ts';
import type { Elsewhere } from '../../model/actors/lease.ts';
import { fail } from '../../model/failure.ts';
import { holderOf } from '../../team/roster.ts';
import { orderId, readTravelled } from '../../team/travelling.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { fetchTree } from './carry-tree.ts';
import { type Away, away, isChange, placeAt, type Sent, send } from './send-order.ts';
import { isAwayNow, whyAway } from './store.ts';
import { trustsNow } from './team-here.ts';

const LOOK_MS = 300;
/** Until what is away is asked again. */
const AWAY_MS = 5_000;

/** What is away for a while is asked again: what was done meanwhile is taken once it is back. */
export async function* watch(ws: Workspace, sent: Sent): AsyncGenerator<Seen> {
  const { request, ended } = sent;
  let beatAt = performance.now();
  let holder: Elsewhere | undefined;
  let isSent = false;
  let isAway = false;
  while (!ended.signal.aborted) {
    const came: 'sent' | Away = isSent ? 'sent' : await send(ws, sent);
    isSent = came === 'sent';
    const seen = came === 'sent' ? await look(ws, sent) : came;
    if (seen.kind === 'away' && !isAway) {
      request.tell?.(`${request.order.run_id} waits, and asks again: ${oneLine(seen.why, 300)}`);
    }
    isAway = seen.kind === 'away';
    if ('by' in seen && nameOf(seen.by) !== nameOf(holder)) {
      holder = seen.by;
      yield { kind: 'held', by: holder };
    }
    if (seen.kind === 'ended') break;
    if (performance.now() - beatAt >= request.heartbeatMs) {
      beatAt = performance.now();
      yield { kind: 'alive' };
    }
    // Ends with the order.
    const pause = seen.kind === 'away' ? Math.min(AWAY_MS, request.heartbeatMs) : LOOK_MS;
    await delay(pause, undefined, { signal: ended.signal }).catch(() => undefined);
  }
  yield { kind: 'exit', code: null, cut: ended.signal.aborted ? 'cancelled' : null };
}

function nameOf(at: Elsewhere | undefined): string {
  return at ? `${at.machine} ${at.person}` : '';
}

/** `by`: who has it, or gave it back; left out where that is not known. */
type Looked = Away | Readonly<{ kind: 'ended' | 'waits' | 'held'; by?: Elsewhere | undefined }>;

async function look(ws: Workspace, sent: Sent): Promise<Looked> {
  const { order, store } = sent;
  try {
    const { queue, database } = await store.opened();
    const state = await queue.look(placeAt(order));
    if (state.kind === 'waits') return { kind: 'waits', by: undefined };
    if (state.kind === 'held') {
      const by = await holderOf(database.query, orderId(order));
      return by ? { kind: 'held', by } : { kind: 'held' };
    }
    if (state.kind === 'failed') sent.came = fail(state.why);
    if (state.kind !== 'completed') return { kind: 'ended' };
    return await bring(ws, sent, state.result);
  } catch (error) {
    if (isAwayNow(error)) return away(whyAway(error));
    throw error;
  }
}

/** Its tree comes before it has ended: a remote that is gone for a while loses nothing. */
async function bring(ws: Workspace, sent: Sent, result: unknown): Promise<Looked> {
  const { request, order, remote } = sent;
  const read = readTravelled(result, order, trustsNow(ws));
  sent.came = read.ok ? read : fail(`what came back is not taken: ${read.error}`);
  if (!read.ok) return { kind: 'ended' };
  const { machine, person } = read.value;
  if (isChange(order, read.value)) {
    const fetched = await fetchTree(request.order.repo_dir, remote, read.value);
    if (!fetched.ok && sent.isFetchedAgain(fetched.error)) {
      return away(`the git remote cannot be reached: ${fetched.error}`);
    }
    if (!fetched.ok) sent.came = fail(`its tree cannot be had: ${fetched.error}`);
  }
  // It may have come and gone between two looks.
  return { kind: 'ended', by: { machine, person } };
}
