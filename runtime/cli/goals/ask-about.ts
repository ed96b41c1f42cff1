// One thing that waits for a person, asked at their terminal, and what they say taken: a way on by its number or
// its letter, or words. Whatever widens what may happen or pass is shown once more, and asked.

import { redactAll, redactor } from '../../privacy/redact.ts';
import {
  type Answer,
  asTyped,
  chosenIn,
  isNothing,
  typedAnswer,
} from '../../words/escalation/answer.ts';
import { type Meant, meantBy } from '../../words/escalation/meaning.ts';
import { exampleOf, isRaise, readRaise } from '../../words/escalation/raise.ts';
import { type Told, toldText } from '../../words/escalation/told.ts';
import type { Option } from '../../words/escalation/way.ts';
import { oneLine, wholeLine } from '../../words/plain-text.ts';
import { askText } from '../frame/ask.ts';
import { openNow } from '../frame/open-workspace.ts';
import { failed, joined, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isConfirmed, personHere } from '../frame/person.ts';
import { takeAnswer } from './take-answer.ts';
import { nameOf, stampAt, type Wait, wayLines } from './waits.ts';

/** Undefined: they say nothing now. */
export async function askAbout(wait: Wait): Promise<Answer | undefined> {
  const { goal, node, why, next, raise } = wait;
  const what = node ?? `${goal} is paused`;
  const more = raise && `To go on, type more of it, as ${exampleOf(raise)}.`;
  const first = joined([why, more ?? (node === null ? next : undefined)]);
  const lines = [`${what}: ${first}`, ...wayLines(wait), LATER];
  const typed = await askText(lines.join('\n'), '', (text) => problemWith(wait, text));
  const said = readAt(wait, typed ?? '');
  return isNothing(said) ? undefined : said;
}

const LATER = '(a number, words, or both as `1: words`; Enter alone: later)';

function readAt({ ways }: Wait, text: string): Answer {
  const clean = redactor(process.env);
  return redactAll(chosenIn(typedAnswer(text).said, ways.length), clean);
}

/** Said below what was typed, which can be corrected there. */
function problemWith(wait: Wait, text: string): string | undefined {
  const said = readAt(wait, text);
  if (isNothing(said)) return undefined;
  const now = new Date().toISOString();
  if (wait.asked && wait.id !== null) {
    const meant = meantBy(wait.id, wait.asked, said, now);
    return meant.ok ? undefined : refusalOf(meant.error);
  }
  const read = wait.raise && readRaise(wait.raise, said.words, now);
  return read?.ok === false ? `${read.error.message} ${read.error.hint}` : undefined;
}

function refusalOf(told: Told): string {
  switch (told.kind) {
    case 'no-words':
      return `${told.option} needs words of yours: write them behind it, as \`${told.option}: …\`.`;
    case 'mistyped':
      return `${told.misread.message} ${told.misread.hint}`;
    case 'typed':
      return `That is a command of its own: ${oneLine(told.command)}`;
    default:
      return toldText(told, 'shell');
  }
}

/** Refused, if what waits is not what they were shown. `isAsked`: they said yes to it already. */
export async function sayTo(wait: Wait, said: Answer, isAsked = false): Promise<Outcome> {
  const { id, goal, node, stamp } = wait;
  const still = (state: Parameters<typeof stampAt>[0]) => stampAt(state, goal, node) === stamp;
  const named = { goal, node: node ?? undefined, still, ofGoal: node === null };
  if (!wait.asked || id === null) return takeAnswer(named, said);
  const meant = meantBy(id, wait.asked, said, new Date().toISOString());
  if (!meant.ok) return misused(refusalOf(meant.error), `What there is: wukong answer ${id}`);
  const question = isAsked ? undefined : questionOf(wait, said, meant.value);
  if (question !== undefined) {
    const refused = await refusedAt(wait, said, question);
    if (refused) return refused;
  }
  return takeAnswer(named, meant.value.said);
}

function descriptionOf({ ways }: Wait, { option }: Option): string {
  return ways.find((way) => way.option === option)?.description ?? '';
}

/** What asks by itself, with all it is about, is not asked twice. */
function questionOf(wait: Wait, { words }: Answer, { option, power, said }: Meant) {
  if (said.accept !== null || said.approve || isRaise(option?.does)) return undefined;
  if (option) {
    const more = words === '' ? '' : `\n  with: ${oneLine(words, 300)}`;
    return `${option.option}: ${wholeLine(descriptionOf(wait, option))}${more}\nAnswer ${nameOf(wait)} so?`;
  }
  return power === null
    ? undefined
    : `"${oneLine(words, 300)}"\nThat decides what may pass. Answer ${nameOf(wait)} so?`;
}

/** Undefined: a person sits here, and says yes. */
async function refusedAt(wait: Wait, said: Answer, question: string): Promise<Outcome | undefined> {
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { state } = opened.value;
  const at = { escalation: wait.id, goalId: wait.goal, nodeId: wait.node };
  const person = personHere(state, asTyped(at, said));
  if (!person.ok) return person.error;
  if (await isConfirmed(person.value, question)) return undefined;
  return needsPerson('Nothing was said.', `What there is: wukong answer ${nameOf(wait)}`);
}
