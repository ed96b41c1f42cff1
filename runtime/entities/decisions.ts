// Decisions stand in the facts that made them so; here they are told apart and put into words.

import { HEADLESS } from '../kernel/state/run-by.ts';
import type { GoalHistory } from '../kernel/views/goal-history.ts';
import type { PayloadOf, Recorded } from '../model/facts/fact.ts';
import { commandText, gatesInOrder } from '../model/gate.ts';
import type { Executor } from '../model/node.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Decision } from '../model/views/entities/decision.ts';
import { DECISION_TYPES } from '../model/vocabulary.ts';
import { questionsIn } from '../words/escalation/page.ts';
import { reasonText } from '../words/reason.ts';
import { itemId } from './history.ts';

type Said = Pick<Decision, 'decision_type' | 'rationale'> &
  Partial<Pick<Decision, 'work_item_id' | 'run_id' | 'alternatives' | 'confidence'>>;

/** Oldest first. What a run repeats after it was sent back is one decision. */
export function decisionsOf({ goal, facts }: GoalHistory): Decision[] {
  const found = new Map<string, Decision>();
  const executors = plannedExecutors(goal, facts);
  /** By node: who was said to have it. */
  const carriers = new Map<string, string>();
  for (const fact of facts) {
    if (fact.type === 'node.switched') {
      const { executor } = fact.payload;
      executors.set(fact.node_id, executor);
      carriers.set(fact.node_id, executorText(executor));
    }
    if (fact.type === 'run.dispatched') {
      const carrier = carrierText(fact.payload, executors.get(fact.node_id));
      const before = carriers.get(fact.node_id) ?? `subagent ${fact.payload.role}`;
      carriers.set(fact.node_id, carrier);
      // That a node is given to the agent of its role, or to whom it was before, decides nothing.
      if (carrier === before) continue;
    }
    for (const [i, said] of saidIn(goal, fact, executors).entries()) {
      const decision: Decision = {
        id: i === 0 ? fact.event_id : `${fact.event_id}.${i}`,
        goal_id: goal.id,
        work_item_id: null,
        run_id: null,
        alternatives: [],
        confidence: null,
        created_at: fact.timestamp,
        metadata: { event: fact.type },
        ...said,
      };
      const { run_id, decision_type, rationale } = decision;
      const key = run_id === null ? decision.id : [run_id, decision_type, rationale].join('\n');
      if (!found.has(key)) found.set(key, decision);
    }
  }
  return [...found.values()];
}

/** By node. Of one that was switched later the goal knows its last executor alone. */
function plannedExecutors(goal: Goal, facts: readonly Recorded[]): Map<string, Executor> {
  const switched = new Set(
    facts.flatMap((one) => (one.type === 'node.switched' ? one.node_id : [])),
  );
  const kept = goal.specs.filter(({ id }) => !switched.has(id));
  return new Map(kept.map(({ id, executor }) => [id, executor]));
}

function saidIn(goal: Goal, fact: Recorded, executors: ReadonlyMap<string, Executor>): Said[] {
  const item = 'node_id' in fact && fact.node_id ? itemId(goal.id, fact.node_id) : null;
  const at = { work_item_id: item, run_id: ('run_id' in fact && fact.run_id) || null };
  switch (fact.type) {
    case 'goal.created':
      return [planChosen(goal, fact.payload), ...gatesChosen(goal)];
    case 'run.dispatched': {
      const carrier = carrierText(fact.payload, executors.get(fact.node_id));
      const rationale = `${fact.node_id} is given to ${carrier}.`;
      const alternatives = [`subagent ${fact.payload.role}`].filter((one) => one !== carrier);
      return [{ ...at, decision_type: 'tool_selected', rationale, alternatives }];
    }
    case 'node.switched': {
      const rationale = `${fact.node_id}: ${reasonText(fact.payload.because)}.`;
      return [{ ...at, decision_type: 'tool_selected', rationale }];
    }
    case 'evidence.graded': {
      const { decisions, confidence = null } = fact.payload;
      return decisions
        .filter(({ text }) => !OTHER_STATEMENTS.test(text))
        .map(({ text }) => ({ ...at, decision_type: 'plan_chosen', rationale: text, confidence }));
    }
    case 'decision.made':
      return [decidedByUs(goal, fact.payload)];
    case 'node.skipped': {
      const { because } = fact.payload;
      if (because.kind !== 'nobody-has-role') return [];
      const of = goal.specs.find(({ id }) => id === fact.node_id)?.plan_b_for ?? fact.node_id;
      const rationale = `Plan B for ${of} is passed over: ${reasonText(because)}.`;
      return [{ ...at, decision_type: 'tool_selected', rationale }];
    }
    case 'escalation.opened': {
      const { id, packet } = fact.payload;
      const rationale = `${id}: ${questionsIn(packet).join(' ')}`;
      return [{ ...at, decision_type: 'escalated', rationale }];
    }
    default:
      return [];
  }
}

function carrierText(
  { by, role }: PayloadOf<'run.dispatched'>,
  executor: Executor | undefined,
): string {
  if (by.kind === 'person') return `human ${by.name}`;
  if (by.kind === 'process') {
    const kind = executor?.type === 'team' ? 'team' : 'command';
    return by.name === HEADLESS ? HEADLESS : `${kind} ${by.name}`;
  }
  // What a skill does, the agent of the role does.
  return executor?.type === 'skill' ? `skill ${executor.name}` : `subagent ${role}`;
}

function executorText({ type, name }: Executor): string {
  return type === 'headless' ? HEADLESS : `${type} ${name}`;
}

/** Statements of a report that state no choice. */
const OTHER_STATEMENTS = /^(?:Constraint|Pattern|Metric): /;

/** What is no type says why a gate was let pass. */
function decidedByUs(goal: Goal, payload: PayloadOf<'decision.made'>): Said {
  const { text, node, event, because, type, alternatives = [], confidence = null } = payload;
  const named = DECISION_TYPES.find((one) => one === because);
  return {
    work_item_id: goal.nodes[node] ? itemId(goal.id, node) : null,
    run_id: goal.runs[event] ? event : null,
    decision_type: type ?? named ?? 'tool_selected',
    rationale: text,
    alternatives,
    confidence,
  };
}

function planChosen({ template }: Goal, { chosen }: PayloadOf<'goal.created'>): Said {
  const { reasons, alternatives } = chosen ?? { reasons: [], alternatives: [] };
  const rationale = chosen
    ? `The rules chose the plan ${template.name}: ${reasons.join('; ')}.`
    : `A person named the plan ${template.name}.`;
  return { decision_type: 'plan_chosen', rationale, alternatives };
}

function gatesChosen(goal: Goal): Said[] {
  return goal.specs.flatMap(({ id, verification_plan }): Said[] => {
    const gates = gatesInOrder(verification_plan).flatMap((gate) =>
      gate.type === 'builtin' ? [] : [commandText(gate.command)],
    );
    if (gates.length === 0) return [];
    const rationale = `The configuration has ${id} checked by: ${gates.join('; ')}.`;
    return [{ work_item_id: itemId(goal.id, id), decision_type: 'tool_selected', rationale }];
  });
}
