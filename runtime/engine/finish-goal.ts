// The end of a goal: the union of its gates holds on the final tree, the summary and the anchor
// candidates are written, and the goal is closed in one step. Every part can be repeated after a
// crash; two processes that finish at once close it once.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { canComplete, completeGoal } from '../kernel/goals.ts';
import { reopenNode } from '../kernel/judge.ts';
import { nodeState } from '../kernel/state.ts';
import { findCandidates, renderCandidate } from '../memory/candidates.ts';
import type { EventRecord } from '../model/event.ts';
import type { CommandGate, GateOutcome } from '../model/gate.ts';
import type { Goal, State } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { redactAll, redactor } from '../privacy/redact.ts';
import { replaceFile } from '../store/atomic.ts';
import { codeOf } from '../store/code-of.ts';
import { readHistory } from '../store/history.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { readState, runStep } from '../store/step.ts';
import { takeTree } from './changes.ts';
import { commandGates, GatesStopped, runGates } from './gates.ts';
import { renderSummary } from './summary.ts';

/**
 * Closes the goal if every node ended well; otherwise does nothing. When it can't be closed (a full
 * disk, a folder in the way) the user is told, and the next Stop tries again.
 */
export async function finishIfDone(
  ws: Workspace,
  goalId: string,
  stop?: AbortSignal,
): Promise<void> {
  try {
    await finish(ws, goalId, stop);
  } catch (error) {
    if (error instanceof GatesStopped) return;
    const why = error instanceof Error ? error.message : String(error);
    runStep(ws, (step) => {
      const session_id = step.state.goals[goalId]?.owner?.session_id;
      if (!session_id) return;
      const text = `Wukong: all nodes of ${goalId} are done, and it could not be closed: ${why}. Mend that; it is tried again when Claude stops next.`;
      step.emit('notice.added', { session_id, goal_id: goalId }, { text });
    });
  }
}

async function finish(ws: Workspace, goalId: string, stop?: AbortSignal): Promise<void> {
  // Most nodes are not the last one, and a large goal is not read as a whole for them.
  const looked = readState(ws, ({ goals }) => goals[goalId] && canComplete(goals[goalId]));
  if (!looked.ok || !looked.value) return;
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !canComplete(goal)) return;
  const checked = await checkFinalTree(ws, goal, stop);
  if (checked.failed.length > 0) return sendBack(ws, goalId, checked.failed);
  close(ws, now.state, goal, checked.outcomes);
}

/** A gate that passed on this very tree stands; the others run once more. */
async function checkFinalTree(ws: Workspace, goal: Goal, stop?: AbortSignal) {
  const all = unionOfGates(goal);
  if (all.length === 0) return { outcomes: [], failed: [] };
  const worktree = Object.values(goal.runs).at(-1)?.worktree ?? ws.worktree;
  const tree = await takeTree(ws, worktree);
  const gates = all.filter((gate) => !tree.ok || goal.proven[gate.name] !== tree.value);
  const folder = join(files.artifacts(ws, goal.artifacts), 'final');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const outcomes = await runGates(ws, goal, gates, { worktree, folder, ran: [], stop });
  const failed = outcomes.filter(
    (gate) => gate.mustPass && (gate.outcome === 'fail' || gate.outcome === 'timeout'),
  );
  return { outcomes, failed };
}

export function unionOfGates(goal: Goal): CommandGate[] {
  const all = goal.specs.flatMap((spec) => commandGates(spec.verification_plan.deterministic));
  return [...new Map(all.map((gate) => [gate.name, gate])).values()];
}

/** The last node that changed files answers for the final tree. */
function sendBack(ws: Workspace, goalId: string, failed: readonly GateOutcome[]): void {
  runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal || !canComplete(goal)) return;
    const writer = goal.specs.findLast(
      (spec) => CHANGING_ROLES.includes(spec.role) && nodeState(goal, spec.id).status === 'done',
    );
    const last = goal.specs.at(-1);
    if (!writer || !last) return;
    const findings = failed.map(
      (gate) => `The gate "${gate.gate}" fails on the final tree: ${gate.error ?? ''}`,
    );
    for (const { gate, outcome, error } of failed) {
      step.emit('gate.finished', { goal_id: goalId, node_id: writer.id }, { gate, outcome, error });
    }
    reopenNode(step, goal, writer.id, last.id, 'a gate fails on the final tree', findings);
  });
}

function close(ws: Workspace, state: State, goal: Goal, outcomes: readonly GateOutcome[]): void {
  const records = recordsOf(ws, goal.id);
  // The log was written without secrets; an older runtime may have begun it.
  const clean = redactor(process.env);
  const year = goal.created_at.slice(0, 4);
  const candidates = redactAll(findCandidates(goal, records, state.log_id, year), clean);
  const log = readFileSync(files.log(ws)).subarray(0, state.log.bytes);
  const logHash = createHash('sha256').update(log).digest('hex');
  const path = join(files.artifacts(ws, goal.artifacts), 'summary.md');
  const text = clean(
    renderSummary(goal, { records, outcomes, candidates, logHash, asOf: state.as_of }),
  );
  replaceFile(path, text, true);
  addCandidates(ws, candidates.map(renderCandidate));
  const sha256 = createHash('sha256').update(text).digest('hex');
  runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    if (!open || !canComplete(open)) return;
    step.emit('summary.written', { goal_id: goal.id }, { file: belowData(ws, path), sha256 });
    step.emit(
      'anchors.proposed',
      { goal_id: goal.id },
      {
        candidates: candidates.slice(0, NAMED).map(({ id, type, title }) => ({ id, type, title })),
      },
    );
    completeGoal(step, open, {
      notice: noticeOf(goal, belowData(ws, path), candidates.length),
      log_sha256: logHash,
      log_bytes: state.log.bytes,
    });
  });
}

/** A record has its limit; the summary has them all. */
const NAMED = 100;

function noticeOf(goal: Goal, summary: string, candidates: number): string {
  const levels = goal.specs.slice(0, NAMED).map(({ id }) => {
    const node = nodeState(goal, id);
    return `${id} ${node.status === 'done' ? node.level : node.status}`;
  });
  if (goal.specs.length > NAMED) levels.push('…');
  const review =
    candidates > 0
      ? ` ${candidates} memory candidate(s) wait in .wukong/anchors/anchors_candidates.md.`
      : '';
  return `Wukong: ${goal.id} is complete, all ${goal.specs.length} nodes done (${levels.join(', ')}). Summary: .wukong/${summary}.${review}`;
}

function recordsOf(ws: Workspace, goalId: string): EventRecord[] {
  const records: EventRecord[] = [];
  readHistory(ws, (record) => {
    if (record.goal_id === goalId) records.push(record);
    return true;
  });
  return records;
}

const CANDIDATES_HEAD =
  '# Anchor candidates\n\nProposed from the log; nothing here is used until a person puts it into anchors.md.\n\n';

/** Adds what is not in the file yet; what a person wrote there stays. */
function addCandidates(ws: Workspace, rendered: readonly string[]): void {
  if (rendered.length === 0) return;
  const path = files.candidates(ws);
  const before = readIfThere(path) ?? CANDIDATES_HEAD;
  const fresh = rendered.filter((candidate) => {
    const id = /A-\d{4}-[a-z0-9]{4}/.exec(candidate)?.[0];
    return id !== undefined && !before.includes(id);
  });
  if (fresh.length > 0) replaceFile(path, `${before}${fresh.join('')}`, true);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
