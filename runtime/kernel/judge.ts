// The last of the three steps by which a report becomes a result: it was received (receive.ts), looked
// at by verify (transcript, tree, gates), and is settled here. Nothing the report says passes a node.

import type { EvidenceLevel } from '../model/evidence.ts';
import type { Counts } from '../model/gate.ts';
import type { Goal, Run } from '../model/state.ts';
import { CHANGING_ROLES, WRITING_ROLES } from '../model/words.ts';
import { between, inPlanOrder, MAX_NAMED, reachable } from './graph.ts';
import { isUnguarded, missGuard } from './guards.ts';
import { type Measured, recordMeasured, type SealSeen } from './measured.ts';
import { blockNode, failRun, scopeOf, settleAll, waitIfOpen } from './runs.ts';
import { activeRuns, nodeState, specOf } from './state.ts';
import type { Step } from './step.ts';
import { findVerified } from './verify.ts';

/** What verify found, as facts for the kernel to settle. Paths are below .wukong/. */
export type Judged = Readonly<{
  status: 'done' | 'blocked' | 'failed';
  summary: string;
  questions: readonly string[];
  decisions: readonly string[];
  verdict: 'accept' | 'rework' | 'reject' | null;
  reopen: string | null;
  findings: readonly string[];
  claimed: EvidenceLevel | null;
  overclaimed: boolean;
  level: EvidenceLevel;
  passes: boolean;
  reasons: ReadonlyArray<Readonly<{ level: EvidenceLevel; met: boolean; why: string }>>;
  missing: readonly string[];
  /** Cited places that resolve, of all the report cites. */
  citations?: Readonly<{ resolved: number; total: number }>;
  gates: ReadonlyArray<
    Readonly<{
      gate: string;
      outcome: string;
      command?: string | undefined;
      error?: string | undefined;
      counts?: Counts;
      must_pass?: false;
      /** It failed, and the local configuration lets the node pass all the same. */
      overridden?: boolean;
    }>
  >;
  /** Gates that failed and keep no node from passing, one sentence each. */
  warnings?: readonly string[];
  changed: readonly string[];
  tree: string | null;
  /** Gates that passed, with the tree they passed on. */
  proven: Readonly<Record<string, string>>;
  ran: readonly string[];
  /** It carried out tool calls, whatever came of them. */
  worked?: boolean;
  outputTokens: number;
  dir: string;
  artifacts: ReadonlyArray<Readonly<{ name: string; sha256: string; bytes: number }>>;
  /** What ran in copies of trees, and what became of the seal. */
  measured?: readonly Measured[];
  seal?: SealSeen | null;
  /** Why this audit is none: its author made the change. */
  audit?: string;
  /** Commands a reader named that show the fault. */
  repro?: readonly string[];
}>;

export type Verdict =
  | Readonly<{ kind: 'ignored' }>
  | Readonly<{ kind: 'done' }>
  | Readonly<{ kind: 'send-back'; missing: readonly string[]; left: number }>
  | Readonly<{ kind: 'failed'; reason: string }>
  | Readonly<{ kind: 'blocked'; reason: string }>;

/** `late`: the agent is not there any more and can't be sent back. */
export function settleReport(
  step: Step,
  runId: string,
  key: string,
  judged: Judged,
  late: boolean,
): Verdict {
  const at = findVerified(step.state, runId, key);
  if (!at) return { kind: 'ignored' };
  const { goal, run } = at;
  const counted = isUnguarded(run, judged) ? { ...judged, passes: false } : judged;
  record(step, goal, run, counted);
  const verdict = decide(step, goal, run, judged, late);
  settleAll(step, goal);
  return verdict;
}

