// The last of the three steps by which a report becomes a result: it was received (receive-report.ts), looked
// at by verify (transcript, tree, gates), and is settled here. Nothing the report says passes a node.

import type { Caught } from '../../model/notice.ts';
import type { Cause } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import { waitsForCheck } from '../../model/says-nothing.ts';
import type { Shortfall } from '../../model/shortfall.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { NodeWait } from '../../model/waits.ts';
import { noteEnd, recordUsage } from '../budget/record-usage.ts';
import { criteriaOwed, settlesCriteria } from '../graph/criteria.ts';
import { endedNode, type NodeEnd, stepOf } from '../graph/ended-node.ts';
import { lastJudged, runsOf } from '../graph/graph.ts';
import { proofOf } from '../graph/proof.ts';
import { reproduces } from '../graph/reproduced.ts';
import { pauseIfSpent } from '../requests/goals.ts';
import { grow } from '../requests/grow.ts';
import { isUnguarded, missGuard } from '../requests/missed-guard.ts';
import { judgedNode, keepReport, REOPENED_BEFORE, reopenNode } from '../requests/reopen.ts';
import { failRun, releaseRun, startOver } from '../requests/runs.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf, tellOwner } from '../requests/tell-owner.ts';
import { blockNode, isOpenBefore, settleAll, waitIfOpen } from '../requests/waiting-nodes.ts';
import { codeEventOf, switchByRule } from '../retries/switch-rule.ts';
import { specOf } from '../state/queries.ts';
import { failedOn } from '../state/trials.ts';
import type { Judged, SealSeen } from './judged.ts';
import {
  type Ask,
  hindrance,
  lacking,
  lacksOf,
  owedCause,
  toMeet,
  toShow,
  unshownFault,
} from './not-enough.ts';
import { listCriteria, recordJudged, recordUse } from './record-judged.ts';
import { outputsBefore, stuckGate } from './stuck-gate.ts';
import { findVerified } from './verifier.ts';

export type Verdict =
  | Readonly<{ kind: 'ignored' }>
  | Readonly<{ kind: 'done' }>
  | Readonly<{ kind: 'send-back'; missing: readonly string[]; left: number }>
  | Readonly<{ kind: 'failed'; because: Cause }>
  | Readonly<{ kind: 'blocked'; because: Cause }>
  | Readonly<{ kind: 'replaced'; because: Cause }>;

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
  const isFirst = run.outputs === null;
  const counted = isUnguarded(run, judged) ? { ...judged, passes: false } : judged;
  const before = outputsBefore(goal, run);
  recordJudged(step, goal, run, counted);
  // Who changed nothing is told that first.
  const tree = judged.changed.length > 0 ? judged.tree : null;
  const first = proofOf(goal).first?.tree;
  const stuck = stuckGate(before, judged, tree, (gate) => failedOn(step.state.trials, gate, first));
  const verdict = decide(step, goal, run, judged, stuck, late);
  if (verdict.kind === 'done') tellOwner(step, goal, endOf(step, goal, run, judged), run.node);
  if (isFirst) recordUse(step, goal, run, judged, verdict.kind === 'done');
  if (judged.used) recordUsage(step, goal, [judged.used]);
  noteEnd(step, goal, run);
  settleAll(step, goal);
  pauseIfSpent(step, goal);
  return verdict;
}

