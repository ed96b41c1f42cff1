// A session begins, is resumed, compacted, cleared or forked. Never starts or ends work of a living
// client; says what is open, and gives a resumed or compacted session its frontier back.

import { verifyAgain } from '../../engine/report/verifier.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { frontierText, unreadableText } from '../../hosts/claude-code/session/text.ts';
import { wakeGoal } from '../../kernel/park.ts';
import { deadVerifiers } from '../../kernel/reports/verifier.ts';
import { openGoals, own } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { endOrphans } from '../../kernel/requests/runs.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { focusOf, sessionOf } from '../../kernel/state/queries.ts';
import type { Failure } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { isAlive } from '../../workspace/processes.ts';
import { claimOf } from '../frame/claim.ts';
import { hostStep } from '../frame/host-step.ts';
import { notRecorded } from '../frame/not-recorded.ts';
import type { Delivery } from '../frame/read-delivery.ts';

export function onSessionStart(delivery: Delivery): Answer | Promise<Answer> {
  const { payload } = delivery;
  const { source, session_id: sessionId } = payload;
  const result = hostStep(delivery, { payload: { source } }, (step): Answer => {
    const goal = focusOf(step.state, sessionId) ?? leftBehind(step.state, sessionId, source);
    if (goal && (source === 'resume' || source === 'compact')) {
      if (source === 'resume') {
        own(step, goal, claimOf(delivery));
        endOrphans(step, goal, isAlive);
      }
      wakeGoal(step, goal);
      const text = frontierText(goal, offer(step, goal, true));
      // The context waits for the user's next message, so a message to the user says it as well.
      return source === 'resume' ? { context: text, message: openText([goal]) } : { context: text };
    }
    const open = openGoals(step.state).filter(
      (other) => !hasLivingOwner(step.state, other, isAlive),
    );
    return open.length > 0 ? { message: openText(open) } : {};
  });
  // Said here, because a session starts once: every other hook stays silent about it.
  if (result.kind === 'failed') return unreadable(result.failure) ?? notRecorded(result.failure);
  if (result.kind !== 'ok') return {};
  const answer = result.value;
  const goal = focusOf(result.state, sessionId);
  const isLeft = source === 'resume' && goal && deadVerifiers(goal, isAlive).length > 0;
  if (!isLeft) return answer;
  return verifyAgain(delivery.ws, goal.id, payload.transcript_path).then(() => answer);
}

/** In the language of the newest. */
function openText(goals: readonly Goal[]): string {
  return phrasesIn(goals.at(-1)?.language ?? 'en').openGoals(goals);
}

function unreadable(failure: Failure): Answer | undefined {
  const text = unreadableText(failure);
  return text === undefined ? undefined : { message: text };
}

/** The goal this very session had when it was left by /exit, if nobody has taken it since. */
function leftBehind(state: State, sessionId: string, source: string): Goal | undefined {
  const focus = source === 'resume' ? sessionOf(state, sessionId)?.focus : undefined;
  const goal = focus ? state.goals[focus] : undefined;
  return goal?.owner.kind === 'nobody' ? goal : undefined;
}
