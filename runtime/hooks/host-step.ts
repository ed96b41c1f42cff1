import { takeUpConfig } from '../engine/begin.ts';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { lostPlan } from '../kernel/large.ts';
import { isLarge, isVeryLarge } from '../kernel/shown.ts';
import { focusOf } from '../kernel/state.ts';
import type { Step } from '../kernel/step.ts';
import type { Draft } from '../model/event.ts';
import type { Failure } from '../model/failure.ts';
import type { Goal, State } from '../model/state.ts';
import { appendOne } from '../store/append-one.ts';
import { isoTime } from '../store/clock.ts';
import { configStamp } from '../store/config-stamp.ts';
import { orFailure } from '../store/file-failure.ts';
import { spool } from '../store/inbox.ts';
import { runStep } from '../store/step.ts';
import { canLookAlike, idsOf, recordOf } from './kept.ts';
import { notRecorded } from './not-recorded.ts';
import type { Delivery } from './run-hook.ts';

/** What is kept of a delivery. */
export type About = Readonly<{ ofGoal?: boolean; payload: Draft['payload'] }>;

export type HostStep<T> =
  | Readonly<{ kind: 'ok'; value: T; state: State }>
  /** The same delivery was counted before: it has no second effect. */
  | Readonly<{ kind: 'repeated' }>
  /** Another log than the one a person trusted here. */
  | Readonly<{ kind: 'foreign' }>
  | Readonly<{ kind: 'failed'; failure: Failure }>;

/**
 * One step for one delivery: the host event first, then what follows from it. A session without a
 * goal leaves type, time and ids, and no text; `about` is kept for goals (and for what starts one).
 */
export function hostStep<T>(
  delivery: Delivery,
  about: About,
  body: (step: Step) => T,
): HostStep<T> {
  const state = delivery.cached();
  const short = state && shortStep(delivery, about, body, state);
  return short ?? wholeStep(delivery, about, body, state);
}

/** Thrown out of a body that has consequences, before it has any. */
const CONSEQUENCES = Symbol('consequences');

/**
 * Most events of a session with a goal have no consequences either. So the body is first asked what it
 * says to the state as state.json has it. If it emits nothing, and nothing but events of the client
 * stands in the log since then, it says the same under the lock, and one line is all there is to write.
 * Undefined: it takes a whole step, and nothing has happened yet.
 */
function shortStep<T>(
  delivery: Delivery,
  about: About,
  body: (step: Step) => T,
  state: State,
): HostStep<T> | undefined {
  const { ws, event, payload, trust } = delivery;
  const { record, stamp } = state.config;
  // When a session begins or ends, and at Stop with a large graph, caches are written as well.
  if (about.ofGoal || event.startsWith('Session')) return undefined;
  if (event === 'Stop' && isLarge(state) && !isVeryLarge(state)) return undefined;
  if (record === 'off' || state.log_id !== trust.log_id || stamp !== configStamp(ws)) {
    return undefined;
  }
  const now = isoTime(Date.now());
  const emit = (): never => {
    throw CONSEQUENCES;
  };
  let goal: Goal | undefined;
  let value: T;
  try {
    goal = focusOf(state, payload.session_id);
    if (!goal || goal.large?.lost) return undefined;
    value = body({ state, now, drafts: [], emit });
  } catch {
    return undefined; // Consequences; or the cache is none, and the whole step says what is true.
  }
  const key = canLookAlike(event) ? undefined : delivery.key();
  const kept = { ...recordOf(payload, key), ...about.payload };
  const scope = { session_id: payload.session_id, goal_id: goal.id };
  const draft = { type: event, timestamp: now, ...scope, payload: kept };
  const result = orFailure(() => ({ ok: true as const, appended: appendOne(ws, state, draft) }));
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  if (result.appended === 'known') return { kind: 'repeated' };
  return result.appended && { kind: 'ok', value, state };
}

function wholeStep<T>(
  delivery: Delivery,
  about: About,
  body: (step: Step) => T,
  cached: State | undefined,
): HostStep<T> {
  const { ws, event, payload, trust } = delivery;
  const key = canLookAlike(event) ? undefined : delivery.key();
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
      step.emit(event, scope, { ...recordOf(payload, key), ...text });
    }
    return { kind: 'ok', value: body(step), state };
  };
  const result = runStep(ws, record, { cached });
  if (!result.ok) {
    if (result.failure.kind === 'log-locked') {
      spool(ws, {
        key: delivery.key(),
        type: event,
        session_id: payload.session_id,
        payload: idsOf(payload),
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
