// A person says whose a change is. It is the one thing that prose decides, and only for the paths asked about.

import type { Goal } from '../../model/state/goal.ts';
import { blockedNodes, runsOf } from '../graph/graph.ts';
import { type Said, signed, typedIn } from '../state/said.ts';
import type { Step } from './step.ts';

/** What was changed outside the paths of a node by nobody who was seen, as of its last report. */
export function askedAbout(goal: Goal, nodeId: string): readonly string[] {
  return runsOf(goal, nodeId).findLast(({ outputs }) => outputs !== null)?.outputs?.outside ?? [];
}

/** The changes of these paths are that person's for as long as the goal is open. */
export function claimChanges(
  step: Step,
  goal: Goal,
  nodeId: string | null,
  paths: readonly string[],
  said: Said,
): void {
  const scope = { goal_id: goal.id, ...(nodeId !== null && { node_id: nodeId }), ...typedIn(said) };
  const payload = { paths: [...paths], ...signed(said) };
  step.emit({ type: 'changes.claimed', ...scope, payload });
}

/** The node that waits and asked about one of them; a person need not name it. */
export function whoAsks(goal: Goal, paths: readonly string[]): string | null {
  const asks = (id: string) => askedAbout(goal, id).some((path) => paths.includes(path));
  return blockedNodes(goal).find(asks) ?? null;
}

/** What its next run is told. */
export function claimText(paths: readonly string[]): string {
  return `The user made these changes; leave them as they are: ${paths.join(', ')}`;
}

/** Whether an answer says, in one of these languages, that something is the user's own. */
export function saysMine(answer: string): boolean {
  return MINE.test(answer) && !NOT.test(answer);
}

const MINE =
  /\b(?:mine|my own|my (?:change|edit|file)s?|i (?:changed|edited|saved|made|wrote) (?:it|that|this|them|those)|meine?[sr]?|von mir|mía?s?|míos?|(?:à|de) moi|le mien|mio|mia|meu|minha)\b|我的|我改|我自己|私の|내\s*(?:것|거)|(?:^|\s)мо[йёия]/iu;
const NOT =
  /\b(?:not|no|isn['’]t|aren['’]t|never|nicht|kein\w*|pas|nao|não|non)\b|不是|没有|ない|아니|(?:^|\s)не\s/iu;
