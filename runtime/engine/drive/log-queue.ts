// The queue whose store is the log: a claim is a dispatch, a heartbeat the time of a file, a completion a
// report that is judged. What is written here says whose it is, so a late driver changes nothing.

import { missingOfRuns } from '../../executors/context-pack.ts';
import { makeCopy, type OrderCopy, planCopy } from '../../executors/folder/copy-order.ts';
import { orderFile } from '../../executors/protocol/order-file.ts';
import { fileFailure } from '../../files/file-failure.ts';
import { realPath } from '../../files/real-path.ts';
import { mostUsd } from '../../kernel/budget/budget.ts';
import { dispatchTo, endDriven, leaseRun, noteCopy } from '../../kernel/drive/driven.ts';
import { finishedWork } from '../../kernel/graph/proof.ts';
import { hasLane } from '../../kernel/graph/write-sets.ts';
import { isLive } from '../../kernel/requests/dispatch.ts';
import type { DispatchAnswer } from '../../kernel/requests/dispatch-request.ts';
import { type Plan, startGoal } from '../../kernel/requests/goals.ts';
import { switchedFrom } from '../../kernel/retries/switch-rule.ts';
import { drivenRuns, leftRuns, specOf } from '../../kernel/state/queries.ts';
import { writerElsewhere } from '../../kernel/state/runs-elsewhere.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Called } from '../../model/actors/run-by.ts';
import { fail, ok, type Result, unreachable } from '../../model/failure.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { headOf, takeTree } from '../changes/changes.ts';
import { lookAround } from '../dispatch/look-around.ts';
import { makeOrder } from '../dispatch/make-order.ts';
import { endTrial } from '../gates/leftover-gates.ts';
import { canHaveLanes } from '../lanes/can-have-lanes.ts';
import { prepareLane } from '../lanes/prepare-lane.ts';
import { endLeft } from '../results/end-left.ts';
import { takeClient } from '../results/take-client.ts';
import { takeResult } from '../results/take-result.ts';
import { judgeInTurn } from './in-turn.ts';
import { beat, LEASE_TTL_SEC, writeLease } from './lease-file.ts';
import type { ClaimAnswer, Claimed, Queue, Started, Wanted } from './queue.ts';

/** A request of a person with its plan. */
export type NewWork = Readonly<{ text: string; plan: Plan }>;

export function logQueue(ws: Workspace, me: ProcessRef): Queue<NewWork> {
  return {
    enqueue({ text, plan }) {
      const claim = { owner: { kind: 'driver', ref: me } } as const;
      const made = runStep(ws, (step) => startGoal(step, claim, text, plan).id);
      return made.ok ? ok(made.value) : fail(made.failure);
    },
    claim: (wanted) => claimNode(ws, me, wanted),
    heartbeat: (claimed, started) => live(ws, me, claimed, started),
    async complete({ goal, run, folder }, brought) {
      const { client } = brought;
      try {
        return client
          ? takeClient(ws, { goal, run, folder, client })
          : await judgeInTurn(() => takeResult(ws, { goal, run, ...brought }));
      } catch (error) {
        // A pull may have put a link where it is kept.
        return fail(fileFailure(error));
      }
    },
    fail({ goal, run }, how, why) {
      const ended = runStep(ws, (step) => endDriven(step, goal, run, how, why), PATIENT);
      if (!ended.ok) throw notRecorded(`the end of ${run}`, ended.failure);
      return ended.value;
    },
  };
}

const PATIENT = { waitMs: 30_000 } as const;

async function claimNode(
  ws: Workspace,
  me: ProcessRef,
  { goal: goalId, node, executor, isPerson = false }: Wanted,
): Promise<ClaimAnswer> {
  const now = readState(ws);
  if (!now.ok) return { kind: 'failed', why: explain(now.failure).message };
  const goal = now.state.goals[goalId];
  if (!goal) return { kind: 'none' };
  const worktree = realPath(ws.worktree) ?? ws.worktree;
  const isWriting = WRITING_ROLES.includes(specOf(goal, node).role);
  // A gate that is only tried leaves the tree to whoever writes.
  if (isWriting) endTrial(ws, worktree);
  const tree = isWriting ? await takeTree(ws, worktree) : ok(null);
  if (!tree.ok) return { kind: 'failed', why: `the working tree cannot be read: ${tree.error}` };
  const head = tree.value === null ? undefined : await headOf(worktree);
  const place = { worktree, tree: tree.value ?? '' };
  const besideOthers = isWriting && (await mayWorkBeside(ws, now.state, goal, node, worktree));
  const isApart = tree.value !== null && (hasLane(goal, node) || besideOthers);
  const lane = isApart ? await prepareLane(ws, now.state.log_id, { goal, node }, place) : undefined;
  if (lane?.ok === false) return { kind: 'failed', why: `its lane cannot be made: ${lane.error}` };
  const hasWork = finishedWork(goal, worktree).length > 0;
  const from = switchedFrom(goal, node);
  const around = await lookAround(ws, { goal, worktree, tree: tree.value, hasWork, from });
  const by: Called = isPerson
    ? { kind: 'person', name: executor }
    : { kind: 'process', name: executor, ref: me };
  const missing = (of: Goal, id: string) => missingOfRuns(ws, of, id);
  const work = { goal: goalId, node, by, worktree, head };
  const about = { ...work, lane: lane?.value, besideOthers, missing, ...around };
  const given = runStep(
    ws,
    (step) => {
      const held = drivenRuns(step.state);
      const answer = dispatchTo(step, about, tree.value, isAlive);
      return { answer, over: leftRuns(held, isAlive) };
    },
    PATIENT,
  );
  if (isWriting) endTrial(ws, worktree);
  if (!given.ok) return { kind: 'failed', why: explain(given.failure).message };
  // A writer of a driver that is gone has made room.
  await endLeft(ws, given.value.over);
  return claimOf(ws, given.value.answer, given.state);
}

