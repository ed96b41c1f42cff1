// A worker: it claims orders of the homes it trusts, carries them out one after the other, and gives back what came
// of each. Its lease is the fence: what it worked on while somebody else was given the order is not taken.

import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../files/file-failure.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { TravellingOrder } from '../../model/protocol/travelling.ts';
import type { Lease, OrderQueue } from '../../team/order-queue.ts';
import { environmentHere, register, sayAtWork } from '../../team/roster.ts';
import { placeOf, readOrder, signResult } from '../../team/travelling.ts';
import { usable } from '../../team/unusable.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { VERSION } from '../../workspace/version.ts';
import { noteDone, wasDone } from './done-orders.ts';
import { closeStore, openStore, type Store, serverTime } from './store.ts';
import { type TeamHere, trustsNow } from './team-here.ts';
import { type NotDone, notDone, ownFault, workHere } from './work-here.ts';
import { beginWork, clearWork, endWork, noteWork } from './worker-note.ts';

export type WorkerSeen =
  | Readonly<{ kind: 'waits' }>
  /** `left`: its person ended it here. */
  | Readonly<{ kind: 'took' | 'handed-in' | 'left' | 'too-late'; order: TravellingOrder }>
  | Readonly<{ kind: 'refused'; id: string; why: string }>
  /** It cannot carry it out for a reason of its own. */
  | Readonly<{ kind: 'gave-back'; order: TravellingOrder; why: string }>
  /** For as long as it lasts. */
  | Readonly<{ kind: 'away'; what: 'database' | 'remote'; why: string }>;

type WorkerOptions = Readonly<{
  ws: Workspace;
  here: TeamHere;
  me: ProcessRef;
  roles: readonly string[];
  labels: readonly string[];
  executor: string | undefined;
  depth: number;
  /** One order, or none where none waits. */
  isOnce: boolean;
  stop: AbortSignal;
  tell: (seen: WorkerSeen) => void;
}>;

const IDLE_MS = 1_000;
const AWAY_MS = 5_000;
/** Several within one lease. */
const BEAT_MS = 10_000;
const SAY_MS = 30_000;
const REST_MS = 60_000;

/** `other`: one is at work in this clone already. */
export async function runWorker(
  options: WorkerOptions,
): Promise<Result<'ended' | Readonly<{ other: ProcessRef }>>> {
  const { ws, here, me, stop, isOnce, tell } = options;
  const other = beginWork(ws, me);
  if (other) return ok({ other });
  await clearWork(ws, here, me);
  const opened = await openStore(here);
  if (!opened.ok) {
    endWork(ws);
    return opened;
  }
  const store = opened.value;
  const gaveBack = new Set<string>();
  let saidAt = Number.NEGATIVE_INFINITY;
  let isAway = false;
  try {
    const { name, person, key } = here;
    const about = { name, person, wukong: VERSION };
    const registered = await usable(() => register(store.database.query, key, about));
    if (!registered.ok) return registered;
    tell({ kind: 'waits' });
    while (!stop.aborted) {
      try {
        if (performance.now() - saidAt > SAY_MS) {
          await say(store, options, null);
          saidAt = performance.now();
        }
        // Whom its person does not trust any more gets nothing carried out from then on.
        const trusts = trustsNow(ws);
        const lease = await claimAny(store.queue, placesOf({ ...options, trusts }));
        isAway = false;
        const isAble = !lease || (await handle(store, lease, options, gaveBack));
        if (isOnce) break;
        if (!isAble) await rest(store, options);
        else if (!lease) await pause(IDLE_MS, stop);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (!isAway) tell({ kind: 'away', what: 'database', why });
        isAway = true;
        await pause(AWAY_MS, stop);
      }
    }
  } finally {
    await clearWork(ws, here, me);
    endWork(ws);
    // One that a scheduler starts comes again, and a database that is away is not waited for.
    if (!isOnce && !isAway) await sayIdle(store, here).catch(() => undefined);
    // A database that is away has nothing to be closed.
    await closeStore(store).catch(() => undefined);
  }
  return ok('ended');
}

/** Of each home it trusts, for each of its roles: those for its labels first, then those for anybody. */
export function placesOf({
  trusts,
  roles,
  labels,
}: Pick<WorkerOptions, 'roles' | 'labels'> & Pick<TeamHere, 'trusts'>): string[] {
  const wanted = [...labels, undefined];
  return trusts.flatMap(({ key }) =>
    roles.flatMap((role) => wanted.map((label) => placeOf(key, role, label))),
  );
}

async function claimAny(queue: OrderQueue, places: readonly string[]): Promise<Lease | undefined> {
  for (const place of places) {
    const lease = await queue.claim(place);
    if (lease) return lease;
  }
  return undefined;
}

/**
 * Nothing is made for it, and none of it is run, before who signed it is known. False: it is to ask for no other one
 * for a while. What it gives back once and is given again, its home is told.
 */
