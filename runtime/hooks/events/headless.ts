// The session of a headless client that carries out a run. The graph is driven elsewhere: its hooks say who
// works at the run, hold it by the guard (guard.ts), and judge its report when it wants to stop.

import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { clientStarted } from '../../kernel/requests/runs.ts';
import { type RunAt, runOfId } from '../../kernel/state/queries.ts';
import { headlessOf } from '../../kernel/state/run-by.ts';
import { readState } from '../../step/run-step.ts';
import { headlessRun, idsOf } from '../frame/headless-run.ts';
import { answerStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { onReport } from './report.ts';
import { onStopFailure } from './stop-failure.ts';

/** Undefined: its client carries out no run, and its hooks work as in any session. */
export function onHeadless(delivery: Delivery): Answer | Promise<Answer> | undefined {
  const { env, event, payload, trust, ws } = delivery;
  if (!env.WUKONG_RUN) return undefined;
  const now = readState(ws, (state) => headlessRun(delivery, state));
  // What cannot be read is told by the hook itself.
  if (!now.ok || now.state.log_id !== trust.log_id || !now.value) return undefined;
  const at = now.value;
  const session = headlessOf(at.run)?.session;
  if (event === 'SessionStart') return session === undefined ? started(delivery, at) : {};
  // A client that it started in its shell does not speak for it.
  const isItself = session === undefined || session === payload.session_id;
  if (!isItself) return {};
  if (event === 'StopFailure') return onStopFailure(delivery);
  const report = payload.last_assistant_message;
  return event === 'Stop' && report !== undefined ? onReport(delivery, report, at) : {};
}

function started(delivery: Delivery, { goal, run }: RunAt): Answer {
  const { session_id, transcript_path } = delivery.payload;
  return answerStep(delivery, { scope: idsOf({ goal, run }), payload: {} }, (step) => {
    const at = runOfId(step.state, run.id);
    if (at) clientStarted(step, at.goal, at.run, session_id, transcript_path);
    return {};
  });
}
