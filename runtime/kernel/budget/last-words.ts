// What the main agent says after its goal was closed belongs to it as well: the user asked for it there.

import type { Fact } from '../../model/facts/fact.ts';
import type { Notice } from '../../model/notice.ts';
import type { State } from '../../model/state/state.ts';
import type { ReadTo } from '../../model/usage/usage.ts';
import { sessionOf } from '../state/queries.ts';
import type { UsageSeen } from './record-usage.ts';

type Ended = Extract<Notice, { kind: 'goal-completed' }>;

/** A goal of this session ended, its user was not told yet, and the main agent may have said more. */
export function countsEnd(state: State, sessionId: string): boolean {
  return endOf(state, sessionId) !== undefined;
}

/** Up to where the main agent was counted. */
export function endOf(
  state: State,
  sessionId: string,
): Readonly<{ goal: string; read: ReadTo }> | undefined {
  const notices = sessionOf(state, sessionId)?.notices ?? [];
  const end = notices.findLast((one): one is Ended => one.kind === 'goal-completed');
  return end?.usage?.read && { goal: end.goal, read: end.usage.read };
}

type Step = Readonly<{ state: State; emit: (fact: Fact) => void }>;

export function recordLastWords(step: Step, session_id: string, seen: UsageSeen | undefined): void {
  const end = endOf(step.state, session_id);
  if (!end || seen?.from !== end.read.bytes || Object.keys(seen.models).length === 0) return;
  const { models, prices, read } = seen;
  const payload = { models, prices, read };
  step.emit({ type: 'usage.recorded', session_id, goal_id: end.goal, payload });
}