function record(step: Step, goal: Goal, run: Run, judged: Judged): void {
  const scope = scopeOf(goal, run);
  for (const gate of judged.gates) step.emit('gate.finished', scope, gate);
  recordMeasured(step, scope, { measured: judged.measured ?? [], seal: judged.seal ?? null });
  step.emit('artifacts.stored', scope, { dir: judged.dir, artifacts: judged.artifacts });
  step.emit('evidence.graded', scope, {
    level: judged.level,
    required: specOf(goal, run.node).quality.evidence_level_required,
    claimed: judged.claimed,
    overclaimed: judged.overclaimed,
    passes: judged.passes,
    reasons: judged.reasons,
    missing: judged.missing,
    citations: judged.citations,
    ran: judged.ran,
    proven: judged.proven,
    ...(judged.repro?.length ? { repro: judged.repro } : {}),
    decisions: judged.decisions.map((text) => ({ node: run.node, event: run.id, text })),
    outputs: {
      dir: judged.dir,
      summary: judged.summary,
      patch_files: judged.changed,
      artifacts: judged.artifacts.map((artifact) => artifact.name),
      level: judged.level,
      tree: judged.tree,
      output_tokens: judged.outputTokens,
      ...(judged.warnings?.length ? { warnings: judged.warnings } : {}),
    },
  });
}

function decide(step: Step, goal: Goal, run: Run, judged: Judged, late: boolean): Verdict {
  if (isUnguarded(run, judged)) {
    const reason = missGuard(step, goal, run);
    end(step, goal, run, 'blocked', reason, false);
    blockNode(step, goal, run.node, 'unguarded', reason);
    return { kind: 'blocked', reason };
  }
  if (judged.status === 'blocked' && judged.questions.length > 0) {
    const reason = `It asks: ${judged.questions.join(' · ')}`;
    end(step, goal, run, 'blocked', reason, false);
    blockNode(step, goal, run.node, 'questions', reason);
    return { kind: 'blocked', reason };
  }
  if (judged.status === 'failed') {
    const reason = `the agent reported failure: ${judged.summary || 'no summary'}`;
    failRun(step, goal, run, reason, [reason, ...judged.findings]);
    return { kind: 'failed', reason };
  }
  if (judged.audit !== undefined) {
    // Telling the agent would not make it another one.
    const reason = `the auditor made what it judges: ${judged.audit}`;
    failRun(step, goal, run, reason, [reason]);
    return { kind: 'failed', reason };
  }
  if (judged.status === 'done' && judged.passes) return accept(step, goal, run, judged);
  const missing =
    judged.status === 'blocked'
      ? ['Say under `Questions:` what you need to know, or finish the work.', ...judged.missing]
      : judged.missing;
  const left = step.state.config.send_backs - run.sent_back;
  if (!late && left > 0) {
    step.emit('run.sent_back', scopeOf(goal, run), { missing });
    return { kind: 'send-back', missing, left: left - 1 };
  }
  if (judged.seal?.held === false) return waitForPerson(step, goal, run, judged.seal);
  if (CHANGING_ROLES.includes(run.role) && judged.changed.length === 0) {
    const reason = 'no change: the run ended without changing a file.';
    end(step, goal, run, 'blocked', reason, true);
    blockNode(step, goal, run.node, 'no-change', reason);
    return { kind: 'blocked', reason };
  }
  const reason = `too little evidence: ${judged.level} proven`;
  failRun(step, goal, run, reason, [...missing]);
  return { kind: 'failed', reason };
}

/** Another run would find the same: whether these tests may change is for a person to say. */
function waitForPerson(step: Step, goal: Goal, run: Run, seal: SealSeen): Verdict {
  const reason = `${seal.why}. If that is right, type: wukong accept ${goal.id}/${run.node} --tests-changed "<why>"`;
  end(step, goal, run, 'blocked', seal.why, true);
  blockNode(step, goal, run.node, 'tests-changed', reason.slice(0, 2000));
  return { kind: 'blocked', reason };
}

function accept(step: Step, goal: Goal, run: Run, judged: Judged): Verdict {
  end(step, goal, run, 'success', judged.summary, true);
  for (const { gate } of judged.gates.filter((one) => one.overridden)) {
    step.emit('decision.made', scopeOf(goal, run), overrideOf(gate, run.node, run.id));
  }
  if (judged.verdict === 'rework') return rework(step, goal, run, judged);
  if (judged.verdict === 'reject') {
    const reason = `the audit rejects the change: ${judged.findings.join(' · ') || judged.summary}`;
    blockNode(step, goal, run.node, 'rejected', reason);
    return { kind: 'blocked', reason };
  }
  step.emit('node.done', scopeOf(goal, run), { run: run.id, level: judged.level });
  return { kind: 'done' };
}

