// A node that waits for a person: why, and what to type. In a session that is a slash command, in a
// shell the same as `wukong …`.

import { bringsNoTest } from '../kernel/graph/proof.ts';
import type { Accepted } from '../kernel/requests/accept-work.ts';
import { askedOf, doubtsOf, shownOf } from '../kernel/requests/approval-list.ts';
import { askedAbout } from '../kernel/requests/claim-changes.ts';
import { drivenNodes } from '../kernel/requests/offer.ts';
import { subagentOf } from '../kernel/state/run-by.ts';
import { asksToLook } from '../model/in-doubt.ts';
import type { Reason } from '../model/reason.ts';
import type { Goal } from '../model/state/goal.ts';
import { isSuspicious } from '../model/trial-kinds.ts';
import { isHeld, lacksCredential, waitKind } from '../model/waits.ts';
import { asSentence, minuteAfter, upperFirst } from './plain-text.ts';
import { reasonText } from './reason.ts';
import { placeOf } from './verdict.ts';

export type Audience = 'session' | 'shell';

/**
 * How a goal goes on that nobody works on, in a shell: as its last run was given out. One that had none yet goes
 * on in a session, unless a program is to carry out what is first in it.
 */
export function toGoOn(goal: Goal): string {
  const last = Object.values(goal.runs).at(-1);
  const here = `wukong run ${goal.id}`;
  const there = `/wukong_resume ${goal.id}`;
  const isForAgent = last ? subagentOf(last) !== undefined : drivenNodes(goal).length === 0;
  return isForAgent ? `In Claude Code, type: ${there}` : `Type: ${here}`;
}

export type Waiting = Readonly<{
  goal: string;
  node: string;
  because: Reason;
  /** Actions a person can allow, and how many more were asked for. */
  asked: readonly string[];
  more: number;
  /** Of these, what a run was let do that ended without a report. */
  in_doubt?: readonly string[] | undefined;
  /** Changes that may be the person's own. */
  outside?: readonly string[] | undefined;
  /** It changed nothing, and what others changed is not shown to fix the fault. */
  no_test?: boolean | undefined;
}>;

/** What a blocked node waits for; undefined for any other. */
export function waitingAt(goal: Goal, node: string): Waiting | undefined {
  const state = goal.nodes[node];
  if (state?.status !== 'blocked') return undefined;
  const { because } = state;
  const asked = shownOf(goal, node);
  return {
    goal: goal.id,
    node,
    because,
    asked,
    more: askedOf(goal, node).length - asked.length,
    in_doubt: doubtsOf(goal, node),
    outside: askedAbout(goal, node),
    no_test: bringsNoTest(goal, node),
  };
}

/** Why it waits. */
export function waitsText({ because }: Waiting): string {
  return upperFirst(asSentence(reasonText(because)));
}

/** What to type. `show` makes what an agent wrote fit to be shown. */
export function nextText(
  waiting: Waiting,
  audience: Audience,
  show = (action: string): string => action,
): string {
  const { first, goOn } = waysOf(waiting, audience, show);
  return first.length === 0 ? goOn : `${first.join('. ')}. Otherwise: ${lowerFirst(goOn)}`;
}

