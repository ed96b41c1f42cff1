import { loadConfig } from '../../engine/goal/load-config.ts';
import { orFailure } from '../../files/file-failure.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { focusOf, lostPlan } from '../../kernel/state/queries.ts';
import { isLarge } from '../../kernel/views/taskgraph.ts';
import { findStep } from '../../log/find-step.ts';
import type { Fact, Timed } from '../../model/facts/fact.ts';
import type { HostFact, HostPayload } from '../../model/facts/host.ts';
import type { Failure } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { type HostEvent, isHostEvent } from '../../model/vocabulary.ts';
import { appendOne } from '../../step/append-one.ts';
import { spool } from '../../step/inbox.ts';
import { runStep } from '../../step/run-step.ts';
import { configStamp } from '../../workspace/config-stamp.ts';
import { canLookAlike, idsOf, recordOf } from './event-payload.ts';
import { notRecorded } from './not-recorded.ts';
import { type Delivery, storedState } from './read-delivery.ts';

/** What is kept of a delivery. */
export type About = Readonly<{
  ofGoal?: boolean;
  /** The run it concerns, which need not be of the goal its session has in focus. */
  scope?: Readonly<{ goal_id?: string; node_id?: string; run_id: string }>;
  payload: HostPayload;
}>;

/** The same where only the state tells. */
export type AboutIn = About | ((state: State) => About);

function aboutIn(about: AboutIn, state: State): About {
  return typeof about === 'function' ? about(state) : about;
}

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
  about: AboutIn,
  body: (step: Step) => T,
): HostStep<T> {
  const state = storedState(delivery);
  const short = state && shortStep(delivery, about, body, state);
  return short ?? wholeStep(delivery, about, body, state);
}

/**
 * Most events of a session with a goal have no consequences either. So the body is first asked what it
 * says to the state as state.json has it. If it emits nothing, and nothing but events of the client
 * stands in the log since then, it says the same under the lock, and one line is all there is to write.
 * Undefined: it takes a whole step, and nothing has happened yet.
 */
function shortStep<T>(
  delivery: Delivery,
  given: AboutIn,
  body: (step: Step) => T,
  state: State,
): HostStep<T> | undefined {
  const { ws, payload, trust } = delivery;
  const event = hostEventOf(delivery);
  const { record, stamp } = state.config;
  // When a session begins or ends, and at Stop with a large graph, caches are written as well.
  if (event.startsWith('Session')) return undefined;
  if (event === 'Stop' && isLarge(state)) return undefined;
  if (record === 'off' || state.log_id !== trust.log_id || stamp !== configStamp(ws)) {
    return undefined;
  }
  const now = new Date().toISOString();
  const emitted: Fact[] = [];
  let goal: Goal | undefined;
  let about: About;
  let value: T;
  try {
    about = aboutIn(given, state);
    if (about.ofGoal) return undefined;
    goal = focusOf(state, payload.session_id);
    if (!goal || goal.lost) return undefined;
    value = body({ state, now, facts: [], emit: (fact) => emitted.push(fact) });
  } catch {
    // It relied on what it had emitted; or the cache is none, and the whole step says what is true.
    return undefined;
  }
  if (emitted.length > 0) return undefined;
  const key = canLookAlike(event) ? undefined : delivery.key();
  const kept = { ...recordOf(payload, key), ...about.payload };
  const scope = { session_id: payload.session_id, goal_id: goal.id, ...about.scope };
  const draft: Timed<HostFact> = { type: event, timestamp: now, ...scope, payload: kept };
  const result = orFailure(() => ({
    ok: true as const,
    appended: appendOne(ws, state, draft, findStep),
  }));
  if (!result.ok) return { kind: 'failed', failure: result.failure };
  if (result.appended === 'known') return { kind: 'repeated' };
  return result.appended && { kind: 'ok', value, state };
}

function wholeStep<T>(
  delivery: Delivery,
  given: AboutIn,
  body: (step: Step) => T,
  cached: State | undefined,
): HostStep<T> {
  const { ws, payload, trust } = delivery;
  const event = hostEventOf(delivery);
  const key = canLookAlike(event) ? undefined : delivery.key();
  let stale = false;
  const record = (step: Step): HostStep<T> => {
    const { state } = step;
    if (state.log_id !== trust.log_id) return { kind: 'foreign' };
    if (key !== undefined && state.deliveries.includes(key)) return { kind: 'repeated' };
    const about = aboutIn(given, state);
    const goal = focusOf(state, payload.session_id);
    const ofGoal = goal !== undefined || about.ofGoal === true || about.scope !== undefined;
    // A person may still turn to another goal.
    const lost = goal && !about.ofGoal ? lostPlan(goal) : undefined;
    if (lost) return { kind: 'failed', failure: lost };
    // Looked at where it counts: for goals, and when a person types.
    if (ofGoal || payload.prompt !== '') stale = state.config.stamp !== configStamp(ws);
    if (ofGoal || state.config.record === 'all') {
      const text = ofGoal && state.config.record !== 'off' ? about.payload : {};
      const scope = { session_id: payload.session_id, goal_id: goal?.id, ...about.scope };
      step.emit({ type: event, ...scope, payload: { ...recordOf(payload, key), ...text } });
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
  if (stale) loadConfig(ws);
  return result.value;
}

/** The same for hooks that have nothing to add: what the step answers, or that it could not be recorded. */
export function answerStep(
  delivery: Delivery,
  about: AboutIn,
  body: (step: Step) => Answer,
): Answer {
  const result = hostStep(delivery, about, body);
  if (result.kind === 'failed') return notRecorded(result.failure);
  return result.kind === 'ok' ? result.value : {};
}

/** Guard and verifier are started by others, and record no event of the client. */
export function hostEventOf({ event }: Delivery): HostEvent {
  if (!isHostEvent(event)) throw new Error(`${event} is no event of the client`);
  return event;
}
