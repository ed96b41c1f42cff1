// `wukong answer`: one verb for all that waits for a person. It shows what waits and the ways on there are, and
// takes one of them, or words.

import { lookAt, type Written } from '../../engine/escalations/take-answers.ts';
import { openEscalations } from '../../kernel/escalations/follow.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { writerNow } from '../../kernel/state/writers.ts';
import { stepsOfPeople } from '../../kernel/views/steps-of-people.ts';
import type { State } from '../../model/state/state.ts';
import { handedHow, handedTo } from '../../words/driven.ts';
import {
  type Answer,
  type At,
  chosenIn,
  isNothing,
  placeIn,
} from '../../words/escalation/answer.ts';
import { toldText } from '../../words/escalation/told.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import type { Command } from '../frame/command.ts';
import { openNow, stateOf } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAttended, printLine, warn } from '../frame/output.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { saidIn, TAKEN_ARGS } from './accept.ts';
import { askAbout, sayTo } from './ask-about.ts';
import { nameOf, type Wait, waitLines, waitsIn, waitView } from './waits.ts';

export const answer: Command = {
  description: 'Show what waits for you and the ways on there are, and answer it',
  args: {
    what: {
      type: 'positional',
      required: false,
      description:
        'ESC-0001, G-0001/N-020 or G-0001; behind it a way on by its number or letter, or words. Alone: all that waits',
    },
    approve: { type: 'boolean', description: 'Approve the requested actions, once each' },
    ...TAKEN_ARGS,
  },
  examples: [
    ['wukong answer', 'what waits for you, one after the other'],
    ['wukong answer ESC-0001 2', 'the second way on that it shows'],
    ['wukong answer ESC-0001 "the v2 format"', 'in words, for the next run'],
    ['wukong answer N-030 --unproven "nothing can show it here"', 'take it as it is'],
  ],
  takesWords: true,
  async run(args) {
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { ws, state } = opened.value;
    const { at, words } = addressed(args.words);
    const said = saidIn(args, words.join(' '));
    if (!said.ok) return said.error;
    const waits = waitsIn(state).filter((one) => isMeant(one, at));
    if (waits.length === 0) return nothingAt(state, at);
    if (!isNothing(said.value)) return sayToOnly(waits, said.value);
    return isAttended() ? askEach(ws, waits) : listed(state, waits);
  },
};

type Addressed = Readonly<{ at: Partial<At>; words: readonly string[] }>;

/** What it is said to stands first: `ESC-0001`, `G-0001`, `N-020`, or a goal and a node. */
function addressed(words: readonly string[]): Addressed {
  let at: Partial<At> = {};
  for (const [i, word] of words.entries()) {
    const place = placeIn(word);
    if (!place) return { at, words: words.slice(i) };
    at = { ...at, ...place };
  }
  return { at, words: [] };
}

function isMeant({ id, goal, node }: Wait, at: Partial<At>): boolean {
  const { escalation = null, goalId = null, nodeId = null } = at;
  return (escalation ?? id) === id && (goalId ?? goal) === goal && (nodeId ?? node) === node;
}

function nothingAt(state: State, { escalation, goalId, nodeId }: Partial<At>): Outcome {
  const named = escalation ?? [goalId, nodeId].filter((part) => part).join('/');
  if (named !== '') {
    const how = escalation ? `wukong escalations show ${escalation}` : 'wukong status';
    return misused(`Nothing waits for an answer at ${named}.`, `What there is: ${how}`);
  }
  return listed(state, []);
}

/** What nobody asks, but a person has to do, stands beside it. */
function listed(state: State, waits: readonly Wait[]): Outcome {
  const steps = openGoals(state).flatMap(stepsOfPeople);
  const lines = [
    ...waits.flatMap(waitLines),
    ...steps.map((step) => `${step.goal}/${step.node}  ${handedTo(step)}\n  ${handedHow(step)}`),
  ];
  const text = lines.join('\n') || 'Nothing waits for you.';
  const shown = done(text, { waiting: waits.map(waitView), steps });
  // For scripts, as `status` says it.
  return lines.length > 0 ? { ...shown, exit: EXIT.needsPerson, isAnswer: true } : shown;
}

function sayToOnly(waits: readonly Wait[], said: Answer): Outcome | Promise<Outcome> {
  const [one, other] = waits;
  if (one && !other) return sayTo(one, chosenIn(said, one.ways.length));
  const message = `Several things wait for you: ${waits.map(nameOf).join(', ')}.`;
  return misused(message, `Name one: wukong answer ${waits[0] ? nameOf(waits[0]) : ''} …`);
}

/** One after the other, as it waits then. */
async function askEach(ws: Workspace, waits: readonly Wait[]): Promise<Outcome> {
  let exit: Outcome['exit'] = EXIT.done;
  for (const first of waits) {
    const read = stateOf(ws);
    if (!read.ok) return failed(read.error);
    const wait = waitsIn(read.value).find((one) => nameOf(one) === nameOf(first));
    if (!wait) continue;
    const outcome = await askOne(ws, read.value, wait);
    printLine(outcome.text);
    if (outcome.exit !== EXIT.done) ({ exit } = outcome);
  }
  return { ...done('', {}), exit };
}

/** What stands in its file comes first. */
async function askOne(ws: Workspace, state: State, wait: Wait): Promise<Outcome> {
  const person = personHere(state, `/wukong_resume ${nameOf(wait)}`);
  if (!person.ok) return person.error;
  const written = inItsFile(ws, state, wait);
  if (written) {
    const question = `An answer stands in the file. Is it yours, and does it count?\n  ${wait.id}: "${oneLine(written.says, 500)}"`;
    if (await isAgreed(person.value, question)) return sayTo(wait, written.said, true);
  }
  const said = await askAbout(wait);
  return said
    ? sayTo(wait, said)
    : needsPerson(`Nothing was said to ${nameOf(wait)}.`, `It waits on: wukong answer`);
}

/** Nothing while an agent may write, or of what was saved while one could: nobody could say whose words they are. */
function inItsFile(ws: Workspace, state: State, { id }: Wait): Written | undefined {
  const one = openEscalations(state).find((open) => open.id === id);
  if (!one || writerNow(state) !== undefined) return undefined;
  const found = lookAt(ws, one, true);
  if (found.kind === 'nothing') return undefined;
  if (found.kind === 'told' && !found.written) warn(toldText(found.told, 'shell'));
  return found.written;
}
