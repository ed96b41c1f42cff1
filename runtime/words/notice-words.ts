// What a language says of what happened: one sentence a key. Which is said, and of what, is decided in notice.ts.

import type { Notice } from '../model/notice.ts';
import type { Spent } from '../model/usage/usage.ts';
import type { DrivenWords } from './driven.ts';
import type { UsedOf } from './goal.ts';
import type { EndWords } from './goal-end.ts';
import type { Waits } from './wait-words.ts';

export type NoticeOf<Kind extends Notice['kind']> = Extract<Notice, { kind: Kind }>;

/** Those of which something is decided before they are said. */
type Composed =
  | 'text'
  | 'node-waits'
  | 'node-ended'
  | 'goal-parked'
  | 'goal-waits'
  | 'budget-warned'
  | 'fault-not-shown'
  | 'goal-completed'
  | 'node-for-driver';

type PlainWords = Readonly<{
  [Kind in Exclude<Notice['kind'], Composed>]: string | ((notice: NoticeOf<Kind>) => string);
}>;

/** `goal`, and what is said of it in sentences of their own. */
type OfGoal<More> = Readonly<{ goal: string }> & Readonly<More>;

export type NoticeWords = Readonly<{
  reasons: Waits;
  /** Before most of it: whose words these are. */
  ours: string;
  plain: PlainWords;
  /** Where a question has its file. */
  file: (id: string) => string;
  /** The title of a node, where it is one of our own templates. */
  title: (title: string) => string;
  time: Readonly<{
    seconds: (seconds: number) => string;
    minutes: (minutes: number, seconds: number) => string;
    hours: (hours: number, minutes: number) => string;
  }>;
  comma: string;
  semicolon: string;

  /** A node that waits: its head, alone or with its title; then why, or what it asks. */
  waits: (where: string) => string;
  waitsTitled: (where: string, step: string) => string;
  because: (head: string, why: string) => string;
  asks: (head: string) => string;
  moreAsked: (more: number) => string;
  why: (why: string) => string;

  /** A node that ended. */
  ended: (
    at: Readonly<{ step: string; end: string; shown: readonly string[]; time: string }>,
  ) => string;
  passes: (level: string) => string;
  found: (found: string) => string;
  inParts: (titles: readonly string[]) => string;
  rework: (of: string, finding: string) => string;
  reworkOf: (step: string) => string;
  failed: (at: Readonly<{ why: string; runs: number; of: number }>) => string;
  planB: (node: string) => string;
  checkPasses: (check: string) => string;
  moreFiles: (more: number) => string;
  sentBack: (times: number) => string;
  claimed: (at: Readonly<{ claimed: string; level: string; seen: string }>) => string;
  unclaimed: (at: Readonly<{ level: string; seen: string }>) => string;

  /** A goal that stopped. */
  parked: (at: OfGoal<{ why: string; next: string }>) => string;
  whenOver: string;
  paused: (at: OfGoal<{ why: string; next: string }>) => string;
  warned: (at: Readonly<{ whose: string; used: UsedOf }>) => string;
  warnedOfNode: (at: Readonly<{ whose: string; used: UsedOf }>) => string;
  /** `why`: without a full stop. */
  unshown: (at: OfGoal<{ why: string; accept: string }>) => string;

  /** What no session starts. */
  next: (at: OfGoal<{ node: string; step: string; how: string }>) => string;
  driven: DrivenWords;

  /** The end of a goal, line by line. */
  end: EndWords;
  complete: (at: OfGoal<{ done: number; total: number; first: string; time: string }>) => string;
  inTime: (time: string) => string;
  changed: (files: string) => string;
  sum: (at: Readonly<{ total: number; added: number; removed: number }>) => string;
  shown: (shown: readonly string[]) => string;
  gates: (gates: readonly string[]) => string;
  caught: (step: string, how: string) => string;
  remembered: (ids: readonly string[], runs: readonly string[]) => string;
  open: (candidates: number, removals: number) => string;
  used: (spent: Spent, hours: number) => string;
  commit: (publish: string, undo: string) => string;
  publish: (goal: string) => string;
  undo: (patch: string) => string;
  summary: (path: string) => string;
}>;
