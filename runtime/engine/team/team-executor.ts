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
import { readState } from '../../step/run-step.ts';
import { holderOf } from '../../team/roster.ts';
import { orderId, placeOf, readTravelled, signOrder } from '../../team/travelling.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { fetchTree, pushTree, refOf } from './carry-tree.ts';
import { type Seen as Mirrored, mirrorLog } from './mirror.ts';
import { type Patience, patience } from './remote-away.ts';
import { secretsIn } from './secrets-in.ts';
import { isAwayNow, NotOpened, type StoreOf, serverTime, storeOf } from './store.ts';
import { type TeamHere, teamWithRemote, trustsNow } from './team-here.ts';
import { dropWornOut } from './worn-out.ts';

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
  /** What the remote said. */
  isPushedAgain: Patience;
  isFetchedAgain: Patience;
}> & {
  /** What it came to, with its tree in this repository, or why that is not taken; undefined: nothing. */
  came?: Result<TravellingResult & Readonly<{ by: string }>, string>;
};

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
        // It is taken back the next time the log is mirrored.
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

function placeAt(order: Order): Readonly<{ id: string; place: string }> {
  return { id: orderId(order), place: order.place };
}

/** Nothing leaves the machine yet; what never can is said now. */
async function prepare(ws: Workspace, request: StartRequest): Promise<Result<Sent, StartFault>> {
  const no = (why: string) => fail({ kind: 'cannot-start', why } as const);
  const team = teamWithRemote(ws);
  if (!team.ok) return no(team.error.message);
  const here = team.value;
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
  const again = { isPushedAgain: patience(), isFetchedAgain: patience() };
  return ok({
    request,
    here,
    remote,
    order,
    parent,
    store,
    ...again,
    ended: new AbortController(),
  });
}

/** As far as it comes: `away` where it may come further a moment later. Throws what will not change by itself. */
async function send(ws: Workspace, sent: Sent): Promise<'sent' | 'away'> {
  const { request, here, remote, order, parent, store, ended } = sent;
  try {
    const { queue, database } = await store.opened();
    // It rests on what others can read.
    const mirrored = await mirrorLog(ws, here, database, seenOf(ws));
    if (!mirrored.ok) throw new NotOpened(mirrored.error);
    if (mirrored.value.kind === 'moved' || mirrored.value.kind === 'mirror') {
      throw new Error(`its log is at home on ${mirrored.value.home} by now`);
    }
    const place = { worktree: request.order.repo_dir, objectsDir: files.objects(ws) };
    const ref = refOf(order, 'order');
    const pushed = await pushTree(place, { remote, ref, tree: order.tree, parent });
    if (!pushed.ok) {
      if (sent.isPushedAgain(pushed.error)) return 'away';
      throw new Error(`its tree cannot be sent: ${pushed.error}`);
    }
    await dropWornOut(ws, place.worktree, remote, order.log);
    const now = await serverTime(database);
    const expires = new Date(now.getTime() + GOOD_FOR_MS).toISOString();
    const body = signOrder({ ...order, ...pushed.value, expires }, here.key);
    await queue.enqueue({ ...placeAt(order), priority: 0, body });
    // It was cancelled meanwhile, when there was nothing to be taken back.
    if (ended.signal.aborted) await queue.cancel(placeAt(order));
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
    const seen: Looked = isSent ? await look(ws, sent) : { kind: 'away' };
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
    if (isAwayNow(error)) return { kind: 'away' };
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
    if (!fetched.ok && sent.isFetchedAgain(fetched.error)) return { kind: 'away' };
    if (!fetched.ok) sent.came = fail(`its tree cannot be had: ${fetched.error}`);
  }
  // It may have come and gone between two looks.
  return { kind: 'ended', by: { machine, person } };
}

/** What a reader changed there stays there. */
function isChange({ tree, role }: Order, result: TravellingResult): boolean {
  return result.tree !== tree && WRITING_ROLES.includes(role);
}

async function collect(ws: Workspace, sent: Sent): Promise<Brought> {
  const { request, ended, came } = sent;
  const over: Brought = {
    left: collectResult(request.copy),
    exit: { kind: 'exit', code: null, cut: 'cancelled' },
    outputs: [],
  };
  if (ended.signal.aborted || !came) return over;
  if (!came.ok) throw new Error(came.error);
  const result = came.value;
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

/** It becomes what the tree of its run is, or nothing does. */
async function layHere(
  ws: Workspace,
  { request, order, remote }: Sent,
  result: TravellingResult,
): Promise<void> {
  if (!isChange(order, result)) return;
  const worktree = request.order.repo_dir;
  const kept = files.landing(ws, order.run);
  const trees = { from: order.tree, to: result.tree };
  const laid = await layOrTakeBack({ worktree, objectsDir: files.objects(ws), ...trees, kept });
  if (laid.is === 'done') return removeAll(kept);
  throw new Error(
    `${laid.path || 'the working tree'}: ${laid.why}. What was done on ${result.machine} is in ${result.ref} of ${remote}`,
  );
}
