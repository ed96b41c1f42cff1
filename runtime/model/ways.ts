// The ways on from what a person is asked: what follows from each, and how much work it is. Each is one the runtime
// can go, or a command that the person types; none is only advice. Words for them stand in each language; what
// becomes the answer that a run is given stands here, in English, as orders are.

import { doubtsFlag } from './in-doubt.ts';
import type { Reason } from './reason.ts';
import type { Budgeted } from './usage/usage.ts';

/** What follows from choosing it. All but `say` and `type` widen what may happen or pass: a person types that. */
export type Does =
  /** These words are the answer, before what the person adds; of a goal that is paused: it goes on. */
  | Readonly<{ kind: 'say'; words: string; overrules?: true }>
  | Readonly<{ kind: 'approve' }>
  | Readonly<{ kind: 'accept'; what: 'unproven' | 'no-change' | 'tests-changed' | 'doubts' }>
  | Readonly<{ kind: 'criterion'; number: number }>
  /** To the limit that the person writes, which has to be above this; of the goal, or of the node. */
  | Readonly<{ kind: 'raise'; what: Budgeted; above: number; node?: string | undefined }>
  /** To the day or time that the person writes; that one has passed. */
  | Readonly<{ kind: 'postpone'; past: string }>
  /** Not taken from a file: it is done in a terminal. */
  | Readonly<{ kind: 'type'; command: string }>;

/** S: minutes. M: an hour or two. L: more. */
export type Effort = 'S' | 'M' | 'L';

type At = Readonly<{ goal: string; node: string | null; because: Reason }>;
type Way = Readonly<{ effort: Effort; does: Does | ((at: At) => Does) }>;

const say = (words: string): Does => ({ kind: 'say', words });
/** What runs follows from it, so a person types it. */
const decide = (words: string): Does => ({ kind: 'say', words, overrules: true });
const type = (command: string): Does => ({ kind: 'type', command });
const accept = (what: Extract<Does, { kind: 'accept' }>['what']): Does => ({
  kind: 'accept',
  what,
});
const raise = ({ because }: At): Does => (isUsedUp(because) ? raiseFor(because) : say(''));

/** From what a node waits for. */
const NODE_WAYS = {
  'allow-once': { effort: 'S', does: { kind: 'approve' } },
  answer: { effort: 'S', does: say('') },
  brought: { effort: 'S', does: say('What was missing has been put where it belongs.') },
  cancel: { effort: 'S', does: ({ goal }) => type(`wukong goal cancel ${goal}`) },
  'client-allows': { effort: 'S', does: say('The client lets it run now; try again.') },
  criterion: { effort: 'S', does: (at) => ({ kind: 'criterion', number: openOf(at)[0] ?? 1 }) },
  'do-without-leave': {
    effort: 'M',
    does: say(
      'This is not allowed. Finish without it, and say in the report what is left to do by hand.',
    ),
  },
  doubts: { effort: 'S', does: inDoubt },
  'doubts-back': {
    effort: 'M',
    does: say('Take back what is in doubt, and do it without that.'),
  },
  'edge-fires': { effort: 'S', does: decide('Yes.') },
  'edge-is-dead': { effort: 'S', does: decide('No.') },
  'finish-without': {
    effort: 'M',
    does: say('It stays denied. Finish without it, and say in the report what was not tried.'),
  },
  /** In the words of the run that found it. */
  found: { effort: 'M', does: say('') },
  'gate-put-right': {
    effort: 'M',
    does: say('What stopped the gate was put right; try again.'),
  },
  'have-check': {
    effort: 'M',
    does: say('Add a check that fails on the code as it was before, and passes now.'),
  },
  'have-criteria': {
    effort: 'M',
    does: (at) => say(`Meet what is open: criterion ${openOf(at).join(', ')}.`),
  },
  'judge-again': {
    effort: 'S',
    does: { kind: 'say', words: 'The user asks to judge it again:', overrules: true },
  },
  'leave-to-agent': {
    effort: 'S',
    does: say(
      'The user leaves this to you: take the most careful reading, and say in the report what you took for granted.',
    ),
  },
  'look-again': { effort: 'M', does: say('Something has to be changed; look again.') },
  'no-change': { effort: 'S', does: accept('no-change') },
  'one-more-run': { effort: 'M', does: say('Do it differently this time.') },
  'roll-back': { effort: 'M', does: ({ goal, node }) => type(`wukong rollback ${goal}/${node}`) },
  'stand-in': {
    effort: 'M',
    does: say(
      'It will not be provided. Use a stand-in in tests, keep the real value out of the code, and say in the report what was not tried with the real one.',
    ),
  },
  'tests-good': { effort: 'S', does: accept('unproven') },
  'tests-may-change': { effort: 'S', does: accept('tests-changed') },
  'tests-stay': {
    effort: 'M',
    does: say('Put the tests back as they were, and change the program instead.'),
  },
  unproven: { effort: 'S', does: accept('unproven') },
  'without-gate': {
    effort: 'S',
    does: ({ because }) =>
      type(
        `wukong trust --revoke --gate ${because.kind === 'gate-stuck' ? quoted(because.gate) : 'NAME'}`,
      ),
  },
} as const satisfies Readonly<Record<string, Way>>;

