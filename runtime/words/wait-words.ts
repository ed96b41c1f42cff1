// What sentences about reasons and ways on are given: one sentence a key of the tables in model/, so that a missing
// one does not compile. Which is said, and of what, is decided in waiting.ts and reason.ts.

import type { Reason } from '../model/reason.ts';
import type { Of, WaitKind } from '../model/waits.ts';
import type { GoalWay, NodeWay } from '../model/ways.ts';

/** How it is said that runs are used up: because of what the last of them ended. */
export type Spent = 'branches-skipped' | 'asked-again' | 'lacking' | 'failed';
type Last = Readonly<{ last: string; how: Spent }>;

/** A clause without a full stop, except where an agent or a person is quoted. */
export type ReasonWords<Kind extends Reason['kind']> = Readonly<{
  [K in Kind]: string | ((because: Of<K>, last: Last) => string);
}>;

/** Of what keeps nobody waiting for more than a word. */
export type CauseWords = ReasonWords<Exclude<Reason['kind'], WaitKind>>;

/** What a way is, and what is said for it and against it. */
export type Said = readonly [description: string, pros: string | readonly string[], con: string];

/** What ways name; empty or 0 where it is nothing of theirs. */
export type WayAt = Readonly<{
  node: string;
  /** What is typed, in one line. */
  command: string;
  /** What is asked leave for, each in one line. */
  asked: readonly string[];
  /** Gates are run again on the work that is there. */
  again: boolean;
  /** Of what it is about there are several. */
  many: boolean;
  criterion: number;
  /** The rule that lets it run, and the setting it stands in. */
  rule: string;
  setting: string;
  /** What raises a limit, as it is written, and whose it is. */
  example: string;
  of: string | undefined;
}>;

export type WayWords<Name extends string> = Readonly<Record<Name, Said | ((at: WayAt) => Said)>>;

/** What is typed; `say`: with words behind it. */
export type Typed = Readonly<{ resume: string; say: (what: string) => string }>;

/** What is said of each way on. */
export type Ways = Readonly<{
  ofNode: WayWords<Exclude<NodeWay, 'found'>>;
  ofGoal: WayWords<GoalWay>;
}>;
