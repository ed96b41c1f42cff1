// What a goal came to, as data: made once (result-of.ts), told by the summary, the page, `wukong evidence`,
// `wukong status` and the notice at the end. Whoever tells it asks neither the state nor the log. No words of ours
// are in it.

import type { CriterionSeen } from '../kernel/graph/criteria.ts';
import type { Waiting } from '../kernel/requests/waiting-at.ts';
import type { Edge } from '../model/edge.ts';
import type { LineCount } from '../model/evidence.ts';
import type { GateOutcome } from '../model/gate.ts';
import type { Beside, Decided, Fault } from '../model/proof.ts';
import type { Reason } from '../model/reason.ts';
import type { Remark } from '../model/remark.ts';
import type { Verdict } from '../model/report.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Budgeted, ByModel, ReadTo, Spent } from '../model/usage/usage.ts';
import type { EvidenceLevel, NodeStatus, Role } from '../model/vocabulary.ts';
import type { GateSeen, RunResult, SentBack } from './runs-in.ts';

/** What the state alone says of it. */
export type GoalHead = Readonly<{
  goal: string;
  title: string;
  request: string;
  issue: string;
  template: Readonly<{ name: string; version: number }>;
  status: Goal['status'];
  paused: Reason | null;
  /** ISO time. */
  started: string;
  /** The last event that changed it. */
  as_of: string;
  asks_red_green: boolean;
  /** Null while there is no news: before the first change, and while work that could show it goes on. */
  fault: Fault | null;
  beside: Beside | null;
  /** As somebody wrote them, else the gates; `asked`: what the goal was begun with. */
  /** `asked`: what the goal was begun with; where no person gave it, it is what its template says and nobody judged. */
  criteria: Readonly<{
    list: readonly CriterionSeen[];
    more: number;
    asked: readonly string[];
    given: boolean;
  }>;
  nodes: readonly NodeHead[];
  edges: readonly Edge[];
  counts: Counts;
  /** What counts because a person said so. */
  decided: readonly Decided[];
  /** What agents decided. */
  decisions: ReadonlyArray<Readonly<{ node: string; text: string }>>;
  used: Used;
}>;

export type NodeHead = Readonly<{
  id: string;
  role: Role;
  title: string;
  status: NodeStatus;
  /** Of a node that is done. */
  level: EvidenceLevel | null;
  required: EvidenceLevel;
  /** So many were begun, and so often its agents were sent back in all of them. */
  runs: number;
  sent_back: number;
  /** Gates that failed and did not keep it from passing. */
  warnings: readonly string[];
  /** Of its last judged report: what it says, the files it changed, its folder below .wukong/. */
  said: string;
  changed: readonly string[];
  /** Files that any of its judged runs changed. */
  touched: readonly string[];
  dir: string | null;
  /** Its evidence was measured on an older tree, and not renewed. */
  is_stale: boolean;
}>;

/** Each thing that is counted, once: words/goal/counts.ts says where it is told and how. */
export type Counts = Readonly<{
  nodes: Readonly<{ done: number; total: number }>;
  /** Commands, on the newest tree; those that passed by name. */
  gates: Readonly<{ passed: readonly string[]; total: number }>;
  /** `met`: seen to hold; `accepted`: taken by a person without that. Null while nobody wrote any. */
  criteria: Readonly<{ met: number; accepted: number; total: number }> | null;
  /** Tests, where they are named for programs, else checks that failed before and pass now. */
  red_to_green: number;
  sent_back: number;
}>;

export type Used = Readonly<{
  spent: Spent;
  /** Without what executors claim. */
  models: ByModel;
  hours: number;
  /** Of its budget, and of those that nodes have of their own, what has a limit. */
  limits: ReadonlyArray<
    Readonly<{
      what: Budgeted;
      limit: number;
      spent: number;
      claimed?: number | undefined;
      node?: string | undefined;
    }>
  >;
  /** Of the main agent, up to here. */
  read: ReadTo | null;
}>;

export type GoalResult = GoalHead &
  Readonly<{
    counts: Counts & Readonly<{ places: Places }>;
    /** What has to be read before the work is trusted; one list, whoever tells it. */
    doubts: readonly Doubt[];
    /** Whether it can be taken as it is. */
    verdict: 'whole' | 'in-doubt' | 'open' | 'cancelled';
    /** In the order of their dispatch. */
    runs: readonly RunResult[];
    gates: readonly GateSeen[];
    /** Commands that ran on the tree before the first change, by the newest run of each side. */
    checks: readonly CheckSides[];
    trees: Trees;
    /** All evidence holds on this tree. */
    renewed: Readonly<{ tree: string; check: string | null }> | null;
    /** By the number of a criterion: the event that says so, of each thing it is shown by. */
    shown_by: Readonly<Record<number, ReadonlyArray<string | null>>>;
    caught: readonly Caught[];
    questions: readonly Question[];
    time: Time;
    /** summary.md, below .wukong/. */
    summary: Readonly<{ file: string; sha256: string; event: string }> | null;
    /** Its files were taken away on purpose. */
    collected: Readonly<{ at: string; by: string; event: string }> | null;
  }> &
  Beyond;

