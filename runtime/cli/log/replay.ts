import { rebuildState } from '../../cache/rebuild-state.ts';
import { orFailure } from '../../files/file-failure.ts';
import { eventId, numberOf } from '../../kernel/state/ids.ts';
import { sessionOfOwner } from '../../kernel/state/owner.ts';
import { activeRuns, lostPlan, nodeState } from '../../kernel/state/queries.ts';
import { subagentOf } from '../../kernel/state/run-by.ts';
import { projectTaskgraph } from '../../kernel/views/taskgraph.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Goal } from '../../model/state/goal.ts';
import { FORMAT_VERSION, type NodeStatus } from '../../model/vocabulary.ts';
import { explain } from '../../words/explain-failure.ts';
import { ownerText } from '../../words/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { briefNodes, firstOf } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { newerNotice, openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, misused } from '../frame/outcome.ts';
import { progress } from '../frame/progress.ts';
import { eventNamed } from './event-named.ts';

export const replay: Command = {
  description: 'Show the state as of an event (read-only)',
  args: {
    to: {
      type: 'string',
      valueHint: 'EVENT',
      description: 'The event, for example E-000123. Default: the last one',
    },
  },
  examples: [['wukong replay --to E-000123', 'how all stood then']],
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const named = args.text('to');
    const to = named === undefined ? Number.POSITIVE_INFINITY : eventNamed(named);
    if (to === undefined) return misused('--to needs an event.', 'For example --to E-000123.');
    const shown = progress();
    let newer = 0;
    let left = 0;
    const until = (record: EventRecord): boolean => {
      if (numberOf(record.event_id) > to) return false;
      shown.update(`${record.event_id} read`);
      if (record.v > FORMAT_VERSION) newer += 1;
      left = record.left;
      return true;
    };
    const rebuilt = orFailure(() => rebuildState(opened.value.ws, until, 'count'));
    shown.end();
    if (!rebuilt.ok) return failed(rebuilt.failure);
    const { state } = rebuilt;
    if (numberOf(state.as_of) < to && named !== undefined) {
      return misused(
        `There is no event ${oneLine(eventId(to), 40)}.`,
        `The log ends at ${state.as_of}.`,
      );
    }
    const goals = Object.values(state.goals).map(viewOf);
    const lines = [
      `As of ${state.as_of}:`,
      ...(left === 0 ? [] : [`  ${left} more records of the same step follow it.`]),
      ...(newer === 0 ? [] : [newerNotice(newer)]),
      ...(goals.length === 0 ? ['No goal is open.'] : goals.map(describe)),
      ...(state.last_finished === null ? [] : [`Last finished: ${state.last_finished}`]),
    ];
    return done(lines.join('\n'), {
      as_of: state.as_of,
      left_in_step: left,
      newer_records: newer,
      goals,
      last_finished: state.last_finished,
      taskgraph: projectTaskgraph(state, undefined),
    });
  },
};

type GoalView = Readonly<{
  id: string;
  title: string;
  status: string;
  paused: string | null;
  /** The session. */
  owner: string | null;
  owned_by: string;
  ready: readonly string[];
  running: ReadonlyArray<Readonly<{ node: string; run: string; agent: string | null }>>;
  blocked: ReadonlyArray<Readonly<{ node: string; kind: string; reason: string }>>;
  nodes: ReadonlyArray<Readonly<{ id: string; status: NodeStatus }>>;
  /** Why its nodes are not known: its plan can't be read. */
  lost: string | null;
}>;

function viewOf(goal: Goal): GoalView {
  const { id, title, status, owner, specs } = goal;
  const paused = goal.paused && reasonText(goal.paused);
  const lost = lostPlan(goal);
  const nodes = specs.map((spec) => ({ id: spec.id, status: nodeState(goal, spec.id).status }));
  return {
    id,
    title,
    status,
    paused,
    owner: sessionOfOwner(owner) ?? null,
    owned_by: ownerText(owner),
    ready: nodes.filter((node) => node.status === 'ready').map((node) => node.id),
    running: activeRuns(goal).map((run) => ({
      node: run.node,
      run: run.id,
      agent: subagentOf(run)?.agent_id ?? null,
    })),
    blocked: specs.flatMap((spec) => {
      const node = nodeState(goal, spec.id);
      return node.status === 'blocked'
        ? [{ node: spec.id, kind: node.kind, reason: reasonText(node.because) }]
        : [];
    }),
    nodes,
    lost: lost ? explain(lost).message : null,
  };
}

const MAX_BLOCKED = 8;

function describe(goal: GoalView): string {
  const { id, title, status, paused, owned_by, ready, running, blocked, nodes, lost } = goal;
  const why = paused === null ? '' : `: ${oneLine(paused)}`;
  const { shown, counts } = briefNodes(nodes);
  return [
    `${id}  ${oneLine(title, 100)}`,
    `  ${status}${why}, owned by ${owned_by}`,
    `  ${lost ?? counts ?? shown.map((node) => `${node.id} ${node.status}`).join(', ')}`,
    ...(ready.length > 0 ? [`  Ready: ${counts ? firstOf(ready) : ready.join(', ')}`] : []),
    ...running.map(({ node, run }) => `  Running: ${node} as ${run}`),
    ...(counts ? blocked.slice(0, MAX_BLOCKED) : blocked).map(
      ({ node, kind, reason }) => `  Blocked: ${node} (${kind}): ${oneLine(reason)}`,
    ),
  ].join('\n');
}
