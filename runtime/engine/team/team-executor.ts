// A worker of the team as an executor: at home its order is put where workers claim, its end is waited for, and what
// it did is laid into the tree of the run, where it is judged as if it had been done here.
//
//   start: tree ──► remote, order ──► queue        watch: ask until it has ended
//   collect: signed by somebody trusted? ──► tree of the remote ──► working tree of the run ──► judged as ever

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { layOrTakeBack } from '../../evidence/lanes/lay-into.ts';
import type {
  Brought,
  Executor,
  Handle,
  Seen,
  StartFault,
  StartRequest,
} from '../../executors/adapters/port.ts';
import { collectResult } from '../../executors/folder/collect-result.ts';
import { isInsideName } from '../../executors/protocol/names.ts';
import { putFile } from '../../files/atomic-write.ts';
import { makeFolders, removeAll } from '../../files/changing.ts';
import { readText } from '../../files/reading.ts';
import type { Elsewhere } from '../../model/actors/lease.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import {
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
} from '../../model/protocol/travelling.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { whyNotReached } from '../../publish/branch/push-outcome.ts';
import { readState } from '../../step/run-step.ts';
import type { OrderQueue } from '../../team/order-queue.ts';
import { holderOf } from '../../team/roster.ts';
import { orderId, placeOf, readTravelled, signOrder } from '../../team/travelling.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { dropRefs, fetchTree, pushTree, refOf, refsAt } from './carry-tree.ts';
import { type Seen as Mirrored, mirrorLog } from './mirror.ts';
import { secretsIn } from './secrets-in.ts';
import { isAwayNow, NotOpened, type StoreOf, serverTime, storeOf } from './store.ts';
import { type TeamHere, teamWithRemote } from './team-here.ts';

type Order = Omit<TravellingOrder, 'commit' | 'ref' | 'expires'>;

type Sent = Readonly<{
  request: StartRequest;
  here: TeamHere;
  remote: string;
  order: Order;
  /** What the tree is laid on, for git to send only what is missing. */
  parent: string | null;
  store: StoreOf;
  ended: AbortController;
}>;

const LOOK_MS = 300;
/** Until what is away is asked again. */
const AWAY_MS = 5_000;
/** Somebody who was away for so long finds it over. */
const GOOD_FOR_MS = 24 * 3_600_000;

export function teamExecutor(ws: Workspace): Executor {
  const known = new WeakMap<Handle, Sent>();
  const sentBy = (handle: Handle): Sent => {
    const sent = known.get(handle);
    if (!sent) throw new Error(`run ${handle.run} was not started by this process`);
    return sent;
  };
  return {
    type: 'team',
    async start(request) {
      const sent = await prepare(ws, request);
      if (!sent.ok) return sent;
      const handle: Handle = { run: request.order.run_id, process: null };
      known.set(handle, sent.value);
      return ok(handle);
    },
    watch: (handle) => watchAndClose(ws, sentBy(handle)),
    async cancel(handle) {
      const { order, store, ended } = sentBy(handle);
      ended.abort();
      try {
        await store.open()?.queue.cancel(placeAt(order));
      } catch (error) {
        // Its goal takes it back before it sends the next one.
        if (!isAwayNow(error)) throw error;
      }
    },
    async collect(handle) {
      const sent = sentBy(handle);
      try {
        return await collect(ws, sent);
      } finally {
        await sent.store.close();
      }
    },
  };
}

const TRUSTS_NOBODY =
  'this clone trusts no worker, so nothing that came back would be taken. Of each that may work for it type its key: wukong team trust KEY --name NAME';

function placeAt(order: Order): Readonly<{ id: string; place: string }> {
  return { id: orderId(order), place: order.place };
}

/** Nothing leaves the machine yet; what never can is said now. */
async function prepare(ws: Workspace, request: StartRequest): Promise<Result<Sent, StartFault>> {
  const no = (why: string) => fail({ kind: 'cannot-start', why } as const);
  const team = teamWithRemote(ws);
  if (!team.ok) return no(team.error.message);
  const here = team.value;
  // It would be done in vain: what came back would not be taken.
  if (here.trusts.length === 0) return no(TRUSTS_NOBODY);
  const { remote } = here;
  const { repo_dir: worktree } = request.order;
  const tree = await takeTree(ws, worktree);
  if (!tree.ok) return no(tree.error);
  const parent = (await headOf(worktree)).split(' ')[1] ?? null;
  const place = { worktree, objectsDir: files.objects(ws) };
  const secret = await secretsIn(place, parent, tree.value);
  if (!secret.ok) return no(secret.error);
  if (secret.value !== undefined) {
    return no(`${secret.value} looks like a secret, and the tree would go to ${remote}`);
  }
  const order = orderOf(request, here, stateOf(ws).log_id, tree.value);
  const store = storeOf(here);
  return ok({ request, here, remote, order, parent, store, ended: new AbortController() });
}