async function handle(
  store: Store,
  lease: Lease,
  options: WorkerOptions,
  gaveBack: Set<string>,
): Promise<boolean> {
  const { ws, here, stop, tell } = options;
  const now = await serverTime(store.database);
  const read = readable(ws, lease, now);
  if (!read.ok) {
    await store.queue.fail(lease, refusal(here, read.error));
    tell({ kind: 'refused', id: lease.id, why: read.error });
    return true;
  }
  const order = read.value;
  tell({ kind: 'took', order });
  await say(store, options, lease.id);
  const over = new AbortController();
  const beats = setInterval(() => {
    const beat = async (): Promise<void> => {
      if (!(await store.queue.heartbeat(lease))) over.abort();
      await say(store, options, lease.id);
    };
    // A line that is cut says nothing of the lease.
    beat().catch(() => undefined);
  }, BEAT_MS);
  let came: Came;
  let isTaken = false;
  let isGivenBack: boolean;
  try {
    came = await carryOut(order, lease, options, AbortSignal.any([options.stop, over.signal]));
    isGivenBack = mayGiveBack(came, gaveBack.has(lease.id), stop.aborted);
    if (isGivenBack) await release(store, lease);
    else isTaken = await handIn(store, lease, came, options);
  } finally {
    clearInterval(beats);
    await clearWork(ws, here, options.me);
  }
  if (isTaken) noteDone(ws, order, now);
  // Nothing of it is left here by then.
  if (stop.aborted && !isTaken) tell({ kind: 'left', order });
  else if (isGivenBack && !came.ok) tell({ kind: 'gave-back', order, why: came.error.why });
  else if (!isTaken) tell({ kind: 'too-late', order });
  else if (came.ok) tell({ kind: 'handed-in', order });
  else tell({ kind: 'refused', id: lease.id, why: came.error.why });
  if (isGivenBack) gaveBack.add(lease.id);
  await say(store, options, null);
  return came.ok || !came.error.isOwn;
}

/** The order, or why nothing of it is carried out: that is told once, and ends it. */
function readable(ws: Workspace, lease: Lease, now: Date): Result<TravellingOrder, string> {
  const { malformed } = lease;
  if (malformed !== undefined) {
    return fail(`row ${malformed} of the database holds no order as Wukong writes it`);
  }
  const read = readOrder(lease, trustsNow(ws), now);
  const before = read.ok ? wasDone(ws, read.value) : undefined;
  return before === undefined ? read : fail(before);
}

/** What it was given again is its home's to know of, and what its person ended is nobody's fault. Pure. */
export function mayGiveBack(
  came: Result<unknown, NotDone>,
  wasBefore: boolean,
  isStopped: boolean,
): boolean {
  return !came.ok && (isStopped || (came.error.isOwn && !wasBefore));
}

/** To whoever asks next; where the database is away, its lease runs out. */
async function release({ queue }: Store, lease: Lease): Promise<void> {
  await usable(() => queue.release(lease));
}

/** Others have the time to take what it gave back, and its person to put right what is wrong. */
async function rest(store: Store, { here, stop }: WorkerOptions): Promise<void> {
  await sayIdle(store, here);
  await pause(REST_MS, stop);
}

type Came = Awaited<ReturnType<typeof workHere>>;

async function carryOut(
  order: TravellingOrder,
  { attempt }: Lease,
  { ws, here, me, executor, depth, tell }: WorkerOptions,
  stop: AbortSignal,
): Promise<Came> {
  try {
    const note = (at: Parameters<typeof noteWork>[2]): void => noteWork(ws, me, at);
    return await workHere(order, {
      ...{ ws, here, attempt, executor, depth, stop, note },
      environment: environmentHere(),
      away: (why) => tell({ kind: 'away', what: 'remote', why }),
    });
  } catch (error) {
    // A full disk is this machine's; of what no order should lead to its home is told.
    const why = error instanceof Error ? error.message : String(error);
    return codeOf(error) === '' ? notDone(why) : ownFault(why);
  }
}

/** As often as it takes: what was done while the database was away is not lost. False: the lease was over. */
async function handIn(
  { queue }: Store,
  lease: Lease,
  came: Came,
  { here, stop, tell }: WorkerOptions,
): Promise<boolean> {
  let isAway = false;
  for (;;) {
    try {
      if (!came.ok) return await queue.fail(lease, refusal(here, came.error.why));
      return await queue.complete(lease, signResult(came.value, here.key));
    } catch (error) {
      if (stop.aborted) return false;
      const why = error instanceof Error ? error.message : String(error);
      if (!isAway) tell({ kind: 'away', what: 'database', why });
      isAway = true;
      await pause(AWAY_MS, stop);
    }
  }
}

function refusal({ name }: TeamHere, why: string): string {
  return `on ${name}: ${why}`;
}

async function say(
  { database }: Store,
  { here, roles, labels }: Pick<WorkerOptions, 'here' | 'roles' | 'labels'>,
  run: string | null,
): Promise<void> {
  await sayAtWork(database.query, here.key, { roles, labels, run });
}

/** Nobody is to wait for it. */
async function sayIdle({ database }: Store, { key }: TeamHere): Promise<void> {
  await sayAtWork(database.query, key, { roles: [], labels: [], run: null });
}

/** Ends with the worker. */
async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal: stop }).catch(() => undefined);
}
