// What a node, or a goal, waits for: one row a reason, with all that follows from it. Its words stand beside it in
// each language (words/english-waits.ts, words/languages/). A reason without a row keeps nobody waiting for more
// than a word.

import { BUILT_IN_GATES } from './gate.ts';
import { asksToLook } from './in-doubt.ts';
import type { AcceptedWork } from './proof.ts';
import type { Cause, Reason } from './reason.ts';
import { saysNothing } from './says-nothing.ts';
import { namesCredential } from './telling-line.ts';
import type { EscalationReason } from './vocabulary.ts';
import type { WayName } from './ways.ts';

export type Of<Kind extends Reason['kind']> = Extract<Reason, { kind: Kind }>;

/** How a node goes on, as a person is told; each is a sentence in each language. */
export type Next =
  | 'allow-headless'
  | 'allow-in-client'
  | 'answer'
  | 'bring-back'
  | 'differently'
  | 'fix-guard'
  | 'free-call'
  | 'judge-again'
  | 'put-right'
  | 'put-there'
  | 'resume'
  | 'yes-or-no';
/** How a goal does that is paused. */
export type Pause =
  | 'bring-back'
  | 'by-itself'
  | 'files-back'
  | 'leave-plan-mode'
  | 'more-budget'
  | 'more-time'
  | 'resume';

/** The word by which a person says that it is good as it is: what is typed behind `--`. */
export const OFFERS = {
  'tests-right': 'tests-changed',
  'good-as-it-is': 'unproven',
  'tests-judged-again': 'tests-changed',
  looked: 'doubts',
  'good-without-it': 'unproven',
  'good-without-criterion': 'criterion',
  'nothing-to-change': 'no-change',
  'go-on-without-test': 'unproven',
} as const;
export type Offer = keyof typeof OFFERS;

export type Three = readonly [WayName, WayName, WayName];

/** Methods, so that a row of one reason is a row. */
export type Row<Kind extends Reason['kind'] = Reason['kind']> = Readonly<{
  /** What programs are told that a node waits for; left out where only a goal does. */
  kind?: string;
  /** What a person is asked; left out: whoever stopped it knows, and it goes on when they resume. */
  asks?: EscalationReason;
  /** A node goes on when its goal is resumed, without words of a person. */
  held?: true;
  /** Its runs are used up; one that is given back frees it. */
  spent?: true;
  /** It was tried again and again: a person is asked how, and why is what the gates printed. */
  tried?: true;
  /** What frees it beside words. */
  freedBy?: ReadonlyArray<'executor' | 'tests'>;
  /** Work that is accepted so is done, whether a person is told of it or not. */
  takes?: AcceptedWork;
  /** How a node goes on, how a goal does. */
  next?: Next;
  paused?: Pause;
  /** Where these name a secret, that is what is asked. */
  names?(because: Of<Kind>): readonly string[];
  /** A secret is what is asked, whatever the words are. */
  isSecret?(because: Of<Kind>): boolean;
  /** The words a person is told for it as it is. */
  offers?(because: Of<Kind>): readonly Offer[];
  nextOf?(because: Of<Kind>): Next;
  pausedOf?(because: Of<Kind>): Pause;
  ways?(because: Of<Kind>, at: Readonly<{ ofGoal: boolean; found: boolean }>): Three;
}>;

/** A rule over reports and changes: nobody approved it, so nobody can take that back. */
function isBuiltIn(gate: string): boolean {
  return BUILT_IN_GATES.some((name) => name === gate);
}

const always =
  (...three: Three) =>
  () =>
    three;

const REJECTED = {
  kind: 'rejected',
  asks: 'ambiguous',
  ways: always('judge-again', 'roll-back', 'cancel'),
} as const;

const UNGUARDED = { kind: 'unguarded', held: true, next: 'fix-guard' } as const;

const SPENT = {
  kind: 'retries',
  asks: 'stuck',
  spent: true,
  tried: true,
  freedBy: ['executor', 'tests'],
  names: ({ last }: Of<'runs-used-up' | 'stuck'>) => textsOf(last),
  isSecret: ({ last }: Of<'runs-used-up' | 'stuck'>) =>
    last.kind === 'agent-failed' && last.credential === true,
  ways: (_: unknown, { found }: Readonly<{ found: boolean }>): Three =>
    found ? ['found', 'found', 'found'] : ['one-more-run', 'roll-back', 'cancel'],
} as const;

