import type { FactOf, Timed } from '../../model/facts/fact.ts';
import type { GoalFact } from '../../model/facts/goal.ts';
import type { NodeBudget } from '../../model/goal-terms.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { NO_PROOF } from '../graph/proof.ts';
import { sessionOfOwner } from '../state/owner.ts';
import { dropIdleSession, entry } from '../state/queries.ts';
import { subagentOf } from '../state/run-by.ts';
import { noteDecided, noteGone } from './acceptance.ts';
import { goalOf, type Meanings, newNode, turnDay } from './meaning.ts';
import { countFrom } from './usage.ts';

const KEPT_IDLE_SESSIONS = 16;
const KEPT_RETIRED = 64;

export const GOAL_MEANINGS: Meanings<GoalFact> = {
  'goal.created': { shown: true, apply: createGoal },
  'goal.owned': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { owner, transcript, at_byte, left } = fact.payload;
      goal.owner = owner;
      if (left) goal.left = left;
      else delete goal.left;
      forgetOthers(state, goal.id, sessionOfOwner(owner));
      if (owner.kind !== 'session') return;
      const { session_id, client } = owner;
      const before = entry(state.sessions, session_id);
      if (before?.focus !== goal.id) countFrom(goal, session_id, at_byte);
      // Behind all others: the last is the newest.
      delete state.sessions[session_id];
      state.sessions[session_id] = {
        focus: goal.id,
        client,
        transcript: transcript ?? before?.transcript ?? '',
        ended: false,
        ...(goal.language && { language: goal.language }),
        notices: before?.notices ?? [],
      };
    },
  },
  'goal.set': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { budget, nodes, ...terms } = fact.payload.terms;
      const sum = { ...goal.terms?.budget, ...budget };
      goal.terms = { ...goal.terms, ...terms, ...(Object.keys(sum).length > 0 && { budget: sum }) };
      for (const [id, own] of Object.entries(nodes ?? {})) {
        const all: NodeBudget = { ...goal.terms.nodes?.[id], ...own };
        goal.terms = { ...goal.terms, nodes: { ...goal.terms.nodes, [id]: all } };
      }
    },
  },
  'goal.admitted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.queued = 'admitted';
    },
  },
  'goal.released': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.owner = { kind: 'nobody' };
    },
  },
  'goal.continued': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.stalls += 1;
    },
  },
  'graph.paused': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { because } = fact.payload;
      goal.status = 'paused';
      goal.paused = because;
      if (because.kind === 'api-error' && because.until !== undefined) {
        goal.parkings = (goal.parkings ?? 0) + 1;
      }
    },
  },
  'graph.resumed': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      if (goal.paused) noteGone(goal, goal.paused);
      goal.status = 'running';
      goal.paused = null;
      goal.stalls = 0;
    },
  },
  'graph.completed': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { fault, beside } = fact.payload;
      if (fault) goal.fault = fault;
      if (beside) goal.beside = beside;
      closeGoal(state, goal, 'completed');
    },
  },
  'graph.aborted': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) closeGoal(state, goal, 'aborted', fact.payload.unseen);
    },
  },
  'settings.pinned': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal) return;
      const { pinned, changed = [], by } = fact.payload;
      goal.pinned = pinned;
      delete goal.uncounted;
      if (by !== undefined) noteDecided(goal, fact, { what: 'trust', why: '', about: changed });
    },
  },
  'settings.uncounted': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) goal.uncounted = fact.payload.sha256;
    },
  },
  'decision.made': {
    apply(state, fact) {
      const { node, event, text, type } = fact.payload;
      // Other types are for whoever looks back, and no words for later work.
      const isTold = type === undefined || type === 'plan_b_activated';
      if (isTold) goalOf(state, fact)?.decisions.push({ node, event, text });
    },
  },
};

