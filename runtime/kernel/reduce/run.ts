import type { FactOf, Timed } from '../../model/facts/fact.ts';
import type { RunFact } from '../../model/facts/run.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeState } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { proofOf } from '../graph/proof.ts';
import { entry, progressOf } from '../state/queries.ts';
import { begun, headlessOf, keysOf, subagentOf, usesHours } from '../state/run-by.ts';
import {
  goalOf,
  type Meanings,
  ON_RECORD,
  putNode,
  seeGuard,
  turnDay,
  withRun,
} from './meaning.ts';
import { KEPT_WORDS } from './node.ts';
import { learnClaim, workBegins, workEnds } from './usage.ts';

const KEPT_ENDED = 256;

export const RUN_MEANINGS: Meanings<RunFact> = {
  'run.dispatched': { shown: true, apply: dispatchRun },
  'run.started': {
    apply: withRun(({ goal, run, state }, { node_id, payload }) => {
      const headless = headlessOf(run);
      if (headless) {
        headless.session = payload.agent_id;
        if (payload.transcript) headless.transcript = payload.transcript;
      }
      const agent = subagentOf(run);
      if (!agent) return;
      agent.agent_id = payload.agent_id;
      agent.background ||= payload.background;
      const { active, ended } = state.executors;
      (run.ended ? ended : active)[payload.agent_id] = goal.id;
      const node = entry(goal.nodes, node_id);
      if (node && node.unstarted > 0) putNode(goal, node_id, { ...node, unstarted: 0 });
    }),
  },
  'run.leased': {
    shown: true,
    apply: withRun(({ run }, { payload }) => {
      run.lease = payload;
    }),
  },
  'run.guarded': {
    apply: withRun(({ run, state }, { timestamp }) => {
      const seen = headlessOf(run) ?? subagentOf(run);
      if (seen) seen.guarded = true;
      seeGuard(state, run.role, { seen: timestamp });
    }),
  },
  'guard.missed': {
    apply: withRun(({ run, state }) => seeGuard(state, run.role, { missed: run.id })),
  },
  'run.unlisted': {
    // `again`: a later Stop lists it after all.
    apply: withRun(({ run }, { payload }) => {
      const agent = subagentOf(run);
      if (agent) agent.unlisted = payload.again !== true;
    }),
  },
  'run.reported': {
    shown: true,
    apply: withRun(({ goal, run }, { node_id, run_id, payload, timestamp }) => {
      run.report = { ...payload };
      if (goal.usage?.since !== undefined) goal.usage.seen = timestamp;
      run.seen = timestamp;
      const seen = headlessOf(run) ?? subagentOf(run);
      if (seen && payload.transcript) seen.transcript = payload.transcript;
      const node = entry(goal.nodes, node_id);
      if (node?.status === 'running' && node.run === run_id) {
        putNode(goal, node_id, { ...node, status: 'verify' });
      }
    }),
  },
  'verify.detached': {
    apply: withRun(({ run }) => {
      if (run.report) delete run.report.waiter;
    }),
  },
  'verify.restarted': {
    apply: withRun(({ run }, { payload }) => changeVerifier(run, payload.verifier)),
  },
  'verify.stopped': {
    apply: withRun(({ run }, { payload }) => changeVerifier(run, payload.verifier)),
  },
  'verify.repeated': {
    shown: true,
    apply: withRun(({ goal, run, state }, { node_id, run_id, payload }) => {
      run.ended = null;
      run.report = { ...payload };
      for (const key of keysOf(run)) {
        delete state.executors.ended[key];
        state.executors.active[key] = goal.id;
      }
      const node = entry(goal.nodes, node_id);
      if (node?.status !== 'blocked') return;
      const kept = progressOf(node);
      const attempts = Math.max(0, kept.attempts - 1);
      putNode(goal, node_id, { status: 'verify', ...kept, attempts, run: run_id });
    }),
  },
  'run.sent_back': {
    shown: true,
    apply: withRun(({ goal, run }, { node_id, run_id, payload }) => {
      run.sent_back += 1;
      run.missing = payload.missing;
      if (payload.lacks) run.lacks = payload.lacks;
      else delete run.lacks;
      if (payload.caught) run.caught ??= payload.caught;
      if (payload.only_fault) run.asked_to_show = true;
      if (payload.criteria) run.asked_criteria = true;
      run.report = null;
      const node = entry(goal.nodes, node_id);
      if (node?.status === 'verify' && node.run === run_id) {
        putNode(goal, node_id, { ...node, status: 'running' });
      }
    }),
  },
  'run.refused': ON_RECORD,
  'run.ended': { shown: true, apply: endRun },
  // The new run takes its hand-over with it (run.dispatched).
  'run.replaced': {
    apply: withRun(({ goal }, { node_id, payload }) => {
      const switched = goal.switched?.[node_id];
      if (switched) switched.handover = payload.handover;
    }),
  },
  'run.error_named': {
    apply: withRun(({ run }, { payload }) => {
      run.error_code = payload.error_code;
    }),
  },
  'run.excused': {
    shown: true,
    apply: withRun(({ goal, run }, { node_id, payload }) => {
      if (run.ended) run.ended = { outcome: 'lost', because: payload.because };
      const node = entry(goal.nodes, node_id);
      if (node) putNode(goal, node_id, withoutAttempt(node));
    }),
  },
};

