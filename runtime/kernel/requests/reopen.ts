// A finished node is opened again, by a judge or by a gate on the final tree.

import type { NodeSpec } from '../../model/node.ts';
import type { Cause } from '../../model/reason.ts';
import type { Remark } from '../../model/remark.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { type NodeStatus, WRITING_ROLES } from '../../model/vocabulary.ts';
import { endedNode } from '../graph/ended-node.ts';
import { between, inPlanOrder, reachable, runsOf } from '../graph/graph.ts';
import { switchByRule } from '../retries/switch-rule.ts';
import { activeRuns, nodeState, specOf } from '../state/queries.ts';
import { type Said, signed } from '../state/said.ts';
import { endUncounted } from './runs.ts';
import type { Step } from './step.ts';
import { tellOwner } from './tell-owner.ts';
import { blockNode, waitIfOpen } from './waiting-nodes.ts';

/**
 * Opens a node again, or asks a person when its runs are used up, and has everything behind it wait for
 * it. One that is open already gets the findings all the same; but it is not opened under an agent that
 * works on it, or a person who is asked. `keepsBase`: nothing more was asked for, so that what it did
 * before is its change still.
 */
export function reopenNode(
  step: Step,
  goal: Goal,
  target: string,
  judge: string,
  because: Cause,
  findings: readonly Remark[],
  keepsBase = false,
): void {
  const isBlocked = (id: string): boolean => nodeState(goal, id).status === 'blocked';
  const held = between(goal, target, judge).filter(isBlocked);
  const works = activeRuns(goal).some((run) => run.node === target);
  const busy = works ? [target, ...held] : held;
  if (busy.length > 0) {
    lookAgain(step, goal, judge, busy, findings);
    return;
  }
  const path = openBehind(step, goal, target, judge, because);
  const before = nodeState(goal, target);
  const scope = { goal_id: goal.id, node_id: target };
  const kept = keepsBase ? { keeps_base: true } : {};
  step.emit({
    type: 'node.reopened',
    ...scope,
    payload: { because, findings: [...findings], between: path, ...kept },
  });
  const event = because.kind === 'rework' ? 'changes_requested' : undefined;
  const switched = switchByRule(goal, target, event, step.state.config);
  if (switched) step.emit(switched);
  const { attempts } = nodeState(goal, target);
  if (before.status === 'blocked') {
    step.emit({
      type: 'node.blocked',
      ...scope,
      payload: { kind: before.kind, because: before.because },
    });
  } else if (attempts >= specOf(goal, target).max_retries) {
    const spent = { kind: 'runs-used-up', runs: attempts, last: because } as const;
    blockNode(step, goal, target, spent);
  } else {
    waitIfOpen(step, goal, target);
    const run = runsOf(goal, target).at(-1);
    if (because.kind !== 'final-gate' || !run) return;
    const end = {
      kind: 'failed',
      because,
      runs: attempts,
      of: specOf(goal, target).max_retries,
    } as const;
    tellOwner(step, goal, endedNode(goal, { ...run, sent_back: 0 }, end, step.now), target);
  }
}

/**
 * What has to wait for the node. Readers that work there would look at what is about to change: their
 * runs end. A writer is left to report, because what it changes stays in the tree (keepReport); and who
 * waits for a person waits on.
 */
function openBehind(
  step: Step,
  goal: Goal,
  target: string,
  judge: string,
  because: Cause,
): string[] {
  const behind = reachable(goal, target, true);
  const waits = new Set(between(goal, target, judge));
  for (const id of behind) if (nodeState(goal, id).status === 'done') waits.add(id);
  for (const run of activeRuns(goal)) {
    if (!behind.has(run.node)) continue;
    if (WRITING_ROLES.includes(run.role)) {
      waits.delete(run.node);
      continue;
    }
    waits.add(run.node);
    endUncounted(step, goal, run, { outcome: 'replaced', because, next_action: 'retry' });
  }
  return inPlanOrder(goal, waits);
}

