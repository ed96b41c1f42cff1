// What each fact means for the state. Facts never refuse: an event that no longer fits (a late
// result, a goal that was closed since) leaves the state as it is.

import type { Draft } from '../model/event.ts';
import type { Goal, NodeState, Run, Session, State } from '../model/state.ts';
import { HOST_EVENTS } from '../model/words.ts';
import { dayOf } from './ids.ts';
import { emptyState, progressOf } from './state.ts';

const KEPT_DELIVERIES = 256;
const KEPT_COMMANDS = 64;
const hostEvents: ReadonlySet<string> = new Set(HOST_EVENTS);

/** Facts are ours and are synced to disk before anybody is answered; host events alone are not. */
export function isFact(type: string): boolean {
  return !hostEvents.has(type);
}

/** Folds one event into the state it is handed (which the caller gives up). Total. */
export function reduce(state: State, event: Draft): State {
  if (!isFact(event.type)) return reduceHost(state, event);
  const goal = event.goal_id ? state.goals[event.goal_id] : undefined;
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
      if (event.session_id) state.sessions[event.session_id]?.notices.push(event.payload.text);
      return state;
    case 'notice.given':
      if (event.session_id) giveNotices(state, event.session_id);
      return state;
    default:
      if (goal) reduceGoal(state, goal, event);
      return state;
  }
}

function reduceHost(state: State, event: Draft): State {
  const key = event.payload.key;
  if (typeof key === 'string') {
    state.deliveries.push(key);
    if (state.deliveries.length > KEPT_DELIVERIES) state.deliveries.shift();
  }
  const session = event.session_id ? state.sessions[event.session_id] : undefined;
  if (session && event.type === 'SessionEnd') {
    session.ended = true;
    dropIdleSession(state, event.session_id ?? '');
  }
  if (session && event.type === 'SessionStart') session.ended = false;
  return state;
}

function createGoal(state: State, event: Draft): void {
  const p = event.payload;
  const id = event.goal_id ?? '';
  const day = dayOf(event.timestamp);
  if (state.counters.day !== day) {
    Object.assign(state.counters, { day, artifact_sessions: 0, role_seq: {} });
  }
  state.counters.goals += 1;
  state.counters.artifact_sessions += 1;
  const goal: Goal = {
    id,
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
    verified_tree: null,
    decisions: [],
    specs: p.nodes,
    edges: p.edges,
    nodes: {},
    runs: {},
  };
  for (const spec of goal.specs) {
    goal.nodes[spec.id] = {
      status: 'pending',
      attempts: 0,
      reopened: 0,
      started_at: null,
      finished_at: null,
      findings: [],
      answers: [],
      waits: goal.edges.filter((edge) => edge.to === spec.id).length,
    };
  }
  state.goals[id] = goal;
}

function reduceGoal(state: State, goal: Goal, event: Draft): void {
  const p = event.payload;
  const node = event.node_id ? goal.nodes[event.node_id] : undefined;
  const run = event.run_id ? goal.runs[event.run_id] : undefined;
  switch (event.type) {
    case 'goal.owned':
      goal.owner = { session_id: event.session_id ?? '', client: p.client ?? null };
      ownSession(state, event);
      return;
    case 'goal.released':
      goal.owner = null;
      return;
    case 'goal.continued':
      goal.stalls += 1;
      return;
    case 'goal.progressed':
      goal.stalls = 0;
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
      closeGoal(state, goal, event.type === 'graph.completed' ? 'completed' : 'aborted');
      return;
    case 'goal.verified':
      goal.verified_tree = p.tree;
      return;
    default:
      if (run) reduceRun(goal, run, event);
      if (node && event.node_id) reduceNode(state, goal, event.node_id, node, event);
  }
}

function ownSession(state: State, event: Draft): void {
  const id = event.session_id ?? '';
  const before: Session | undefined = state.sessions[id];
  state.sessions[id] = {
    focus: event.goal_id ?? null,
    client: event.payload.client ?? null,
    transcript: event.payload.transcript ?? before?.transcript ?? '',
    ended: false,
    notices: before?.notices ?? [],
  };
}

function closeGoal(state: State, goal: Goal, status: 'completed' | 'aborted'): void {
  goal.status = status;
  if (!goal.issue_ref.startsWith('local#')) {
    state.counters.issue_seq[goal.issue_ref] = goal.issue_seq;
  }
  delete state.goals[goal.id];
  state.finished = goal;
  for (const [id, session] of Object.entries(state.sessions)) {
    if (session.focus !== goal.id) continue;
    session.focus = null;
    dropIdleSession(state, id);
  }
}

function giveNotices(state: State, sessionId: string): void {
  const session = state.sessions[sessionId];
  if (session) session.notices = [];
  dropIdleSession(state, sessionId);
}

/** Past sessions leave the state, so that it does not grow with them. */
function dropIdleSession(state: State, id: string): void {
  const session = state.sessions[id];
  if (!session || session.focus !== null) return;
  if (session.notices.length === 0 || session.ended) delete state.sessions[id];
}

