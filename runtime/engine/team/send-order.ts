// At home an order is made of what an executor is asked for, and put where workers claim: its tree in the remote, then
// the order in the queue, so that whoever takes it finds the tree.

import { join } from 'node:path';
import type { StartFault, StartRequest } from '../../executors/adapters/port.ts';
import { readText } from '../../files/reading.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import {
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
} from '../../model/protocol/travelling.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { readState } from '../../step/run-step.ts';
import { orderId, placeOf, signOrder } from '../../team/travelling.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { pushTree, refOf } from './carry-tree.ts';
import { type Seen as Mirrored, mirrorLog } from './mirror.ts';
import { type Patience, patience } from './remote-away.ts';
import { secretsIn } from './secrets-in.ts';
import { isAwayNow, NotOpened, type StoreOf, serverTime, storeOf, whyAway } from './store.ts';
import { type TeamHere, teamWithRemote } from './team-here.ts';
import { dropWornOut } from './worn-out.ts';

export type Order = Omit<TravellingOrder, 'commit' | 'ref' | 'expires'>;

export type Sent = Readonly<{
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

/** Somebody who was away for so long finds it over. */
const GOOD_FOR_MS = 24 * 3_600_000;

const TRUSTS_NOBODY =
  'this clone trusts no worker, so nothing that came back would be taken. Of each that may work for it type its key: wukong team trust KEY --name NAME';

/** Nothing leaves the machine yet; what never can is said now. */
export async function prepare(
  ws: Workspace,
  request: StartRequest,
): Promise<Result<Sent, StartFault>> {
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

export function placeAt(order: Order): Readonly<{ id: string; place: string }> {
  return { id: orderId(order), place: order.place };
}

/** What a reader changed there stays there. */
export function isChange({ tree, role }: Order, result: TravellingResult): boolean {
  return result.tree !== tree && WRITING_ROLES.includes(role);
}

/** It may be otherwise a moment later. */
export type Away = Readonly<{ kind: 'away'; why: string }>;

export function away(why: string): Away {
  return { kind: 'away', why };
}

/** As far as it comes. Throws what will not change by itself. */
export async function send(ws: Workspace, sent: Sent): Promise<'sent' | Away> {
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
      if (sent.isPushedAgain(pushed.error))
        return away(`the git remote cannot be reached: ${pushed.error}`);
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
    if (isAwayNow(error)) return away(whyAway(error));
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
