// /wukong_resume for something a person was asked: what stands in its file, or an option by its letter, is
// what they type.

import {
  answerText,
  noteShown,
  readPage,
  saysText,
  stampOf,
  takeAnswers,
} from '../../engine/escalations/take-answers.ts';
import { explainFailure } from '../../engine/goal/begin.ts';
import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
import type { Prompt } from '../../hosts/claude-code/session/prompt.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { type AskedAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { numberOf } from '../../kernel/state/ids.ts';
import { languageOfGoal } from '../../kernel/state/language.ts';
import { entry, focusOf } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { State } from '../../model/state/state.ts';
import { isUsedUp, type Raise } from '../../model/ways.ts';
import { readState } from '../../step/run-step.ts';
import { askedNow, optionMeant, optionNamed } from '../../words/escalation/now.ts';
import { wayIn } from '../../words/escalation/options.ts';
import { ENGLISH_PAGE } from '../../words/escalation/page-words.ts';
import { readRaise } from '../../words/escalation/raise.ts';
import type { Told } from '../../words/escalation/told-words.ts';
import { LETTERS, type Letter, type Option } from '../../words/escalation/way.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';

type Resume = Extract<Prompt, { kind: 'resume' }>;

export type Meant = Readonly<{
  prompt: Resume;
  /** What they say to why the goal itself is paused. */
  toPause: string;
  /** What they give the goal more of. */
  terms?: Terms;
  /** What became of other answers. */
  told: readonly string[];
}>;

