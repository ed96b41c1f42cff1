// What was found out about a report, as facts for the kernel to record and settle; and what it lacks.

import type { LineCount } from '../../model/evidence.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import type { Criterion, CriterionSaid, HunksTried } from '../../model/proof.ts';
import type { Cause } from '../../model/reason.ts';
import type { PlanBFound } from '../../model/remark.ts';
import type { Accepts } from '../../model/report.ts';
import type { Saying } from '../../model/saying.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { EvidenceLevel } from '../../model/vocabulary.ts';
import { isFreedBy } from '../../model/wait-of.ts';
import type { NodeWait } from '../../model/waits.ts';
import type { UsageSeen } from '../budget/record-usage.ts';
import { criterionAsk, judgesCriteria, type OpenCriterion } from '../graph/criteria.ts';
import { owesFault, proofOf } from '../graph/proof.ts';
import { reproduces } from '../graph/reproduced.ts';
import type { Step } from '../requests/step.ts';
import { judgeAgain } from '../requests/verify-again.ts';
import { waitIfOpen } from '../requests/waiting-nodes.ts';
import { specOf } from '../state/queries.ts';
import { type Said, signed, typedIn } from '../state/said.ts';

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
  /** Gates that failed and keep no node from passing, one sentence each. */
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
  ran: readonly string[];
  /** Of a report of failure: the last command of its agent that failed, and the line that says most of why. */
  failedLast?: Readonly<{ command: string; printed: string }> | undefined;
  /** It carried out tool calls, whatever came of them. */
  worked?: boolean;
  outputTokens: number;
  /** Of a test that showed the fault before the change: by path its content. */
  sealed?: Readonly<Record<string, string>> | undefined;
  /** Of a node that looked for another way for one that was stuck. */
  planB?: PlanBFound | undefined;
  dir: string;
  artifacts: PayloadOf<'artifacts.stored'>['artifacts'];
  /** What ran in copies of trees, and what became of the seal. */
  measured?: readonly Measured[];
  seal?: SealSeen | null;
  /** Which lines a test holds; told, and nothing follows from it. */
  hunks?: HunksTried;
  /** SHA-256 of the file with what ran in copies, where that is kept. */
  trials?: string | undefined;
  /** Nothing but the seal keeps it from passing. */
  onlySeal?: boolean;
  /** What it needed, and the client did not let it do. */
  denied?: Readonly<{ what: string; rule: string; said: string; headless?: true }>;
  /** Its agent got other words than its work order. */
  notGiven?: true;
  /** Work that was there, and that the tree of the report does not have. */
  gone?: Extract<Cause, { kind: 'work-gone' }>;
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

type Scope = Readonly<{
  goal_id: string;
  node_id?: string | undefined;
  run_id?: string | undefined;
}>;

type Seen = Readonly<{
  measured: readonly Measured[];
  seal: SealSeen | null;
  hunks?: HunksTried | undefined;
}>;

export function recordMeasured(step: Step, scope: Scope, { measured, seal, hunks }: Seen): void {
  for (const one of measured) step.emit({ type: 'check.measured', ...scope, payload: { ...one } });
  if (seal) step.emit({ type: 'seal.checked', ...scope, payload: { ...seal } });
  if (hunks) step.emit({ type: 'hunks.tried', ...scope, payload: { ...hunks } });
}

const MOST_CRITERIA = 20;

/** A node that is done says what counts as done. Of several ears each has its own, numbered together. */
export function listCriteria(step: Step, goal: Goal, run: Run, listed: readonly Listed[]): void {
  const others = (proofOf(goal).criteria?.list ?? []).filter(({ node }) => node !== run.node);
  const all = [...others, ...listed.map((one) => ({ ...one, node: run.node }))];
  if (all.length === 0) return;
  const criteria = all.slice(0, MOST_CRITERIA).map((one, i) => ({ ...one, number: i + 1 }));
  const payload = { criteria, more: all.length - criteria.length };
  step.emit({
    type: 'criteria.listed',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload,
  });
}

/** What the anchors were good for that a run was given, by its first report. */
export function recordUse(
  step: Step,
  goal: Goal,
  run: Run,
  { citedAnchors = [] }: Judged,
  passes: boolean,
): void {
  const given = specOf(goal, run.node).inputs.context_refs;
  if (given.length === 0) return;
  step.emit({
    type: 'anchors.used',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload: { given: [...given], cited: [...citedAnchors], passes },
  });
}

type TestsAccepted = 'judged-again' | 'unblocked' | 'noted';

/**
 * A person accepts sealed files as they are now. A report that waited for just that is judged once more; a
 * node that asked, or used up its runs, gets another one.
 */
