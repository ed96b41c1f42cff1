// What holds of every state that honest steps lead to. Admission sees to it; here it is looked at once
// more, for `wukong fsck`.

import type { Violation } from '../../model/finding.ts';
import type { Decided } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { EVIDENCE_LEVELS, type EvidenceLevel, WRITING_ROLES } from '../../model/vocabulary.ts';
import { groups } from '../graph/graph.ts';
import { proofOf } from '../graph/proof.ts';
import { activeRuns, entry } from '../state/queries.ts';
import { promiseViolations } from './goal-rules.ts';

export function stateViolations(state: State): Violation[] {
  const goals = Object.values(state.goals);
  return [
    ...goals.flatMap((goal) => [...goalViolations(goal), ...counterViolations(state, goal)]),
    ...treeViolations(goals),
    ...escalationViolations(state),
    ...Object.entries(state.sessions).flatMap(([id, { focus }]): Violation[] =>
      focus !== null && !entry(state.goals, focus)
        ? [{ rule: 'unknown-focus', at: id, names: [focus] }]
        : [],
    ),
  ];
}

export function goalViolations(goal: Goal): Violation[] {
  return [
    ...planViolations(goal),
    ...nodeViolations(goal),
    ...runViolations(goal),
    ...promiseViolations(goal),
  ];
}

function planViolations(goal: Goal): Violation[] {
  const planned = goal.specs.map((spec) => spec.id);
  const ids = new Set(planned);
  const found: Violation[] = [];
  for (const id of repeated(planned))
    found.push({ rule: 'repeated-node', at: goal.id, names: [id] });
  const unplanned = Object.keys(goal.nodes).filter((id) => !ids.has(id));
  const missing = planned.filter((id) => !entry(goal.nodes, id));
  for (const id of [...unplanned, ...missing]) {
    found.push({ rule: 'unplanned-node', at: goal.id, names: [id] });
  }
  for (const { from, to } of goal.edges) {
    if (ids.has(from) && ids.has(to)) continue;
    found.push({ rule: 'loose-edge', at: goal.id, names: [from, to] });
  }
  return found;
}

function nodeViolations(goal: Goal): Violation[] {
  return goal.specs.flatMap((spec): Violation[] => {
    const node = entry(goal.nodes, spec.id);
    if (!node || !('run' in node)) return [];
    const at = `${goal.id}/${spec.id}`;
    const run = entry(goal.runs, node.run);
    if (!run) return [{ rule: 'unknown-run', at, names: [node.run] }];
    if (node.status !== 'done') {
      return run.ended ? [{ rule: 'run-over', at, names: [run.id, node.status] }] : [];
    }
    const required = spec.quality.evidence_level_required;
    const isProven = run.ended?.outcome === 'success' && reaches(node.level, required);
    return isProven || isAccepted(goal, spec.id)
      ? []
      : [{ rule: 'unproven', at, names: [run.id, node.level, required] }];
  });
}

/** A person took the work of a node as it is. */
function isAccepted(goal: Goal, nodeId: string): boolean {
  const asIs: readonly Decided['what'][] = ['unproven', 'no-change', 'criterion'];
  return (proofOf(goal).decided ?? []).some(
    ({ what, node }) => node === nodeId && asIs.includes(what),
  );
}

function reaches(level: EvidenceLevel, required: EvidenceLevel): boolean {
  return EVIDENCE_LEVELS.indexOf(level) >= EVIDENCE_LEVELS.indexOf(required);
}

function runViolations(goal: Goal): Violation[] {
  const found: Violation[] = [];
  const runs = Object.values(goal.runs);
  for (const [node, ofNode] of groups(runs, (run) => run.node)) {
    const at = `${goal.id}/${node}`;
    if (!entry(goal.nodes, node)) {
      found.push({ rule: 'unknown-node', at, names: ofNode.map((run) => run.id) });
    }
    const active = ofNode.filter((run) => run.ended === null).map((run) => run.id);
    if (active.length > 1) found.push({ rule: 'two-active-runs', at, names: active });
    const numbers = ofNode.map((run) => run.number).sort((a, b) => a - b);
    if (numbers.some((number, i) => number !== i + 1)) {
      found.push({ rule: 'run-numbers', at, names: numbers.map(String) });
    }
  }
  for (const run of activeRuns(goal)) {
    const node = entry(goal.nodes, run.node);
    if (!node || ('run' in node && node.run === run.id)) continue;
    found.push({ rule: 'run-without-node', at: `${goal.id}/${run.node}`, names: [run.id] });
  }
  return found;
}

/** A run whose report waits for a verifier that died does not touch the tree: another may write. */
function treeViolations(goals: readonly Goal[]): Violation[] {
  const writing = goals
    .flatMap(activeRuns)
    .filter((run) => WRITING_ROLES.includes(run.role) && run.report === null)
    // It waits for a lane, and may do nothing before.
    .filter(({ lane }) => !lane.awaited);
  return [...groups(writing, (run) => run.lane.worktree)].flatMap(([at, runs]): Violation[] =>
    runs.length > 1 ? [{ rule: 'two-writers', at, names: runs.map((run) => run.id) }] : [],
  );
}

/** Who is asked can go on with the answer: the node waits for them, or the goal is paused. */
function escalationViolations(state: State): Violation[] {
  return Object.entries(state.escalations ?? {}).flatMap(
    ([id, { goal: at, node }]): Violation[] => {
      const goal = entry(state.goals, at);
      const waits =
        node === null
          ? goal?.status === 'paused'
          : goal && entry(goal.nodes, node)?.status === 'blocked';
      const where = node === null ? at : `${at}/${node}`;
      return waits ? [] : [{ rule: 'idle-escalation', at: id, names: [where] }];
    },
  );
}

/** Counters are at least what was given out, or an id would be given twice. */
function counterViolations({ counters }: State, goal: Goal): Violation[] {
  const found: Violation[] = [];
  const behind = (counter: string, is: number, used: number): void => {
    if (is >= used) return;
    found.push({ rule: 'counter', at: goal.id, names: [counter, String(is), String(used)] });
  };
  behind('goals', counters.goals, Number(goal.id.slice(2)));
  const day = counters.day.replaceAll('-', '');
  const [, artifactDay, n] = goal.artifacts.split('-');
  if (artifactDay === day) behind('artifact_sessions', counters.artifact_sessions, Number(n));
  for (const run of Object.values(goal.runs)) {
    const seq = seqOf(run);
    behind('issue_seq', goal.issue_seq, seq);
    if (!run.id.startsWith(`${counters.day}-`)) continue;
    behind(`role_seq.${run.role}`, counters.role_seq[run.role] ?? 0, seq);
  }
  return found;
}

/** 1 of `2026-11-21-body-0001`. */
function seqOf(run: Run): number {
  return Number(run.id.slice(run.id.lastIndexOf('-') + 1));
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(ids.filter((id) => seen.size === seen.add(id).size))];
}
