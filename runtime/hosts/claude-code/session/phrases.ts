// What a person is told in a session: what there is to say, and what a language has to say of it, one sentence a key.
// Which is said, and of what, is decided in say.ts. What agents and the main agent are told is in text.ts, in English.

import type { Choice } from '../../../classify/classify.ts';
import type { Resumed } from '../../../kernel/requests/resume.ts';
import type { Notice } from '../../../model/notice.ts';
import type { TurnSaying } from '../../../model/saying.ts';
import type { Goal } from '../../../model/state/goal.ts';
import type { PersonAnswer } from '../../../model/state/person-answer.ts';
import type { Told, ToldWords } from '../../../words/escalation/told-words.ts';
import type { NoticeWords } from '../../../words/notice-words.ts';
import type { Begun } from './prompt.ts';
import type { ProvedWords } from './proved-text.ts';
import type { BriefWords, StatusWords } from './status-text.ts';
import type { TermWords } from './terms-line.ts';
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

/** What a language says in a session. */
export type PhraseWords = Readonly<{
  notices: NoticeWords;
  told: ToldWords;
  proved: ProvedWords;
  terms: TermWords;
  brief: BriefWords;
  moreEnded: (count: number) => string;
  /** In one line already, and any text. */
  quoted: (text: string) => string;
  quote: (text: string) => string;
  list: (items: readonly string[]) => string;

  /** How a goal begins, line by line. */
  chosen: (choice: Choice, template: string, risk: 'high' | undefined) => string;
  begins: (at: Readonly<{ id: string; template: string; title: string; then: string }>) => string;
  pausesFor: (goal: string) => string;
  nodes: (titles: string, more: string) => string;
  moreNodes: (total: number) => string;
  judgedBy: (gates: readonly string[], redGreen: string) => string;
  redGreen: string;
  judgedByNothing: string;
  onTerms: (terms: string) => string;
  follow: string;
  executorMissing: (missing: MissingExecutor) => string;
  setUpFirst: (lines: string) => string;

  /** How it goes on, line by line. */
  acceptedTests: (tests: string) => string;
  accepted: (nodes: string) => string;
  yours: (paths: string) => string;
  more: (at: NonNullable<Done['more']>) => string;
  allowed: (to: string) => string;
  answerGoes: (to: string, answer: string) => string;
  unused: (where: string) => string;
  gatesAgain: (node: string) => string;
  nodeNamed: (step: string, id: string) => string;
  resumes: (
    at: Readonly<{ id: string; done: number; total: number; lost: string; then: string }>,
  ) => string;
  lostRun: string;
  lostRuns: (count: number) => string;
  waits: (
    at: Readonly<{ step: string; names: readonly string[]; why: string; next: string }>,
  ) => string;

  paused: (goal: string) => string;
  moved: (goal: string) => string;
  goesOn: (goal: string) => string;
  openGoal: (at: Readonly<{ id: string; title: string; how: readonly string[] }>) => string;
  doneOf: (done: number, total: number) => string;
  openGoals: (goals: readonly string[]) => string;
  openGoalsOf: (goals: readonly string[]) => string;
  stillRunning: (goal: string, nodes: string) => string;
  stillUnjudged: (goal: string, nodes: string) => string;
  finalGates: (goal: string) => string;

  /** Where a goal stands. */
  head: (
    at: Readonly<{
      id: string;
      template: string;
      title: string;
      done: number;
      total: number;
      why: string;
    }>,
  ) => string;
  pausedFor: (why: string) => string;
  works: (role: string) => string;
  judged: (role: string) => string;
  since: (what: string, time: string) => string;
  inLane: (folder: string) => string;
  /** Its plan has room for several, and this is why there is one. */
  oneWriter: (why: string) => string;
  worksElsewhere: string;
  nextIs: (node: string, how: string) => string;
  nobodyWorks: (goal: string) => string;
  moreLines: (count: number) => string;
  all: string;

  answeredElsewhere: (answer: PersonAnswer) => string;
  refused: RefusedWords;
}>;

type BeginAt = Readonly<{ choice: Choice; begun: Begun; templates: readonly string[] }>;
type RefusedAt = Readonly<{
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

type RefusedWords = Readonly<
  Record<
    | 'no-words'
    | 'flag-passed'
    | 'bad-flag'
    | 'inside-run'
    | 'nothing-to-pause'
    | 'no-person'
    | 'name-goal'
    | 'no-token'
    | 'name-node'
    | 'no-tests-changed'
    | 'no-doubts'
    | 'git-fails'
    | 'is-over'
    | 'never-open'
    | 'nothing-open'
    | 'unknown',
    (at: RefusedAt) => string
  >
> &
  Readonly<Record<'unsure' | 'unaudited' | 'no-template', (at: BeginAt) => string>> &
  Readonly<{
    /** What is typed behind a command, as it is shown. */
    what: string;
    words: string;
    commands: (all: readonly string[]) => string;
    sayBehind: (commands: string) => string;
    noCommand: (hint: string, commands: string) => string;
    noSuch: (shown: string, hint: string, commands: string) => string;
    didYouMean: (meant: string) => string;
    nameDoubts: (places: string, command: string) => string;
    nameOne: (open: string) => string;
    notAsked: (goal: string, flag: string, waiting: string) => string;
    waitingThere: (waiting: string) => string;
    waitsThere: (node: string, why: string, next: string) => string;
    chooseNode: (goal: string, count: number) => string;
    chosenNode: (command: string, why: string) => string;
    owned: (goal: string, worker: string) => string;
    bySession: (session: string) => string;
    byProcess: string;
  }>;

/** So many nodes are named in one message. */
export const MOST_LINES = 8;
