// What an option is: what it says for and against itself, and what follows from choosing it.

import type { AskedPacket } from '../../model/facts/escalation.ts';
import type { Budgeted } from '../../model/usage/usage.ts';
import type { EscalationReason } from '../../model/vocabulary.ts';

export const LETTERS = ['A', 'B', 'C'] as const;
export type Letter = (typeof LETTERS)[number];

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

/** Each way there is, as languages name it; `found` is in the words of an agent. */
export type WayName =
  | 'allow-once'
  | 'answer'
  | 'brought'
  | 'brought-back'
  | 'by-hand'
  | 'cancel'
  | 'check-added'
  | 'client-allows'
  | 'criterion'
  | 'do-without-leave'
  | 'doubts'
  | 'doubts-back'
  | 'files-back'
  | 'finish-without'
  | 'found'
  | 'gate-put-right'
  | 'gates-fixed'
  | 'have-check'
  | 'have-criteria'
  | 'judge-again'
  | 'leave-to-agent'
  | 'look-again'
  | 'more-time'
  | 'no-change'
  | 'one-more-run'
  | 'plan-changed'
  | 'raise'
  | 'roll-back'
  | 'see-edges'
  | 'see-evidence'
  | 'settings-count'
  | 'settings-put-back'
  | 'stand-in'
  | 'tests-good'
  | 'tests-may-change'
  | 'tests-stay'
  | 'tree-as-it-is'
  | 'unproven'
  | 'without-files'
  | 'without-gate';

export type Option = Readonly<{
  option: Letter;
  name: WayName;
  does: Does;
  description: string;
  pros: readonly string[];
  cons: readonly string[];
  /** S: minutes. M: an hour or two. L: more. */
  estimated_effort: 'S' | 'M' | 'L';
}>;

export type Asked = Readonly<{
  goal: string;
  node: string | null;
  reason: EscalationReason;
  packet: AskedPacket;
}>;

export type Way = Omit<Option, 'option'>;
export type Three = readonly [Way, Way, Way];

export function way(
  name: WayName,
  description: string,
  does: Does,
  pros: readonly string[],
  cons: readonly string[],
  estimated_effort: Option['estimated_effort'],
): Way {
  return { name, description, does, pros, cons, estimated_effort };
}

export function say(words: string): Does {
  return { kind: 'say', words };
}

export function type(command: string): Does {
  return { kind: 'type', command };
}

export function cancel({ goal }: Asked): Way {
  return way(
    'cancel',
    `Give the goal up: \`wukong goal cancel ${goal}\``,
    type(`wukong goal cancel ${goal}`),
    ['Nothing more is spent on it.', 'What was changed stays in the tree.'],
    ['What was asked for stays undone, and the goal cannot be opened again.'],
    'S',
  );
}