export function asMeant(
  delivery: Delivery,
  typed: Resume,
  said: Said,
): Meant | Readonly<{ block: string }> {
  const now = readState(delivery.ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  const { state } = now;
  const named = typed.escalation;
  const one =
    named === null
      ? usedUpIn(state, delivery, typed)
      : openEscalations(state).find(({ id }) => id === named);
  if (named !== null && !one) {
    return refuse(state, delivery, notOpen(state, named));
  }
  const prompt = one ? { ...typed, goalId: one.goal, nodeId: one.node } : typed;
  const asked = one ? [one] : askedIn(state, delivery, typed);
  // Only beside its id: a question may have an A and a B of its own.
  const letter = LETTERS.find((name) => name === prompt.answer.toUpperCase());
  const asks = one && prompt.answer !== '' ? askedNow(state, one) : undefined;
  const words = letter ? '' : prompt.answer;
  const option = asks && (letter ? optionNamed(asks, letter) : optionMeant(asks, null, words));
  if (one && option) return chosen(state, one, { ...prompt, answer: '' }, option, words);
  if (!isBare(prompt)) return plain(prompt, asked);
  return fromFiles(delivery, state, prompt, { asked, said });
}

export function notOpen({ counters }: State, escalation: string): Refused {
  const isOver = numberOf(escalation) <= (counters.escalations ?? 0);
  return { kind: 'not-open', escalation, isOver };
}

function fromFiles(
  delivery: Delivery,
  state: State,
  prompt: Resume,
  { asked, said }: Readonly<{ asked: readonly AskedAt[]; said: Said }>,
): Meant | Readonly<{ block: string }> {
  const { ws, trust } = delivery;
  const ids = asked.map(({ id }) => id);
  const takes = ({ id }: AskedAt): boolean => ids.includes(id);
  const told = takeAnswers(ws, { logId: trust.log_id, confirmed: { takes, said } });
  const powers = told.filter(({ kind }) => kind === 'power' || kind === 'words-decide');
  const [power] = powers;
  const at = power && powers.length === 1 && asked.find(({ id }) => id === power.id);
  // A goal that is paused would go on without it, and stop again for the same.
  const refused = told.find((each) => isRefused(each) && isOfGoal(asked, each));
  if (refused) return { block: textOf(state, asked, refused) };
  if (!at) {
    // What stood in its file is taken, if anything: what is left to do is to go on.
    const rest = plain({ ...prompt, escalation: null }, []);
    return { ...rest, told: told.map((each) => textOf(state, asked, each)) };
  }
  const page = readPage(ws, at.id);
  const now = askedNow(state, at);
  const { option: letter = null, words = '' } = page.kind === 'read' ? page.answered : {};
  const option = now && optionMeant(now, letter, words);
  const stamp = stampOf(option, words);
  if (now && stamp !== at.shown) {
    noteShown(ws, at.id, stamp);
    const says = saysText(now, option, words);
    return { block: textOf(state, asked, { id: at.id, kind: 'unseen', says }) };
  }
  const others = told.filter((each) => each !== power).map((each) => textOf(state, asked, each));
  const named = { ...prompt, escalation: at.id, goalId: at.goal, nodeId: at.node };
  const meant = chosen(state, at, named, option, words);
  return 'block' in meant ? meant : { ...meant, told: others };
}

/** An option as the words and flags that do the same. */
function chosen(
  state: State,
  one: AskedAt,
  prompt: Resume,
  option: Option | undefined,
  words: string,
): Meant | Readonly<{ block: string }> {
  const now = option && askedNow(state, one);
  const why = words === '' && now ? wayIn(ENGLISH_PAGE.ways, option, now).description : words;
  const { does } = option ?? {};
  switch (does?.kind) {
    case 'type': {
      const { command } = does;
      const letter = option?.option ?? 'A';
      return {
        block: textOf(state, [one], { id: one.id, kind: 'typed', option: letter, command }),
      };
    }
    case 'approve':
      return plain({ ...prompt, approve: true, answer: words }, [one]);
    case 'accept': {
      const { what } = does;
      const accept = what === 'tests-changed' || what === 'doubts' ? what : { what };
      return plain({ ...prompt, accept, answer: why }, [one]);
    }
    case 'raise':
    case 'postpone':
      return raised(state, one, { ...prompt, answer: words }, does, option?.option ?? 'A');
    case 'criterion':
      return plain({ ...prompt, accept: { what: 'criterion', number: does.number }, answer: why }, [
        one,
      ]);
    default: {
      const answer = answerText(option, words);
      if (option && answer === '' && one.node !== null) {
        const told: Told = { id: one.id, kind: 'no-words', option: option.option };
        return { block: textOf(state, [one], told) };
      }
      return plain({ ...prompt, answer }, [one]);
    }
  }
}

function raised(
  state: State,
  one: AskedAt,
  prompt: Resume,
  does: Raise,
  option: Letter,
): Meant | Readonly<{ block: string }> {
  const { id } = one;
  if (prompt.answer === '')
    return { block: textOf(state, [one], { id, kind: 'no-words', option }) };
  const terms = readRaise(does, prompt.answer, new Date().toISOString());
  if (terms.ok) return { ...plain(prompt, [one]), terms: terms.value };
  return { block: textOf(state, [one], { id, kind: 'mistyped', misread: terms.error }) };
}

/** A goal that has used up its budget or its time waits for nothing else: words are for that, without its id too. */
function usedUpIn(state: State, delivery: Delivery, typed: Resume): AskedAt | undefined {
  if (typed.answer === '') return undefined;
  return askedIn(state, delivery, typed).find(({ goal: id, node }) => {
    const goal = entry(state.goals, id);
    return goal && node === null && isUsedUp(goal.paused) && blockedNodes(goal).length === 0;
  });
}

function isRefused({ kind }: Told): boolean {
  return kind === 'misread' || kind === 'no-words' || kind === 'writer';
}

function isOfGoal(asked: readonly AskedAt[], { id }: Told): boolean {
  return asked.some((one) => one.id === id && one.node === null);
}

/** Words for a goal that is paused itself are for no node. */
function plain(prompt: Resume, asked: readonly AskedAt[]): Meant {
  const isOfGoal = asked.length === 1 && asked[0]?.node === null && prompt.accept === null;
  if (!isOfGoal) return { prompt, toPause: '', told: [] };
  return { prompt: { ...prompt, answer: '' }, toPause: prompt.answer, told: [] };
}

function isBare({ answer, approve, accept, foreign }: Resume): boolean {
  return answer === '' && !approve && accept === null && foreign.length === 0;
}

/** What waits in the goal that is meant, as resuming picks it. */
function askedIn(state: State, { payload }: Delivery, { goalId, nodeId }: Resume): AskedAt[] {
  const open = openGoals(state);
  const only = open.length === 1 ? open[0]?.id : undefined;
  const goal = goalId ?? focusOf(state, payload.session_id)?.id ?? only;
  return openEscalations(state).filter(
    (one) => one.goal === goal && (nodeId === null || one.node === nodeId),
  );
}

function textOf(state: State, asked: readonly AskedAt[], told: Told): string {
  const at = asked.find(({ id }) => id === told.id);
  const goal = at && entry(state.goals, at.goal);
  return phrasesIn(goal ? languageOfGoal(goal) : 'en').asked(told);
}
