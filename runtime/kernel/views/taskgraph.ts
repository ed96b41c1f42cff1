import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { TaskgraphEntry, TaskgraphFile } from '../../model/taskgraph.ts';
import { FILE_VERSION } from '../../model/vocabulary.ts';
import { roundedUsd } from '../../usage/sums.ts';
import { costEstimate } from '../budget/budget.ts';
import { spentByRuns } from '../budget/spent.ts';
import { groups } from '../graph/graph.ts';
import { isStale } from '../graph/proof.ts';
import { goalsOf, nodeState } from '../state/queries.ts';
import { countRetries } from '../state/retries.ts';

/** taskgraph.json: the open graphs and the one that finished last. */
export function projectTaskgraph(
  state: State,
  finished: TaskgraphEntry | undefined,
): TaskgraphFile {
  const over = state.finished;
  const last = over
    ? isCarried(over.specs.length)
      ? projectGoal(state, over)
      : undefined
    : finished;
  const open = goalsOf(state).map((goal) => projectGoal(state, goal));
  return {
    schema_version: FILE_VERSION,
    as_of: state.log.last_shown,
    graphs: last ? [...open, last] : open,
  };
}

function projectGoal(state: State, goal: Goal): TaskgraphEntry {
  return {
    graph_id: goal.graph_id,
    goal_id: goal.id,
    title: goal.title,
    session: goal.artifacts,
    template: goal.template.name,
    graph_version: 1,
    status: goal.status,
    ...(goal.fault && { fault: goal.fault }),
    ...(goal.beside && { beside: goal.beside }),
    nodes: projectNodes(state, goal),
    edges: goal.edges.map(({ from, to, condition }) => ({ from, to, condition })),
  };
}

function projectNodes(state: State, goal: Goal): TaskgraphEntry['nodes'] {
  const runs = groups(Object.values(goal.runs), (run) => run.node);
  return goal.specs.map((spec) => projectNode(state, goal, spec, runs.get(spec.id) ?? []));
}

function projectNode(
  state: State,
  goal: Goal,
  spec: Goal['specs'][number],
  runs: readonly Run[],
): TaskgraphEntry['nodes'][number] {
  const node = nodeState(goal, spec.id);
  const last = runs.findLast((run) => run.outputs !== null);
  const outputs = last?.outputs ?? null;
  return {
    ...spec,
    status: node.status,
    retries: countRetries(runs),
    outputs: {
      artifacts_dir: outputs?.dir ?? '',
      summary: outputs?.summary ?? '',
      patch_files: outputs?.patch_files ?? [],
      evidence: outputs ? [`${outputs.dir}/evidence.md`] : [],
      evidence_tree: outputs?.tree ?? null,
      evidence_stale: last !== undefined && isStale(goal, last),
      evidence_level: node.status === 'done' ? node.level : (outputs?.level ?? null),
    },
    metrics: {
      cost_estimate: runs.length === 0 ? costEstimate(state, spec) : expectedCost(runs),
      actual_cost: costOf(runs),
      output_tokens: outputs
        ? runs.reduce((n, run) => n + (run.outputs?.output_tokens ?? 0), 0)
        : null,
      started_at: node.started_at,
      finished_at: node.finished_at,
    },
  };
}

/** As each was dispatched. Null where nobody knew, or an older version did not keep it. */
function expectedCost(runs: readonly Run[]): number | null {
  const each = runs.flatMap(({ expected }) => expected?.usd ?? []);
  return each.length < runs.length ? null : roundedUsd(each.reduce((sum, usd) => sum + usd, 0));
}

/** Null before anything was counted or claimed, and where a model has no price. */
function costOf(runs: readonly Run[]): number | null {
  const isCounted = runs.some(({ usage, claimed }) => usage ?? claimed);
  const { usd, unpriced } = spentByRuns(runs);
  return !isCounted || unpriced.length > 0 ? null : usd;
}

/** Above this many open nodes taskgraph.json is refreshed at Stop and by the CLI only. */
const SMALL_GRAPH_NODES = 32;

/** A graph that is over is written again with every change of a small one after it, unless it is larger. */
const MOST_CARRIED = 512;

function isCarried(nodes: number): boolean {
  return nodes <= MOST_CARRIED;
}

export function isLarge(state: State): boolean {
  return state.counters.open_nodes > SMALL_GRAPH_NODES;
}
