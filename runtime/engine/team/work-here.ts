// One order of another machine carried out here: its tree in a lane, by an executor that the person of this clone
// approved, and then looked at by the checks they approved. Nothing of it touches their working tree.

import { join } from 'node:path';
import { configOf } from '../../documents/config.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { takeTurn } from '../../evidence/gates/check-turn.ts';
import { runGate } from '../../evidence/gates/run-gate.ts';
import { lanePath, makeLanesFolder } from '../../evidence/lanes/lane-place.ts';
import { makeLane } from '../../evidence/lanes/make-lane.ts';
import { git } from '../../evidence/trees/git.ts';
import { snapshot } from '../../evidence/trees/snapshot.ts';
import { command } from '../../executors/adapters/command.ts';
import type { Brought } from '../../executors/adapters/port.ts';
import { makeCopy, planFrom } from '../../executors/folder/copy-order.ts';
import { temporaryFolder } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';
import type { CommandExecutor } from '../../model/documents/executor.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import {
  TEAM_PROTOCOL,
  type TravellingOrder,
  type TravellingResult,
} from '../../model/protocol/travelling.ts';
import { type WorkOrderFile, workOrderSchema } from '../../model/protocol/work-order.ts';
import type { Role } from '../../model/vocabulary.ts';
import { saidBy } from '../../publish/branch/persons-git.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { fetchTree } from './carry-tree.ts';
import { giveBack } from './give-back.ts';
import type { TeamHere } from './team-here.ts';
import { type AtWork, lanesOf } from './worker-note.ts';

export type WorkOptions = Readonly<{
  ws: Workspace;
  here: TeamHere;
  /** Of its lease. */
  attempt: number;
  /** Of those set up here; by default the first that has the role of the order. */
  executor: string | undefined;
  depth: number;
  /** As `linux x64, Node 22.12.0`. */
  environment: string;
  /** The order is not its any more, or the worker is to end. */
  stop: AbortSignal;
  /** What there is to take away, before it is there. */
  note: (at: AtWork) => void;
  /** The remote cannot be reached, and what was done waits for it. */
  away: (why: string) => void;
}>;

const BEAT_MS = 5_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Why nothing came of an order. `isOwn`: the fault is of this worker, and another one may carry it out. */
export type NotDone = Readonly<{ why: string; isOwn: boolean }>;

export function notDone(why: string): Result<never, NotDone> {
  return fail({ why, isOwn: false });
}

export function ownFault(why: string): Result<never, NotDone> {
  return fail({ why, isOwn: true });
}

/** What was made for it is still there where it fails, as it was noted. */
export async function workHere(
  order: TravellingOrder,
  options: WorkOptions,
): Promise<Result<TravellingResult, NotDone>> {
  const { ws, here, stop, note } = options;
  const remote = here.remote ?? '';
  const chosen = executorOf(ws, order.role, options.executor);
  if (!chosen.ok) return ownFault(chosen.error);
  const fetched = await fetchTree(ws.worktree, remote, order);
  if (!fetched.ok) return ownFault(`its tree cannot be had: ${fetched.error}`);
  const folder = await makeLanesFolder(ws.worktree, lanesOf(here));
  if (!folder.ok) return ownFault(folder.why);
  const lane = lanePath(lanesOf(here), `${order.log}-${order.run}`);
  note({ lane });
  const place = { worktree: lane, objectsDir: files.objects(ws) };
  const made = await makeLane({ ...place, worktree: ws.worktree, tree: order.tree, path: lane });
  if (!made.ok) return ownFault(`its tree cannot be laid out: ${made.why}`);
  await standOn(lane, `${order.commit}^`);
  const work = orderIn(order, lane);
  if (!work.ok) return notDone(work.error);
  const plan = planFrom(order.files, { order: work.value, root: ws.root });
  if (!plan.ok) return notDone(plan.error);
  note({ lane, copy: plan.value.copy.dir });
  makeCopy(plan.value);
  const logs = temporaryFolder('wukong-worker-');
  note({ lane, copy: plan.value.copy.dir, logs });
  const brought = await carriedOut(order, chosen.value, work.value, plan.value.copy, logs, options);
  if (!brought.ok) return brought;
  if (stop.aborted) return notDone('it was ended');
  const { left, exit, outputs } = brought.value;
  const after = await snapshot(place);
  if (!after.ok) return ownFault(`its tree cannot be read: ${saidBy(after.error)}`);
  const { tree } = after.value;
  const gates = tree === order.tree ? [] : await judged(ws, lane, logs, stop);
  const pushed = await giveBack(place, { ...options, remote, order, tree });
  if (!pushed.ok) return ownFault(`its tree cannot be given back: ${pushed.error}`);
  const { log, run } = order;
  return ok({
    ...{ protocol: TEAM_PROTOCOL, log, run, ...pushed.value },
    ...{ machine: here.name, person: here.person, environment: options.environment },
    ...{ exit: exit.code, cut: exit.cut },
    files: left.kind === 'collected' ? asText(left.files) : [],
    outputs: Object.fromEntries(outputs.map((name) => [name, tailOf(join(logs, name))])),
    gates,
  });
}

/** What is checked out at home is HEAD here, too: of a home without a commit it stays that of this clone. */
async function standOn(lane: string, commit: string): Promise<void> {
  await git({ cwd: lane, args: ['reset', '--quiet', '--mixed', commit], expect: [0, 128] });
}

