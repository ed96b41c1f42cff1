// The end of a goal: the union of its gates holds on the final tree, the summary and the anchor
// candidates are written, and the goal is closed in one step. Every part can be repeated after a
// crash; two processes that finish at once close it once.

import { createHash } from 'node:crypto';
import { failedGate } from '../../evidence/gates/first-failure.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { belowData } from '../../executors/order-folder.ts';
import { readBytes } from '../../files/reading.ts';
import { unseenCriteria } from '../../kernel/graph/criteria.ts';
import { besideOf, lastWriter, proofOf } from '../../kernel/graph/proof.ts';
import { recordMeasured } from '../../kernel/reports/record-judged.ts';
import { overrideOf } from '../../kernel/reports/settle-report.ts';
import {
  canComplete,
  completeGoal,
  pauseForPerson,
  pauseGoal,
} from '../../kernel/requests/goals.ts';
import { reopenNode } from '../../kernel/requests/reopen.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import { keepCopy } from '../../log/keep-copy.ts';
import type { GateOutcome } from '../../model/gate.ts';
import { notRecorded } from '../../model/not-recorded.ts';
import type { Fault } from '../../model/proof.ts';
import type { Remark } from '../../model/remark.ts';
import type { FailedGates } from '../../model/shortfall.ts';
import type { Goal } from '../../model/state/goal.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { redactor } from '../../privacy/redact.ts';
import { resultOf } from '../../result/result-of.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { stillGone, type WorkGone, workGone } from '../changes/work-gone.ts';
import { GatesStopped, NEVER } from '../gates/node-gates.ts';
import { waitsForSettings } from '../gates/settings-check.ts';
import { dropUnwanted, spareCopyOf } from '../gates/spare-copy-of.ts';
import { lockTree } from '../gates/tree-lock.ts';
import { removeLanes } from '../lanes/remove-lanes.ts';
import { takeUsage } from '../usage/take-usage.ts';
import { acceptByRole } from './accept-by-role.ts';
import { auditsOf } from './audits.ts';
import { changeOfGoal, type GoalChange } from './change-of-goal.ts';
import { endNotice } from './end-notice.ts';
import { faultAtEnd, isInDoubt } from './fault-at-end.ts';
import { checkFinalTree, type FinalCheck, type HowToEnd, worktreeOf } from './final-check.ts';
import { memoryAtEnd, memoryLeft, recordMemory, writeMemory } from './memory-at-end.ts';
import { logSoFar, pastOf } from './past.ts';
import { putPatch, writeSummary } from './write-summary.ts';

/**
 * Closes the goal if every node ended well; otherwise does nothing. When it can't be closed (a full
 * disk, a folder in the way) a notice says so, and the next Stop tries again.
 */
export async function finishIfDone(
  ws: Workspace,
  goalId: string,
  stop: AbortSignal = NEVER,
  spare?: SpareCopy,
): Promise<void> {
  try {
    if (!canFinish(ws, goalId)) return;
    // Gates may take minutes, and two who finish at once would write two summaries over each other.
    const about = { worktree: `the end of ${goalId}`, goal: goalId, run: null };
    const lock = await lockTree(ws, about, stop);
    if (!lock) return;
    await using own = spare ? undefined : spareCopyOf(ws);
    const how = { stop, spare: spare ?? own };
    try {
      // A second finisher finds the goal closed.
      while ((await finish(ws, goalId, how)) === 'again');
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof GatesStopped) return;
    const why = error instanceof Error ? error.message : String(error);
    runStep(ws, (step) => {
      const goal = step.state.goals[goalId];
      if (goal) tellOwner(step, goal, { kind: 'cannot-close', goal: goalId, why });
    });
  }
}

function canFinish(ws: Workspace, goalId: string): boolean {
  // Most nodes are not the last one, and a large goal is not read as a whole for them.
  const now = readState(ws, ({ goals }) => goals[goalId] && canComplete(goals[goalId]));
  return now.ok && now.value === true;
}

