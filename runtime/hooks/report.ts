// report.cjs: what a hook needs when it looks at the world (transcripts, git, gates). Loaded by hook.cjs
// when a subagent reports, by SubagentStop or by SubagentHandback in auto mode. Three steps with no
// lock between them: the report is received, looked at, and settled.

import { takeTree } from '../engine/changes.ts';
import { finishIfDone } from '../engine/finish-goal.ts';
import { judge, judgeAgain, keepReport, receive } from '../engine/report.ts';
import {
  agentTranscript,
  toolUseOfAgent,
  toolUseOfTranscript,
} from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { runOverText, sendBackText } from '../hosts/claude-code/text.ts';
import { settleReport } from '../kernel/judge.ts';
import { findReporter, type ReportSeen } from '../kernel/receive.ts';
import { retiredRun } from '../kernel/state.ts';
import { spool } from '../store/inbox.ts';
import { processRef } from '../store/process-ref.ts';
import { readState } from '../store/step.ts';
import { hostStep } from './host-step.ts';
import type { Delivery } from './run-hook.ts';

export { finishIfDone, judgeAgain, takeTree };

export async function onReport(delivery: Delivery, text: string): Promise<Answer> {
  const { ws, payload, key, trust, event } = delivery;
  const now = readState(ws);
  if (!now.ok || now.state.log_id !== trust.log_id) return {};
  const toolUseId =
    toolUseOfTranscript(payload.agent_transcript_path) ||
    toolUseOfAgent(payload.transcript_path, payload.agent_id) ||
    null;
  const at = findReporter(now.state, { agentId: payload.agent_id, toolUseId });
  if (!at) {
    const retired = retiredRun(now.state, payload.agent_id);
    const about = retired ? { result: 'refused', run: retired, summary: 'its goal is closed' } : {};
    hostStep(delivery, { ofGoal: retired !== undefined, payload: about }, () => undefined);
    return {};
  }
  const seen: ReportSeen = {
    agentId: payload.agent_id,
    toolUseId,
    key,
    file: keepReport(ws, at.goal, at.run, text),
    transcript:
      payload.agent_transcript_path || agentTranscript(payload.transcript_path, payload.agent_id),
    verifier: processRef(process.pid),
  };
  const received = receive(ws, seen);
  if (!received.ok) {
    if (received.failure.kind === 'log-locked') {
      const record = { agent_id: payload.agent_id, agent: at.run.role };
      const report = { ...seen, verifier: { pid: 0, started: null } };
      spool(ws, { key, type: event, session_id: payload.session_id, payload: record, report });
    }
    return {};
  }
  if (received.value.kind === 'not-ours') return {};
  if (received.value.kind === 'refused') {
    const { why } = received.value;
    hostStep(
      delivery,
      { payload: { agent: at.run.role, result: 'refused', summary: why } },
      () => undefined,
    );
    return event === 'PreToolUse' ? { deny: runOverText(why) } : {};
  }
  const judged = await judge(ws, at.goal.id, at.run.id, payload.transcript_path);
  if (!judged) return {};
  const record = {
    agent: at.run.role,
    result: judged.status === 'done' && !judged.passes ? 'incomplete' : judged.status,
    summary: judged.summary.slice(0, 500),
    artifacts: judged.artifacts.map((artifact) => artifact.name),
    evidence_level: judged.level,
    run: at.run.id,
  };
  const settled = hostStep(delivery, { ofGoal: true, payload: record }, (step) =>
    settleReport(step, at.run.id, key, judged, false),
  );
  if (settled.kind !== 'ok') return {};
  await finishIfDone(ws, at.goal.id);
  if (settled.value.kind !== 'send-back') return {};
  const message = sendBackText(settled.value.missing, settled.value.left);
  return event === 'PreToolUse' ? { deny: message } : { block: message };
}
