// /wukong_resume for something a person was asked: what stands in its file, or an option by its letter, is
// what they type.

import {
  noteShown,
  readPage,
  saysText,
  stampOf,
  takeAnswers,
} from '../../engine/escalations/take-answers.ts';
import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
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
import { isUsedUp } from '../../model/ways.ts';
import { readState } from '../../step/run-step.ts';
import { isNothing, NOTHING_SAID, typedAnswer } from '../../words/escalation/answer.ts';
import { askedNow, meantBy, optionMeant } from '../../words/escalation/meaning.ts';
import type { Told } from '../../words/escalation/told.ts';
import type { Asked } from '../../words/escalation/way.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';

/** `/wukong_resume`, as it was typed. */
export type Resume = Readonly<{ kind: 'resume' }> & ReturnType<typeof typedAnswer>;

export function asResume(text: string): Resume {
  return { kind: 'resume', ...typedAnswer(text) };
}

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
  const named = typed.at.escalation;
  const one =
    named === null
      ? usedUpIn(state, delivery, typed)
      : openEscalations(state).find(({ id }) => id === named);
  if (named !== null && !one) {
    return refuse(state, delivery, notOpen(state, named));
  }
  const prompt = one ? toThat(typed, one) : typed;
  if (isNothing(prompt.said)) {
    const waits = one ? [one] : askedIn(state, delivery, typed);
    return fromFiles(delivery, state, prompt, { asked: waits, said });
  }
  const asks = one && askedNow(state, one);
  if (one && asks) return chosen(state, one, asks, prompt);
  return plain(asWords(prompt), one ? [one] : askedIn(state, delivery, typed));
}

/** To what it is said: then goal and node are its own. */
function toThat(prompt: Resume, { id, goal, node }: AskedAt): Resume {
  return { ...prompt, at: { ...prompt.at, escalation: id, goalId: goal, nodeId: node } };
}

/** Where nothing is to be chosen, what looked like a choice is words. */
export function asWords(prompt: Resume): Resume {
  const { choice, words } = prompt.said;
  return choice === null
    ? prompt
    : { ...prompt, said: { ...prompt.said, choice: null, words: words || choice } };
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
    const rest = plain({ ...prompt, at: { ...prompt.at, escalation: null } }, []);
    return { ...rest, told: told.map((each) => textOf(state, asked, each)) };
  }
  const page = readPage(ws, at.id);
  const now = askedNow(state, at);
  const written = page.kind === 'read' ? page.answered.said : NOTHING_SAID;
  const option = now && optionMeant(now, written.choice, written.words);
  const stamp = stampOf(option, written.words);
  if (now && stamp !== at.shown) {
    noteShown(ws, at.id, stamp);
    const says = saysText(now, option, written.words);
    return { block: textOf(state, asked, { id: at.id, kind: 'unseen', says }) };
  }
  const others = told.filter((each) => each !== power).map((each) => textOf(state, asked, each));
  const named = { ...toThat(prompt, at), said: written };
  const meant = now ? chosen(state, at, now, named) : plain(asWords(named), [at]);
  return 'block' in meant ? meant : { ...meant, told: others };
}

/** A choice as the words and flags that do the same. */
function chosen(
  state: State,
  one: AskedAt,
  asks: Asked,
  prompt: Resume,
): Meant | Readonly<{ block: string }> {
  const meant = meantBy(one.id, asks, prompt.said, new Date().toISOString());
  if (!meant.ok) return { block: textOf(state, [one], meant.error) };
  const { said, terms } = meant.value;
  return { ...plain({ ...prompt, said }, [one]), ...(terms && { terms }) };
}

/** A goal that has used up its budget or its time waits for nothing else: words are for that, without its id too. */
function usedUpIn(state: State, delivery: Delivery, typed: Resume): AskedAt | undefined {
  if (typed.said.words === '') return undefined;
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
  const { said } = prompt;
  const isOfGoal = asked.length === 1 && asked[0]?.node === null && said.accept === null;
  if (!isOfGoal) return { prompt, toPause: '', told: [] };
  return { prompt: { ...prompt, said: { ...said, words: '' } }, toPause: said.words, told: [] };
}

/** What waits in the goal that is meant, as resuming picks it. */
function askedIn(
  state: State,
  { payload }: Delivery,
  { at: { goalId, nodeId } }: Resume,
): AskedAt[] {
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
