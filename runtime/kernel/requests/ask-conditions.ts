// A condition is asked as soon as the node it leaves is done and somebody waits for it: once for each run of that
// node. What it came to is a fact; nothing asks again.

import { expressionOf } from '../../model/condition.ts';
import type { Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import { edgesTo, undecidedRun } from '../graph/graph.ts';
import { nodeState } from '../state/queries.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import type { Step } from './step.ts';

/** What has no answer: the node that waits for it, and why. */
type Unanswered = Readonly<{ id: string; because: Undecided }>;

/** Up to the first that has no answer. A step that cannot ask leaves them to the next one. */
export function askConditions(step: Step, goal: Goal): 'nothing' | 'moved' | Unanswered {
  let moved: 'nothing' | 'moved' = 'nothing';
  if (!step.ask) return moved;
  for (const { id } of goal.specs) {
    for (const edge of edgesTo(goal, id)) {
      const run = undecidedRun(goal, edge);
      if (run === undefined || nodeState(goal, id).status !== 'pending') continue;
      const expression = expressionOf(edge.condition) ?? '';
      const asked = step.ask(goal, edge);
      const payload = { from: edge.from, run, expression, values: asked.values };
      if ('error' in asked) {
        return { id, because: { kind: 'edge-undecided', ...payload, error: asked.error } };
      }
      const { outcome } = asked;
      const scope = { goal_id: goal.id, node_id: id };
      step.emit({ type: 'edge.decided', ...scope, payload: { ...payload, outcome } });
      moved = 'moved';
    }
  }
  return moved;
}

type Undecided = Extract<Reason, { kind: 'edge-undecided' }>;

/** A node that waits for a word on a condition, which is not to be decided any more: its source is open again. */
export function mootNode(goal: Goal): string | undefined {
  return goal.specs
    .map(({ id }) => id)
    .find((id) => {
      const node = nodeState(goal, id);
      if (node.status !== 'blocked' || node.because.kind !== 'edge-undecided') return false;
      return !isStillAsked(goal, id, node.because);
    });
}

function isStillAsked(goal: Goal, id: string, { from, run }: Undecided): boolean {
  return edgesTo(goal, id).some((edge) => edge.from === from && undecidedRun(goal, edge) === run);
}

/** What a person says goes before anything that could be asked again. */
export function decideByPerson(
  step: Step,
  goal: Goal,
  id: string,
  { from, run, expression, values }: Undecided,
  outcome: boolean,
  said: Said,
): void {
  const payload = { from, run, expression, outcome, values, ...signed(said) };
  step.emit({ type: 'edge.decided', goal_id: goal.id, node_id: id, ...typedIn(said), payload });
}

/** Undefined: their words are neither. */
export function yesOrNo(words: string): boolean | undefined {
  if (/^\s*yes\s*(?:or|或)\s*no\b/i.test(words)) return undefined;
  if (/^\s*(?:yes\b|是)/i.test(words)) return true;
  return /^\s*(?:no\b|否|不)/i.test(words) ? false : undefined;
}