/** The same one by one: what may be said of this alone, and what may always be. */
export function waysOf(
  waiting: Waiting,
  audience: Audience,
  show = (action: string): string => action,
): Readonly<{ first: readonly string[]; goOn: string }> {
  const first = [
    acceptText(waiting, audience),
    claimText(waiting, audience, show),
    allowText(waiting, audience, show),
  ];
  return { first: first.filter((text) => text !== ''), goOn: goOnText(waiting, audience) };
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** How a person accepts changed tests; a log of before says it in its own words. */
function acceptText({ goal, node, because, no_test }: Waiting, audience: Audience): string {
  const type = (flag: string): string =>
    audience === 'shell'
      ? `wukong accept ${goal}/${node} --${flag} "<why>"`
      : `/wukong_resume ${goal} ${node} --${flag} <why>`;
  switch (because.kind) {
    case 'tests-changed':
      return because.unchecked
        ? `If the work is good as it is, type: ${type('unproven')}. If these tests are right and it should be judged once more: ${type('tests-changed')}`
        : `If that is right, type: ${type('tests-changed')}`;
    case 'fault-not-shown':
      return asksToLook(because)
        ? `If you looked at that and it is right, type: ${type(doubtsFlag(because))}`
        : `If the work is good without it, type: ${type('unproven')}`;
    case 'criteria-open': {
      const [first, ...others] = because.open;
      const more = others.length > 0 ? `, and so on for ${listed(others)}` : '';
      return `If the work is good without it, type: ${type(`criterion ${first?.number}`)}${more}`;
    }
    case 'no-change':
      if (no_test) return `If the work is good without a test, type: ${type('unproven')}`;
      return `If nothing has to be changed, type: ${type('no-change')}`;
    case 'questions':
      return because.untested ? `To go on without a test, type: ${type('unproven')}` : '';
    default:
      return '';
  }
}

function listed(open: ReadonlyArray<{ number: number }>): string {
  return open.map(({ number }) => number).join(', ');
}

/** What a yes to doubts is typed with before its reason: where each has to be named, all of them. */
export function doubtsFlag({ saying, singly }: InDoubt): string {
  if (!singly || saying?.is !== 'shown') return 'doubts';
  return `${doubtFlags(saying.doubts.filter(isSuspicious).map(placeOf))} --doubts`.slice(2);
}

type InDoubt = Extract<Reason, { kind: 'fault-not-shown' }>;

export function doubtFlags(places: readonly string[]): string {
  return [...new Set(places)].map((place) => `--doubt ${quotedWord(place)}`).join(' ');
}

function quotedWord(place: string): string {
  return /^[\w@%+=:,./-]+$/.test(place) ? place : `"${place}"`;
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
  show: (path: string) => string,
): string {
  const [path] = outside;
  if (path === undefined) return '';
  const more = outside.length > 1 ? ` (and ${outside.length - 1} more)` : '';
  const what = `If you changed ${show(path)}${more} yourself, type: `;
  return audience === 'shell'
    ? `${what}wukong accept ${goal}/${node} --foreign ${show(path)}`
    : `${what}/wukong_resume ${goal} ${node} --foreign ${show(path)}, or answer "mine"`;
}

/** How a person ends a goal of which only this is open. */
export function acceptGoalText(goal: string, audience: Audience, because: Reason): string {
  const type = (flag: string): string =>
    audience === 'shell'
      ? `wukong accept ${goal} --${flag} "<why>"`
      : `/wukong_resume ${goal} --${flag} <why>`;
  return because.kind === 'fault-not-shown' && asksToLook(because)
    ? `If you looked at that and it is right, type: ${type(doubtsFlag(because))}`
    : `If the work is good without it, type: ${type('unproven')}`;
}

function resumeOf(goal: string, audience: Audience): string {
  return audience === 'shell' ? `wukong resume ${goal}` : `/wukong_resume ${goal}`;
}

/** What to do about a pause that takes more than a word. `asked`: the escalation that has its file. */
export function pausedNext(
  goal: string,
  because: Reason,
  asked?: string,
  audience: Audience = 'session',
): string {
  const resume = resumeOf(goal, audience);
  switch (because.kind) {
    case 'work-gone':
      return workBackText(because, resume);
    case 'deadline-passed':
      return moreText(goal, 'more time', `deadline=<day>`, '--deadline <day>', audience, asked);
    case 'context-pack-missing':
      return `Put these files back, or go on without them; then type ${resume}.`;
    case 'budget-exceeded':
      return moreText(
        goal,
        'more',
        `${because.what}=<more>`,
        `${because.node === undefined ? '' : `--node ${because.node} `}--budget ${because.what}=<more>`,
        audience,
        asked,
      );
    case 'plan-mode':
      return `Leave plan mode (Shift+Tab) and type ${resume}.`;
    case 'api-error':
      return because.until === undefined
        ? `Type ${resume} to go on.`
        : `It goes on ${audience === 'session' ? 'with the next message in its session ' : ''}after ${minuteAfter(because.until)}. To go on at once, type ${resume}.`;
    default:
      return `Type ${resume} to go on.`;
  }
}

/** Where the person sits first, then its file, then a shell; the shell alone where nobody is asked any more. */
function moreText(
  goal: string,
  what: string,
  words: string,
  option: string,
  audience: Audience,
  asked?: string,
): string {
  const set = `wukong goal set ${goal} ${option}; then type ${resumeOf(goal, audience)}. To end it: wukong goal cancel ${goal}.`;
  const shell = audience === 'session' ? `in a terminal: ${set}` : `type: ${set}`;
  if (asked === undefined || audience === 'shell') return `To give it ${what}, ${shell}`;
  const resume = `/wukong_resume ${asked}`;
  return `To give it ${what}, type: ${resume} ${words}. Or write ${words} below "## Answer" in .wukong/escalations/${asked}.md, then type ${resume}. Or ${shell}`;
}

function workBackText({ files }: Extract<Reason, { kind: 'work-gone' }>, resume: string): string {
  const patch = files.find((file) => file.patch !== undefined)?.patch;
  const apply = patch === undefined ? '' : `, or \`git apply .wukong/${patch}\``;
  return `To have it back: \`git stash pop\`, or what \`git reflog\` shows${apply}; then type ${resume}. To go on with the tree as it is, type ${resume} at once.`;
}

/** How a person allows what is asked for; empty if nothing is. */
export function allowText(
  { goal, node, asked, more, in_doubt = [] }: Waiting,
  audience: Audience,
  show = (action: string): string => action,
): string {
  if (asked.length === 0) return '';
  const quoted = asked.map((action) => `\`${show(action)}\``).join(' and ');
  const rest = more > 0 ? ` (${more} more were asked for, and stay forbidden)` : '';
  const command =
    audience === 'shell'
      ? `wukong resume ${goal} --node ${node} --approve`
      : `/wukong_resume ${goal} ${node} --approve`;
  const doubted = in_doubt.map((action) => `\`${show(action)}\``).join(' and ');
  const doubt =
    doubted === ''
      ? ''
      : `${doubted} may have happened already: a run that you had allowed it ended without a report. Look first. `;
  return `${doubt}To allow exactly ${quoted}, once: ${command}${rest}`;
}

function goOnText({ goal, node, because }: Waiting, audience: Audience): string {
  const kind = waitKind(because);
  const resume = resumeOf(goal, audience);
  const say = (what: string): string =>
    audience === 'shell'
      ? `${resume} --node ${node} --answer "<${what}>"`
      : `${resume} ${node} <${what}>`;
  if (kind === 'unguarded') {
    return `\`wukong doctor\` says what is wrong. When it is fixed, type ${resume}.`;
  }
  if (because.kind === 'work-gone') return workBackText(because, resume);
  if (because.kind === 'gate-stuck' && lacksCredential(because)) {
    return `Put it where it belongs and type ${resume}: the gate is run again on the work that is there. Or say what to do without it: ${say('what to do')}.`;
  }
  if (kind === 'gate-stuck') {
    const words = say('try again, or what to do differently');
    const gate = because.kind === 'gate-stuck' ? `"${because.gate}"` : 'NAME';
    return `Put right what stops it and type ${words}. Where a test asks for what has to change, say there that it may be changed. \`wukong trust --revoke --gate ${gate}\` in a terminal of your own goes on without the gate, \`wukong goal cancel ${goal}\` gives up.`;
  }
  if (because.kind === 'denied' && because.headless) {
    return `Allow it: \`${because.rule}\` in executors.headless.allowed_tools of .wukong/config.local.yaml; then type ${resume}.`;
  }
  if (because.kind === 'denied') {
    return `Allow it: \`${because.rule}\` in permissions.allow of .claude/settings.local.json, or by /permissions, and no rule that denies it; then type ${resume}.`;
  }
  if (kind === 'order-replaced') {
    return `Look for a PreToolUse hook on Agent with \`updatedInput\` (.claude/settings.json, ~/.claude/settings.json, plugins; /hooks lists them), and make it leave the agents of Wukong alone; then type ${resume}.`;
  }
  if (isHeld(because)) return `Type ${resume} to go on.`;
  return kind === 'questions'
    ? `Answer with ${say('your answer')}.`
    : `Type ${say('what to do differently')}, or \`wukong goal cancel ${goal}\`.`;
}
