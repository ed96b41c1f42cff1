// What the state alone says of a goal.

import { usedOfLimits } from '../kernel/budget/budget.ts';
import { hoursOf, spentOf } from '../kernel/budget/spent.ts';
import { criteriaOf, unseenCriteria } from '../kernel/graph/criteria.ts';
import { stepsOf } from '../kernel/graph/growth.ts';
import {
  asksRedGreen,
  besideOf,
  faultOf,
  gatesOfGoal,
  isOfOther,
  isStale,
  otherGates,
  proofOf,
} from '../kernel/graph/proof.ts';
import { hasPassedOn } from '../kernel/state/kept-passes.ts';
import { nodeState } from '../kernel/state/queries.ts';
import type { Beside, Fault } from '../model/proof.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import type { EndSeen } from './at-end.ts';
import type { Counts, GoalHead, NodeHead } from './goal-result.ts';

export function headOf(goal: Goal, now: string, end?: EndSeen): GoalHead {
  const { criteria, decided = [], tree } = proofOf(goal);
  const { name, version } = goal.template;
  const list = criteriaOf(goal);
  const nodes = nodesOf(goal, end);
  const fault = faultSeen(goal, end);
  return {
    goal: goal.id,
    title: goal.title,
    request: goal.request,
    issue: goal.issue_ref,
    template: { name, version },
    status: end ? 'completed' : goal.status,
    paused: goal.paused,
    started: goal.created_at,
    as_of: goal.as_of,
    asks_red_green: asksRedGreen(goal),
    fault,
    beside: besideSeen(goal, end),
    criteria: {
      list,
      more: criteria?.more ?? 0,
      asked: goal.success_criteria,
      given:
        goal.given_criteria !== undefined ||
        criteria?.list.some(({ node }) => node === '') === true,
    },
    nodes,
    edges: goal.edges.map(({ from, to, condition }) => ({ from, to, condition })),
    counts: {
      nodes: {
        done: nodes.filter(({ status }) => status === 'done').length,
        total: stepsOf(goal).length,
      },
      gates: gatesNow(goal, end ?? { tree, outcomes: [] }),
      criteria: criteria ? standingOf(list) : null,
      red_to_green: fault?.kind === 'shown' ? redToGreen(goal, fault) : 0,
      sent_back: nodes.reduce((sum, { sent_back }) => sum + sent_back, 0),
    },
    decided,
    decisions: goal.decisions.map(({ node, text }) => ({ node, text })),
    used: {
      spent: spentOf(goal),
      models: goal.usage?.models ?? {},
      hours: hoursOf(goal, now),
      limits: usedOfLimits(goal, now),
      read: goal.usage?.main?.read ?? null,
    },
  };
}

function faultSeen(goal: Goal, end: EndSeen | undefined): Fault | null {
  if (end) return end.fault ?? null;
  if (goal.status === 'aborted') return null;
  const fault = faultOf(goal);
  // While work goes on, that nothing was shown yet is no news.
  const isNews = fault?.kind === 'shown' || proofOf(goal).unshown !== undefined;
  return isNews ? (fault ?? null) : null;
}

function besideSeen(goal: Goal, end: EndSeen | undefined): Beside | null {
  if (end) return end.beside ?? null;
  if (goal.status === 'aborted') return null;
  return besideOf(goal, { unseen: unseenCriteria(goal) }) ?? null;
}

function standingOf(list: GoalHead['criteria']['list']): Counts['criteria'] {
  const count = (is: 'met' | 'accepted') => list.filter((one) => one.standing.is === is).length;
  return { met: count('met'), accepted: count('accepted'), total: list.length };
}

type OnTree = Pick<EndSeen, 'tree' | 'outcomes' | 'others'>;

/** Those that nodes ask for, and what else ran at the end or had passed on this tree. */
function gatesNow(goal: Goal, { tree, outcomes, others = [] }: OnTree): Counts['gates'] {
  const hasRun = (name: string): boolean =>
    others.some(({ gate }) => gate === name) || hasPassedOn(goal, name, tree);
  const more = otherGates(goal).filter(({ name }) => hasRun(name));
  const all = [...gatesOfGoal(goal), ...more].map(({ name }) => name);
  const passes = (name: string): boolean =>
    [...outcomes, ...others].some(({ gate, outcome }) => gate === name && outcome === 'pass') ||
    hasPassedOn(goal, name, tree);
  return { passed: all.filter(passes), total: all.length };
}

/** Single tests where they are named for programs, else commands. */
function redToGreen(goal: Goal, { saying }: Extract<Fault, { kind: 'shown' }>): number {
  const { names = [], more = 0 } = saying?.is === 'shown' ? saying.cases : {};
  const checks = proofOf(goal).checks.filter(({ red, green }) => red === 'red' && green !== null);
  return names.length + more || Math.max(1, checks.length);
}

function nodesOf(goal: Goal, end: EndSeen | undefined): NodeHead[] {
  const runs = new Map<string, Run[]>();
  for (const run of Object.values(goal.runs)) {
    const before = runs.get(run.node);
    if (before) before.push(run);
    else runs.set(run.node, [run]);
  }
  return goal.specs.map((spec) => nodeOf(goal, spec, runs.get(spec.id) ?? [], end));
}

function nodeOf(
  goal: Goal,
  { id, role, title, quality }: Goal['specs'][number],
  runs: readonly Run[],
  end: EndSeen | undefined,
): NodeHead {
  const node = nodeState(goal, id);
  const judged = runs.findLast((run) => run.outputs !== null);
  const { summary = '', patch_files = [], dir = null, warnings = [] } = judged?.outputs ?? {};
  return {
    id,
    role,
    title,
    status: node.status,
    level: node.status === 'done' ? node.level : null,
    required: quality.evidence_level_required,
    runs: runs.length,
    sent_back: runs.reduce((sum, one) => sum + one.sent_back, 0),
    warnings: node.status === 'done' ? warnings : [],
    said: summary,
    changed: patch_files,
    touched: [...new Set(runs.flatMap(({ outputs }) => outputs?.patch_files ?? []))],
    dir,
    is_stale: judged !== undefined && isStaleAt(goal, judged, end),
  };
}

/** At the end the tree is known as it is then. */
function isStaleAt(goal: Goal, run: Run, end: EndSeen | undefined): boolean {
  if (!end) return isStale(goal, run);
  return end.tree !== null && !end.renews && isOfOther(run, end.tree);
}
