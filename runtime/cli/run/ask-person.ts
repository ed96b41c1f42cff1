// What a driven goal waits for a person to say: asked at the terminal, where there is one.

import { setTerms } from '../../kernel/requests/goals.ts';
import { resumeFromCli } from '../../kernel/requests/resume.ts';
import { ok } from '../../model/failure.ts';
import { isUsedUp, type Raise, raiseFor } from '../../model/ways.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { exampleOf, readRaise } from '../../words/escalation/raise.ts';
import { asSentence, oneLine, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { nextText, pausedNext, waitingAt } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { askText } from '../frame/ask.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { joined } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { personHere } from '../frame/person.ts';
import { raisedBy } from '../goals/raise.ts';
import { waitingIn } from '../goals/resume.ts';

export type Asked = Readonly<{
  /** Null: the goal itself is paused. */
  node: string | null;
  why: string;
  /** What to type for it elsewhere. */
  next?: string;
  /** The same of a node. */
  how?: string;
  /** What was used up: only more of it carries the goal on. */
  raise?: Raise | undefined;
}>;

/** The first thing that it waits for. */
export function askedBy(ws: Workspace, goalId: string): Asked | undefined {
  const state = stateOf(ws);
  const goal = state.ok ? state.value.goals[goalId] : undefined;
  if (!goal) return undefined;
  const [first] = waitingIn(goal);
  const waiting = first && waitingAt(goal, first.node);
  if (waiting) {
    const how = nextText(waiting, 'shell', oneLine);
    return { node: waiting.node, why: wholeLine(first.reason), how };
  }
  if (!goal.paused) return undefined;
  const why = wholeLine(asSentence(reasonText(goal.paused)));
  const next = wholeLine(pausedNext(goal.id, goal.paused, undefined, 'shell'));
  const raise = isUsedUp(goal.paused) ? raiseFor(goal.paused) : undefined;
  return { node: null, why, next, raise };
}

/** False: nothing was said, and nothing would come of going on. */
export async function isAnswered(ws: Workspace, goalId: string): Promise<boolean> {
  const asked = askedBy(ws, goalId);
  const state = stateOf(ws);
  if (!asked || !state.ok) return false;
  const here = personHere(state.value);
  if (!here.ok) return false;
  const { node, why, next, raise } = asked;
  const how = raise ? `To go on, type more of it, as ${exampleOf(raise)}.` : next;
  const question = `${node ?? `${goalId} is paused`}: ${joined([why, how, LATER])}`;
  const typed = await askText(question, '', (text) => problemWith(raise, text));
  const answer = redactor(process.env)(typed?.trim() ?? '');
  if (answer === '') return false;
  const raised = raise ? await raisedBy({ goal: goalId }, answer) : ok(undefined);
  if (!raised.ok) {
    warn(raised.error.text);
    return false;
  }
  const { terms, person = here.value } = raised.value ?? {};
  const said = node === null ? { answer: '', toPause: answer } : { answer };
  const words = { nodeId: node, ...said, ...person };
  const resumed = runStep(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (!goal) return false;
    if (terms) setTerms(step, goal, terms, words);
    const resumed = resumeFromCli(step, goal, words, isAlive);
    return resumed.kind === 'resumed' && (node === null || resumed.unblocked.length > 0);
  });
  return resumed.ok && resumed.value;
}

/** Said below what was typed, which can be corrected there. */
function problemWith(raise: Raise | undefined, typed: string): string | undefined {
  if (!raise || typed.trim() === '') return undefined;
  const read = readRaise(raise, typed, new Date().toISOString());
  return read.ok ? undefined : `${read.error.message} ${read.error.hint}`;
}

const LATER = '(Enter alone: later)';
