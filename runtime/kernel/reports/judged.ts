// What was found out about a report, for the kernel to record and settle.

import type { LineCount } from '../../model/evidence.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Criterion, CriterionSaid } from '../../model/proof.ts';
import type { Cause } from '../../model/reason.ts';
import type { PlanBFound } from '../../model/remark.ts';
import type { Accepts } from '../../model/report.ts';
import type { Saying } from '../../model/saying.ts';
import type { TrialCause } from '../../model/trial-cause.ts';
import type { EvidenceLevel } from '../../model/vocabulary.ts';
import type { UsageSeen } from '../budget/record-usage.ts';
import type { Growth } from '../requests/grow.ts';

/** A command that ran on one tree, with another laid over it: at most 200 paths are named. */
export type Measured = PayloadOf<'check.measured'>;

/** What became of the seal on one tree. */
export type SealSeen = PayloadOf<'seal.checked'>;

/** What verify found, as facts for the kernel to settle. Paths are below .wukong/. */
export type Judged = Readonly<{
  status: 'done' | 'blocked' | 'failed';
  summary: string;
  questions: readonly string[];
  decisions: readonly string[];
  /** How sure of them the report is, from 0 to 1. */
  confidence?: number | undefined;
  /** Candidates of memory it finds good, where its role may accept them. */
  accepts?: readonly Accepts[];
  verdict: 'accept' | 'rework' | 'reject' | null;
  reopen: string | null;
  findings: readonly string[];
  claimed: EvidenceLevel | null;
  overclaimed: boolean;
  level: EvidenceLevel;
  passes: boolean;
  reasons: PayloadOf<'evidence.graded'>['reasons'];
  missing: readonly string[];
  /** The first thing in which what was claimed and what was seen differ. */
  seen?: string;
  /** Cited places that resolve, of all the report cites. */
  citations?: Readonly<{ resolved: number; total: number }>;
  /** The files of these. */
  cited?: readonly string[];
  gates: PayloadOf<'gate.finished'>[];
  /** By the name of a gate that failed: the line of its output that says most of why. */
  printed?: Readonly<Record<string, string>>;
  /** What keeps no node from passing: gates that failed, another branch; a sentence each. */
  warnings?: readonly string[];
  changed: readonly string[];
  /** What its agent used since that was last recorded. */
  used?: UsageSeen;
  /** Of these, how many lines came and went. */
  lines?: readonly LineCount[];
  tree: string | null;
  /** Of these, what is outside its paths and nobody was seen to change. */
  outside?: readonly string[];
  /** Gates that passed, with the tree they passed on. */
  proven: Record<string, string>;
  /** Of a report of failure: the last command of its agent that failed, and the line that says most of why. */
  failedLast?: Readonly<{ command: string; printed: string }> | undefined;
  /** It carried out tool calls, whatever came of them. */
  worked?: boolean;
  outputTokens: number;
  /** Of a test that showed the fault before the change: by path its content. */
  sealed?: Readonly<Record<string, string>> | undefined;
  /** Of a node that may plan another one in parts, if it does. */
  growth?: Growth;
  /** Of a node that looked for another way for one that was stuck. */
  planB?: PlanBFound | undefined;
  dir: string;
  artifacts: PayloadOf<'artifacts.stored'>['artifacts'];
  /** What ran in copies of trees, and what became of the seal. */
  measured?: readonly Measured[];
  seal?: SealSeen | null;
  /** SHA-256 of the file with what ran in copies, where that is kept. */
  trials?: string | undefined;
  /** Nothing but the seal keeps it from passing. */
  onlySeal?: boolean;
  /** What it needed, and the client did not let it do. */
  denied?: Readonly<{ what: string; rule: string; said: string; headless?: true }>;
  /** A gate that says nothing by what it misses, where none fails for anything else. */
  unable?: Readonly<{ gate: string; error: string; cause: TrialCause }> | undefined;
  /** Its agent got other words than its work order. */
  notGiven?: true;
  /** Work that was there, and that the tree of the report does not have. */
  gone?: Extract<Cause, { kind: 'work-gone' }>;
  /** It was judged with what came into the tree of the goal meanwhile, which its agent did not know of. */
  together?: true;
  /** What came into the tree of the goal meanwhile is in its way: nothing was judged. */
  conflict?: Extract<Cause, { kind: 'lane-conflict' }>;
  /** Why this audit is none: its author made the change. */
  audit?: string;
  /** Of the anchors in its work order, those the report names by id. */
  citedAnchors?: readonly string[];
  /** Commands a reader named that show the fault. */
  repro?: readonly string[];
  /** Whether the fault is shown, where that was looked at. */
  fault?: FaultSeen;
  /** The criteria that an ear wrote. */
  listed?: readonly Listed[];
  /** What the last mind says of each. */
  onCriteria?: readonly CriterionSaid[];
}>;

export type Listed = Omit<Criterion, 'number' | 'node'>;

/**
 * `isAll`: nothing else is missing. `noCheck`: no gate runs that could show it; then `isAll` leaves out what
 * only a check would bring. `documentation`: what was changed, none of which a check opens.
 */
export type FaultSeen = Readonly<{
  shown: boolean;
  why: string;
  saying?: Saying | undefined;
  ask: readonly string[];
  isAll: boolean;
  noCheck?: true | undefined;
  documentation?: readonly string[] | undefined;
}>;