function decide(
  step: Step,
  goal: Goal,
  run: Run,
  judged: Judged,
  stuck: Extract<Cause, { kind: 'gate-stuck' }> | undefined,
  late: boolean,
): Verdict {
  if (isUnguarded(run, judged)) {
    const because = missGuard(step, goal, run);
    end(step, goal, run, 'blocked', because, false);
    return block(step, goal, run, because);
  }
  if (isOpenBefore(goal, run.node)) {
    keepReport(step, goal, run, judged);
    return { kind: 'replaced', because: REOPENED_BEFORE };
  }
  if (judged.conflict) return settleConflict(step, goal, run, judged.conflict, judged);
  const hindered = hindrance(goal, run, judged);
  if (hindered?.kind === 'gate-stuck' && run.report?.brought === 'with-words') {
    return anotherRun(step, goal, run, hindered);
  }
  if (hindered) {
    end(step, goal, run, 'blocked', hindered, false);
    return block(step, goal, run, hindered);
  }
  if (judged.status === 'blocked' && judged.questions.length > 0) {
    const untested = reproduces(goal, run.node) && { untested: true as const };
    const questions = [...judged.questions];
    const because = { kind: 'questions', questions, ...untested, ...credentialOf(run) } as const;
    if (switchByRule(goal, run.node, codeEventOf(run), step.state.config)) {
      // Another executor does not need what this one lacks, so no person is asked.
      releaseRun(step, goal, run, 'blocked', because);
      return { kind: 'replaced', because };
    }
    end(step, goal, run, 'blocked', because, false);
    return block(step, goal, run, because);
  }
  if (judged.status === 'failed') {
    const { summary, failedLast: last } = judged;
    const named = { ...(last && { last }), ...credentialOf(run) };
    const because = { kind: 'agent-failed', summary, ...named } as const;
    failRun(step, goal, run, because, [{ kind: 'ended', because }, ...judged.findings.map(said)]);
    return { kind: 'failed', because };
  }
  if (judged.audit !== undefined) {
    // Telling the agent would not make it another one.
    const because = { kind: 'own-work-audited', what: judged.audit } as const;
    failRun(step, goal, run, because, [{ kind: 'ended', because }]);
    return { kind: 'failed', because };
  }
  const unshown = unshownFault(goal, run, judged);
  if (unshown)
    return askOnce(step, goal, run, judged, late, toShow(goal, run, unshown, judged.changed));
  // Who asks for rework, or rejects, says enough of them.
  const isForGood = judged.status === 'done' && (judged.verdict ?? 'accept') === 'accept';
  const open = isForGood && settlesCriteria(goal, run.node) ? criteriaOwed(goal) : [];
  if (judged.status === 'done' && judged.passes) {
    return open.length > 0
      ? askOnce(step, goal, run, judged, late, toMeet(goal, run, open))
      : accept(step, goal, run, judged);
  }
  if (judged.status === 'done' && stuck && run.report?.brought === 'with-words') {
    return anotherRun(step, goal, run, stuck);
  }
  if (judged.status === 'done' && stuck) {
    end(step, goal, run, 'blocked', stuck, true);
    return block(step, goal, run, stuck);
  }
  // What was there may be wrong, and a dependency may be needed: no agent can know what a person wants.
  if (judged.status === 'done' && judged.onlySeal && judged.seal) {
    return waitForPerson(step, goal, run, judged.seal);
  }
  const missing =
    judged.status === 'blocked'
      ? ['Say under `Questions:` what you need to know, or finish the work.', ...judged.missing]
      : [...judged.missing, ...toMeet(goal, run, open).missing];
  const left = step.state.config.send_backs - run.sent_back;
  if (!late && left > 0) {
    const about = open.length > 0 ? toMeet(goal, run, open).about : {};
    const lacks = lacksOf(goal, run, judged, open);
    const payload = { missing: [...missing], lacks, ...caughtIn(judged, lacks), ...about };
    step.emit({ type: 'run.sent_back', ...scopeOf(goal, run), payload });
    return { kind: 'send-back', missing, left: left - 1 };
  }
  if (judged.seal?.held === false) return waitForPerson(step, goal, run, judged.seal);
  if (CHANGING_ROLES.includes(run.role) && judged.changed.length === 0) {
    return unchanged(step, goal, run);
  }
  const lacks = lacksOf(goal, run, judged, open);
  const because = lacking(goal, run, judged.level, { missing, lacks });
  const findings = missing.map((text): Remark => ({ kind: 'missing', text }));
  failRun(step, goal, run, because, findings);
  return { kind: 'failed', because };
}

