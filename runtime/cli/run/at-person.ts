import type { Workspace } from '../../workspace/paths.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { needsPerson, type Outcome } from '../frame/outcome.ts';
import { handedNodes } from '../goals/goal-view.ts';

/** Where the order of a step lies that a person carries out, and how they hand it in. */
export function atPerson(ws: Workspace, id: string): Outcome | undefined {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[id] : undefined;
  const [first] = goal ? handedNodes(goal) : [];
  if (!first) return undefined;
  const { node, reason, next } = first;
  return needsPerson(`${node} of ${id}: ${reason}`, `${next} Then: wukong run ${id}`);
}