/** What keeps it from carrying out orders for these roles: it would take them from those who can, and refuse each. */
export function lackingFor(
  ws: Workspace,
  roles: readonly Role[],
  named: string | undefined,
): string | undefined {
  const approvals = readTrust(ws)?.approvals ?? [];
  for (const role of roles) {
    const chosen = executorOf(ws, role, named);
    if (!chosen.ok) return chosen.error;
    // Files it names may be others in the tree of an order.
    const { name, settings } = chosen.value;
    if (!isApproved({ command: settings.command }, approvals)) {
      return `nobody approved ${name} in this clone`;
    }
  }
  return undefined;
}

type Chosen = Readonly<{ name: string; settings: CommandExecutor }>;

function executorOf(ws: Workspace, role: Role, named: string | undefined): Result<Chosen, string> {
  const { executors, problems } = configOf(ws);
  const [problem] = problems;
  if (problem) return fail(`its configuration has a fault: ${problem.message}`);
  for (const [name, settings] of Object.entries(executors)) {
    const isIt = named === undefined ? settings.roles?.includes(role) : name === named;
    if (isIt && settings.type === 'command') return ok({ name, settings });
  }
  return fail(`no program is set up for ${named ?? role}`);
}

/** As it was written at home; only where its tree lies is another place here. */
function orderIn(
  { files: given, ...order }: TravellingOrder,
  lane: string,
): Result<WorkOrderFile, string> {
  const text = given['work_order.json'] ?? '';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail('its work_order.json is no JSON');
  }
  const read = workOrderSchema.safeParse(value);
  if (!read.success) return fail(`its work_order.json is none: ${read.error.issues[0]?.message}`);
  const { role, run_id } = read.data;
  if (role !== order.role || run_id !== order.run)
    return fail('its work_order.json is of another run');
  return ok({ ...read.data, repo_dir: lane });
}

async function carriedOut(
  order: TravellingOrder,
  { name, settings }: Chosen,
  work: WorkOrderFile,
  copy: Parameters<typeof makeCopy>[0]['copy'],
  logs: string,
  { ws, depth, stop, note }: WorkOptions,
): Promise<Result<Brought, NotDone>> {
  const { config } = configOf(ws);
  const limits = {
    time_limit_sec: Math.min(order.time_limit_sec, settings.time_limit_sec ?? order.time_limit_sec),
    no_output_limit_sec: order.no_output_limit_sec ?? settings.no_output_limit_sec,
  };
  const started = await command.start({
    ...{ order: work, copy, logs, depth, heartbeatMs: BEAT_MS },
    settings: { ...settings, ...limits },
    approvals: readTrust(ws)?.approvals ?? [],
    env: variablesOf(settings, config.gate_env ?? []),
  });
  if (!started.ok) {
    const { error } = started;
    if (error.kind === 'cannot-start') return ownFault(`${name} cannot be started: ${error.why}`);
    return notDone(
      `its person has not approved ${name} as it is in this tree: wukong trust --approve`,
    );
  }
  const handle = started.value;
  note({ lane: work.repo_dir, copy: copy.dir, logs, process: handle.process });
  const cancel = (): void => void command.cancel(handle);
  if (stop.aborted) cancel();
  stop.addEventListener('abort', cancel, { once: true });
  const brought = await command.collect(handle);
  stop.removeEventListener('abort', cancel);
  return ok(brought);
}

/** By the checks of this clone that its person approved; whoever asked runs theirs again. */
async function judged(
  ws: Workspace,
  lane: string,
  logs: string,
  stop: AbortSignal,
): Promise<TravellingResult['gates']> {
  const { gates, config } = configOf(ws);
  const approvals = readTrust(ws)?.approvals ?? [];
  const rows: TravellingResult['gates'] = [];
  for (const gate of gates.filter((one) => isApproved(one, approvals))) {
    const logFile = join(logs, `gate-${rows.length}.log`);
    const env = variablesOf(gate, config.gate_env ?? []);
    const what = commandText(gate.command);
    const turn = await takeTurn({ common: ws.commonDir, what, stop });
    if (!turn) break;
    const about = { cwd: lane, logFile, wrapper: config.gate_wrapper ?? [], stop };
    const run = { ...about, env: { ...env, ...turn.env }, onStart: turn.started };
    const { outcome, error } = await runGate(gate, run);
    turn.release();
    const why = error === undefined ? {} : { why: error };
    rows.push({ gate: gate.name, command: [...gate.command], outcome, ...why });
  }
  return rows;
}

function variablesOf({ env = [] }: Pick<CommandGate, 'env'>, allowed: readonly string[]) {
  const named = env.filter((name) => allowed.includes(name));
  return Object.fromEntries(
    named.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

type LeftFiles = Extract<Brought['left'], { kind: 'collected' }>['files'];

/** As much as a database likes to hold; the result first, as it is listed first. */
function asText(left: LeftFiles): TravellingResult['files'] {
  let room = MOST_BYTES;
  return left.flatMap(({ name, content }) => {
    room -= content.length;
    return room < 0 ? [] : [{ name, content: content.toString('base64') }];
  });
}

const TAIL_BYTES = 256 * 1024;

function tailOf(path: string): string {
  const bytes = readIfThere(path) ?? Buffer.alloc(0);
  return bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString('base64');
}
