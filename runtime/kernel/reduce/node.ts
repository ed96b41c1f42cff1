import { isConditional } from '../../model/condition.ts';
import type { Edge } from '../../model/edge.ts';
import type { FactOf } from '../../model/facts/fact.ts';
import type { NodeFact } from '../../model/facts/node.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeState } from '../../model/state/node-state.ts';
import type { State } from '../../model/state/state.ts';
import { outcomeOf, prospectOf } from '../graph/edges.ts';
import { between, edgesTo, joinOf } from '../graph/graph.ts';
import { entry, progressOf } from '../state/queries.ts';
import { noteDecided, noteGone } from './acceptance.ts';
import { noteAnswer } from './escalation.ts';
import { forgetOthersThan } from './evidence.ts';
import { goalOf, type Meanings, newNode, putNode, withNode } from './meaning.ts';

export const KEPT_WORDS = 12;

/** Each is a step of a node through the machine drawn in model/state/node-state.ts. */
export const NODE_MEANINGS: Meanings<NodeFact> = {
  'node.ready': {
    shown: true,
    apply: withNode(({ goal, id, node }) => {
      putNode(goal, id, { status: 'ready', ...progressOf(node), offered: false });
    }),
  },
  'node.added': {
    shown: true,
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (!goal || goal.lost) return;
      const { spec, edges } = fact.payload;
      const before = goal.specs.find(({ id }) => edges.some(({ to }) => to === id))?.id;
      if (!addNodes(state, goal, before, [spec], edges)) return;
      for (const { to } of edges) waitAgain(goal, to);
    },
  },
  'graph.grown': {
    shown: true,
    apply: withNode(({ goal, id, state }, { payload: { specs, edges, writers } }) => {
      const whole = goal.specs.find((spec) => spec.id === id)?.may_grow;
      const node = entry(goal.nodes, whole);
      if (goal.lost || whole === undefined || !node) return;
      if (specs.length > 0) addNodes(state, goal, whole, specs, edges);
      else putNode(goal, whole, { status: 'pending', ...progressOf(node), finished_at: null });
      if (writers) goal.writers = writers;
    }),
  },
  'node.switched': {
    shown: true,
    apply: withNode(({ goal, id, node }, { payload }) => {
      const { executor, because, run, handover } = payload;
      // Not in place: the plan it was made from is another's.
      goal.specs = goal.specs.map((spec) => (spec.id === id ? { ...spec, executor } : spec));
      if (run !== null) goal.switched = { ...goal.switched, [id]: { run, because, handover } };
      if (node.status === 'ready') putNode(goal, id, { ...node, offered: false });
    }),
  },
  'node.offered': {
    apply: withNode(({ goal, id, node }) => {
      if (node.status === 'ready') putNode(goal, id, { ...node, offered: true });
    }),
  },
  'node.done': {
    shown: true,
    apply: withNode(({ goal, id, node }, { timestamp, payload }) => {
      const { run, level } = payload;
      const ended = { ...progressOf(node), finished_at: timestamp };
      putNode(goal, id, { status: 'done', ...ended, run, level });
    }),
  },
  'node.failed': {
    shown: true,
    apply: withNode(({ goal, id, node }, { timestamp }) => {
      putNode(goal, id, { status: 'failed', ...progressOf(node), finished_at: timestamp });
    }),
  },
  'node.skipped': {
    shown: true,
    apply: withNode(({ goal, id, node }) => {
      putNode(goal, id, { status: 'skipped', ...progressOf(node) });
    }),
  },
  'node.blocked': {
    shown: true,
    apply: withNode(({ goal, id, node }, { payload }) => {
      const { kind, because } = payload;
      putNode(goal, id, { status: 'blocked', ...progressOf(node), kind, because });
    }),
  },
  'node.cancelled': {
    shown: true,
    apply: withNode(({ goal, id, node }) => {
      putNode(goal, id, { status: 'cancelled', ...progressOf(node) });
    }),
  },
  'edge.decided': {
    shown: true,
    apply: withNode(({ goal, id, node }, { payload: { from, run, outcome } }) => {
      const edge = goal.edges.find((one) => one.from === from && one.to === id);
      const source = entry(goal.nodes, from);
      const isOf = source?.status === 'done' && source.run === run;
      if (edge?.outcome !== 'open' || !isConditional(edge.condition) || !isOf) return;
      edge.outcome = outcome ? 'fired' : 'dead';
      const { because } = node.status === 'blocked' ? node : {};
      if (because?.kind === 'edge-undecided' && because.from === from) waitAgain(goal, id);
    }),
  },
  'node.answered': {
    shown: true,
    apply: withNode(({ goal, id, node, state }, fact) => {
      const { answer } = fact.payload;
      const answers = [...node.answers, answer].slice(-KEPT_WORDS);
      putNode(goal, id, { ...node, answers, ...answeredFrom(node, fact) });
      // Of what was asked it is noted when that is over.
      if (!isAsked(state, goal.id, id)) noteAnswer(state, fact, { words: answer });
    }),
  },
  'node.unblocked': {
    shown: true,
    apply: withNode(({ goal, id, node }, { payload }) => {
      const kept = progressOf(node);
      const attempts = Math.min(kept.attempts, Math.max(0, payload.attempts));
      if (node.status === 'blocked') noteGone(goal, node.because);
      putNode(goal, id, { status: 'ready', ...kept, attempts, unstarted: 0, offered: false });
      // The person answered, and what they did not allow is no longer asked.
      const isOpen = (asked: Asked): boolean => asked.given || asked.node !== id;
      if (goal.approvals) goal.approvals = goal.approvals.filter(isOpen);
    }),
  },
  // What of the plan follows from it is said by the facts behind it.
  'work.rolled_back': {
    apply(state, fact) {
      const goal = goalOf(state, fact);
      if (goal) forgetOthersThan(goal, fact.payload.tree);
    },
  },
  'node.reopened': {
    shown: true,
    apply: withNode(({ goal, id, node }, { payload }) => {
      putNode(goal, id, {
        status: 'ready',
        ...progressOf(node),
        reopened: node.reopened + 1,
        finished_at: null,
        // By a judge it is asked to change something more: what it did before is not the change.
        base: payload.keeps_base === true ? node.base : null,
        findings: [...node.findings, ...payload.findings].slice(-KEPT_WORDS),
        offered: false,
      });
      goal.stalls = 0;
      // Earlier versions named only the judge where there were more than a thousand of them.
      waitBehind(goal, payload.between ?? between(goal, id, payload.judge ?? ''));
    }),
  },
  'approval.asked': {
    apply: withNode(({ goal, id }, { payload }) => {
      const { action, in_doubt } = payload;
      const asked = { node: id, action, given: false, ...(in_doubt && { in_doubt }) };
      goal.approvals = [...(goal.approvals ?? []), asked];
    }),
  },
  'approval.given': {
    apply: withNode(({ goal, id }, fact) => {
      const { action } = fact.payload;
      dropApproval(goal, id, action);
      goal.approvals?.push({ node: id, action, given: true });
      noteDecided(goal, fact, { what: 'approve', why: '', about: [action] });
    }),
  },
  'approval.used': {
    apply: withNode(({ goal, id }, { payload: { action }, run_id: run }) => {
      dropApproval(goal, id, action);
      if (run) goal.acted = [...(goal.acted ?? []), { node: id, action, run }].slice(-KEPT_ACTED);
    }),
  },
};

