// What a goal came to: the one place that makes it, from its state and its facts. Pure.

import { secondsBetween } from '../kernel/graph/ended-node.ts';
import { proofOf } from '../kernel/graph/proof.ts';
import type { Recorded } from '../model/facts/fact.ts';
import { commandText } from '../model/gate.ts';
import type { CheckState } from '../model/proof.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import { type EndSeen, endIn } from './at-end.ts';
import { caughtIn, questionsIn } from './caught-in.ts';
import { doubtsOf } from './doubts-of.ts';
import type {
  Beyond,
  CheckSides,
  GoalHead,
  GoalResult,
  Question,
  Time,
  Trees,
} from './goal-result.ts';
import { headOf } from './head-of.ts';
import { type GateSeen, gateSeen, type RunResult, runsIn } from './runs-in.ts';

export type ResultSources = Readonly<{
  goal: Goal;
  /** Of the goal, in the order of the log; of RESULT_FACTS at least. */
  facts: readonly Recorded[];
  /** ISO time. */
  now: string;
  /** Of who closes it: how it ends is not in the log yet. */
  end?: EndSeen | undefined;
}> &
  Partial<Beyond>;

/** The facts it is made of: a goal has others. */
export const RESULT_FACTS = [
  'run.dispatched',
  'run.reported',
  'check.measured',
  'seal.checked',
  'gate.finished',
  'artifacts.stored',
  'evidence.graded',
  'run.sent_back',
  'run.refused',
  'run.ended',
  'guard.missed',
  'approval.asked',
  'settings.uncounted',
  'node.reopened',
  'node.blocked',
  'node.answered',
  'node.unblocked',
  'escalation.opened',
  'criteria.said',
  'evidence.renewed',
  'summary.written',
  'artifacts.collected',
  'graph.completed',
  'graph.aborted',
] as const;

export function resultOf({ goal, facts, now, end: given, ...beyond }: ResultSources): GoalResult {
  const end = given ?? endIn(goal, facts);
  const head = headOf(goal, now, end);
  const runs = runsIn(facts);
  const judged = goal.specs.flatMap(
    ({ id }) => runs.findLast((run) => run.node === id && run.graded) ?? [],
  );
  const atEnd = (end?.outcomes ?? []).map(ofTheEnd);
  const others = given ? (given.others ?? []).map(ofTheEnd) : [];
  const doubts = doubtsOf(head, { judged, atEnd });
  const questions = questionsIn(goal, facts, head.decided);
  const summary = facts.findLast((fact) => fact.type === 'summary.written');
  const gone = facts.findLast((fact) => fact.type === 'artifacts.collected');
  return {
    ...head,
    counts: { ...head.counts, places: placesOf(judged) },
    doubts,
    verdict: verdictOf(head, doubts.length > 0),
    runs,
    gates: [...facts.flatMap(gateIn), ...atEnd, ...others],
    checks: checksOf(goal, facts),
    trees: treesOf(goal),
    renewed: end?.renews && end.tree !== null ? { tree: end.tree, check: end.check } : null,
    shown_by: shownBy(head, facts),
    caught: caughtIn(facts),
    questions,
    time: timeOf(goal, facts, { questions, now }),
    summary: summary ? { ...summary.payload, event: summary.event_id } : null,
    collected: gone ? { at: gone.timestamp, by: gone.payload.by, event: gone.event_id } : null,
    audits: null,
    change: null,
    memory: null,
    log: null,
    ...beyond,
  };
}

function ofTheEnd({ output: _, ...gate }: EndSeen['outcomes'][number]): GateSeen {
  return { ...gate, node: null, event: null };
}

function gateIn(fact: Recorded): GateSeen[] {
  return fact.type === 'gate.finished' ? [gateSeen(fact)] : [];
}

function checksOf(goal: Goal, facts: readonly Recorded[]): CheckSides[] {
  const tried = proofOf(goal).checks.filter(({ red }) => red !== 'unavailable');
  const newest = new Map(tried.map((check) => [keyOf(check), check]));
  return [...newest].map(([key, { command, red, log }]) => {
    const after = facts.findLast(
      (fact) =>
        fact.type === 'check.measured' &&
        fact.payload.side === 'green' &&
        keyOf(fact.payload) === key,
    );
    const green = after?.type === 'check.measured' ? after.payload : null;
    return {
      command,
      red: { outcome: red === 'red' ? 'fail' : 'pass', log },
      green: green && { outcome: green.outcome, log: green.log },
    };
  });
}

