// The main agent wants to stop, while the user waits. A bug here must never trap the user in a
// session: whatever goes wrong, it may stop.

import { finishIfDone } from '../../engine/goal/finish-goal.ts';
import { proposeNow } from '../../engine/goal/propose-now.ts';
import {
  endOf,
  finishWithin,
  untilDriven,
  untilVerified,
  verifyAgain,
} from '../../engine/report/verifier.ts';
import { lastWords } from '../../engine/usage/new-usage.ts';
import { startedAgents } from '../../hosts/claude-code/events/agent-files.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { continueText } from '../../hosts/claude-code/session/text.ts';
import { countsEnd, recordLastWords } from '../../kernel/budget/last-words.ts';
import { verifying } from '../../kernel/reports/verifier.ts';
import { pauseGoal } from '../../kernel/requests/goals.ts';
import { isWithDaemon } from '../../kernel/requests/offer.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { languageOfGoal } from '../../kernel/state/language.ts';
import { activeRuns, focusOf, hasNewRuns, sessionOf } from '../../kernel/state/queries.ts';
import { type StopAnswer, type StopRequest, stopSession } from '../../kernel/stop.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { isAlive } from '../../workspace/processes.ts';
import { hostStep } from '../frame/host-step.ts';
import { notRecorded } from '../frame/not-recorded.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { takeNotices } from '../frame/tell.ts';

/** `waits`: the goal of the session, if it waits for somebody and candidates were not looked for since. */
type Stopped = Readonly<{
  answer: StopAnswer;
  notices: string;
  waits?: string;
  /** Its user is to be told that a goal is complete, and what it cost. */
  ended?: true;
}>;

export function onStop(delivery: Delivery): Answer | Promise<Answer> {
  const { payload } = delivery;
  const request: StopRequest = {
    sessionId: payload.session_id,
    listed: payload.running_agents,
    started: () => startedAgents(payload.transcript_path),
  };
  const about = payload.running_agents ? { running: [...payload.running_agents] } : {};
  const first = hostStep(delivery, { payload: about }, (step) => stop(step, request));
  if (first.kind === 'failed') return notRecorded(first.failure);
  if (first.kind !== 'ok') return {};
  if (first.value.ended) return tellEnd(delivery);
  const answer = answerOf(first.value);
  if (!answer) return finishFirst(delivery, request, first.value.answer);
  if (first.value.waits) proposeNow(delivery.ws, first.value.waits);
  return answer;
}

function stop(step: Step, request: StopRequest): Stopped {
  const answer = stopSession(step, request, isAlive);
  if (answer.kind !== 'allow') return { answer, notices: '' };
  if (countsEnd(step.state, request.sessionId)) return { answer, notices: '', ended: true };
  const notices = takeNotices(step, request.sessionId);
  const goal = focusOf(step.state, request.sessionId);
  const waits = goal && activeRuns(goal).length === 0 && hasNewRuns(goal);
  return { answer, notices, ...(waits && { waits: goal.id }) };
}

/** Undefined: there is work left over that needs no agent. */
function answerOf({ answer, notices }: Stopped): Answer | undefined {
  if (answer.kind === 'continue') return { context: continueText(answer.goal, answer.offers) };
  if (answer.kind === 'allow') return notices === '' ? {} : { message: notices };
  return undefined;
}

/** Verifies what nobody verifies, waits for what is being verified, completes what is finished. */
async function finishFirst(
  delivery: Delivery,
  request: StopRequest,
  left: StopAnswer,
): Promise<Answer> {
  const { ws, payload } = delivery;
  const began = readState(ws, (state) => focusOf(state, request.sessionId)?.id);
  if (!began.ok || !began.value) return {};
  const focus = { id: began.value };
  const deadline = Date.now() + began.state.config.stop_wait_sec * 1000;
  if (left.kind === 'verify-again') await verifyAgain(ws, focus.id, payload.transcript_path);
  await untilVerified(ws, focus.id, deadline);
  await untilDriven(ws, focus.id, deadline);
  const now = readState(ws, (state) => endOf(focusOf(state, request.sessionId)));
  const end = now.ok ? now.value : undefined;
  if (end?.byCommands) await finishWithin(ws, end, payload.transcript_path, deadline);
  else if (end) await finishIfDone(ws, end.id);
  const second = runStep(ws, (step): Stopped => {
    const stopped = stop(step, request);
    const { kind } = stopped.answer;
    if (kind === 'continue' || kind === 'allow') return stopped;
    const notices = kind === 'complete' ? notClosed(step, request) : giveUp(step, request);
    return { answer: { kind: 'allow' as const }, notices };
  });
  if (second.ok && second.value.waits) proposeNow(ws, second.value.waits);
  if (second.ok && second.value.ended) return tellEnd(delivery);
  return (second.ok && answerOf(second.value)) || {};
}

/** With the last words of the main agent, which came when its goal was closed already. */
async function tellEnd({ ws, payload }: Delivery): Promise<Answer> {
  const { session_id, transcript_path, last_assistant_message } = payload;
  const now = readState(ws);
  if (!now.ok) return {};
  const used = await lastWords(now.state, session_id, transcript_path, last_assistant_message);
  const told = runStep(ws, (step) => {
    recordLastWords(step, session_id, used);
    return takeNotices(step, session_id);
  });
  return told.ok && told.value !== '' ? { message: told.value } : {};
}

/** Could not be closed: a notice says why. Or its gates still run, and then it is closed behind them. */
function notClosed(step: Step, { sessionId }: StopRequest): string {
  const goal = focusOf(step.state, sessionId);
  const waiting = sessionOf(step.state, sessionId)?.notices ?? [];
  const saysWhy = waiting.some(({ kind }) => kind !== 'node-ended');
  const notices = takeNotices(step, sessionId);
  if (!goal || saysWhy) return notices;
  return `${notices}\n${phrasesIn(languageOfGoal(goal)).finalGates(goal)}`.trim();
}

/** A report is still not judged: the goal waits, and the user knows. */
function giveUp(step: Step, { sessionId }: StopRequest): string {
  const goal = focusOf(step.state, sessionId);
  const notices = takeNotices(step, sessionId);
  // What a daemon has goes on without the session, which hears of it when it is there again.
  if (!goal || isWithDaemon(step.state, goal, isAlive)) return notices;
  const runs = verifying(goal);
  const isRunning = runs.some((run) => isAlive(run.report.verifier));
  pauseGoal(step, goal, { kind: isRunning ? 'gates-running' : 'report-unjudged' });
  const text = phrasesIn(languageOfGoal(goal)).stillVerified(
    goal,
    runs.map((run) => run.node),
    isRunning,
  );
  return `${notices}\n${text}`.trim();
}
