import { takeUpConfig } from '../engine/begin.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { lostPlan } from '../kernel/large.ts';
import { focusOf } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import type { Draft } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import { configStamp } from '../store/config-stamp.ts';
import { spool } from '../store/inbox.ts';
import { runStep } from '../store/step.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

/** What is kept of a delivery. `cached`: state.json, if it was just read. */
export type About = Readonly<{
  ofGoal?: boolean;
  payload: Draft['payload'];
  cached?: State | undefined;
}>;

export type HostStep<T> =
  | Readonly<{ kind: 'ok'; value: T; state: State }>
  /** The same delivery was counted before: it has no second effect. */
  | Readonly<{ kind: 'repeated' }>
  /** Another log than the one a person trusted here. */
  | Readonly<{ kind: 'foreign' }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

/**
 * Two Stops, or two reports, in a row can be equal to the byte while the client has not written its
 * transcript on. They are always heard: a Stop twice counts one reminder more, and a report is judged
 * once because its run says that it is being judged (kernel/judge.ts).
 */
const CAN_LOOK_ALIKE: readonly string[] = ['Stop', 'SubagentStop', 'PreToolUse'];

/**
 * One step for one delivery: the host event first, then what follows from it. A session without a
 * goal leaves type, time and ids, and no text; `about` is kept for goals (and for what starts one).
 */
export function hostStep<T>(
  delivery: Delivery,
  about: About,
  body: (step: Step) => T,
): HostStep<T> {
  const { ws, event, payload, trust } = delivery;
  const key = CAN_LOOK_ALIKE.includes(event) ? undefined : delivery.key();
  let stale = false;
  const record = (step: Step): HostStep<T> => {
    const { state } = step;
    if (state.log_id !== trust.log_id) return { kind: 'foreign' };
    if (key !== undefined && state.deliveries.includes(key)) return { kind: 'repeated' };
    const goal = focusOf(state, payload.session_id);
    const ofGoal = goal !== undefined || about.ofGoal === true;
    // A person may still turn to another goal.
    const lost = goal?.large?.lost && !about.ofGoal ? lostPlan(goal) : undefined;
    if (lost) return { kind: 'failed', failure: lost };
    // Looked at where it counts: for goals, and when a person types.
    if (ofGoal || payload.prompt !== '') stale = state.config.stamp !== configStamp(ws);
    if (ofGoal || state.config.record === 'all') {
      const text = ofGoal && state.config.record !== 'off' ? about.payload : {};
      const scope = { session_id: payload.session_id, goal_id: goal?.id };
      step.emit(event, scope, {
        ...(key && { key }),
        ms: elapsedMs(),
        ...idsOf(delivery),
        ...text,
      });
    }
    return { kind: 'ok', value: body(step), state };
  };
  const result = runStep(ws, record, about);
  if (!result.ok) {
    if (result.failure.kind === 'log-locked') {
      spool(ws, {
        key: delivery.key(),
        type: event,
        session_id: payload.session_id,
        payload: idsOf(delivery),
      });
    }
    return { kind: 'failed', failure: result.failure };
  }
  if (stale) takeUpConfig(ws);
  return result.value;
}

/** The same for hooks that have nothing to add: what the step answers, or that it could not be recorded. */
export function answerStep(delivery: Delivery, about: About, body: (step: Step) => Answer): Answer {
  const result = hostStep(delivery, about, body);
  if (result.kind === 'failed') return notRecorded(result.failure);
  return result.kind === 'ok' ? result.value : {};
}

/** Since this process started: what the hook has cost until it is recorded. */
function elapsedMs(): number {
  return Math.round(process.uptime() * 1000);
}

function idsOf({ payload }: Delivery): Record<string, string> {
  const ids: Record<string, string> = {};
  if (payload.prompt_id) ids.prompt_id = payload.prompt_id;
  if (payload.agent_id) ids.agent_id = payload.agent_id;
  if (payload.tool_use_id) ids.tool_use_id = payload.tool_use_id;
  if (payload.tool_name) ids.tool = payload.tool_name;
  return ids;
}
