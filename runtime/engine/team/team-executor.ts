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
import { makeFolders } from '../../files/changing.ts';
import { readText } from '../../files/reading.ts';
import type { Elsewhere } from '../../model/actors/lease.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { readState } from '../../step/run-step.ts';
import {
  orderId,
  placeOf,
  readTravelled,
  signOrder,
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
} from '../../team/travelling.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { dropRefs, fetchTree, pushTree, refOf, refsAt } from './carry-tree.ts';
import { secretsIn } from './secrets-in.ts';
import { closeStore, holderOf, openStore, type Store, serverTime } from './store.ts';
import { type TeamHere, teamHere } from './team-here.ts';

type Sent = Readonly<{
  request: StartRequest;
  here: TeamHere;
  store: Store;
  order: TravellingOrder;
  ended: AbortController;
}>;

const LOOK_MS = 300;
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
      const sent = await send(ws, request);
      if (!sent.ok) return sent;
      const handle: Handle = { run: request.order.run_id, process: null };
      known.set(handle, sent.value);
      return ok(handle);
    },
    watch: (handle) => watch(sentBy(handle)),
    async cancel(handle) {
      const { order, store, ended } = sentBy(handle);
      ended.abort();
      await store.queue.cancel({ id: orderId(order), place: order.place });
    },
    async collect(handle) {
      const sent = sentBy(handle);
      try {
        return await collect(ws, sent);
      } finally {
        await closeStore(sent.store);
      }
    },
  };
}

async function send(ws: Workspace, request: StartRequest): Promise<Result<Sent, StartFault>> {
  const no = (why: string) => fail({ kind: 'cannot-start', why } as const);
  const here = teamHere(ws);
  if (!here) return no('this clone is in no team: wukong team init');
  const { remote } = here;
  if (remote === undefined)
    return no('no remote is named by which its tree could travel: team.remote');
  const { repo_dir: worktree } = request.order;
  const tree = await takeTree(ws, worktree);
  if (!tree.ok) return no(tree.error);
  const place = { worktree, objectsDir: files.objects(ws) };
  const parent = (await headOf(worktree)).split(' ')[1] ?? null;
  const secret = await secretsIn(place, parent, tree.value);
  if (!secret.ok) return no(secret.error);
  if (secret.value !== undefined)
    return no(`${secret.value} looks like a secret, and the tree would go to ${remote}`);
  const opened = await openStore(here);
  if (!opened.ok) return no(explain(opened.error).message);
  const store = opened.value;
  try {
    const state = stateOf(ws);
    const about = orderOf(request, here, state.log_id);
    await takeBack(store, state, about);
    const ref = refOf(about, 'order');
    const pushed = await pushTree(place, { remote, ref, tree: tree.value, parent });
    if (!pushed.ok) return await closing(store, no(pushed.error));
    // What nobody needs any more goes with the next one; if it cannot now, it can then.
    const there = await refsAt(worktree, remote, state.log_id);
    if (there.ok) await dropRefs(worktree, remote, wornOut(there.value, state));
    const now = await serverTime(store.database);
    const expires = new Date(now.getTime() + GOOD_FOR_MS).toISOString();
    const order: TravellingOrder = { ...about, ...pushed.value, expires };
    await store.queue.enqueue({
      id: orderId(order),
      place: order.place,
      priority: 0,
      body: signOrder(order, here.key),
    });
    return ok({ request, here, store, order, ended: new AbortController() });
  } catch (error) {
    await closeStore(store);
    throw error;
  }
}

async function closing<T>(store: Store, value: T): Promise<T> {
  await closeStore(store);
  return value;
}

function stateOf(ws: Workspace): State {
  const now = readState(ws);
  if (!now.ok) throw new Error(explain(now.failure).message);
  return now.state;
}

/** Orders of this goal whose runs ended without them: a driver was killed that waited for one. */
async function takeBack(
  { queue }: Store,
  { log_id: log, goals }: State,
  { goal, place }: Pick<TravellingOrder, 'goal' | 'place'>,
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

function orderOf({ order, copy, settings }: StartRequest, { key }: TeamHere, log: string) {
  if (settings.type !== 'team') throw new Error(`${settings.type} is no worker of a team`);
  const given = Object.keys(copy.given).map(
    (name) => [name, readText(join(copy.dir, name))] as const,
  );
  return {
    protocol: TEAM_PROTOCOL,
    log,
    goal: order.goal.id,
    run: order.run_id,
    place: placeOf(key.id, order.role, settings.label),
    role: order.role,
    time_limit_sec: settings.time_limit_sec ?? order.lease_ttl_sec,
    no_output_limit_sec: settings.no_output_limit_sec ?? null,
    files: Object.fromEntries(given),
  } as const;
}

/** A database that is away for a while is asked again: what was done meanwhile is taken once it is back. */
async function* watch({ request, order, store, ended }: Sent): AsyncGenerator<Seen> {
  const at = { id: orderId(order), place: order.place };
  let beatAt = performance.now();
  let holder: Elsewhere | undefined;
  while (!ended.signal.aborted) {
    const state = await store.queue.look(at).catch(() => undefined);
    if (state && state.kind !== 'waits' && state.kind !== 'held') break;
    if (state?.kind === 'held') {
      const by = await holderOf(store.database, at.id).catch(() => undefined);
      if (by && (by.machine !== holder?.machine || by.person !== holder.person)) {
        holder = by;
        yield { kind: 'held', by };
      }
    }
    if (performance.now() - beatAt >= request.heartbeatMs) {
      beatAt = performance.now();
      yield { kind: 'alive' };
    }
    // Ends with the order.
    await delay(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  }
  yield { kind: 'exit', code: null, cut: ended.signal.aborted ? 'cancelled' : null };
}

async function collect(ws: Workspace, sent: Sent): Promise<Brought> {
  const { request, order, store, here, ended } = sent;
  const over: Brought = {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: null, cut: 'cancelled' },
    outputs: [],
  };
  if (ended.signal.aborted) return over;
  const state = await store.queue.look({ id: orderId(order), place: order.place });
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
  { request, order, here }: Sent,
  result: TravellingResult,
): Promise<void> {
  if (result.tree === order.tree || !WRITING_ROLES.includes(order.role)) return;
  const worktree = request.order.repo_dir;
  const fetched = await fetchTree(worktree, here.remote ?? '', result);
  if (!fetched.ok) throw new Error(`its tree cannot be had: ${fetched.error}`);
  const laid = await layOrTakeBack({
    ...{ worktree, objectsDir: files.objects(ws), from: order.tree, to: result.tree },
    kept: files.landing(ws, order.run),
  });
  if (laid.is === 'done') return;
  throw new Error(
    `${laid.path || 'the working tree'}: ${laid.why}. What was done on ${result.machine} is in ${result.ref} of ${here.remote}`,
  );
}
