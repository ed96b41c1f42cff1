// The end of a goal: the union of its gates holds on the final tree, the summary and the anchor
// candidates are written, and the goal is closed in one step. Every part can be repeated after a
// crash; two processes that finish at once close it once.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canComplete, completeGoal, pauseGoal } from '../kernel/goals.ts';
import { overrideOf, reopenNode } from '../kernel/judge.ts';
import { recordMeasured } from '../kernel/measured.ts';
import { lastWriter } from '../kernel/proof.ts';
import { nodeState } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import { findCandidates, renderCandidate } from '../memory/candidates.ts';
import type { EventRecord } from '../model/event.ts';
import type { Goal, State } from '../model/state.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { redactAll, redactor } from '../privacy/redact.ts';
import { replaceFile } from '../store/atomic.ts';
import { hashOfFile } from '../store/hash.ts';
import { readHistory } from '../store/history.ts';
import { makeFolder } from '../store/links.ts';
import { belowData } from '../store/order-folder.ts';
import { files, type Workspace } from '../store/paths.ts';
import { readIfThere } from '../store/read-if-there.ts';
import { listSegments } from '../store/segments.ts';
import { readState, runStep } from '../store/step.ts';
import { checkFinalTree, type FinalCheck } from './final-check.ts';
import { GatesStopped, NEVER } from './gates.ts';
import { type LogSoFar, renderSummary } from './summary.ts';
import { lockTree } from './tree-lock.ts';

/**
 * Closes the goal if every node ended well; otherwise does nothing. When it can't be closed (a full
 * disk, a folder in the way) the user is told, and the next Stop tries again.
 */
export async function finishIfDone(
  ws: Workspace,
  goalId: string,
  stop: AbortSignal = NEVER,
): Promise<void> {
  try {
    if (!canFinish(ws, goalId)) return;
    // Gates may take minutes, and two who finish at once would write two summaries over each other.
    const about = { worktree: `the end of ${goalId}`, goal: goalId, run: null };
    const lock = await lockTree(ws, about, stop);
    if (!lock) return;
    try {
      // Whoever waited finds it closed.
      while ((await finish(ws, goalId, stop)) === 'again');
    } finally {
      await lock.release();
    }
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

function canFinish(ws: Workspace, goalId: string): boolean {
  // Most nodes are not the last one, and a large goal is not read as a whole for them.
  const now = readState(ws, ({ goals }) => goals[goalId] && canComplete(goals[goalId]));
  return now.ok && now.value === true;
}

async function finish(ws: Workspace, goalId: string, stop: AbortSignal): Promise<'done' | 'again'> {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !canComplete(goal)) return 'done';
  const checked = await checkFinalTree(ws, goal, stop);
  if (checked.failed.length > 0) {
    sendBack(ws, goalId, checked);
    return 'done';
  }
  return close(ws, goalId, checked);
}

/** A node keeps no more of them (reduce-node.ts), and a record has its limit. */
const MOST_FINDINGS = 12;

/**
 * A node in between that is opened again goes first; else the last that changed files at all. Where none
 * could mend it, a person is asked.
 */
function sendBack(ws: Workspace, goalId: string, final: FinalCheck): void {
  const told = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal || !canComplete(goal)) return;
    const target = lastWriter(goal, final.concerned) ?? lastWriter(goal, []) ?? lastChanger(goal);
    const last = goal.specs.at(-1);
    const scope = { goal_id: goalId, node_id: target };
    for (const { gate, outcome, error } of final.failed) {
      step.emit('gate.finished', scope, { gate, outcome, error });
    }
    recordMeasured(step, scope, final);
    if (target === undefined || !last) {
      waitForMending(step, goal, final);
      return;
    }
    const findings = final.failed
      .slice(0, MOST_FINDINGS)
      .map((gate) => `The gate "${gate.gate}" fails on the final tree: ${gate.error ?? ''}`);
    reopenNode(step, goal, target, last.id, 'a gate fails on the final tree', findings, true);
  });
  if (!told.ok) throw new Error(`the result can not be recorded: ${told.failure.kind}`);
}