/** As its executor names it. */
function credentialOf({ error_code }: Run): Readonly<{ credential?: true }> {
  return error_code === 'missing_credential' ? { credential: true } : {};
}

/** Once; then whether the work is good without it is for a person to say. */
function askOnce(
  step: Step,
  goal: Goal,
  run: Run,
  judged: Judged,
  late: boolean,
  ask: Ask,
): Verdict {
  const { about, isAsked, because } = ask;
  const left = step.state.config.send_backs - run.sent_back;
  if (!late && left > 0 && !isAsked && ask.missing.length > 0) {
    const missing = [...ask.missing];
    const { lacks } = ask;
    const payload = { missing, lacks, ...caughtIn(judged, lacks), ...about };
    step.emit({ type: 'run.sent_back', ...scopeOf(goal, run), payload });
    return { kind: 'send-back', missing, left: left - 1 };
  }
  // A person took the fault as not shown: what is left is that there is nothing to do.
  const isUnshown = because.kind === 'fault-not-shown';
  const isNothing = isUnshown && proofOf(goal).unproven && judged.changed.length === 0;
  if (isNothing) return unchanged(step, goal, run);
  end(step, goal, run, 'blocked', because, !waitsForCheck(because));
  return block(step, goal, run, because);
}

/** Where others changed something and nothing shows the fault, a person is asked about that: one word does for both. */
function unchanged(step: Step, goal: Goal, run: Run): Verdict {
  const because = owedCause(goal, run.node) ?? ({ kind: 'no-change' } as const);
  end(step, goal, run, 'blocked', because, true);
  return block(step, goal, run, because);
}

const MOST_CONFLICTS = 2;

/**
 * The next run begins on the tree as it is now, with what was changed here as a patch: no attempt is used up, since
 * nothing was wrong with it. Again and again, a person has to say what goes first.
 */
function settleConflict(
  step: Step,
  goal: Goal,
  run: Run,
  because: Extract<Cause, { kind: 'lane-conflict' }>,
  { dir, summary }: Judged,
): Verdict {
  const before = runsOf(goal, run.node).filter(
    ({ ended }) => ended?.because.kind === 'lane-conflict',
  );
  if (before.length >= MOST_CONFLICTS) {
    end(step, goal, run, 'blocked', because, false);
    return block(step, goal, run, because);
  }
  const others = because.nodes.flatMap((node) => lastJudged(goal, node)?.outputs ?? []);
  const findings = [
    `Your work of run ${run.id} could not be laid into the tree: ${because.paths.join(', ')} changed there as well. Do it again on the files as they are now, and keep what is there.`,
    `What it had changed: .wukong/${dir}/patch.diff (${summary})`,
    ...others.map((one) => `What came before it: .wukong/${one.dir}/patch.diff (${one.summary})`),
  ].map((text) => said(text.slice(0, 1000)));
  startOver(step, goal, run, because, findings);
  return { kind: 'failed', because };
}

function block(step: Step, goal: Goal, run: Run, because: NodeWait & Cause): Verdict {
  blockNode(step, goal, run.node, because);
  return { kind: 'blocked', because };
}

/** What stopped its gates is still so: the next run has what the person said to it. */
function anotherRun(step: Step, goal: Goal, run: Run, because: Cause): Verdict {
  end(step, goal, run, 'failed', because, true);
  const attempts = specOf(goal, run.node).max_retries - 1;
  step.emit({ type: 'node.unblocked', ...scopeOf(goal, run), payload: { attempts } });
  waitIfOpen(step, goal, run.node);
  return { kind: 'failed', because };
}

function said(text: string): Remark {
  return { kind: 'said', text };
}

/** Another run would find the same: whether these tests may change is for a person to say. */
function waitForPerson(step: Step, goal: Goal, run: Run, seal: SealSeen): Verdict {
  const why = seal.why.slice(0, 2000);
  const because = {
    kind: 'tests-changed',
    why,
    ...(seal.saying && { saying: seal.saying }),
    ...(seal.unchecked && { unchecked: true as const }),
  } as const;
  end(step, goal, run, 'blocked', because, !seal.unchecked);
  return block(step, goal, run, because);
}

