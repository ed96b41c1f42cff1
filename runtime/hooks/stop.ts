// The main agent wants to stop, while the user waits. A bug here must never trap the user in a
// session: whatever goes wrong, it may stop.

import { startedAgents } from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { continueText } from '../hosts/claude-code/text.ts';
import { focusOf, sessionOf } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import { stopSession } from '../kernel/stop.ts';
import { isAlive } from '../store/process-ref.ts';
import { readState, runStep } from '../store/step.ts';
import { hostStep } from './host-step.ts';
import { loadReport } from './parts.ts';
import type { Delivery } from './run-hook.ts';

export function onStop(delivery: Delivery): Answer | Promise<Answer> {
  const { payload } = delivery;
  const request = {
    sessionId: payload.session_id,
    listed: payload.running_agents,
    started: () => startedAgents(payload.transcript_path).map((agent) => agent.toolUseId),
  };
  const about = { running: payload.running_agents };
  const first = hostStep(delivery, { payload: about }, (step) => {
    const answer = stopSession(step, request, isAlive);
    return {
      answer,
      notices: answer.kind === 'allow' ? takeNotices(step, payload.session_id) : '',
    };
  });
  if (first.kind !== 'ok') return {};
  const { answer, notices } = first.value;
  switch (answer.kind) {
    case 'allow':
      return notices === '' ? {} : { message: notices };
    case 'continue':
      return { context: continueText(answer.goal, answer.offers) };
    case 'complete':
    case 'verify-again':
      return finishAndLookAgain(
        delivery,
        request,
        answer.kind === 'verify-again' ? answer.runIds : [],
      );
  }
}

/** Work without an agent is left over: judge what nobody judged, complete what is finished. */
async function finishAndLookAgain(
  delivery: Delivery,
  request: Parameters<typeof stopSession>[1],
  runIds: readonly string[],
): Promise<Answer> {
  const { ws, payload } = delivery;
  const engine = loadReport();
  for (const runId of runIds) await engine.judgeAgain(ws, runId, payload.transcript_path);
  const now = readState(ws);
  const goal = now.ok ? focusOf(now.state, request.sessionId) : undefined;
  if (goal) await engine.finishIfDone(ws, goal.id);
  const second = runStep(ws, (step) => {
    const answer = stopSession(step, request, isAlive);
    return {
      answer,
      notices: answer.kind === 'allow' ? takeNotices(step, payload.session_id) : '',
    };
  });
  if (!second.ok) return {};
  const { answer, notices } = second.value;
  if (answer.kind === 'continue') return { context: continueText(answer.goal, answer.offers) };
  return notices === '' ? {} : { message: notices };
}

function takeNotices(step: Step, sessionId: string): string {
  const notices = sessionOf(step.state, sessionId)?.notices ?? [];
  if (notices.length === 0) return '';
  const text = notices.join('\n');
  step.emit('notice.given', { session_id: sessionId }, { count: notices.length });
  return text;
}