/** From what a goal is paused for. */
const GOAL_WAYS = {
  'brought-back': { effort: 'S', does: say('The work that was gone is back.') },
  'by-hand': { effort: 'M', does: ({ goal }) => type(`wukong show ${goal}`) },
  'check-added': { effort: 'M', does: say('') },
  'files-back': { effort: 'S', does: say('The files are back.') },
  'gates-fixed': { effort: 'M', does: say('The gates were fixed by hand.') },
  'more-time': { effort: 'S', does: raise },
  'plan-changed': { effort: 'M', does: say('Go on.') },
  raise: { effort: 'S', does: raise },
  'see-edges': { effort: 'S', does: ({ goal }) => type(`wukong graph ${goal}`) },
  'see-evidence': { effort: 'S', does: ({ goal }) => type(`wukong evidence ${goal}`) },
  'settings-count': { effort: 'S', does: type('wukong trust') },
  'settings-put-back': { effort: 'S', does: say('The settings are as they were.') },
  'tree-as-it-is': { effort: 'M', does: say('The tree is right as it is now.') },
  'without-files': { effort: 'M', does: say('Go on without what earlier runs left.') },
} as const satisfies Readonly<Record<string, Way>>;

export const WAYS = { ...NODE_WAYS, ...GOAL_WAYS };

export type NodeWay = keyof typeof NODE_WAYS;
export type GoalWay = keyof typeof GOAL_WAYS;
export type WayName = NodeWay | GoalWay;

/** What follows from going that way. */
export function doesOf(name: WayName, at: At): Does {
  const { does }: Way = WAYS[name];
  return typeof does === 'function' ? does(at) : does;
}

/** The criteria that are open still. */
function openOf({ because }: At): readonly number[] {
  return because.kind === 'criteria-open' ? because.open.map(({ number }) => number) : [];
}

/** At high risk each is named in a terminal. */
function inDoubt({ goal, node, because }: At): Does {
  if (because.kind !== 'fault-not-shown' || !because.singly) return accept('doubts');
  const where = node === null ? goal : `${goal}/${node}`;
  return type(`wukong accept ${where} --${doubtsFlag(because)} "<why>"`);
}

/** As a shell reads it. */
function quoted(gate: string): string {
  return /^[\w.-]+$/.test(gate) ? gate : `'${gate}'`;
}

/** A budget or the time; only more of it carries the goal on. */
export type UsedUp = Extract<Reason, { kind: 'budget-exceeded' | 'deadline-passed' }>;
export type Raise = Extract<Does, { kind: 'raise' | 'postpone' }>;

export function isUsedUp(because: Reason | null): because is UsedUp {
  return because?.kind === 'budget-exceeded' || because?.kind === 'deadline-passed';
}

export function raiseFor(because: UsedUp): Raise {
  if (because.kind === 'deadline-passed') return { kind: 'postpone', past: because.deadline };
  const { what, limit, spent, needs = 0, node } = because;
  return { kind: 'raise', what, above: Math.max(limit, spent + needs), node };
}
