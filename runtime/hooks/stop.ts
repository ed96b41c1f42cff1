// The main agent wants to stop, while the user waits. A bug here must never trap the user in a
// session: whatever goes wrong, it may stop.

import { finishIfDone } from '../engine/finish-goal.ts';
import { judgeAgain } from '../engine/report.ts';
import { startedAgents } from '../hosts/claude-code/agent-files.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { continueText } from '../hosts/claude-code/text.ts';
import { pauseGoal } from '../kernel/goals.ts';
import { activeRuns, focusOf, sessionOf } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import { type StopAnswer, type StopRequest, stopSession } from '../kernel/stop.ts';
import { sleep } from '../store/atomic.ts';
import { isAlive } from '../store/process-ref.ts';
import { readState, runStep } from '../store/step.ts';
import { hostStep } from './host-step.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

/** Below the time the client gives this hook. */
const MAX_WAIT_MS = 540_000;
const POLL_MS = 250;

type Decision = Readonly<{ answer: StopAnswer; notices: string }>;

export function onStop(delivery: Delivery): Answer | Promise<Answer> {
  const { payload } = delivery;
  const request: StopRequest = {
    sessionId: payload.session_id,
    listed: payload.running_agents,
    started: () => startedAgents(payload.transcript_path),
  };
  const about = { running: payload.running_agents };
  const first = hostStep(delivery, { payload: about }, (step) => decide(step, request));
  if (first.kind === 'failed') return notRecorded(first.failure);
  if (first.kind !== 'ok') return {};
  return answerOf(first.value) ?? finishFirst(delivery, request, first.value.answer);
}

function decide(step: Step, request: StopRequest): Decision {
  const answer = stopSession(step, request, isAlive);
  return { answer, notices: answer.kind === 'allow' ? takeNotices(step, request.sessionId) : '' };
}

/** Undefined: there is work left over that needs no agent. */
function answerOf({ answer, notices }: Decision): Answer | undefined {
  if (answer.kind === 'continue') return { context: continueText(answer.goal, answer.offers) };
  if (answer.kind === 'allow') return notices === '' ? {} : { message: notices };
  return undefined;
}

/** Judges what nobody judged, waits for what is being judged, completes what is finished. */
async function finishFirst(
  delivery: Delivery,
  request: StopRequest,
  left: StopAnswer,
): Promise<Answer> {
  const { ws, payload } = delivery;
  if (left.kind === 'wait') waitForVerifier(delivery, left.goal.id);
  const runIds = left.kind === 'verify-again' ? left.runIds : [];
  for (const runId of runIds) await judgeAgain(ws, runId, payload.transcript_path);
  const now = readState(ws, (state) => focusOf(state, request.sessionId)?.id);
  if (now.ok && now.value) await finishIfDone(ws, now.value);
  const second = runStep(ws, (step) => {
    const decision = decide(step, request);
    const { kind } = decision.answer;
    if (kind === 'continue' || kind === 'allow') return decision;
    // Could not be completed: the notice says why, and the next Stop tries again.
    const say = kind === 'complete' ? takeNotices : giveUp;
    return { answer: { kind: 'allow' as const }, notices: say(step, request.sessionId) };
  });
  return (second.ok && answerOf(second.value)) || {};
}

/** A report is still not judged: the goal waits, and the user knows. */
function giveUp(step: Step, sessionId: string): string {
  const goal = focusOf(step.state, sessionId);
  const told = takeNotices(step, sessionId);
  if (!goal) return told;
  pauseGoal(step, goal, 'a report could not be judged yet');
  return `${told}\nWukong: ${goal.id} is paused, because a report could not be judged yet. Type /wukong_resume to try again.`.trim();
}

function waitForVerifier({ ws }: Delivery, goalId: string): void {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    const now = readState(ws, ({ goals }) => (goals[goalId] ? activeRuns(goals[goalId]) : []));
    const judged = (now.ok ? now.value : []).filter((run) => run.report);
    if (!judged.some((run) => run.report && isAlive(run.report.verifier))) return;
    sleep(POLL_MS);
  }
}

function takeNotices(step: Step, sessionId: string): string {
  const notices = sessionOf(step.state, sessionId)?.notices ?? [];
  if (notices.length === 0) return '';
  const text = notices.join('\n');
  step.emit('notice.given', { session_id: sessionId }, { count: notices.length });
  return text;
}