/** As far as it comes: `away` where it may come further a moment later. Throws what will not change by itself. */
async function send(ws: Workspace, sent: Sent): Promise<'sent' | 'away'> {
  const { request, here, remote, order, parent, store } = sent;
  try {
    const { queue, database } = await store.opened();
    // It rests on what others can read.
    const mirrored = await mirrorLog(ws, here, database, seenOf(ws));
    if (!mirrored.ok) throw new NotOpened(mirrored.error);
    if (mirrored.value.kind === 'moved' || mirrored.value.kind === 'mirror') {
      throw new Error(`its log is at home on ${mirrored.value.home} by now`);
    }
    const state = stateOf(ws);
    await takeBack(queue, state, order);
    const place = { worktree: request.order.repo_dir, objectsDir: files.objects(ws) };
    const ref = refOf(order, 'order');
    const pushed = await pushTree(place, { remote, ref, tree: order.tree, parent });
    if (!pushed.ok) {
      if (whyNotReached(pushed.error) === 'unreachable') return 'away';
      throw new Error(`its tree cannot be sent: ${pushed.error}`);
    }
    // What nobody needs any more goes with the next one; if it cannot now, it can then.
    const there = await refsAt(place.worktree, remote, order.log);
    if (there.ok) await dropRefs(place.worktree, remote, wornOut(there.value, state));
    const now = await serverTime(database);
    const expires = new Date(now.getTime() + GOOD_FOR_MS).toISOString();
    const body = signOrder({ ...order, ...pushed.value, expires }, here.key);
    await queue.enqueue({ ...placeAt(order), priority: 0, body });
    return 'sent';
  } catch (error) {
    if (isAwayNow(error)) return 'away';
    throw error;
  }
}

/** By workspace, so that each order does not read the log from its beginning. */
const seen = new Map<string, Mirrored>();

function seenOf({ dir }: Workspace): Mirrored {
  const known = seen.get(dir) ?? {};
  seen.set(dir, known);
  return known;
}

function stateOf(ws: Workspace): State {
  const now = readState(ws);
  if (!now.ok) throw new Error(explain(now.failure).message);
  return now.state;
}

/** Orders of this goal whose runs ended without them: a driver was killed that waited for one. */
async function takeBack(
  queue: OrderQueue,
  { log_id: log, goals }: State,
  { goal, place }: Order,
): Promise<void> {
  for (const { id: run, ended } of Object.values(goals[goal]?.runs ?? {})) {
    const isLeft = ended?.outcome === 'lost' || ended?.outcome === 'stopped';
    if (isLeft) await queue.cancel({ id: orderId({ log, run }), place });
  }
}

/** Refs of runs that are over, but of each open goal those of its last run: whoever takes it up finds its tree there. */
export function wornOut(refs: readonly string[], { goals }: Pick<State, 'goals'>): string[] {
  return refs.filter((ref) => {
    const [, , , goal = '', run = ''] = ref.split('/');
    const runs = Object.values(goals[goal]?.runs ?? {});
    const at = runs.findIndex(({ id }) => id === run);
    const isNeeded = at >= 0 && (at === runs.length - 1 || runs[at]?.ended === null);
    return !isNeeded;
  });
}

function orderOf(
  { order, copy, settings }: StartRequest,
  { key }: TeamHere,
  log: string,
  tree: string,
): Order {
  if (settings.type !== 'team') throw new Error(`${settings.type} is no worker of a team`);
  const names = Object.keys(copy.given);
  const given = names.map((name) => [name, readText(join(copy.dir, name))] as const);
  return {
    ...{ protocol: TEAM_PROTOCOL, log, goal: order.goal.id, run: order.run_id, tree },
    place: placeOf(key.id, order.role, settings.label),
    role: order.role,
    time_limit_sec: settings.time_limit_sec ?? order.lease_ttl_sec,
    no_output_limit_sec: settings.no_output_limit_sec ?? null,
    files: Object.fromEntries(given),
  };
}

