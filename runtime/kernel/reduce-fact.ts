// What each fact of ours means for the state.

import type { Draft } from '../model/event.ts';
import type { Goal, State } from '../model/state.ts';
import { emptyState } from './empty-state.ts';
import { beginLarge, incoming } from './large.ts';
import { reduceProof } from './proof.ts';
import { reduceApproval } from './reduce-approval.ts';
import { countRun, reduceNode, turnDay } from './reduce-node.ts';
import { decide, reduceRun } from './reduce-run.ts';
import { dropIdleSession, entry, runAt } from './state.ts';

const KEPT_IDLE_SESSIONS = 16;
const KEPT_RETIRED = 64;
const KEPT_ENDED = 256;

export function reduceFact(state: State, event: Draft): State {
  const goal = entry(state.goals, event.goal_id);
  switch (event.type) {
    case 'log.created':
      Object.assign(state, { ...emptyState(), log: state.log, log_id: event.payload.log_id });
      return state;
    case 'config.loaded':
      state.config = { ...state.config, ...event.payload.config };
      return state;
    case 'goal.created':
      createGoal(state, event);
      return state;
    case 'notice.added':
      entry(state.sessions, event.session_id)?.notices.push(event.payload.text);
      return state;
    case 'notice.given':
      if (event.session_id) giveNotices(state, event.session_id);
      return state;
    case 'guard.trusted':
      seeGuard(state, event.payload.role, { missed: null });
      return state;
    default:
      if (goal) reduceGoal(state, goal, event);
      return state;
  }
}

function seeGuard(state: State, role: string, seen: Partial<State['guards'][string]>): void {
  state.guards[role] = { seen: null, missed: null, ...entry(state.guards, role), ...seen };
}

function createGoal(state: State, event: Draft): void {
  const p = event.payload;
  const id = event.goal_id ?? '';
  turnDay(state, event);
  state.counters.goals += 1;
  state.counters.artifact_sessions += 1;
  state.counters.open_goals += 1;
  state.counters.open_nodes += p.nodes.length;
  const goal: Goal = {
    id,
    as_of: '',
    title: p.title,
    request: p.request,
    issue_ref: p.issue_ref,
    issue_seq: state.counters.issue_seq[p.issue_ref] ?? 0,
    status: 'running',
    paused: null,
    owner: null,
    artifacts: p.artifacts,
    graph_id: p.graph_id,
    template: p.template,
    success_criteria: p.success_criteria,
    created_at: event.timestamp,
    stalls: 0,
    ran: [],
    proven: {},
    decisions: [],
    specs: p.nodes,
    edges: p.edges,
    nodes: {},
    runs: {},
  };
  const waits = p.graph ? incoming(goal.edges) : undefined;
  for (const spec of goal.specs) {
    goal.nodes[spec.id] = {
      status: 'pending',
      attempts: 0,
      reopened: 0,
      unstarted: 0,
      started_at: null,
      finished_at: null,
      base: null,
      findings: [],
      answers: [],
      waits: waits
        ? (waits[spec.id] ?? 0)
        : goal.edges.filter((edge) => edge.to === spec.id).length,
    };
  }
  if (p.graph) beginLarge(goal, p.graph, p.lost ?? null);
  state.goals[id] = goal;
}

function reduceGoal(state: State, goal: Goal, event: Draft): void {
  const p = event.payload;
  const node = entry(goal.nodes, event.node_id);
  const run = runAt(goal, event.node_id, event.run_id);
  switch (event.type) {
    case 'goal.owned':
      goal.owner = { session_id: event.session_id ?? '', client: p.client ?? null };
      forgetOthers(state, goal.id, event.session_id ?? '');
      ownSession(state, event);
      return;
    case 'goal.released':
      goal.owner = null;
      return;
    case 'goal.continued':
      goal.stalls += 1;
      return;
    case 'decision.made':
      decide(goal, run, [{ node: p.node, event: p.event, text: p.text }]);
      return;
    case 'graph.paused':
      goal.status = 'paused';
      goal.paused = p.reason;
      return;
    case 'graph.resumed':
      goal.status = 'running';
      goal.paused = null;
      goal.stalls = 0;
      return;
    case 'graph.completed':
    case 'graph.aborted':
      closeGoal(state, goal, event.type === 'graph.completed' ? 'completed' : 'aborted', p.unseen);
      return;
    default:
      if (run) reduceRun(goal, run, event);
      reduceProof(goal, event);
      reduceApproval(goal, event);
      if (run && event.type === 'run.guarded') seeGuard(state, run.role, { seen: event.timestamp });
      if (run && event.type === 'guard.missed') seeGuard(state, run.role, { missed: run.id });
      indexRun(state, goal, event);
      if (node && event.node_id) reduceNode(state, goal, event.node_id, node, event);
      else if (goal.large?.lost && event.type === 'run.dispatched') countRun(state, goal, event);
  }
}