function waitForMending(step: Step, goal: Goal, { failed }: FinalCheck): void {
  const names = failed.slice(0, MOST_FINDINGS).map(({ gate }) => `"${gate}"`);
  pauseGoal(step, goal, 'a gate fails on the final tree, and no node could mend it');
  const session_id = goal.owner?.session_id;
  if (!session_id) return;
  const text = `Wukong: all nodes of ${goal.id} are done, but on the final tree these gates fail: ${names.join(', ')}. No finished node of it changes files, so none is opened again, and ${goal.id} is paused. Mend it and type /wukong_resume ${goal.id}: the gates run once more at the next stop. Or give it up with \`wukong abort ${goal.id}\`.`;
  step.emit('notice.added', { session_id, goal_id: goal.id }, { text });
}

function lastChanger(goal: Goal): string | undefined {
  return goal.specs.findLast(
    (spec) => CHANGING_ROLES.includes(spec.role) && nodeState(goal, spec.id).status === 'done',
  )?.id;
}

/** `again`: another writer was there, and what was written down about the log is not true any more. */
function close(ws: Workspace, goalId: string, final: FinalCheck): 'done' | 'again' {
  const now = readState(ws);
  const goal = now.ok ? now.state.goals[goalId] : undefined;
  if (!now.ok || !goal || !canComplete(goal)) return 'done';
  const { state } = now;
  const records = recordsOf(ws, goal.id);
  // The log was written without secrets; an older runtime may have begun it.
  const clean = redactor(process.env);
  const year = goal.created_at.slice(0, 4);
  const candidates = redactAll(findCandidates(goal, records, state.log_id, year), clean);
  const log = logSoFar(ws, state);
  if (log === undefined) return 'again';
  const path = join(files.artifacts(ws, goal.artifacts), 'summary.md');
  const text = clean(renderSummary(goal, { records, final, candidates, log, asOf: state.as_of }));
  makeFolder(ws, dirname(path));
  replaceFile(path, text, true);
  addCandidates(ws, candidates.map(renderCandidate));
  const sha256 = createHash('sha256').update(text).digest('hex');
  const closed = runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    if (!open || !canComplete(open)) return 'done';
    // Who lost the lock of the final check in its sleep may have written over it.
    if (createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256) return 'again';
    const scope = { goal_id: goal.id };
    recordMeasured(step, scope, final);
    for (const { gate } of final.outcomes.filter((one) => one.overridden)) {
      step.emit('decision.made', scope, overrideOf(gate, 'the final tree', 'final'));
    }
    if (final.tree !== null && final.renews) {
      const gates = final.outcomes.slice(0, NAMED).map(({ gate, outcome }) => ({ gate, outcome }));
      step.emit('evidence.renewed', scope, { tree: final.tree, gates, check: final.check });
    }
    step.emit('summary.written', scope, { file: belowData(ws, path), sha256 });
    step.emit('anchors.proposed', scope, {
      candidates: candidates.slice(0, NAMED).map(({ id, type, title }) => ({ id, type, title })),
    });
    completeGoal(step, open, {
      notice: noticeOf(goal, belowData(ws, path), candidates.length),
      log_sha256: log.sha256,
      log_bytes: log.bytes,
    });
    return 'done';
  });
  if (!closed.ok) throw new Error(`the result can not be recorded: ${closed.failure.kind}`);
  return closed.value;
}

/** Of the file that still grows; it names the sealed ones before it with their hashes. */
function logSoFar(ws: Workspace, state: State): LogSoFar | undefined {
  const listed = listSegments(ws);
  const { bytes } = state.log;
  const now = readState(ws);
  // It was sealed in this moment, so that these bytes are in another file.
  if (!listed.ok || !now.ok || now.state.log.bytes < bytes) return undefined;
  const sha256 = hashOfFile(files.log(ws), bytes);
  const sealed = listed.segments.filter((segment) => segment.sha256 !== null);
  return {
    sha256,
    bytes,
    sealed: sealed.map(({ name, sha256: hash }) => ({ name, sha256: hash ?? '' })),
  };
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
  const before = readIfThere(path)?.toString('utf8') ?? CANDIDATES_HEAD;
  const fresh = rendered.filter((candidate) => {
    const id = /A-\d{4}-[a-z0-9]{4}/.exec(candidate)?.[0];
    return id !== undefined && !before.includes(id);
  });
  if (fresh.length === 0) return;
  makeFolder(ws, dirname(path));
  replaceFile(path, `${before}${fresh.join('')}`, true);
}