/** What is known to who closes a goal, and is read nowhere else; null where it was not read. */
export type Beyond = Readonly<{
  audits: readonly Audit[] | null;
  /** Of the whole goal; `patch` below .wukong/. */
  change: Readonly<{ lines: readonly LineCount[]; patch: string | null }> | null;
  memory: Memory | null;
  log: LogSeen | null;
}>;

export type CheckSides = Readonly<{
  command: readonly string[];
  /** `log`: below .wukong/. */
  red: Readonly<{ outcome: 'pass' | 'fail'; log: string }>;
  green: Readonly<{ outcome: 'pass' | 'fail' | 'unavailable'; log: string }> | null;
}>;

/** Git trees before its first change and of what its evidence holds on; null where there is none. */
export type Trees = Readonly<{
  before: string | null;
  after: string | null;
}>;

export type Places = Readonly<{ resolved: number; total: number }>;

export type Doubt = Readonly<{ nodes: readonly string[] }> &
  Readonly<
    | { kind: 'beside'; beside: Beside }
    | { kind: 'criteria'; open: readonly number[] }
    | { kind: 'gate'; gate: GateOutcome }
    | { kind: 'claim'; claimed: EvidenceLevel | null; level: EvidenceLevel }
    | ({ kind: 'places' } & Places)
    | { kind: 'seal'; why: string }
    | { kind: 'older-tree' }
  >;

/** `items`: one by one what was missing or found. */
export type Caught = Readonly<{ event: string; at: string; node: string | null }> &
  Readonly<
    | ({ kind: 'sent-back'; overclaimed: boolean } & Omit<SentBack, 'event'>)
    | { kind: 'claim'; claimed: EvidenceLevel | null; level: EvidenceLevel }
    | { kind: 'run-ended'; outcome: string; because: Reason }
    | { kind: 'late-report'; because: Reason }
    | { kind: 'other-run'; names: string }
    | { kind: 'no-guard'; role: string }
    | { kind: 'held'; action: string }
    | { kind: 'settings'; what: readonly string[] }
    | { kind: 'reopened'; because: Reason; findings: readonly Remark[] }
    | { kind: 'gate'; gate: string; outcome: string; error: string | null }
  >;

export type Question = Readonly<{
  node: string;
  /** ESC-0001, where a person was asked in a file. */
  escalation: string | null;
  at: string;
  asked: Reason;
  /** `text` is null where a person let it go on without words. Null while it waits. */
  answer: Readonly<{ at: string; text: string | null }> | null;
  /** When a person answered, or decided it. */
  ended: string | null;
  /** While it waits. */
  waiting: Waiting | null;
}>;

/** In seconds; runs side by side count each. */
export type Time = Readonly<{
  whole: number;
  roles: ReadonlyArray<Readonly<{ role: Role; seconds: number }>>;
  /** For a person. */
  waited: number;
}>;

/** What an auditor said, by its report. */
export type Audit = Readonly<{ node: string; verdict: Verdict | null; risks: string }>;

/** What the goal leaves for long-term memory. */
export type Memory = Readonly<{
  waiting: ReadonlyArray<Readonly<{ id: string; type: string | null; title: string }>>;
  accepted: ReadonlyArray<
    Readonly<{ id: string; type: string; title: string; role: Role; run: string; why: string }>
  >;
  removals: ReadonlyArray<Readonly<{ id: string; given: number; unused: number }>>;
}>;

/** What the file that still grows held, and the sealed files before it, oldest first. */
export type LogSeen = Readonly<{
  as_of: string;
  sha256: string;
  bytes: number;
  sealed: ReadonlyArray<Readonly<{ name: string; sha256: string }>>;
}>;

export function nodeOf({ goal, nodes }: Pick<GoalHead, 'goal' | 'nodes'>, id: string): NodeHead {
  const node = nodes.find((one) => one.id === id);
  if (!node) throw new Error(`${goal} has no plan for ${id}`);
  return node;
}

/** Of a node: the last run whose report was judged. */
export function judgedRun({ runs }: Pick<GoalResult, 'runs'>, node: string): RunResult | undefined {
  return runs.findLast((run) => run.node === node && run.graded);
}
