// What the page of a goal shows, as data. Words of agents and of files are in it as they came.

import type { Edge } from '../model/edge.ts';
import type { CaughtText } from '../words/goal/caught.ts';

export type GoalPage = Readonly<{
  goal: string;
  title: string;
  request: string;
  template: string;
  issue: string;
  /** ISO time. */
  started: string;
  /** The last event that changed it. */
  asOf: string;
  verdict: Verdict;
  /** What has to be read before the work is trusted. */
  doubts: readonly Doubt[];
  criteria: readonly string[];
  /** A person gave them; else they are what the plan says it is for. */
  given: boolean;
  plan: Plan;
  change: Change;
  logs: readonly LogPair[];
  caught: readonly Caught[];
  questions: readonly Question[];
  /** What counts because a person said so. */
  decided: readonly string[];
  nodes: readonly NodePart[];
}>;

export type Tone = 'good' | 'doubt' | 'open' | 'bad';

export type Verdict = Readonly<{
  tone: Tone;
  sentence: string;
  /** Half sentences: what was counted. */
  counts: readonly string[];
}>;

export type Doubt = Readonly<{ text: string; nodes: readonly string[] }>;

export type Caught = CaughtText & Readonly<{ at: string; node: string | null }>;

export type Question = Readonly<{
  node: string;
  /** ESC-0001, where a person was asked in a file. */
  escalation: string | null;
  at: string;
  asked: string;
  answer: string | null;
  /** What to type, while it waits. */
  next: string | null;
}>;

export type Plan = Readonly<{ nodes: readonly PlanNode[]; edges: readonly Edge[] }>;

export type PlanNode = Readonly<{
  id: string;
  role: string;
  title: string;
  status: string;
  /** Of a node that is done. */
  level: string | null;
}>;

/** What a goal changed: by its trees, or where those are gone by the patches of its runs. */
export type Change = Readonly<{
  files: readonly FileChange[];
  /** Which lines a test holds, in one sentence; null where that was not tried. */
  held: string | null;
  /** What the reader has to know of where it comes from. */
  notes: readonly string[];
}>;

export type FileChange = Readonly<{
  path: string;
  how: 'changed' | 'new' | 'deleted';
  isBinary: boolean;
  added: number;
  removed: number;
  hunks: readonly PatchHunk[];
}>;

export type PatchHunk = Readonly<{ header: string; lines: readonly PatchLine[] }>;

export type Mark = 'held' | 'not held';

export type PatchLine = Readonly<{
  sign: ' ' | '+' | '-';
  /** Its number before and after, where it has one. */
  before: number | null;
  after: number | null;
  text: string;
  /** Whether a test holds it; null where nobody tried. */
  mark: Mark | null;
}>;

/** The output of one check before the first change and after the last, beside each other. */
export type LogPair = Readonly<{
  command: string;
  red: LogSide;
  green: LogSide;
  /** The first lines that say something else; null where there are none. */
  first: Readonly<{ red: LogLine | null; green: LogLine | null }> | null;
  rows: readonly LogRow[];
}>;

export type LogSide = Readonly<{
  /** How it ended. */
  outcome: string;
  /** Below .wukong/. */
  path: string;
  /** Undefined: the file cannot be had, for this reason. */
  missing?: string | undefined;
  /** What stands between the first lines and the last, and is not shown. */
  gap: string | null;
}>;

export type LogLine = Readonly<{ number: number | null; text: string }>;

export type LogRow =
  | Readonly<{ kind: 'same' | 'other'; red: LogLine | null; green: LogLine | null }>
  | Readonly<{ kind: 'gap'; red: string | null; green: string | null }>;

export type NodePart = PlanNode &
  Readonly<{
    required: string;
    run: string | null;
    /** How many runs it took, and how often they were sent back. */
    runs: number;
    sentBack: number;
    summary: string;
    /** Said by the agent beside seen by the runtime; the first row is their heading. */
    compared: ReadonlyArray<readonly string[]>;
    reasons: readonly string[];
    gates: ReadonlyArray<Readonly<{ gate: string; outcome: string; error: string | null }>>;
    /** Folder below .wukong/ that has the rest, and the files of it that are logs. */
    folder: string | null;
    files: readonly string[];
  }>;