/** Nothing is collected of one that fails. */
async function* watchAndClose(ws: Workspace, sent: Sent): AsyncGenerator<Seen> {
  try {
    yield* watch(ws, sent);
  } catch (error) {
    await sent.store.close();
    throw error;
  }
}

/** What is away for a while is asked again: what was done meanwhile is taken once it is back. */
async function* watch(ws: Workspace, sent: Sent): AsyncGenerator<Seen> {
  const { request, ended } = sent;
  let beatAt = performance.now();
  let holder: Elsewhere | undefined;
  let isSent = false;
  while (!ended.signal.aborted) {
    isSent ||= (await send(ws, sent)) === 'sent';
    const seen: Looked = isSent ? await look(sent) : { kind: 'away' };
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
type Looked = Readonly<{ kind: 'ended' | 'waits' | 'held' | 'away'; by?: Elsewhere | undefined }>;

async function look({ order, store, here }: Sent): Promise<Looked> {
  try {
    const { queue, database } = await store.opened();
    const state = await queue.look(placeAt(order));
    if (state.kind === 'waits') return { kind: 'waits', by: undefined };
    if (state.kind === 'held') {
      const by = await holderOf(database.query, orderId(order));
      return by ? { kind: 'held', by } : { kind: 'held' };
    }
    // It may have come and gone between two looks.
    const read =
      state.kind === 'completed' ? readTravelled(state.result, order, here.trusts) : undefined;
    if (!read?.ok) return { kind: 'ended' };
    const { machine, person } = read.value;
    return { kind: 'ended', by: { machine, person } };
  } catch (error) {
    if (isAwayNow(error)) return { kind: 'away' };
    throw error;
  }
}

async function collect(ws: Workspace, sent: Sent): Promise<Brought> {
  const { request, order, store, here, ended } = sent;
  const over: Brought = {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: null, cut: 'cancelled' },
    outputs: [],
  };
  if (ended.signal.aborted) return over;
  const { queue } = await store.opened();
  const state = await queue.look(placeAt(order));
  if (state.kind === 'failed') throw new Error(state.why);
  if (state.kind !== 'completed') return over;
  const read = readTravelled(state.result, order, here.trusts);
  if (!read.ok) throw new Error(`what came back is not taken: ${read.error}`);
  const result = read.value;
  await layHere(ws, sent, result);
  for (const { name, content } of result.files) {
    if (!isInsideName(name) || Object.hasOwn(request.copy.given, name)) continue;
    const path = join(request.copy.dir, name);
    makeFolders(join(path, '..'));
    putFile(path, Buffer.from(content, 'base64'));
  }
  const outputs = Object.entries(result.outputs);
  for (const [name, text] of outputs)
    putFile(join(request.logs, name), Buffer.from(text, 'base64'));
  const { machine, person, environment, gates, by } = result;
  const about = { schema_version: 1, machine, person, key: by, environment, gates };
  putFile(join(request.logs, 'elsewhere.json'), `${JSON.stringify(about, null, 1)}\n`);
  return {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: result.exit, cut: result.cut },
    outputs: outputs.map(([name]) => name),
  };
}

/** What a reader changed there stays there; of a writer it becomes what the tree of its run is, or nothing does. */
async function layHere(
  ws: Workspace,
  { request, order, remote }: Sent,
  result: TravellingResult,
): Promise<void> {
  if (result.tree === order.tree || !WRITING_ROLES.includes(order.role)) return;
  const worktree = request.order.repo_dir;
  const fetched = await fetchTree(worktree, remote, result);
  if (!fetched.ok) throw new Error(`its tree cannot be had: ${fetched.error}`);
  const kept = files.landing(ws, order.run);
  const trees = { from: order.tree, to: result.tree };
  const laid = await layOrTakeBack({ worktree, objectsDir: files.objects(ws), ...trees, kept });
  if (laid.is === 'done') return removeAll(kept);
  throw new Error(
    `${laid.path || 'the working tree'}: ${laid.why}. What was done on ${result.machine} is in ${result.ref} of ${remote}`,
  );
}