/**
 * A writer reports, and what it began with was opened again meanwhile. Whatever it says is about what is
 * about to change: it costs no attempt, and the next run has its words; what it changed is in the tree,
 * and its node's still.
 */
export function keepReport(
  step: Step,
  goal: Goal,
  run: Run,
  said: Readonly<{ summary: string; findings: readonly string[]; questions: readonly string[] }>,
): void {
  const because = REOPENED_BEFORE;
  endUncounted(step, goal, run, { outcome: 'replaced', because, next_action: 'retry' });
  const words = [...said.findings, ...said.questions];
  const remarks = words.map((text): Remark => ({ kind: 'said', text }));
  step.emit({
    type: 'node.reopened',
    goal_id: goal.id,
    node_id: run.node,
    payload: {
      because,
      findings: [{ kind: 'kept-report', run: run.id, summary: said.summary }, ...remarks],
      between: [run.node],
      keeps_base: true,
    },
  });
}

export const REOPENED_BEFORE = { kind: 'reopened-before' } as const satisfies Cause;

export type RolledBack = Said & Readonly<{ tree: string; files: readonly string[]; patch: string }>;

/** The tree is as it was before the work of the node: it and all that was built on it is to be done again. */
export function rollBack(
  step: Step,
  goal: Goal,
  target: string,
  { tree, files, patch, ...said }: RolledBack,
): readonly string[] {
  const scope = { goal_id: goal.id, node_id: target };
  const payload = { tree, files: files.slice(0, 200), patch, ...signed(said) };
  step.emit({ type: 'work.rolled_back', ...scope, payload });
  const worked = [...reachable(goal, target, true)].filter((id) =>
    ROLLED_BACK.includes(nodeState(goal, id).status),
  );
  const path = inPlanOrder(goal, new Set(worked));
  const because = { kind: 'rolled-back' } as const;
  step.emit({
    type: 'node.reopened',
    ...scope,
    payload: { because, findings: [], between: path },
  });
  // A person wants it done again, however often it was tried.
  const attempts = Math.max(0, specOf(goal, target).max_retries - 1);
  if (nodeState(goal, target).attempts > attempts) {
    step.emit({ type: 'node.unblocked', ...scope, payload: { attempts } });
  }
  waitIfOpen(step, goal, target);
  return path;
}

const ROLLED_BACK: readonly NodeStatus[] = ['ready', 'done', 'blocked', 'failed'];

/** The judge waits for what is open before it, and has its findings with it when it looks again. */
function lookAgain(
  step: Step,
  goal: Goal,
  judge: string,
  open: readonly string[],
  findings: readonly Remark[],
): void {
  const path = new Set(open.flatMap((id) => between(goal, id, judge)));
  for (const id of open) path.delete(id);
  step.emit({
    type: 'node.reopened',
    goal_id: goal.id,
    node_id: judge,
    payload: {
      because: { kind: 'open-already', node: open[0] ?? judge },
      findings: [...findings],
      between: inPlanOrder(goal, path),
    },
  });
}

/**
 * The node named by the judge if it lies behind it; else the nearest writing node behind it that may change a file
 * which `findings` name; else the nearest one.
 */
export function judgedNode(
  goal: Goal,
  judge: string,
  named: string | null,
  findings: readonly string[] = [],
): string | undefined {
  const short = named ? /N-\d{3,}/.exec(named)?.[0] : undefined;
  const behind = inPlanOrder(goal, reachable(goal, judge, false))
    .filter((id) => !['failed', 'skipped', 'cancelled'].includes(nodeState(goal, id).status))
    .map((id) => specOf(goal, id));
  const writers = behind.filter((spec) => WRITING_ROLES.includes(spec.role));
  const words = findings.flatMap((finding) => finding.split(/[\s:]+/));
  const mayChange = ({ constraints }: NodeSpec): boolean =>
    constraints.allowed_paths_re.some((source) =>
      words.some((one) => new RegExp(source).test(one)),
    );
  const found = behind.find((spec) => spec.id === short) ?? writers.findLast(mayChange);
  return (found ?? writers.at(-1))?.id;
}
