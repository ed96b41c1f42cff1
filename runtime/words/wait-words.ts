// What a language says of reasons, and of what follows from them: one sentence a key of the tables in model/, so that
// a missing one does not compile. Which is said, and of what, is decided in waiting.ts and reason.ts.

import type { Reason } from '../model/reason.ts';
import type { Next, Of, Offer, OfNode, Pause, Tried, WaitKind } from '../model/waits.ts';
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

type NextAt = Typed &
  Readonly<{
    goal: string;
    gate: string;
    rule: string;
    /** What brings work back; empty where there is no patch. */
    apply: string;
  }>;

export type WaitWords = Readonly<{
  reasons: ReasonWords<OfNode>;
  /** How to go on, as a question, where it was tried again and again. */
  tried: Readonly<{ [K in Tried['kind']]: (because: Of<K>) => string }>;
  next: Readonly<Record<Next, (at: NextAt) => string>>;
  offers: Readonly<
    Record<Offer, (at: Readonly<{ type: string; others: readonly number[] }>) => string>
  >;
  /** Why it waits, as a sentence begins and ends. */
  sentence: (clause: string) => string;
  /** Of what is typed, behind a flag. */
  why: string;
  /** All that may be typed, in one text. */
  all: (first: readonly string[], goOn: string) => string;
  claim: (at: Readonly<{ path: string; more: number; type: string; orMine: boolean }>) => string;
  allow: (at: Readonly<{ actions: readonly string[]; command: string }>) => string;
  /** Behind it: how many more stay forbidden. */
  forbidden: (more: number) => string;
  /** Before it: what may have happened already. */
  mayHaveHappened: (actions: readonly string[]) => string;
}>;

type MoreAt = Readonly<{ what: string; words: string; set: string; file: string; resume: string }>;

export type PauseWords = Readonly<{
  reasons: ReasonWords<Exclude<WaitKind, OfNode>>;
  next: Readonly<
    Record<
      Exclude<Pause, 'bring-back' | 'more-budget' | 'more-time' | 'resume'>,
      (at: Readonly<{ resume: string; after: string; inSession: boolean }>) => string
    >
  >;
  /** What it is given, and how that is written where nobody knows it yet. */
  time: Readonly<{ what: string; day: string }>;
  budget: Readonly<{ what: string; amount: string }>;
  set: (at: Readonly<{ command: string; resume: string; cancel: string }>) => string;
  /** By who is told: a session that is asked, one that is not any more, a shell. */
  more: Readonly<Record<'asked' | 'session' | 'shell', (at: MoreAt) => string>>;
}>;

/** What is said of each way on. */
export type Ways = Readonly<{
  ofNode: WayWords<Exclude<NodeWay, 'found'>>;
  ofGoal: WayWords<GoalWay>;
}>;

export type Waits = Readonly<{ causes: CauseWords; waits: WaitWords; pauses: PauseWords }>;
