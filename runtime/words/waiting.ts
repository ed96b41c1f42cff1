// What waits for a person: why, and what to type. Decided here once, said in words of any language. In a session it
// is a slash command, in a shell the same as `wukong …`.

import type { Accepted } from '../kernel/requests/accept-work.ts';
import { drivenNodes, frontier } from '../kernel/requests/offer.ts';
import type { Waiting } from '../kernel/requests/waiting-at.ts';
import { subagentOf } from '../kernel/state/run-by.ts';
import { doubtsFlag } from '../model/in-doubt.ts';
import type { Reason } from '../model/reason.ts';
import type { Goal } from '../model/state/goal.ts';
import { nextOf, offersOf, pausedOf } from '../model/wait-of.ts';
import { OFFERS, type Offer } from '../model/waits.ts';
import { minuteAfter } from './plain-text.ts';
import { ENGLISH, reasonText, type Waits } from './reason.ts';
import type { Typed } from './wait-words.ts';

export type Audience = 'session' | 'shell';

/**
 * How a goal goes on that nobody works on, in a shell: where only programs can carry out what is next, by them; else
 * in its session; else as its last run was given out.
 */
export function toGoOn(goal: Goal): string {
  const last = Object.values(goal.runs).at(-1);
  const isForSession = frontier(goal).length > 0;
  const isDriven = drivenNodes(goal).length > 0 && !isForSession;
  const isOfSession = goal.owner.kind === 'session' && isForSession;
  const isForAgent = !isDriven && (!last || isOfSession || subagentOf(last) !== undefined);
  return isForAgent
    ? `In Claude Code, type: /wukong_resume ${goal.id}`
    : `Type: wukong run ${goal.id}`;
}

/** Makes what an agent wrote fit to be shown. */
type Show = (text: string) => string;
const asItIs: Show = (text) => text;

/** Why it waits. */
export function waitsText({ because }: Waiting, words = ENGLISH): string {
  return words.waits.sentence(reasonText(because, words));
}

/** What to type, in one text. */
export function nextText(
  waiting: Waiting,
  audience: Audience,
  show = asItIs,
  words = ENGLISH,
): string {
  const { first, goOn } = waysOf(waiting, audience, show, words);
  return words.waits.all(first, goOn);
}

/** The same one by one: what may be said of this alone, and what may always be. */
export function waysOf(
  waiting: Waiting,
  audience: Audience,
  show = asItIs,
  words = ENGLISH,
): Readonly<{ first: readonly string[]; goOn: string }> {
  const { waits } = words;
  const first = [
    ...offersOf(waiting.because).map((offer) => offerText(offer, waiting, audience, waits)),
    claimText(waiting, audience, show, words),
    allowText(waiting, audience, show, words),
  ];
  return {
    first: first.filter((text) => text !== ''),
    goOn: goOnText(waiting, audience, words),
  };
}

type At = Readonly<{ goal: string; node: string | null; because: Reason }>;

/** How a person ends a goal of which only this is open. */
export function acceptGoalText(
  goal: string,
  audience: Audience,
  because: Reason,
  { waits } = ENGLISH,
): string {
  const [offer = 'good-without-it'] = offersOf(because);
  return offerText(offer, { goal, node: null, because }, audience, waits);
}

function offerText(offer: Offer, at: At, audience: Audience, waits: Waits['waits']): string {
  const { because } = at;
  const open = because.kind === 'criteria-open' ? because.open : [];
  const [first, ...others] = open.map(({ number }) => number);
  const flag = OFFERS[offer];
  const isDoubt = flag === 'doubts' && because.kind === 'fault-not-shown';
  const typed = flag === 'criterion' ? `criterion ${first}` : isDoubt ? doubtsFlag(because) : flag;
  return waits.offers[offer]({ type: typedFor(at, `--${typed}`, audience, waits.why), others });
}

/** A flag and why, as it is typed. */
function typedFor({ goal, node }: At, flag: string, audience: Audience, why: string): string {
  return audience === 'shell'
    ? `wukong accept ${node === null ? goal : `${goal}/${node}`} ${flag} "<${why}>"`
    : `/wukong_resume ${node === null ? goal : `${goal} ${node}`} ${flag} <${why}>`;
}