function accept(step: Step, goal: Goal, run: Run, judged: Judged): Verdict {
  end(step, goal, run, 'success', { kind: 'finished', summary: judged.summary }, true);
  for (const { gate } of judged.gates.filter((one) => one.overridden)) {
    step.emit({
      type: 'decision.made',
      ...scopeOf(goal, run),
      payload: overrideOf(gate, run.node, run.id),
    });
  }
  if (judged.verdict === 'rework') return rework(step, goal, run, judged);
  if (judged.verdict === 'reject') {
    const { findings, summary } = judged;
    return block(step, goal, run, {
      kind: 'rejected',
      findings: [...findings],
      summary,
    });
  }
  if (judged.listed) listCriteria(step, goal, run, judged.listed);
  step.emit({
    type: 'node.done',
    ...scopeOf(goal, run),
    payload: { run: run.id, level: judged.level },
  });
  grow(step, goal, run, judged.growth);
  return { kind: 'done' };
}

/** A person said in the local configuration that a failed test gate need not hold a node. */
export function overrideOf(gate: string, node: string, event: string) {
  const text = `The test gate "${gate}" failed, and allow_override_failing_tests in config.local.yaml let it pass.`;
  return { node, event, text, because: 'allow_override_failing_tests' };
}

/** The verdict is followed: what it judged opens again, and the judge itself waits for the new result. */
function rework(step: Step, goal: Goal, judge: Run, judged: Judged): Verdict {
  const findings = judged.findings.length > 0 ? [...judged.findings] : [judged.summary];
  const target = judgedNode(goal, judge.node, judged.reopen, findings);
  if (!target) {
    return block(step, goal, judge, { kind: 'nothing-to-reopen', findings });
  }
  const because = { kind: 'rework', by: judge.node } as const;
  reopenNode(step, goal, target, judge.node, because, findings.map(said));
  return { kind: 'done' };
}

function endOf(step: Step, goal: Goal, run: Run, judged: Judged) {
  const { verdict, reopen, findings, summary, level, lines } = judged;
  const found = judged.planB?.root_cause;
  const of = reopen === null ? undefined : stepOf(goal, reopen);
  const finding = (findings[0] ?? summary).slice(0, 500);
  const end: NodeEnd =
    verdict === 'rework'
      ? { kind: 'rework', finding, ...(of && { of }) }
      : { kind: 'passes', level, ...(found && { found: found.slice(0, 500) }), ...planned(judged) };
  return endedNode(goal, run, end, step.now, lines);
}

function planned({ growth }: Judged): Readonly<{ parts?: string[] }> {
  return growth ? { parts: growth.nodes.map(({ title }) => title) } : {};
}

/** Nobody is caught who could not know. */
function caughtIn(
  { claimed, level, seen, together }: Judged,
  lacks: Shortfall,
): { caught?: Caught } {
  if (together) return {};
  return { caught: { claimed, level, seen: (seen ?? firstOf(lacks)).slice(0, 300) } };
}

/** What is said of it in a line. */
function firstOf({ failed = [], why = [] }: Shortfall): string {
  const [gate] = failed;
  return gate ? `${gate.gate}: ${gate.says ?? 'failed'}` : (why[0] ?? '');
}

const NEXT = { success: 'done', failed: 'retry', blocked: 'escalate' } as const;

function end(
  step: Step,
  goal: Goal,
  run: Run,
  outcome: 'success' | 'failed' | 'blocked',
  because: Cause,
  counts: boolean,
): void {
  step.emit({
    type: 'run.ended',
    ...scopeOf(goal, run),
    payload: {
      ...{ outcome, because, counts, findings: [] },
      next_action: NEXT[outcome],
    },
  });
}
