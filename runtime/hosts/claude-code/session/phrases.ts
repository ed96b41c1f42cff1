// What the sentences that a person is told in a session are about.

import type { Choice } from '../../../classify/classify.ts';
import type { Resumed } from '../../../kernel/requests/resume.ts';
import type { Begun } from './prompt.ts';
import type { BadFlag } from './unknown-command.ts';

export type Started = Readonly<{
  /** Why the runtime chose this template, if it did. */
  choice: Choice | undefined;
  /** It was typed, or the rules see it in the request. */
  risk: 'high' | undefined;
  /** The goal that pauses for it. */
  paused: string | undefined;
}>;

/** `place`: in the template, `file:line`. */
export type MissingExecutor = Readonly<{ node: string; name: string; place: string }>;

/** What a person’s `/wukong_resume` came to. */
export type Done = Readonly<{
  answer: string;
  answered: readonly string[];
  /** Finished work that is accepted as it is. */
  accepted: readonly string[];
  /** Changed tests that are accepted, `M test/a.js`; or what was in doubt, `src/a.js:12`. */
  tests: string | undefined;
  /** What the goal, or one node of it, has from now on, as it is written: a budget, a deadline. */
  more: Readonly<{ of: string; what: 'budget' | 'deadline'; is: string }> | undefined;
  /** Actions that may happen, once each. */
  approved: boolean;
  /** Paths whose changes are the person’s own. */
  foreign: readonly string[];
  /** Runs that were interrupted and are over. */
  lost: number;
  /** Where nobody waited for the words that were typed. */
  unused: string | undefined;
  /** The goal of the session that pauses for it. */
  paused?: string | undefined;
}>;

export type Refused =
  | Readonly<{ kind: 'no-command'; typed: string; templates: readonly string[] }>
  | Readonly<{ kind: 'no-words'; template: string }>
  /** `passed`: a deadline that is none any more, as it was typed. */
  | Readonly<{ kind: 'bad-flag'; typed: string; flag: BadFlag; passed?: string | undefined }>
  | Readonly<{ kind: 'unsure' | 'unaudited'; choice: Choice; begun: Begun }>
  | Readonly<{ kind: 'no-template'; choice: Choice; templates: readonly string[]; begun: Begun }>
  /** An executor started this client. */
  | Readonly<{ kind: 'inside-run'; depth: number }>
  | Readonly<{ kind: 'nothing-to-pause' | 'no-person' | 'name-goal' | 'no-token' }>
  | Readonly<{ kind: 'name-node'; goal: string }>
  | Readonly<{ kind: 'no-tests-changed' | 'no-doubts'; goal: string }>
  /** These are in doubt, and each has to be named, or another one was. */
  | Readonly<{ kind: 'name-doubts'; goal: string; node: string | null; places: readonly string[] }>
  | Readonly<{ kind: 'git-fails'; said: string }>
  /** It was answered, or there never was one. */
  | Readonly<{ kind: 'not-open'; escalation: string; isOver: boolean }>
  | Exclude<Resumed, { kind: 'resumed' | 'lost' }>;

/** What some of the sentences of a language are made of. */
export type BeginsAt = Readonly<Record<'id' | 'template' | 'title' | 'then', string>>;
type Progress = Readonly<{ id: string; done: number; total: number }>;
export type ResumesAt = Progress & Readonly<{ lost: string; then: string }>;
export type HeadAt = Progress & Readonly<{ template: string; title: string; why: string }>;
export type WaitsAt = Readonly<{
  step: string;
  names: readonly string[];
  why: string;
  next: string;
}>;
export type OpenAt = Readonly<{ id: string; title: string; how: readonly string[] }>;
export type BeginAt = Readonly<{ choice: Choice; begun: Begun; templates: readonly string[] }>;
export type RefusedAt = Readonly<{
  goal: string;
  node: string;
  template: string;
  escalation: string;
  /** What was typed, or said. */
  typed: string;
  flag: string;
  example: string;
  depth: number;
}>;

/** So many nodes are named in one message. */
export const MOST_LINES = 8;