export function acceptTests(
  step: Step,
  goal: Goal,
  nodeId: string,
  {
    files,
    why,
    ...said
  }: Said & Readonly<{ files: Readonly<Record<string, string>>; why: string }>,
): TestsAccepted {
  const scope = { goal_id: goal.id, node_id: nodeId };
  step.emit({
    type: 'tests.accepted',
    ...scope,
    ...typedIn(said),
    payload: { files, why, ...signed(said) },
  });
  if (judgeAgain(step, goal, nodeId)) return 'judged-again';
  const node = goal.nodes[nodeId];
  // It had to wait for it, it asked, or it tried until its runs were used up.
  if (node?.status !== 'blocked' || !isFreedBy(node.because, 'tests')) return 'noted';
  const names = Object.keys(files).join(', ');
  const answer = `The changed tests were accepted as they are now (${names}): ${why}`;
  step.emit({
    type: 'node.answered',
    ...scope,
    ...typedIn(said),
    payload: { answer: answer.slice(0, 2000), to: node.because, ...signed(said) },
  });
  // One more run reports on what is there.
  step.emit({
    type: 'node.unblocked',
    ...scope,
    payload: { attempts: Math.max(0, node.attempts - 1) },
  });
  waitIfOpen(step, goal, nodeId);
  return 'unblocked';
}

/** What the next run would meet as well, and only a person can put right: outside the agent's reach. */
export function hindrance(
  goal: Goal,
  run: Run,
  judged: Judged,
): Extract<Cause, { kind: 'denied' | 'order-replaced' | 'work-gone' }> | undefined {
  const { status, passes, level, denied, questions, notGiven, gone } = judged;
  if (status === 'done' && passes) return undefined;
  if (notGiven) return { kind: 'order-replaced' };
  if (gone) return gone;
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  if (!denied || (status === 'done' && level >= required)) return undefined;
  return { kind: 'denied', ...denied, questions: [...questions] };
}

/**
 * What keeps a good report from being enough: the fault is not shown, and nobody else will show it. The
 * node that was last to change something may not have been so yet when it was judged.
 */
export function unshownFault(goal: Goal, run: Run, judged: Judged): FaultSeen | undefined {
  const { status, passes, fault } = judged;
  if (status !== 'done' || !fault || fault.shown) return undefined;
  if (passes && fault.documentation) return undefined;
  return (passes ? owesFault(goal, run.node) : fault.isAll) ? fault : undefined;
}

/** All that keeps a good report from being enough. */
export type Ask = Readonly<{
  missing: readonly string[];
  about: Partial<PayloadOf<'run.sent_back'>>;
  isAsked: boolean;
  because: NodeWait & Cause;
}>;

/** Where no check can run, an agent that was sent back for anything has had its try. */
export function toShow(
  goal: Goal,
  run: Run,
  fault: FaultSeen,
  changed: readonly string[] = [],
): Ask {
  // A test that shows nothing yet can be made one that does, as often as any work is sent back.
  const canTryAgain = reproduces(goal, run.node) && changed.length > 0;
  const { why, saying, ask: missing, noCheck } = fault;
  const singly = goal.template.risk === 'high' && { singly: true as const };
  const said = { why: why.slice(0, 1000), ...(saying && { saying }), ...singly };
  const because = { kind: 'fault-not-shown', ...said } as const;
  return {
    missing,
    about: { only_fault: true },
    isAsked: canTryAgain ? false : noCheck ? run.sent_back > 0 : run.asked_to_show === true,
    because,
  };
}

/** Whoever made the change is no judge of it: then a person is asked, and not its agent. */
export function toMeet(goal: Goal, run: Run, open: readonly OpenCriterion[]): Ask {
  const because = { kind: 'criteria-open' as const, open: [...open] };
  const isJudge = judgesCriteria(goal, run.node);
  const about = isJudge ? { criteria: open.map(({ number }) => number) } : {};
  return {
    missing: isJudge ? open.map(criterionAsk) : [],
    about,
    isAsked: run.asked_criteria === true,
    because,
  };
}

const MOST_NAMED = 4;

/** The first that are missing, without what a gate printed. */
export function lacking(
  goal: Goal,
  run: Run,
  level: EvidenceLevel,
  missing: readonly string[],
): Extract<Cause, { kind: 'too-little-evidence' }> {
  const { evidence_level_required: required } = specOf(goal, run.node).quality;
  const first = missing.slice(0, MOST_NAMED).map((text) => text.split('\n', 1)[0] ?? '');
  return { kind: 'too-little-evidence', level, required, missing: first };
}
