// What a driven goal waits for a person to say: asked at the terminal, where there is one.

import { resumeFromCli } from '../../kernel/requests/resume.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { asSentence, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { pausedNext } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { isAlive } from '../../workspace/processes.ts';
import { askText } from '../frame/ask.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { waitingIn } from '../goals/resume.ts';

export type Asked = Readonly<{
  /** Null: the goal itself is paused. */
  node: string | null;
  why: string;
}>;

/** The first thing that it waits for. */
export function askedBy(ws: Workspace, goalId: string): Asked | undefined {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[goalId] : undefined;
  if (!goal) return undefined;
  const [first] = waitingIn(goal);
  if (first) return { node: first.node, why: wholeLine(first.reason) };
  if (!goal.paused) return undefined;
  const why = `${asSentence(reasonText(goal.paused))} ${pausedNext(goal.id, goal.paused)}`;
  return { node: null, why: wholeLine(why) };
}

/** False: nothing was said, and nothing would come of going on. */
export async function isAnswered(ws: Workspace, goalId: string): Promise<boolean> {
  const asked = askedBy(ws, goalId);
  if (!asked) return false;
  const question = `${asked.node ?? `${goalId} is paused`}: ${asked.why} ${LATER}`;
  const typed = await askText(question, '', () => undefined);
  const answer = redactor(process.env)(typed?.trim() ?? '');
  if (answer === '') return false;
  const words = asked.node === null ? { answer: '', toPause: answer } : { answer };
  const said = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal) return false;
    const by = { nodeId: asked.node, by: personName() };
    const resumed = resumeFromCli(step, goal, { ...words, ...by }, isAlive);
    return resumed.kind === 'resumed' && (asked.node === null || resumed.unblocked.length > 0);
  });
  return said.ok && said.value;
}

const LATER = '(Enter alone: later)';