export const WAITS = {
  /** What an older log says in its own words. */
  text: { asks: 'ambiguous' },
  questions: {
    kind: 'questions',
    asks: 'ambiguous',
    freedBy: ['tests'],
    next: 'answer',
    names: ({ questions }) => questions,
    isSecret: ({ credential }) => credential === true,
    offers: ({ untested }) => (untested ? ['go-on-without-test'] : []),
    ways: ({ untested }) => ['answer', untested ? 'unproven' : 'leave-to-agent', 'cancel'],
  },
  'runs-used-up': SPENT,
  stuck: SPENT,
  'agent-stopped': { kind: 'stopped', held: true, freedBy: ['executor'] },
  'agent-interrupted': { kind: 'interrupted', held: true, freedBy: ['executor'] },
  'never-started': { kind: 'not-started', held: true, freedBy: ['executor'] },
  'no-change': {
    kind: 'no-change',
    asks: 'ambiguous',
    takes: 'no-change',
    offers: () => ['nothing-to-change'],
    ways: always('no-change', 'look-again', 'cancel'),
  },
  rejected: REJECTED,
  'nothing-to-reopen': REJECTED,
  'tests-changed': {
    kind: 'tests-changed',
    asks: 'approval_required',
    freedBy: ['tests'],
    // No run can say whether its changed tests hold: then one word is enough for the work and for them.
    offers: ({ unchecked }) =>
      unchecked ? ['good-as-it-is', 'tests-judged-again'] : ['tests-right'],
    ways: ({ unchecked }) => [
      unchecked ? 'tests-good' : 'tests-may-change',
      'tests-stay',
      'roll-back',
    ],
  },
  'fault-not-shown': {
    kind: 'not-shown',
    asks: 'ambiguous',
    takes: 'unproven',
    nextOf: ({ saying }) => (saysNothing(saying) ? 'judge-again' : 'differently'),
    offers: (because) => [asksToLook(because) ? 'looked' : 'good-without-it'],
    ways: (because, { ofGoal }) =>
      asksToLook(because)
        ? ['doubts', 'doubts-back', 'cancel']
        : ['unproven', ofGoal ? 'check-added' : 'have-check', 'cancel'],
  },
  'criteria-open': {
    kind: 'criteria-open',
    asks: 'ambiguous',
    offers: () => ['good-without-criterion'],
    ways: always('criterion', 'have-criteria', 'cancel'),
  },
  'gate-stuck': {
    kind: 'gate-stuck',
    asks: 'stuck',
    tried: true,
    next: 'put-right',
    names: ({ error, printed = '' }) => [error, printed],
    nextOf: ({ gate, how, error, printed = '' }) => {
      if (how === 'unable') return 'judge-again';
      if (isBuiltIn(gate)) return 'differently';
      return namesCredential([error, printed]) ? 'put-there' : 'put-right';
    },
    ways: ({ gate }) =>
      isBuiltIn(gate)
        ? ['one-more-run', 'roll-back', 'cancel']
        : ['gate-put-right', 'without-gate', 'cancel'],
  },
  denied: {
    kind: 'denied',
    asks: 'approval_required',
    held: true,
    nextOf: ({ headless }) => (headless ? 'allow-headless' : 'allow-in-client'),
    ways: always('client-allows', 'finish-without', 'cancel'),
  },
  'lane-conflict': {
    kind: 'conflict',
    asks: 'ambiguous',
    freedBy: ['executor'],
    ways: always('one-more-run', 'roll-back', 'cancel'),
  },
  'edge-undecided': {
    kind: 'undecided',
    asks: 'ambiguous',
    next: 'yes-or-no',
    ways: always('edge-fires', 'edge-is-dead', 'cancel'),
  },
  'order-replaced': { kind: 'order-replaced', held: true, next: 'free-call' },
  'work-gone': {
    kind: 'work-gone',
    asks: 'ambiguous',
    held: true,
    next: 'bring-back',
    paused: 'bring-back',
    ways: always('brought-back', 'tree-as-it-is', 'cancel'),
  },
  'guard-missed': UNGUARDED,
  'guard-unproven': UNGUARDED,

  // Only a goal waits for these.
  'final-gate-unfixable': {
    asks: 'stuck',
    names: (because: Of<'final-gate-unfixable'>) => saysOf(because),
    ways: always('gates-fixed', 'see-evidence', 'cancel'),
  },
  'last-nodes-skipped': { asks: 'stuck', ways: always('plan-changed', 'see-edges', 'cancel') },
  'settings-changed': {
    asks: 'approval_required',
    names: ({ what }) => what,
    ways: always('settings-put-back', 'settings-count', 'cancel'),
  },
  'deadline-passed': {
    asks: 'deadline_passed',
    paused: 'more-time',
    ways: always('more-time', 'by-hand', 'cancel'),
  },
  'budget-exceeded': {
    asks: 'budget_exceeded',
    paused: 'more-budget',
    ways: always('raise', 'by-hand', 'cancel'),
  },
  'context-pack-missing': {
    asks: 'context_pack_missing',
    paused: 'files-back',
    ways: always('files-back', 'without-files', 'cancel'),
  },
  'plan-mode': { paused: 'leave-plan-mode' },
  'api-error': { pausedOf: ({ until }) => (until === undefined ? 'resume' : 'by-itself') },
} as const satisfies { readonly [Kind in Reason['kind']]?: Row<Kind> };

export type WaitKind = keyof typeof WAITS;

type Rows = typeof WAITS;
type OfTried = { [Kind in WaitKind]: Rows[Kind] extends { tried: true } ? Kind : never }[WaitKind];
/** What was tried in vain. */
export type Tried = Of<OfTried>;

export type OfNode = {
  [Kind in WaitKind]: Rows[Kind] extends { kind: string } ? Kind : never;
}[WaitKind];
/** What a node can wait for. */
export type NodeWait = Of<OfNode>;

/** Why a node waits, as programs are told: it follows from the reason. */
export type BlockedKind = Rows[OfNode]['kind'];
export const BLOCKED_KINDS: readonly BlockedKind[] = [
  ...new Set(Object.values(WAITS).flatMap((row) => ('kind' in row ? [row.kind] : []))),
];

function saysOf({ failed = [] }: Pick<Of<'final-gate'>, 'failed'>): string[] {
  return failed.flatMap(({ says }) => says ?? []);
}

function textsOf(last: Cause): readonly string[] {
  if (last.kind === 'too-little-evidence') return [...(last.missing ?? []), ...saysOf(last)];
  if (last.kind === 'final-gate') return saysOf(last);
  if (last.kind === 'agent-failed') return [last.summary];
  return last.kind === 'text' ? [last.text] : [];
}
