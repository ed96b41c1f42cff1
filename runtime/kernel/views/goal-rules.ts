// What is promised of a goal and its nodes beyond what the state machine needs. Requests refuse what would break
// it; here it is looked at once more, for `wukong fsck`.

import type { Violation } from '../../model/finding.ts';
import type { Budget } from '../../model/goal-terms.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeStatus } from '../../model/vocabulary.ts';
import { budgetSpent, limitedNodes, nodeBudget, nodeSpent } from '../budget/budget.ts';
import { edgesTo, undecidedRun } from '../graph/graph.ts';
import { activeRuns, entry } from '../state/queries.ts';

export function promiseViolations(goal: Goal): Violation[] {
  const at = goal.id;
  const found: Violation[] = [];
  if (goal.title.trim() === '') found.push({ rule: 'no-title', at, names: [] });
  if (goal.success_criteria.length === 0) found.push({ rule: 'no-criteria', at, names: [] });
  found.push(...badBudget(at, goal.terms?.budget));
  for (const id of limitedNodes(goal))
    found.push(...badBudget(`${at}/${id}`, nodeBudget(goal, id)));
  const circle = onCircle(goal);
  if (circle.length > 0) found.push({ rule: 'cycle', at, names: circle });
  return [...found, ...readyViolations(goal), ...edgeViolations(goal), ...tokenViolations(goal)];
}

function badBudget(at: string, budget: Budget = {}): Violation[] {
  return Object.entries(budget).flatMap(([limit, value]): Violation[] =>
    value === undefined || value > 0
      ? []
      : [{ rule: 'bad-budget', at, names: [limit, String(value)] }],
  );
}

/**
 * As a run is dispatched: nothing goes out past the budget. What a run uses beyond it later is on record. An older
 * version, which did not keep what it expected, let claims hold nothing.
 */
export function dispatchViolations(
  goal: Goal,
  { node, run, expects }: Readonly<{ node: string; run: string; expects: boolean }>,
  now: string,
): Violation[] {
  const over = budgetSpent(goal, now) ?? nodeSpent(goal, node, now);
  if (!over || (!expects && over.spent - (over.claimed ?? 0) < over.limit)) return [];
  const names = [
    over.what,
    String(over.spent),
    String(over.limit),
    ...(over.node ? [over.node] : []),
  ];
  return [{ rule: 'past-budget', at: run, names }];
}

/** Who waits for success alone waits for none of these. */
const MADE_WAY: readonly NodeStatus[] = ['done', 'skipped', 'cancelled'];
const OVER: readonly NodeStatus[] = [...MADE_WAY, 'failed'];

/** When a goal is closed: `completed` also promises that nothing is left to do. */
export function closeViolations(goal: Goal, isCompleted: boolean): Violation[] {
  const at = goal.id;
  const active = activeRuns(goal).map(({ id }) => id);
  const open = goal.specs
    .map(({ id }) => id)
    .filter((id) => !OVER.includes(goal.nodes[id]?.status ?? 'pending'));
  return [
    ...(active.length > 0 ? [{ rule: 'run-open', at, names: active } as const] : []),
    ...(isCompleted && open.length > 0 ? [{ rule: 'open-item', at, names: open } as const] : []),
  ];
}

/** Plans of older versions may have such nodes, and nothing is wrong with their goals. */
export function uncheckedNodes(goal: Goal): Violation[] {
  return goal.specs
    .filter(({ verification_plan }) => verification_plan.deterministic.length === 0)
    .map(({ id }) => ({ rule: 'no-check', at: `${goal.id}/${id}`, names: [] }));
}

/** Of nodes that wait for success alone: they are ready when all of it is there, and not before. */
function readyViolations(goal: Goal): Violation[] {
  return goal.specs.flatMap(({ id, join }): Violation[] => {
    const edges = edgesTo(goal, id);
    const node = entry(goal.nodes, id);
    if (!node || join !== 'all' || edges.some(({ condition }) => condition !== 'on_success')) {
      return [];
    }
    const statuses = edges.map(({ from }) => entry(goal.nodes, from)?.status);
    const missing = edges
      .map(({ from }) => from)
      .filter((_, i) => !MADE_WAY.includes(statuses[i] ?? 'pending'));
    const at = `${goal.id}/${id}`;
    if (node.status === 'ready' && missing.length > 0) {
      return [{ rule: 'ready-too-soon', at, names: missing }];
    }
    const isDue = missing.length === 0 && (edges.length === 0 || statuses.includes('done'));
    return node.status === 'pending' && isDue ? [{ rule: 'not-ready', at, names: [] }] : [];
  });
}

/** A condition is asked in the step in which the node before it is done. */
function edgeViolations(goal: Goal): Violation[] {
  return goal.edges.flatMap((edge): Violation[] => {
    const isLate = undecidedRun(goal, edge) !== undefined;
    if (!isLate || entry(goal.nodes, edge.to)?.status !== 'pending') return [];
    return [{ rule: 'undecided-edge', at: `${goal.id}/${edge.to}`, names: [edge.from] }];
  });
}

function tokenViolations(goal: Goal): Violation[] {
  return Object.values(goal.runs).flatMap(({ id, outputs }): Violation[] => {
    const tokens = outputs?.output_tokens ?? 0;
    return tokens >= 0 ? [] : [{ rule: 'tokens', at: id, names: [String(tokens)] }];
  });
}

/** What is left when every node that waits for nothing that is left is taken away. */
function onCircle({ specs, edges }: Goal): string[] {
  let left = specs.map(({ id }) => id);
  for (;;) {
    const there = new Set(left);
    const waiting = new Set(edges.flatMap(({ from, to }) => (there.has(from) ? [to] : [])));
    const rest = left.filter((id) => waiting.has(id));
    if (rest.length === left.length) return rest;
    left = rest;
  }
}
