// What a driven goal waits for a person to say: asked at the terminal, where there is one.

import type { Workspace } from '../../workspace/paths.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { EXIT, needsPerson, type Outcome } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { personHere } from '../frame/person.ts';
import { askAbout, sayTo } from '../goals/ask-about.ts';
import { handedNodes } from '../goals/goal-view.ts';
import { type Wait, waitsOf } from '../goals/waits.ts';

/** The first thing that it waits for. */
export function askedBy(ws: Workspace, goalId: string): Wait | undefined {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[goalId] : undefined;
  return state.ok && goal ? waitsOf(state.value, goal)[0] : undefined;
}

/** False: nothing was said, and nothing would come of going on. */
export async function isAnswered(ws: Workspace, goalId: string): Promise<boolean> {
  const wait = askedBy(ws, goalId);
  const state = stateOf(ws);
  if (!wait || !state.ok || !personHere(state.value).ok) return false;
  const said = await askAbout(wait);
  if (!said) return false;
  const outcome = await sayTo(wait, said);
  const isTaken = outcome.exit === EXIT.done;
  if (!isTaken) warn(outcome.text);
  return isTaken;
}

/** Where the order of a step lies that a person carries out, and how they hand it in. */
export function atPerson(ws: Workspace, id: string): Outcome | undefined {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[id] : undefined;
  const [first] = goal ? handedNodes(goal) : [];
  if (!first) return undefined;
  const { node, reason, next } = first;
  return needsPerson(`${node} of ${id}: ${reason}`, `${next} Then: wukong run ${id}`);
}