async function finish(ws: Workspace, goalId: string, how: HowToEnd): Promise<'done' | 'again'> {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !canComplete(goal)) return 'done';
  if (waitsForSettings(ws, goalId)) return 'done';
  const gone = await workGone(ws, goal, worktreeOf(ws, goal));
  if (gone) {
    askAboutWork(ws, goalId, gone);
    return 'done';
  }
  const checked = await checkFinalTree(ws, goal, how);
  if (waitsForSettings(ws, goalId)) return 'done';
  if (checked.failed.length > 0) {
    sendBack(ws, goalId, checked);
    return 'done';
  }
  const { fault, measured } = await faultAtEnd(ws, goal, checked, how);
  if (isInDoubt(fault)) {
    waitForWord(ws, goalId, fault);
    return 'done';
  }
  const lost = await stillGone(ws, goal, worktreeOf(ws, goal), checked.tree);
  const final = { ...checked, measured: [...checked.measured, ...measured] };
  const change = await changeOfGoal(ws, goal, checked.tree);
  const closed = close(ws, goalId, final, fault, { lost, change });
  if (closed === 'done') await removeLanes(ws, now.state.log_id, goal);
  return closed;
}

/** Without it the gates may pass as well, and the goal would be complete. */
function askAboutWork(ws: Workspace, goalId: string, gone: WorkGone): void {
  const told = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (goal && canComplete(goal)) pauseForPerson(step, goal, gone);
  });
  if (!told.ok) throw notRecorded('the result', told.failure);
}

/** No node is left that could show it: one that was skipped would have, or somebody else changed a file. */
function waitForWord(
  ws: Workspace,
  goalId: string,
  { why, saying }: Extract<Fault, { kind: 'not-shown' }>,
): void {
  const about = { why, ...(saying && { saying }) };
  const told = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal || !canComplete(goal) || proofOf(goal).unproven) return;
    const singly = goal.template.risk === 'high' && { singly: true as const };
    pauseGoal(step, goal, { kind: 'fault-not-shown', ...about, ...singly });
    tellOwner(step, goal, { kind: 'fault-not-shown', goal: goal.id, ...about });
  });
  if (!told.ok) throw notRecorded('the result', told.failure);
}

/** A node keeps no more of them (reduce-node.ts), and a record has its limit. */
const MOST_FINDINGS = 12;
/** So many a person is told of. */
const MOST_TOLD = 4;

/**
 * A node in between that is opened again goes first; else the last that changed files at all. Where none
 * could fix it, a person is asked.
 */
function sendBack(ws: Workspace, goalId: string, final: FinalCheck): void {
  const told = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal || !canComplete(goal)) return;
    const failed = final.failed
      .slice(0, MOST_TOLD)
      .map((one) => failedGate(one, worktreeOf(ws, goal)));
    // Who wrote a file that a gate names can change it; the last who wrote may have been let change tests alone.
    const named = failed.flatMap(({ says = '' }) => says.split(/[\s:()]+/));
    const target =
      lastWriter(goal, [...final.concerned, ...named]) ?? lastWriter(goal, []) ?? lastChanger(goal);
    const last = goal.specs.at(-1);
    const scope = { goal_id: goalId, node_id: target };
    for (const { gate, outcome, error } of final.failed) {
      step.emit({ type: 'gate.finished', ...scope, payload: { gate, outcome, error } });
    }
    recordMeasured(step, scope, final);
    if (target === undefined || !last) {
      const gates = final.failed.slice(0, MOST_FINDINGS).map(({ gate }) => gate);
      pauseGoal(step, goal, { kind: 'final-gate-unfixable', failed });
      tellOwner(step, goal, { kind: 'final-gates', goal: goal.id, gates, failed });
      return;
    }
    const findings = final.failed
      .slice(0, MOST_FINDINGS)
      .map((one): Remark => ({ kind: 'final-gate', gate: one.gate, error: errorOf(one, failed) }));
    reopenNode(step, goal, target, last.id, { kind: 'final-gate', failed }, findings, true);
  });
  if (!told.ok) throw notRecorded('the result', told.failure);
}