function ownSession(state: State, event: Draft): void {
  const id = event.session_id ?? '';
  const before = entry(state.sessions, id);
  delete state.sessions[id];
  state.sessions[id] = {
    focus: event.goal_id ?? null,
    client: event.payload.client ?? null,
    transcript: event.payload.transcript ?? before?.transcript ?? '',
    ended: false,
    notices: before?.notices ?? [],
  };
}

/** A goal that moved on leaves nothing behind in the sessions that had it. */
function forgetOthers(state: State, goalId: string, owner: string): void {
  for (const [id, session] of Object.entries(state.sessions)) {
    if (id !== owner && session.focus === goalId) delete state.sessions[id];
  }
  // Sessions that died before they could be told: only the newest are remembered.
  const idle = Object.keys(state.sessions).filter((id) => state.sessions[id]?.focus === null);
  for (const id of idle.slice(0, -KEPT_IDLE_SESSIONS)) delete state.sessions[id];
}

/** Which goal a run is in (of a large one: at which node), for whoever only knows its agent or its tool call. */
function indexRun(state: State, goal: Goal, event: Draft): void {
  const { active, ended } = state.executors;
  const where = goal.large ? `${goal.id}/${event.node_id ?? ''}` : goal.id;
  const run = runAt(goal, event.node_id, event.run_id);
  switch (event.type) {
    case 'run.dispatched':
      active[event.payload.tool_use_id] = where;
      return;
    case 'run.started':
      (run?.ended ? ended : active)[event.payload.agent_id] = where;
      return;
    case 'run.ended': {
      for (const key of [run?.tool_use_id, run?.agent_id]) {
        if (typeof key !== 'string') continue;
        delete active[key];
        delete ended[key];
        ended[key] = where;
      }
      for (const key of Object.keys(ended).slice(0, -KEPT_ENDED)) delete ended[key];
      return;
    }
  }
}

function closeGoal(
  state: State,
  goal: Goal,
  status: 'completed' | 'aborted',
  unseen: ReadonlyArray<readonly [string, string]> = [],
): void {
  goal.status = status;
  if (!goal.issue_ref.startsWith('local#')) {
    const seq = state.counters.issue_seq[goal.issue_ref] ?? 0;
    // Another goal of the same issue may have closed before, and be further.
    state.counters.issue_seq[goal.issue_ref] = Math.max(seq, goal.issue_seq);
  }
  delete state.goals[goal.id];
  state.counters.open_goals -= 1;
  const { active, ended } = state.executors;
  const isIn = (where: string | undefined): boolean =>
    where === goal.id || where?.startsWith(`${goal.id}/`) === true;
  for (const key of Object.keys(active)) if (isIn(active[key])) delete active[key];
  for (const key of Object.keys(ended)) if (isIn(ended[key])) delete ended[key];
  state.counters.open_nodes -= goal.large?.nodes ?? goal.specs.length;
  for (const run of Object.values(goal.runs)) {
    if (run.agent_id) state.retired[run.agent_id] = run.id;
  }
  for (const [call, run] of unseen) state.retired[call] = run;
  for (const agent of Object.keys(state.retired).slice(0, -KEPT_RETIRED))
    delete state.retired[agent];
  state.finished = goal;
  state.last_finished = goal.id;
  for (const [id, session] of Object.entries(state.sessions)) {
    if (session.focus !== goal.id) continue;
    // Behind those that were idle before, wherever it stood.
    delete state.sessions[id];
    state.sessions[id] = { ...session, focus: null };
    dropIdleSession(state, id);
  }
}

function giveNotices(state: State, sessionId: string): void {
  const session = entry(state.sessions, sessionId);
  if (session) session.notices = [];
  dropIdleSession(state, sessionId);
}