/** Another goal writes in the tree at this moment, and the repository can have lanes. */
async function mayWorkBeside(
  ws: Workspace,
  state: State,
  goal: Goal,
  node: string,
  worktree: string,
): Promise<boolean> {
  const busy = writerElsewhere(state, goal, { role: specOf(goal, node).role, worktree });
  return busy !== undefined && isLive(busy, isAlive) && (await canHaveLanes(ws, state.config));
}

function claimOf(ws: Workspace, answer: DispatchAnswer, state: State): ClaimAnswer {
  switch (answer.kind) {
    case 'untouched':
    case 'refused':
    case 'no-tree':
      return { kind: 'none' };
    case 'paused':
      return { kind: 'waits', because: answer.because };
    case 'tree-busy':
    case 'unit-busy':
      return { kind: 'busy', by: answer.by };
    case 'bound': {
      const { goal, run } = answer.at;
      const order = orderOf(ws, goal, run, state);
      if (order.ok) return { kind: 'claimed', claimed: order.value };
      runStep(ws, (step) => endDriven(step, goal.id, run.id, 'cannot-start', order.error), PATIENT);
      return { kind: 'failed', why: order.error };
    }
    default:
      return unreachable(answer);
  }
}

/** Its folders are made by us, whatever the order says. */
function orderOf(ws: Workspace, goal: Goal, run: Run, state: State): Result<Claimed, string> {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  const made = makeOrder(ws, { goal, run }, state, PATIENT);
  if (!made.ok) return fail(`its order cannot be written: ${made.error}`);
  let order: WorkOrderFile;
  let copy: OrderCopy;
  try {
    order = orderFile(made.value);
    const plan = planCopy({ order, folder, root: ws.root });
    if (!plan.ok) return plan;
    const { copy: planned } = plan.value;
    const noted = runStep(ws, (step) => noteCopy(step, goal.id, run.id, planned), PATIENT);
    if (!noted.ok) return fail(explain(noted.failure).message);
    if (!noted.value) return fail('its run is over');
    copy = makeCopy(plan.value);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return fail(`its order cannot be written: ${why}`);
  }
  const { node, id } = run;
  const at = { goal: goal.id, node, run: id };
  return ok({ ...at, order, copy: copy, folder, mostUsd: mostUsd(goal, run) });
}

/**
 * It is at work, or its report was judged by its own hook and it ends by itself; that may have closed the goal.
 * What else closes one ends the driver (drive.ts).
 */
function isWanted({ goals }: State, goalId: string, runId: string): boolean {
  const outcome = goals[goalId]?.runs[runId]?.ended?.outcome;
  return outcome === undefined || !TAKEN_AWAY.includes(outcome);
}

const TAKEN_AWAY: readonly NonNullable<Run['ended']>['outcome'][] = ['replaced', 'lost', 'stopped'];

function live(ws: Workspace, driver: ProcessRef, claimed: Claimed, started?: Started): boolean {
  const { goal, run, folder, copy } = claimed;
  if (!started) {
    beat(folder);
    const now = readState(ws, (state) => isWanted(state, goal, run));
    return !now.ok || now.value;
  }
  const lease = {
    driver,
    process: started.process,
    ttl_sec: LEASE_TTL_SEC,
    time_limit_sec: started.timeLimitSec,
    no_output_limit_sec: started.noOutputLimitSec,
    ...(started.elsewhere && { elsewhere: started.elsewhere }),
    folder: copy.dir,
  };
  writeLease(folder, lease);
  const leased = runStep(ws, (step) => leaseRun(step, goal, run, lease), PATIENT);
  return leased.ok && leased.value;
}