/** Who has to put it right reads what it says, too. */
function errorOf({ gate, error = '' }: GateOutcome, failed: FailedGates): string {
  const says = failed.find((one) => one.gate === gate)?.says ?? '';
  return says === '' || error.includes(says) ? error : `${error}; it printed: ${says}`;
}

function lastChanger(goal: Goal): string | undefined {
  return goal.specs.findLast(
    (spec) => CHANGING_ROLES.includes(spec.role) && nodeState(goal, spec.id).status === 'done',
  )?.id;
}

/** `again`: another writer was there, and what was written down about the log is not true any more. */
function close(
  ws: Workspace,
  goalId: string,
  final: FinalCheck,
  fault: Fault | undefined,
  { lost, change }: Readonly<{ lost: readonly string[]; change: GoalChange }>,
): 'done' | 'again' {
  acceptByRole(ws, goalId);
  takeUsage(ws, goalId);
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !canComplete(goal)) return 'done';
  const { state } = now;
  const past = pastOf(ws, goal.id);
  const { records } = past;
  // The log was written without secrets; an older runtime may have begun it.
  const clean = redactor(process.env);
  const memory = memoryAtEnd(ws, goal, state.log_id, past, clean);
  const log = logSoFar(ws, state);
  if (log === undefined) return 'again';
  const unseen = unseenCriteria(goal);
  const beside = besideOf(goal, {
    gone: lost,
    named: final.seal?.named,
    unseen,
    others: final.others ?? [],
  });
  const result = resultOf({
    goal,
    facts: records,
    now: new Date().toISOString(),
    end: { ...final, fault, beside },
    audits: auditsOf(ws, goal),
    change: { lines: change.lines, patch: putPatch(ws, goal, change) },
    memory: memoryLeft(memory),
    log: { as_of: state.as_of, ...log },
  });
  const { path, sha256 } = writeSummary(ws, goal, result, clean);
  writeMemory(ws, memory);
  const notice = endNotice(result, belowData(ws, path));
  const closed = runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    if (!open || !canComplete(open)) return 'done';
    // Who lost the lock of the final check in its sleep may have written over it.
    if (createHash('sha256').update(readBytes(path)).digest('hex') !== sha256) return 'again';
    const scope = { goal_id: goal.id };
    recordMeasured(step, scope, final);
    for (const { gate, outcome, error, excused } of final.others ?? []) {
      const payload = { gate, outcome, error: error?.slice(0, 500), ...(excused && { excused }) };
      step.emit({ type: 'gate.finished', ...scope, payload });
    }
    for (const { gate } of final.outcomes.filter((one) => one.overridden)) {
      step.emit({
        type: 'decision.made',
        ...scope,
        payload: overrideOf(gate, 'the final tree', 'final'),
      });
    }
    if (final.tree !== null && final.renews) {
      const gates = final.outcomes.slice(0, NAMED).map(({ gate, outcome, excused }) => {
        return { gate, outcome, ...(excused && { excused }) };
      });
      step.emit({
        type: 'evidence.renewed',
        ...scope,
        payload: { tree: final.tree, gates, check: final.check },
      });
    }
    step.emit({
      type: 'summary.written',
      ...scope,
      payload: { file: belowData(ws, path), sha256 },
    });
    recordMemory(step, goal, memory);
    completeGoal(step, open, {
      notice,
      fault,
      beside,
      log_sha256: log.sha256,
      log_bytes: log.bytes,
    });
    return 'done';
  });
  if (!closed.ok) throw notRecorded('the result', closed.failure);
  if (closed.value === 'done') keepCopy(ws, state.log_id, goal.artifacts);
  dropUnwanted(ws, closed.state);
  return closed.value;
}

/** A record has its limit; the summary has them all. */
const NAMED = 100;