function reduceRun(goal: Goal, run: Run, event: Draft): void {
  const p = event.payload;
  switch (event.type) {
    case 'run.started':
      run.agent_id = p.agent_id;
      run.background ||= p.background === true;
      return;
    case 'run.guarded':
      run.guarded = true;
      return;
    case 'run.unlisted':
      run.unlisted = true;
      return;
    case 'run.reported':
      run.report = { key: p.key, verifier: p.verifier, file: p.file, transcript: p.transcript };
      return;
    case 'evidence.graded':
      run.outputs = p.outputs;
      goal.ran = [...new Set([...goal.ran, ...p.ran])].slice(-KEPT_COMMANDS);
      if (p.verified_tree) goal.verified_tree = p.verified_tree;
      goal.decisions.push(...p.decisions);
      return;
    case 'run.sent_back':
      run.sent_back += 1;
      run.missing = p.missing;
      run.report = null;
      return;
    case 'run.ended':
      if (run.ended === null) run.ended = { outcome: p.outcome, reason: p.reason };
      run.report = null;
      goal.stalls = 0;
      return;
  }
}

function reduceNode(state: State, goal: Goal, id: string, node: NodeState, event: Draft): void {
  const p = event.payload;
  const kept = progressOf(node);
  const become = (next: NodeState): void => {
    goal.nodes[id] = next;
  };
  switch (event.type) {
    case 'node.ready':
      return become({ status: 'ready', ...kept, offered: false });
    case 'node.offered':
      if (node.status === 'ready') become({ ...node, offered: true });
      return;
    case 'run.dispatched':
      return become({ status: 'running', ...kept, ...dispatchRun(state, goal, id, node, event) });
    case 'run.reported':
      if (node.status === 'running' && node.run === event.run_id)
        become({ ...node, status: 'verify' });
      return;
    case 'run.sent_back':
      if (node.status === 'verify' && node.run === event.run_id)
        become({ ...node, status: 'running' });
      return;
    case 'run.ended':
      if (p.counts && ofRun(node, event)) {
        const findings = [...kept.findings, ...p.findings].slice(-12);
        become({ ...node, attempts: node.attempts + 1, findings });
      }
      return;
    case 'node.done':
      become({ status: 'done', ...kept, finished_at: event.timestamp, run: p.run, level: p.level });
      releaseDependents(goal, id, 'done');
      return;
    case 'node.failed':
      become({ status: 'failed', ...kept, finished_at: event.timestamp });
      releaseDependents(goal, id, 'failed');
      return;
    case 'node.skipped':
      become({ status: 'skipped', ...kept });
      releaseDependents(goal, id, 'skipped');
      return;
    case 'node.blocked':
      return become({ status: 'blocked', ...kept, kind: p.kind, reason: p.reason });
    case 'node.cancelled':
      return become({ status: 'cancelled', ...kept });
    case 'node.answered':
      return become({ ...node, answers: [...node.answers, p.answer].slice(-12) });
    case 'node.unblocked':
      return become({
        status: 'ready',
        ...kept,
        attempts: Math.min(kept.attempts, Math.max(0, p.attempts)),
        offered: false,
      });
    case 'node.reopened':
      return reopen(goal, id, node, event);
  }
}

function ofRun(node: NodeState, event: Draft): boolean {
  return (node.status === 'running' || node.status === 'verify') && node.run === event.run_id;
}

function dispatchRun(state: State, goal: Goal, id: string, node: NodeState, event: Draft) {
  const p = event.payload;
  const day = dayOf(event.timestamp);
  if (state.counters.day !== day) {
    Object.assign(state.counters, { day, artifact_sessions: 0, role_seq: {} });
  }
  state.counters.role_seq[p.role] = p.seq;
  goal.issue_seq = p.seq;
  goal.stalls = 0;
  goal.runs[event.run_id ?? ''] = {
    id: event.run_id ?? '',
    node: id,
    number: p.number,
    role: p.role,
    session_id: event.session_id ?? '',
    tool_use_id: p.tool_use_id,
    agent_id: null,
    background: false,
    client: p.client,
    worktree: p.worktree,
    tree: p.tree,
    dispatched_at: event.timestamp,
    sent_back: 0,
    missing: [],
    guarded: false,
    unlisted: false,
    report: null,
    ended: null,
    outputs: null,
  };
  return { run: event.run_id ?? '', started_at: node.started_at ?? event.timestamp };
}

/** An edge that the end of its upstream node satisfies lets its downstream node wait for one less. */
function releaseDependents(goal: Goal, from: string, end: 'done' | 'failed' | 'skipped'): void {
  for (const edge of goal.edges) {
    if (edge.from !== from || !fires(edge.condition, end)) continue;
    const dependent = goal.nodes[edge.to];
    if (dependent?.status === 'pending') dependent.waits -= 1;
  }
}

export function fires(condition: string, end: NodeState['status']): boolean {
  if (condition === 'always') return end === 'done' || end === 'failed' || end === 'skipped';
  return condition === (end === 'done' ? 'on_success' : end === 'failed' ? 'on_failure' : '');
}

/**
 * The reopened node becomes ready again with the judge's findings; every node between it and the
 * judge (named in the event, so that a replay needs no graph search of its own) waits again.
 */
function reopen(goal: Goal, id: string, node: NodeState, event: Draft): void {
  const { findings, between } = event.payload;
  goal.nodes[id] = {
    status: 'ready',
    ...progressOf(node),
    reopened: node.reopened + 1,
    finished_at: null,
    findings: [...node.findings, ...findings].slice(-12),
    offered: false,
  };
  for (const other of between) {
    const state = goal.nodes[other];
    if (state)
      goal.nodes[other] = { status: 'pending', ...progressOf(state), finished_at: null, waits: 0 };
  }
  for (const other of between) {
    const state = goal.nodes[other];
    if (state?.status !== 'pending') continue;
    state.waits = goal.edges.filter(
      (edge) =>
        edge.to === other && !fires(edge.condition, goal.nodes[edge.from]?.status ?? 'pending'),
    ).length;
  }
  goal.stalls = 0;
}