/** The flag by which something is accepted. */
export function flagText(accepted: Accepted): string {
  const { what } = accepted;
  return what === 'criterion' ? `--criterion ${accepted.number}` : `--${what}`;
}

/** How a person says that a change is theirs. */
function claimText(
  { goal, node, outside = [] }: Waiting,
  audience: Audience,
  show: Show,
  { waits }: Waits,
): string {
  const [first] = outside;
  if (first === undefined) return '';
  const path = show(first);
  const type =
    audience === 'shell'
      ? `wukong accept ${goal}/${node} --foreign ${path}`
      : `/wukong_resume ${goal} ${node} --foreign ${path}`;
  return waits.claim({ path, more: outside.length - 1, type, orMine: audience === 'session' });
}

/** How a person allows what is asked for; empty if nothing is. */
export function allowText(
  { goal, node, asked, more, in_doubt = [] }: Waiting,
  audience: Audience,
  show = asItIs,
  { waits } = ENGLISH,
): string {
  if (asked.length === 0) return '';
  const command =
    audience === 'shell'
      ? `wukong resume ${goal} --node ${node} --approve`
      : `/wukong_resume ${goal} ${node} --approve`;
  return [
    ...(in_doubt.length > 0 ? [waits.mayHaveHappened(in_doubt.map(show))] : []),
    waits.allow({ actions: asked.map(show), command }),
    ...(more > 0 ? [waits.forbidden(more)] : []),
  ].join('');
}

function typedOf({ goal, node }: At, audience: Audience): Typed {
  const resume = audience === 'shell' ? `wukong resume ${goal}` : `/wukong_resume ${goal}`;
  const say = (what: string): string =>
    audience === 'shell'
      ? `wukong answer ${goal}/${node} "<${what}>"`
      : `${resume} ${node} <${what}>`;
  return { resume, say };
}

function goOnText(waiting: Waiting, audience: Audience, { waits }: Waits): string {
  const { goal, because } = waiting;
  return waits.next[nextOf(because)]({ ...typedOf(waiting, audience), goal, ...namedBy(because) });
}

function namedBy(because: Reason) {
  const patch =
    because.kind === 'work-gone'
      ? because.files.find((file) => file.patch !== undefined)?.patch
      : undefined;
  return {
    gate: because.kind === 'gate-stuck' ? `"${because.gate}"` : 'NAME',
    rule: because.kind === 'denied' ? because.rule : '',
    apply: patch === undefined ? '' : `git apply .wukong/${patch}`,
  };
}

/** What to do about a pause. `asked`: the escalation that has its file. */
export function pausedNext(
  goal: string,
  because: Reason,
  asked?: string,
  audience: Audience = 'session',
  words = ENGLISH,
): string {
  const { waits, pauses } = words;
  const typed = typedOf({ goal, node: null, because }, audience);
  const next = pausedOf(because) ?? 'resume';
  switch (next) {
    case 'resume':
    case 'bring-back':
      return waits.next[next]({ ...typed, goal, ...namedBy(because) });
    case 'more-time':
    case 'more-budget':
      return moreText(goal, because, typed, asked, audience, words);
    default: {
      const until = because.kind === 'api-error' ? because.until : undefined;
      const after = until === undefined ? '' : minuteAfter(until);
      return pauses.next[next]({ ...typed, after, inSession: audience === 'session' });
    }
  }
}

/** Where the person sits first, then its file, then a shell; the shell alone where nobody is asked any more. */
function moreText(
  goal: string,
  because: Reason,
  { resume }: Typed,
  asked = '',
  audience: Audience,
  { pauses: { time, budget, set, more } }: Waits,
): string {
  const isBudget = because.kind === 'budget-exceeded';
  const whose = isBudget && because.node !== undefined ? `--node ${because.node} ` : '';
  const words = isBudget ? `${because.what}=<${budget.amount}>` : `deadline=<${time.day}>`;
  const option = isBudget ? `${whose}--budget ${words}` : `--deadline <${time.day}>`;
  const command = `wukong goal set ${goal} ${option}`;
  const how = audience === 'shell' ? 'shell' : asked === '' ? 'session' : 'asked';
  return more[how]({
    what: isBudget ? budget.what : time.what,
    words,
    set: set({ command, resume, cancel: `wukong goal cancel ${goal}` }),
    file: `.wukong/escalations/${asked}.md`,
    resume: `/wukong_resume ${asked}`,
  });
}