function dispatchRun(state: State, fact: Timed<FactOf<'run.dispatched'>>): void {
  const goal = goalOf(state, fact);
  if (!goal) return;
  const { node_id, run_id, payload: p } = fact;
  const { base } = p.lane;
  if (base && WRITING_ROLES.includes(p.role) && proofOf(goal).first === null) {
    goal.proof = { ...proofOf(goal), first: { tree: base, at: fact.timestamp } };
  }
  for (const key of keysOf({ id: run_id, by: p.by })) state.executors.active[key] = goal.id;
  const node = entry(goal.nodes, node_id);
  // No run gets the number of another, not even of one whose plan is lost.
  if (node || goal.lost) countRun(state, goal, fact);
  if (!node) return;
  goal.stalls = 0;
  const takes_over = goal.switched?.[node_id];
  delete goal.switched?.[node_id];
  goal.runs[run_id] = {
    id: run_id,
    node: node_id,
    number: p.number,
    role: p.role,
    by: begun(p.by),
    lane: p.lane,
    dispatched_at: fact.timestamp,
    sent_back: 0,
    missing: [],
    report: null,
    ended: null,
    outputs: null,
    ...(takes_over && { takes_over }),
    ...(p.reserved && { reserved: p.reserved }),
    ...(p.expected && { expected: p.expected }),
  };
  if (usesHours(p)) workBegins(goal, fact.timestamp);
  putNode(goal, node_id, {
    status: 'running',
    ...progressOf(node),
    run: run_id,
    started_at: node.started_at ?? fact.timestamp,
    base: base ?? node.base,
  });
}

function countRun(state: State, goal: Goal, fact: Timed<FactOf<'run.dispatched'>>): void {
  turnDay(state, fact.timestamp);
  const { role, seq } = fact.payload;
  // In an older log the day could not go back, that of another day may come behind a larger one.
  state.counters.role_seq[role] = Math.max(state.counters.role_seq[role] ?? 0, seq);
  goal.issue_seq = seq;
}

function changeVerifier(run: Run, verifier: NonNullable<Run['report']>['verifier']): void {
  if (!run.report) return;
  run.report.verifier = verifier;
  delete run.report.waiter;
}

function endRun(state: State, fact: Timed<FactOf<'run.ended'>>): void {
  const goal = goalOf(state, fact);
  if (!goal) return;
  const { node_id, run_id, payload: p } = fact;
  const run = entry(goal.runs, run_id);
  if (run) {
    run.ended ??= {
      outcome: p.outcome,
      because: p.because,
      ...(p.error_signature && { signature: p.error_signature }),
      ...(p.next_action && { next_action: p.next_action }),
    };
    if (p.outcome === 'success') delete goal.parkings;
    run.report = null;
    goal.stalls = 0;
    if (p.outcome !== 'lost') run.seen = fact.timestamp;
    else if (p.seen !== undefined) {
      run.seen = p.seen;
      if (goal.usage?.since !== undefined) goal.usage.seen = p.seen;
    }
    learnClaim(state, run);
    workEnds(goal, fact.timestamp, p.outcome === 'lost');
  }
  forgetExecutor(state, goal, run);
  const node = entry(goal.nodes, node_id);
  if (!node) return;
  if (p.unstarted) putNode(goal, node_id, { ...node, unstarted: node.unstarted + 1 });
  if (isAt(node, run_id) && (p.counts || p.findings.length > 0)) {
    const findings = [...node.findings, ...p.findings].slice(-KEPT_WORDS);
    putNode(goal, node_id, { ...node, attempts: node.attempts + (p.counts ? 1 : 0), findings });
  }
}

/** A call for a run that is over is still answered with which it was: the last 256 are kept. */
function forgetExecutor(state: State, goal: Goal, run: Run | undefined): void {
  const { active, ended } = state.executors;
  const handed = run && state.handed?.[run.id];
  if (handed) handed.over = run.outputs ? 'judged' : 'left';
  for (const key of run ? keysOf(run) : []) {
    delete active[key];
    delete ended[key];
    ended[key] = goal.id;
  }
  for (const key of Object.keys(ended).slice(0, -KEPT_ENDED)) delete ended[key];
}

function isAt(node: NodeState, runId: string): boolean {
  return (node.status === 'running' || node.status === 'verify') && node.run === runId;
}

function withoutAttempt(node: NodeState): NodeState {
  if (node.status === 'ready' || node.status === 'pending') {
    return { ...node, attempts: Math.max(0, node.attempts - 1) };
  }
  if (node.status !== 'blocked' || node.kind !== 'retries') return node;
  const kept = progressOf(node);
  return { status: 'ready', ...kept, attempts: kept.attempts - 1, offered: false };
}