function createGoal(state: State, fact: Timed<FactOf<'goal.created'>>): void {
  const { goal_id: id, payload: p } = fact;
  const { nodes = [], edges = [] } = p;
  turnDay(state, fact.timestamp);
  state.counters.goals += 1;
  state.counters.artifact_sessions += 1;
  state.counters.open_goals += 1;
  state.counters.open_nodes += nodes.length;
  const goal: Goal = {
    id,
    as_of: '',
    title: p.title,
    request: p.request,
    ...(p.language && { language: p.language }),
    issue_ref: p.issue_ref,
    issue_seq: state.counters.issue_seq[p.issue_ref] ?? 0,
    status: 'running',
    paused: null,
    owner: { kind: 'nobody' },
    artifacts: p.artifacts,
    graph_id: p.graph_id,
    template: p.template,
    success_criteria: p.success_criteria,
    ...criteriaGiven(p),
    ...(p.other_gates && { other_gates: p.other_gates }),
    ...(p.terms && { terms: p.terms }),
    ...(p.unchecked && { unchecked: p.unchecked }),
    ...(p.writers && { writers: p.writers }),
    ...(p.queued && { queued: p.queued.terminal ? 'admitted' : 'proposed' }),
    created_at: fact.timestamp,
    stalls: 0,
    proven: {},
    decisions: [],
    specs: nodes,
    edges: edges.map((edge) => ({ ...edge, outcome: 'open' })),
    nodes: {},
    runs: {},
  };
  for (const spec of nodes) {
    goal.nodes[spec.id] = newNode();
  }
  if (p.graph && p.lost) goal.lost = { file: `graphs/${p.graph.sha256}.json`, why: p.lost };
  state.goals[id] = goal;
}

/** An ear says what they come to; without one they are what has to hold. */
function criteriaGiven({
  criteria,
  nodes = [],
}: FactOf<'goal.created'>['payload']): Pick<Goal, 'given_criteria' | 'proof'> {
  if (!criteria) return {};
  const { list, more } = criteria;
  if (nodes.some(({ role }) => role === 'ear')) return { given_criteria: list.length + more };
  return {
    proof: { ...NO_PROOF, criteria: { list, more, said: [], said_by: null, accepted: [] } },
  };
}

/** A goal that moved on leaves nothing behind in the sessions that had it. */
function forgetOthers(state: State, goalId: string, owner: string | undefined): void {
  for (const [id, session] of Object.entries(state.sessions)) {
    if (id !== owner && session.focus === goalId) delete state.sessions[id];
  }
  // Sessions that died before their notices were shown: only the newest are remembered.
  const idle = Object.keys(state.sessions).filter((id) => state.sessions[id]?.focus === null);
  for (const id of idle.slice(0, -KEPT_IDLE_SESSIONS)) delete state.sessions[id];
}

function closeGoal(
  state: State,
  goal: Goal,
  status: 'completed' | 'aborted',
  unseen: ReadonlyArray<readonly [string, string]> = [],
): void {
  goal.status = status;
  const own = goal.specs.flatMap(({ issue_ref }) => issue_ref ?? []);
  for (const issue of new Set([goal.issue_ref, ...own])) {
    if (issue.startsWith('local#')) continue;
    const seq = state.counters.issue_seq[issue] ?? 0;
    // Another goal of the same issue may have closed before, and be further.
    state.counters.issue_seq[issue] = Math.max(seq, goal.issue_seq);
  }
  delete state.goals[goal.id];
  state.counters.open_goals -= 1;
  const { active, ended } = state.executors;
  for (const key of Object.keys(active)) if (active[key] === goal.id) delete active[key];
  for (const key of Object.keys(ended)) if (ended[key] === goal.id) delete ended[key];
  state.counters.open_nodes -= goal.specs.length;
  for (const run of Object.values(goal.runs)) {
    const agent = subagentOf(run)?.agent_id;
    if (agent) state.retired[agent] = run.id;
  }
  for (const [call, run] of unseen) state.retired[call] = run;
  for (const agent of Object.keys(state.retired).slice(0, -KEPT_RETIRED))
    delete state.retired[agent];
  for (const handed of Object.values(state.handed ?? {})) {
    if (handed.goal === goal.id) handed.over ??= 'left';
  }
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
