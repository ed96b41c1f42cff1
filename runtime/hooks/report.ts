// A subagent reports, by SubagentStop or by SubagentHandback in auto mode. Three steps with no
// lock between them: the report is received, looked at, and settled.

import { finishIfDone } from '../engine/finish-goal.ts';
import { judge, keepReport, receive } from '../engine/report.ts';
import {
  agentTranscript,
  toolUseOfAgent,
  toolUseOfTranscript,
} from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { runOverText, sendBackText } from '../hosts/claude-code/text.ts';
import { type Judged, settleReport } from '../kernel/judge.ts';
import { findReporter, type Received, type ReportSeen } from '../kernel/receive.ts';
import { type RunAt, retiredRun } from '../kernel/state.ts';
import type { Failure } from '../model/failure.ts';
import { spool } from '../store/inbox.ts';
import { processRef } from '../store/process-ref.ts';
import { readState } from '../store/step.ts';
import { answerStep, hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
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
  const received = takeIn(delivery, at, toolUseId, text);
  if (received.kind === 'not-recorded') return notRecorded(received.failure);
  if (received.kind === 'not-ours') return {};
  if (received.kind === 'refused') return refuse(delivery, at, received.why);
  const judged = await judge(ws, at.goal.id, at.run.id, payload.transcript_path, text);
  return judged ? settleAndAnswer(delivery, at, judged) : {};
}

/** An agent called by hand, or one whose goal is closed: then its report is on record as refused. */
function noReporter(delivery: Delivery, retired: string | undefined): Answer {
  const about = retired ? { result: 'refused', run: retired, summary: 'its goal is closed' } : {};
  return answerStep(delivery, { ofGoal: retired !== undefined, payload: about }, () => ({}));
}

/** Step 1. A report that can't be recorded now waits in the inbox, and is judged by a later Stop. */
function takeIn(
  { ws, payload, key, event }: Delivery,
  { goal, run }: RunAt,
  toolUseId: string | null,
  text: string,
): Received | Readonly<{ kind: 'not-recorded'; failure: Failure }> {
  const seen: ReportSeen = {
    agentId: payload.agent_id,
    toolUseId,
    key: key(),
    file: keepReport(ws, goal, run, text),
    transcript:
      payload.agent_transcript_path || agentTranscript(payload.transcript_path, payload.agent_id),
    verifier: processRef(process.pid),
  };
  const received = receive(ws, seen);
  if (received.ok) return received.value;
  const record = { agent_id: payload.agent_id, agent: run.role };
  const report = { ...seen, verifier: { pid: 0, started: null } };
  spool(ws, { key: key(), type: event, session_id: payload.session_id, payload: record, report });
  return { kind: 'not-recorded', failure: received.failure };
}

function refuse(delivery: Delivery, { run }: RunAt, why: string): Answer {
  const about = { agent: run.role, result: 'refused', summary: why };
  const over = delivery.event === 'PreToolUse' ? { deny: runOverText(why) } : {};
  // Whoever owns the goal by now: it is on record what became of this report.
  return answerStep(delivery, { ofGoal: true, payload: about }, () => over);
}

/** Step 3. The client's event is recorded with what was proven, and the agent hears what is missing. */
async function settleAndAnswer(
  delivery: Delivery,
  { goal, run }: RunAt,
  judged: Judged,
): Promise<Answer> {
  const about = {
    agent: run.role,
    result: judged.status === 'done' && !judged.passes ? 'incomplete' : judged.status,
    summary: judged.summary.slice(0, 500),
    artifacts: judged.artifacts.map((artifact) => artifact.name),
    evidence_level: judged.level,
    run: run.id,
  };
  const settled = hostStep(delivery, { ofGoal: true, payload: about }, (step) =>
    settleReport(step, run.id, delivery.key(), judged, false),
  );
  if (settled.kind === 'failed') return notRecorded(settled.failure);
  if (settled.kind !== 'ok') return {};
  await finishIfDone(delivery.ws, goal.id);
  if (settled.value.kind !== 'send-back') return {};
  const message = sendBackText(settled.value.missing, settled.value.left);
  return delivery.event === 'PreToolUse' ? { deny: message } : { block: message };
}