function keyOf({ command, cwd }: Pick<CheckState, 'command' | 'cwd'>): string {
  return JSON.stringify([cwd ?? '', ...command]);
}

function treesOf(goal: Goal): Trees {
  const { first, verified, tree } = proofOf(goal);
  return { before: first?.tree ?? null, after: verified ?? tree };
}

function placesOf(judged: readonly RunResult[]): GoalResult['counts']['places'] {
  const sum = (key: 'resolved' | 'total'): number =>
    judged.reduce((all, { graded }) => all + (graded?.citations?.[key] ?? 0), 0);
  return { resolved: sum('resolved'), total: sum('total') };
}

function verdictOf({ status, fault, beside }: GoalHead, hasDoubts: boolean): GoalResult['verdict'] {
  if (status === 'aborted') return 'cancelled';
  if (status !== 'completed') return 'open';
  const isAsShown =
    !fault ||
    (fault.kind === 'shown' && fault.limit === undefined) ||
    (fault.kind === 'same' && fault.named === undefined) ||
    // Of older logs: nobody judged what it shows.
    (fault.kind === 'not-asked' && fault.why === undefined);
  const isToldFirst = (beside?.unseen ?? 0) > 0 || beside?.own !== undefined;
  return isAsShown && !isToldFirst && !hasDoubts ? 'whole' : 'in-doubt';
}

function shownBy({ criteria }: GoalHead, facts: readonly Recorded[]): GoalResult['shown_by'] {
  return Object.fromEntries(
    criteria.list.map(({ criterion, standing }) => {
      const holds = standing.is === 'met' ? standing.holds : [];
      const events = holds.map((one) => facts.findLast((fact) => shows(fact, one))?.event_id);
      return [criterion.number, events.map((event) => event ?? null)];
    }),
  );
}

type Standing = GoalHead['criteria']['list'][number]['standing'];
type Holds = Extract<Standing, { is: 'met' }>['holds'][number];

/** Whether the record says so. */
function shows(record: Recorded, holds: Holds): boolean {
  switch (holds.kind) {
    case 'gate':
      return (
        record.type === 'gate.finished' &&
        record.payload.gate === holds.gate &&
        record.payload.outcome === 'pass'
      );
    case 'check':
      return (
        record.type === 'check.measured' &&
        record.payload.side === 'green' &&
        record.payload.outcome === 'pass' &&
        commandText(record.payload.command) === holds.command
      );
    case 'changed':
      return (
        record.type === 'evidence.graded' && record.payload.outputs.patch_files.includes(holds.path)
      );
    case 'cited':
      return record.type === 'criteria.said';
  }
}

function timeOf(
  goal: Goal,
  facts: readonly Recorded[],
  { questions, now }: Readonly<{ questions: readonly Question[]; now: string }>,
): Time {
  const ends = new Map<string, string>();
  for (const { type, run_id: run, timestamp } of facts) {
    if (type === 'run.ended' && run !== undefined && !ends.has(run)) ends.set(run, timestamp);
  }
  const over = facts.findLast(({ type }) => type === 'graph.completed' || type === 'graph.aborted');
  const took = ({ id, dispatched_at: at }: Run) => secondsBetween(at, ends.get(id) ?? at);
  const runs = Object.values(goal.runs).filter(({ id }) => ends.has(id));
  const roles = [...new Set(goal.specs.map(({ role }) => role))].flatMap((role) => {
    const own = runs.filter((run) => run.role === role);
    return own.length === 0 ? [] : [{ role, seconds: total(own.map(took)) }];
  });
  return {
    whole: secondsBetween(goal.created_at, over?.timestamp ?? now),
    roles,
    waited: total(questions.map(({ at, ended }) => secondsBetween(at, ended ?? at))),
  };
}

function total(seconds: readonly number[]): number {
  return seconds.reduce((sum, one) => sum + one, 0);
}
