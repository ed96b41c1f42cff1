// One run, from its claim to its end: order, start, watch, collect, judge.

import { endGroup } from '../../evidence/gates/end-group.ts';
import type { Brought, Handle, Seen, StartRequest } from '../../executors/adapters/port.ts';
import { removeCopy } from '../../executors/folder/copy-order.ts';
import { isDirectory } from '../../files/folders.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { ExecutorEnd } from '../../model/vocabulary.ts';
import type { ResultAnswer } from '../results/take-result.ts';
import type { Chosen } from './executor-for.ts';
import { BEAT_MS } from './lease-file.ts';
import type { Claimed, Queue, Started } from './queue.ts';

type NodeEnd =
  | Readonly<{ kind: 'answered'; answer: ResultAnswer }>
  | Readonly<{ kind: 'ended'; how: ExecutorEnd; why?: string }>
  /** Somebody else ended the run meanwhile. */
  | Readonly<{ kind: 'over' }>
  | Readonly<{ kind: 'not-recorded'; failure: Failure }>;

type Leased = Claimed & Readonly<{ lease: Started }>;

type RunOptions = Readonly<{
  chosen: Chosen;
  env: Readonly<Record<string, string>>;
  depth: number;
  stop: AbortSignal;
  tell?: StartRequest['tell'];
}>;

export async function runNode(
  queue: Queue<never>,
  claimed: Claimed,
  { chosen, env, depth, stop, tell }: RunOptions,
): Promise<NodeEnd> {
  const { settings, adapter, approvals } = chosen;
  const { order, copy, folder, mostUsd } = claimed;
  const end = (how: ExecutorEnd, why = limitText(how, chosen, order.lease_ttl_sec)): NodeEnd =>
    queue.fail(claimed, how, why) ? { kind: 'ended', how, ...(why && { why }) } : { kind: 'over' };
  try {
    if (stop.aborted) return end('interrupted');
    const started = await adapter
      .start({
        ...{ order, copy, settings, approvals, env, depth, mostUsd, tell },
        logs: folder,
        heartbeatMs: BEAT_MS,
      })
      .catch((error: unknown) => fail({ kind: 'cannot-start', why: messageOf(error) } as const));
    if (!started.ok) {
      const { error } = started;
      return end('cannot-start', error.kind === 'cannot-start' ? error.why : 'nobody approved it');
    }
    const handle = started.value;
    const lease: Started = {
      process: handle.process,
      timeLimitSec: settings.time_limit_sec ?? order.lease_ttl_sec,
      noOutputLimitSec: settings.no_output_limit_sec ?? null,
    };
    let isMine = false;
    try {
      isMine = queue.heartbeat(claimed, lease);
    } finally {
      // Also where it cannot be written down that it is there.
      if (!isMine) await adapter.cancel(handle);
    }
    if (!isMine) return { kind: 'over' };
    // Also while its result is judged: the driver is there, and the run is its.
    const beats = setInterval(() => queue.heartbeat(claimed), BEAT_MS);
    try {
      const brought = await broughtBy(queue, { ...claimed, lease }, chosen, handle, stop);
      if (!brought.ok) return end('adapter-failed', brought.error);
      const { isWanted, ...came } = brought.value;
      if (isWanted) return await judged(queue, claimed, came, stop, end);
      return (await refused(queue, claimed, came)) ?? { kind: 'over' };
    } finally {
      clearInterval(beats);
    }
  } finally {
    removeCopy(copy);
  }
}

/** Which limit it was, and where it stands. */
function limitText(
  how: ExecutorEnd,
  { name, settings }: Chosen,
  nodeSec: number,
): string | undefined {
  const { time_limit_sec, no_output_limit_sec } = settings;
  if (how === 'silent') return `no_output_limit_sec of ${name} is ${no_output_limit_sec}`;
  if (how !== 'time') return undefined;
  return time_limit_sec === undefined
    ? `its node has ${nodeSec} s`
    : `time_limit_sec of ${name} is ${time_limit_sec}`;
}

/** A fault of one adapter ends its own run; the others go on. */
async function broughtBy(
  queue: Queue<never>,
  claimed: Leased,
  chosen: Chosen,
  handle: Handle,
  stop: AbortSignal,
): Promise<Result<Brought & Readonly<{ isWanted: boolean }>, string>> {
  const { adapter } = chosen;
  try {
    const isWanted = await watched(queue, claimed, chosen, handle, stop);
    const brought = await adapter.collect(handle);
    return ok({ ...brought, isWanted: isWanted || stop.aborted });
  } catch (error) {
    await adapter.cancel(handle).catch(() => endGroup(handle.process));
    return fail(messageOf(error));
  }
}

/** False: it was ended because nobody wants it any more. */
async function watched(
  queue: Queue<never>,
  claimed: Leased,
  { adapter }: Chosen,
  handle: Handle,
  stop: AbortSignal,
): Promise<boolean> {
  const cancel = () => void adapter.cancel(handle);
  if (stop.aborted) cancel();
  stop.addEventListener('abort', cancel, { once: true });
  let isWanted = true;
  try {
    for await (const seen of adapter.watch(handle)) {
      if (!isSign(seen) || !isWanted) continue;
      const elsewhere = seen.kind === 'held' ? { ...claimed.lease, elsewhere: seen.by } : undefined;
      isWanted = queue.heartbeat(claimed, elsewhere);
      // Nothing could come back from a folder that is gone.
      if (!isWanted || !isDirectory(claimed.copy.dir)) cancel();
    }
  } finally {
    stop.removeEventListener('abort', cancel);
  }
  return isWanted;
}

function isSign(seen: Seen): seen is Extract<Seen, { kind: 'alive' | 'held' }> {
  return seen.kind === 'alive' || seen.kind === 'held';
}

async function judged(
  queue: Queue<never>,
  claimed: Claimed,
  brought: Brought,
  stop: AbortSignal,
  end: (how: ExecutorEnd, why?: string) => NodeEnd,
): Promise<NodeEnd> {
  const { left, exit, client } = brought;
  const cut = stop.aborted || exit.cut === 'cancelled' ? 'interrupted' : exit.cut;
  if (left.kind === 'folder-missing') return end(stop.aborted ? 'interrupted' : 'folder-missing');
  if (cut !== null) {
    const ended = end(cut);
    return (await refused(queue, claimed, brought)) ?? ended;
  }
  const taken = await queue.complete(claimed, { left, exit: exit.code, client, stop });
  if (!taken.ok) return { kind: 'not-recorded', failure: taken.error };
  const answer = taken.value;
  // The result was for another run: this one has none.
  if (answer.kind === 'refused' && queue.fail(claimed, 'other-run', answer.why)) {
    return { kind: 'ended', how: 'other-run', why: answer.why };
  }
  return { kind: 'answered', answer };
}

/** A result of a run that is over by now: behind the port it is kept, and has no effect. */
async function refused(
  queue: Queue<never>,
  claimed: Claimed,
  { left }: Brought,
): Promise<NodeEnd | undefined> {
  if (left.kind !== 'collected' || left.read.kind === 'logs-only') return undefined;
  const kept = await queue.complete(claimed, { left });
  return kept.ok ? undefined : { kind: 'not-recorded', failure: kept.error };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
