// A subagent reports, by SubagentStop or by SubagentHandback in auto mode. Three steps with no
// lock between them: the report is received, looked at, and settled.

import { finishIfDone } from '../engine/finish-goal.ts';
import { isJudged, isKnown, judge, keepReport, receive } from '../engine/report.ts';
import {
  endedBy,
  endOf,
  finishWithin,
  needsCommands,
  startVerifier,
  type Verifier,
  verifyAgain,
} from '../engine/verifier.ts';
import {
  agentTranscript,
  toolUseOfAgent,
  toolUseOfTranscript,
} from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { runOverText, sendBackText } from '../hosts/claude-code/text.ts';
import { settleReport } from '../kernel/judge.ts';
import { findReporter, NOBODY, type Received, type ReportSeen } from '../kernel/receive.ts';
import { type RunAt, retiredRun, runAt } from '../kernel/state.ts';
import { detachReport } from '../kernel/verify.ts';
import type { Failure } from '../model/failure.ts';
import type { ProcessRef, Run, State } from '../model/state.ts';
import { spool } from '../store/inbox.ts';
import { processRef } from '../store/process-ref.ts';
import { readState } from '../store/step.ts';
import { answerStep, hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
import { resultOf } from './result-of.ts';
import type { Delivery } from './run-hook.ts';

export async function onReport(delivery: Delivery, text: string): Promise<Answer> {
  const { ws, payload, trust } = delivery;
  const toolUseId =
    toolUseOfTranscript(payload.agent_transcript_path) ||
    toolUseOfAgent(payload.transcript_path, payload.agent_id) ||
    null;
  const seen = { agentId: payload.agent_id, toolUseId };
  const now = readState(ws, (state) => findReporter(state, seen));
  if (!now.ok) return notRecorded(now.failure);
  if (now.state.log_id !== trust.log_id) return {};
  const at = now.value;
  if (!at) return noReporter(delivery, retiredRun(now.state, payload.agent_id));
  if (isJudged(at.run)) return besideJudged(delivery, at, text);
  if (at.run.ended && isKnown(ws, at.goal, at.run, text)) {
    return answerStep(delivery, { ofGoal: true, payload: resultOf(at.run) }, () => ({}));
  }
  const deadline = Date.now() + now.state.config.gate_wait_sec * 1000;
  const byCommands = needsCommands(at.goal, at.run) && !at.run.ended;
  // While a goal is paused no command of it runs: the report waits until it is resumed.
  const verifier = byCommands && at.goal.status === 'running' ? startVerifier(ws) : undefined;
  const judge = byCommands ? (verifier?.process ?? NOBODY) : processRef(process.pid);
  const received = takeIn(delivery, at, { toolUseId, text, verifier: judge });
  if (received.kind !== 'judge') {
    verifier?.dismiss();
    if (received.kind === 'not-recorded') return notRecorded(received.failure);
    return received.kind === 'refused' ? refuse(delivery, at, received.why) : {};
  }
  // Other reports of the goal, whose verifiers are gone.
  await verifyAgain(ws, at.goal.id, payload.transcript_path);
  return byCommands
    ? waitAndAnswer(delivery, at, text, verifier, deadline)
    : judgeAndAnswer(delivery, at, text, deadline);
}

/** An agent called by hand, or one whose goal is closed: then its report is on record as refused. */
function noReporter(delivery: Delivery, retired: string | undefined): Answer {
  const about = retired ? { result: 'refused', run: retired, summary: 'its goal is closed' } : {};
  return answerStep(delivery, { ofGoal: retired !== undefined, payload: about }, () => ({}));
}

/** The same by a second path; or an agent that was woken and says more, which is kept and counts for nothing. */
function besideJudged(delivery: Delivery, { goal, run }: RunAt, text: string): Answer {
  if (isKnown(delivery.ws, goal, run, text)) return {};
  keepReport(delivery.ws, goal, run, text);
  const summary = 'an earlier report of its run is being judged';
  const about = { agent: run.role, result: 'refused', summary, run: run.id };
  return answerStep(delivery, { ofGoal: true, payload: about }, () => ({}));
}

/** Step 1. A report that can't be recorded now waits in the inbox, and is judged by a later Stop. */
function takeIn(
  { ws, payload, key, event }: Delivery,
  { goal, run }: RunAt,
  given: Readonly<{ toolUseId: string | null; text: string; verifier: ProcessRef }>,
): Received | Readonly<{ kind: 'not-recorded'; failure: Failure }> {
  const seen: ReportSeen = {
    agentId: payload.agent_id,
    toolUseId: given.toolUseId,
    key: key(),
    file: keepReport(ws, goal, run, given.text),
    transcript:
      payload.agent_transcript_path || agentTranscript(payload.transcript_path, payload.agent_id),
    verifier: given.verifier,
    ...(given.verifier !== NOBODY && { waiter: processRef(process.pid) }),
  };
  const received = receive(ws, seen);
  if (received.ok) return received.value;
  const record = { agent_id: payload.agent_id, agent: run.role };
  const { waiter: _, ...waiting } = seen;
  const report = { ...waiting, verifier: NOBODY };
  spool(ws, { key: key(), type: event, session_id: payload.session_id, payload: record, report });
  return { kind: 'not-recorded', failure: received.failure };
}

function refuse(delivery: Delivery, { run }: RunAt, why: string): Answer {
  const about = { agent: run.role, result: 'refused', summary: why };
  const over = delivery.event === 'PreToolUse' ? { deny: runOverText(why) } : {};
  // Whoever owns the goal by now: it is on record what became of this report.
  return answerStep(delivery, { ofGoal: true, payload: about }, () => over);
}

/** Steps 2 and 3 right here: what needs no command is judged at once. */
async function judgeAndAnswer(
  delivery: Delivery,
  { goal, run }: RunAt,
  words: string,
  deadline: number,
): Promise<Answer> {
  const { ws, payload } = delivery;
  const judged = await judge(ws, goal.id, run.id, {
    mainTranscript: payload.transcript_path,
    words,
  });
  if (!judged) return {};
  const about = {
    agent: run.role,
    result: judged.status === 'done' && !judged.passes ? 'incomplete' : judged.status,
    summary: judged.summary.slice(0, 500),
    artifacts: judged.artifacts.map((artifact) => artifact.name),
    evidence_level: judged.level,
    run: run.id,
  };
  // The client's event is recorded with what was proven.
  const settled = hostStep(delivery, { ofGoal: true, payload: about }, (step) => {
    const verdict = settleReport(step, run.id, delivery.key(), judged, false);
    return { verdict, end: endOf(step.state.goals[goal.id]) };
  });
  if (settled.kind === 'failed') return notRecorded(settled.failure);
  if (settled.kind !== 'ok') return {};
  const { verdict, end } = settled.value;
  if (end?.byCommands) await finishWithin(ws, end, payload.transcript_path, deadline);
  else if (end) await finishIfDone(ws, end.id);
  return verdict.kind === 'send-back' ? sendBack(delivery, verdict.missing, verdict.left) : {};
}

/** Steps 2 and 3 in the verifier. The agent is held until it has settled, or for so long and no longer. */
async function waitAndAnswer(
  delivery: Delivery,
  { goal, run }: RunAt,
  words: string,
  verifier: Verifier | undefined,
  deadline: number,
): Promise<Answer> {
  const { ws, payload, key } = delivery;
  const mainTranscript = payload.transcript_path;
  await verifier?.hand({
    session: payload.session_id,
    goal: goal.id,
    run: run.id,
    key: key(),
    mainTranscript,
    words,
  });
  if (verifier) await endedBy(verifier, deadline);
  const runIn = ({ goals }: State): Run | undefined => {
    const open = goals[goal.id];
    return open && runAt(open, run.node, run.id);
  };
  const now = readState(ws, runIn);
  const after = now.ok ? now.value : undefined;
  const about = { ofGoal: true, payload: resultOf(after ?? run) };
  const told = hostStep(delivery, about, (step) => {
    // From here on the agent may be gone, and the verifier knows.
    if (detachReport(step, run.id, key())) return undefined;
    const settled = runIn(step.state);
    if (!settled || settled.ended || settled.report) return undefined;
    return { missing: settled.missing, left: step.state.config.send_backs - settled.sent_back };
  });
  if (told.kind === 'failed') return notRecorded(told.failure);
  if (told.kind !== 'ok' || !told.value) return {};
  return sendBack(delivery, told.value.missing, told.value.left);
}

function sendBack({ event }: Delivery, missing: readonly string[], left: number): Answer {
  const message = sendBackText(missing, left);
  return event === 'PreToolUse' ? { deny: message } : { block: message };
}