const KEPT_ACTED = 32;

/** Beside its words, for the next work order; older logs do not say. */
function answeredFrom(
  { answers, answered_from: before }: NodeState,
  { session_id: session, payload: { by = '', terminal } }: FactOf<'node.answered'>,
): Pick<NodeState, 'answered_from'> {
  const isKnown = terminal !== undefined || session !== undefined;
  if (!isKnown && before === undefined) return {};
  const from = {
    by,
    ...(terminal && { terminal: terminal.name }),
    ...(session !== undefined && { session }),
  };
  const earlier = before ?? answers.map(() => null);
  return { answered_from: [...earlier, isKnown ? from : null].slice(-KEPT_WORDS) };
}

function isAsked({ escalations = {} }: State, goal: string, node: string): boolean {
  return Object.values(escalations).some((one) => one.goal === goal && one.node === node);
}

function dropApproval(goal: Goal, node: string, action: string): void {
  const isIt = (asked: Asked): boolean => asked.node === node && asked.action === action;
  goal.approvals = (goal.approvals ?? []).filter((asked) => !isIt(asked));
}

type Asked = NonNullable<Goal['approvals']>[number];

/** Before a node of the plan, or at its end. False: one of them is there already. */
function addNodes(
  state: State,
  goal: Goal,
  before: string | undefined,
  specs: readonly NodeSpec[],
  edges: readonly Edge[],
): boolean {
  if (specs.some(({ id }) => Object.hasOwn(goal.nodes, id))) return false;
  const at = goal.specs.findIndex(({ id }) => id === before);
  // Not in place: the plan it was made from is another's.
  goal.specs = goal.specs.toSpliced(at === -1 ? goal.specs.length : at, 0, ...specs);
  for (const { id } of specs) goal.nodes[id] = newNode();
  for (const edge of edges) {
    const source = goal.nodes[edge.from]?.status ?? 'pending';
    const outcome = outcomeOf(edge.condition, source, joinOf(goal, edge.to));
    goal.edges.push({ ...edge, outcome });
  }
  state.counters.open_nodes += specs.length;
  return true;
}

/** A node was reopened: those on the path from it to its judge wait again, and others that have to. */
function waitBehind(goal: Goal, path: readonly string[]): void {
  for (const id of path) waitAgain(goal, id);
  for (const [id, { status }] of Object.entries(goal.nodes)) {
    if (status === 'ready' && hasToWait(goal, id)) waitAgain(goal, id);
  }
}

function waitAgain(goal: Goal, id: string): void {
  const node = entry(goal.nodes, id);
  // Others do what it would.
  if (node?.status === 'cancelled') return;
  if (node) putNode(goal, id, { status: 'pending', ...progressOf(node), finished_at: null });
}

function hasToWait(goal: Goal, id: string): boolean {
  return prospectOf(joinOf(goal, id), edgesTo(goal, id)) !== 'ready';
}