/** A person said in the local configuration that a failed test gate need not hold a node. */
export function overrideOf(gate: string, node: string, event: string) {
  const text = `The test gate "${gate}" failed, and allow_override_failing_tests in config.local.yaml let it pass.`;
  return { node, event, text, because: 'allow_override_failing_tests' };
}

/** The judge is heard: what it judged opens again, and the judge itself waits for the new result. */
function rework(step: Step, goal: Goal, judge: Run, judged: Judged): Verdict {
  const target = judgedNode(goal, judge.node, judged.reopen);
  const findings = judged.findings.length > 0 ? [...judged.findings] : [judged.summary];
  if (!target) {
    const reason = `the audit asks for rework, and no finished node is there to reopen: ${findings.join(' · ')}`;
    blockNode(step, goal, judge.node, 'rejected', reason);
    return { kind: 'blocked', reason };
  }
  reopenNode(step, goal, target, judge.node, `rework asked by ${judge.node}`, findings);
  return { kind: 'done' };
}

/**
 * Opens a node again, or asks a person when its runs are used up. One that is open already gets the
 * findings all the same; but nothing is opened under an agent that works, or a person who is asked.
 * `keepsBase`: nothing more was asked for, so that what it did before is its change still.
 */
export function reopenNode(
  step: Step,
  goal: Goal,
  target: string,
  judge: string,
  reason: string,
  findings: readonly string[],
  keepsBase = false,
): void {
  const path = between(goal, target, judge);
  const working = new Set(activeRuns(goal).map((run) => run.node));
  const held = path.filter((id) => nodeState(goal, id).status === 'blocked');
  const busy = [target, ...path].filter((id) => working.has(id) || held.includes(id));
  if (busy.length > 0) {
    lookAgain(step, goal, judge, busy, findings);
    return;
  }
  const before = nodeState(goal, target);
  const scope = { goal_id: goal.id, node_id: target };
  // A record has its limit; then the reducer looks for the path itself.
  const way = path.length > MAX_NAMED ? { judge } : { between: path };
  const kept = keepsBase ? { keeps_base: true } : {};
  step.emit('node.reopened', scope, { reason, findings, ...way, ...kept });
  const { attempts } = nodeState(goal, target);
  if (before.status === 'blocked') {
    step.emit('node.blocked', scope, { kind: before.kind, reason: before.reason });
  } else if (attempts >= specOf(goal, target).max_retries) {
    blockNode(step, goal, target, 'retries', `${reason}, and its ${attempts} runs are used up.`);
  } else waitIfOpen(step, goal, target);
}

/** The judge waits for what is open before it, and has its findings with it when it looks again. */
function lookAgain(
  step: Step,
  goal: Goal,
  judge: string,
  open: readonly string[],
  findings: readonly string[],
): void {
  const path = new Set(open.flatMap((id) => between(goal, id, judge)));
  for (const id of open) path.delete(id);
  step.emit(
    'node.reopened',
    { goal_id: goal.id, node_id: judge },
    {
      reason: `${open[0]} is open already`,
      findings,
      between: path.size > MAX_NAMED ? [judge] : inPlanOrder(goal, path),
    },
  );
}

/** The node named by the judge if it lies behind it, else the nearest writing node behind it. */
function judgedNode(goal: Goal, judge: string, named: string | null): string | undefined {
  const short = named ? /N-\d{3,}/.exec(named)?.[0] : undefined;
  const behind = inPlanOrder(goal, reachable(goal, judge, false))
    .filter((id) => !['failed', 'skipped', 'cancelled'].includes(nodeState(goal, id).status))
    .map((id) => specOf(goal, id));
  const writers = behind.filter((spec) => WRITING_ROLES.includes(spec.role));
  return (behind.find((spec) => spec.id === short) ?? writers.at(-1))?.id;
}

function end(
  step: Step,
  goal: Goal,
  run: Run,
  outcome: 'success' | 'blocked',
  reason: string,
  counts: boolean,
): void {
  step.emit('run.ended', scopeOf(goal, run), { outcome, reason, counts, findings: [] });
}
