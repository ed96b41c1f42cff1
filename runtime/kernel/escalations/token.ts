// A token for what waits for a person. It is made of what the log says, so it needs no place of its own.

import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { blockedNodes, runsOf } from '../graph/graph.ts';
import { sha256 } from '../retries/sha256.ts';
import { goalsOf, isOpen } from '../state/queries.ts';

/**
 * Of what waits for a person now; undefined where nothing does. Once it was answered another run waits, or
 * none, and the token is another: it is taken once.
 */
export function resumeToken(goal: Goal, logId: string): string | undefined {
  const node = waitingNode(goal);
  const state = node === undefined ? undefined : goal.nodes[node];
  if (node !== undefined && state?.status === 'blocked') {
    const run = runsOf(goal, node).at(-1)?.id ?? '';
    return hashed(logId, goal.id, node, run, state.kind, String(state.answers.length)).slice(0, 16);
  }
  return goal.paused
    ? hashed(logId, goal.id, goal.paused.kind, goal.as_of).slice(0, 16)
    : undefined;
}

/** What waits under a token now. */
export function waitingUnder(
  state: State,
  token: string,
): Readonly<{ goal: string; node: string | null }> | undefined {
  const goal = goalsOf(state).find(
    (one) => isOpen(one) && resumeToken(one, state.log_id) === token,
  );
  return goal && { goal: goal.id, node: waitingNode(goal) ?? null };
}

/** The one that a token of this goal is for. */
function waitingNode(goal: Goal): string | undefined {
  return blockedNodes(goal)[0];
}

function hashed(...parts: readonly string[]): string {
  return sha256(parts.join('\n'));
}
