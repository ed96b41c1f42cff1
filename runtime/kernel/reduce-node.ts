import type { Draft } from '../model/event.ts';
import type { Goal, NodeState, State } from '../model/state.ts';
import { fires } from './fires.ts';
import { between, edgesTo } from './graph.ts';
import { dayOf } from './ids.ts';
import { putNode, releaseNear, reopenNear } from './large.ts';
import { progressOf } from './state.ts';

const KEPT_WORDS = 12;

/** What a fact means for a node: its place in the machine drawn in model/state.ts. */
export function reduceNode(
  state: State,
  goal: Goal,
  id: string,
  node: NodeState,
  event: Draft,
): void {
  const p = event.payload;
  const kept = progressOf(node);
  const become = (next: NodeState): void => {
    put(goal, id, next);
  };
  switch (event.type) {
    case 'node.ready':
      become({ status: 'ready', ...kept, offered: false });
      return;
    case 'node.offered':
      if (node.status === 'ready') become({ ...node, offered: true });
      return;
    case 'run.dispatched':
      become({ status: 'running', ...kept, ...dispatchRun(state, goal, id, node, event) });
      return;
    case 'run.reported':
      if (node.status === 'running' && node.run === event.run_id)
        become({ ...node, status: 'verify' });
      return;
    case 'run.sent_back':
      if (node.status === 'verify' && node.run === event.run_id)
        become({ ...node, status: 'running' });
      return;
    case 'run.started':
      if (node.unstarted > 0) become({ ...node, unstarted: 0 });
      return;
    case 'run.ended':
      if (p.unstarted) become({ ...node, unstarted: node.unstarted + 1 });
      if (p.counts && ofRun(node, event)) {
        const findings = [...kept.findings, ...p.findings].slice(-KEPT_WORDS);
        become({ ...node, attempts: node.attempts + 1, findings });
      }
      return;
    case 'run.excused':
      if (node.status === 'ready' || node.status === 'pending') {
        become({ ...node, attempts: Math.max(0, node.attempts - 1) });
      }
      if (node.status === 'blocked' && node.kind === 'retries') {
        become({ status: 'ready', ...kept, attempts: kept.attempts - 1, offered: false });
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
      become({ status: 'blocked', ...kept, kind: p.kind, reason: p.reason });
      return;
    case 'node.cancelled':
      become({ status: 'cancelled', ...kept });
      return;
    case 'node.answered':
      become({ ...node, answers: [...node.answers, p.answer].slice(-KEPT_WORDS) });
      return;
    case 'node.unblocked':
      become({
        status: 'ready',
        ...kept,
        attempts: Math.min(kept.attempts, Math.max(0, p.attempts)),
        unstarted: 0,
        offered: false,
      });
      return;
    case 'node.reopened':
      reopen(goal, id, node, event);
      return;
  }
}

function put(goal: Goal, id: string, next: NodeState): void {
  if (goal.large) putNode(goal, id, next);
  else goal.nodes[id] = next;
}

function ofRun(node: NodeState, event: Draft): boolean {
  return (node.status === 'running' || node.status === 'verify') && node.run === event.run_id;
}

/** No run gets the number of another, not even of one whose plan is lost. */
export function countRun(state: State, goal: Goal, event: Draft): void {
  turnDay(state, event);
  const { role, seq } = event.payload;
  // In a log of before the day could not go back, that of another day may come behind a larger one.
  state.counters.role_seq[role] = Math.max(state.counters.role_seq[role] ?? 0, seq);
  goal.issue_seq = seq;
}

function dispatchRun(state: State, goal: Goal, id: string, node: NodeState, event: Draft) {
  const p = event.payload;
  countRun(state, goal, event);
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
    ...(p.head ? { head: p.head } : {}),
    dispatched_at: event.timestamp,
    sent_back: 0,
    missing: [],
    guarded: false,
    unlisted: false,
    report: null,
    ended: null,
    outputs: null,
  };
  goal.large?.active.push([event.run_id ?? '', id]);
  return {
    run: event.run_id ?? '',
    started_at: node.started_at ?? event.timestamp,
    base: p.tree ?? node.base,
  };
}

/** An edge that the end of its upstream node satisfies lets its downstream node wait for one less. */
function releaseDependents(goal: Goal, from: string, end: 'done' | 'failed' | 'skipped'): void {
  if (goal.large) {
    releaseNear(goal, from, end);
    return;
  }
  for (const edge of goal.edges) {
    if (edge.from !== from || !fires(edge.condition, end)) continue;
    const dependent = goal.nodes[edge.to];
    if (dependent?.status === 'pending') dependent.waits -= 1;
  }
}

/**
 * The reopened node becomes ready again with the judge's findings; every node between it and the
 * judge (named in the event, so that a replay needs no graph search of its own) waits again.
 */
function reopen(goal: Goal, id: string, node: NodeState, event: Draft): void {
  const { findings, keeps_base } = event.payload;
  put(goal, id, {
    status: 'ready',
    ...progressOf(node),
    reopened: node.reopened + 1,
    finished_at: null,
    // By a judge it is asked to change something more: what it did before does not count as the change.
    base: keeps_base === true ? node.base : null,
    findings: [...node.findings, ...findings].slice(-KEPT_WORDS),
    offered: false,
  });
  goal.stalls = 0;
  // Of a large goal they may be too many to be named.
  const path: string[] = event.payload.between ?? between(goal, id, event.payload.judge);
  if (goal.large) {
    reopenNear(goal, id, path, (other, always) => waitAgain(goal, other, always));
    return;
  }
  const onPath = new Set(path);
  for (const [other, state] of Object.entries(goal.nodes)) {
    if (onPath.has(other) || state.status === 'ready') waitAgain(goal, other, onPath.has(other));
  }
  for (const [other, state] of Object.entries(goal.nodes)) {
    if (state.status === 'pending') state.waits = openEdges(goal, other);
  }
}

/** A node on the path waits again in any case; one that was ready elsewhere only if it has to. */
function waitAgain(goal: Goal, id: string, always: boolean): void {
  const state = goal.nodes[id];
  if (!state || !(always || openEdges(goal, id) > 0)) return;
  put(goal, id, { status: 'pending', ...progressOf(state), finished_at: null, waits: 0 });
}

/** Incoming edges that are not satisfied yet. */
function openEdges(goal: Goal, id: string): number {
  return edgesTo(goal, id).filter(
    (edge) => !fires(edge.condition, goal.nodes[edge.from]?.status ?? 'pending'),
  ).length;
}

/** Counters that count for a day begin anew with the next one. */
export function turnDay(state: State, event: Draft): void {
  const day = dayOf(state, event.timestamp);
  if (state.counters.day === day) return;
  Object.assign(state.counters, { day, artifact_sessions: 0, role_seq: {} });
}
