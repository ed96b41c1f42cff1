// What a person is told in a session, whatever the language: a language is an object that has all of it, so
// a sentence that one lacks does not compile. What agents and the main agent are told is in text.ts, in English.

import type { Choice } from '../../../classify/classify.ts';
import { blockedNodes, readyNodes } from '../../../kernel/graph/graph.ts';
import { gatesOfGoal } from '../../../kernel/graph/proof.ts';
import type { Resumed } from '../../../kernel/requests/resume.ts';
import { nodeState } from '../../../kernel/state/queries.ts';
import { commandText } from '../../../model/gate.ts';
import type { Notice } from '../../../model/notice.ts';
import type { TurnSaying } from '../../../model/saying.ts';
import type { Goal } from '../../../model/state/goal.ts';
import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import { isHeld } from '../../../model/waits.ts';
import type { Told } from '../../../words/escalation/told.ts';
import { oneLine } from '../../../words/plain-text.ts';
import type { Begun } from './prompt.ts';
import type { StatusWords } from './status-text.ts';
import type { BadFlag } from './unknown-command.ts';

export type Phrases = Readonly<{
  /** One for each kind. */
  notice: (notice: Notice) => string;
  /** So many more nodes ended than are named. */
  moreEnded: (count: number) => string;
  started: (goal: Goal, about: Started) => string;
  /** Executors that its template names and nobody set up here. */
  executorsMissing: (missing: readonly MissingExecutor[]) => string;
  resumed: (goal: Goal, done: Done) => string;
  paused: (goal: Goal) => string;
  moved: (goal: Goal) => string;
  /** The limit or the outage that stopped it is over. */
  goesOn: (goal: Goal) => string;
  openGoals: (goals: readonly Goal[]) => string;
  /** At Stop: reports that are still judged, or that nobody could judge. */
  stillVerified: (goal: Goal, nodes: readonly string[], isRunning: boolean) => string;
  finalGates: (goal: Goal) => string;
  /** What the status line and `/wukong_status` are made of (status-text.ts). */
  status: StatusWords;
  /** What came of the change of a session after a turn, in one line. */
  proved: (saying: TurnSaying) => string;
  /** What was answered in another place than this session. */
  answeredElsewhere: (answer: PersonAnswer) => string;
  /** What became of an answer in a file. */
  asked: (told: Told) => string;
  /** Why nothing was done of what was typed. */
  refused: (why: Refused) => string;
}>;

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

/** So many nodes are named in one message. */
export const MOST_LINES = 8;

/** `1 Find the cause · 2 Fix it`, the first of them. `titleText`: how a language has those of our own templates. */
export function firstTitles({ specs }: Goal, titleText = (title: string) => title): string {
  const titles = specs
    .slice(0, MOST_LINES)
    .map(({ title }, at) => `${at + 1} ${oneLine(titleText(title), 60)}`);
  return titles.join(' · ');
}

const NAMED_GATES = 3;

/** The commands that judge it, each as it is run; no more than can be taken in. */
export function firstGates(goal: Goal): readonly string[] {
  return gatesOfGoal(goal)
    .slice(0, NAMED_GATES)
    .map(({ command }) => commandText(command));
}

const NAMED_WAITING = 3;

export function firstWaiting(goal: Goal): string[] {
  return blockedNodes(goal).slice(0, NAMED_WAITING);
}

/** It goes on with the answer, and with nothing else. */
export function needsAnswer(goal: Goal): boolean {
  const blocked = blockedNodes(goal).map((id) => nodeState(goal, id));
  const isAsked = blocked.some((node) => node.status === 'blocked' && !isHeld(node.because));
  return isAsked && readyNodes(goal).length === 0;
}
