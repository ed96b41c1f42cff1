// The workflow state of one goal, from its state and its facts. Nothing is kept of it: asked again, it is
// made again.

import { createHash } from 'node:crypto';
import { type CriterionSeen, criteriaOf, criteriaToWrite } from '../kernel/graph/criteria.ts';
import { countRetries } from '../kernel/state/retries.ts';
import { isAgent } from '../kernel/state/run-by.ts';
import type { RunBy } from '../model/actors/run-by.ts';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Executor } from '../model/node.ts';
import type { Goal } from '../model/state/goal.ts';
import type { Run } from '../model/state/run.ts';
import type { Checkpoint, WorkflowError, WorkflowState } from '../model/views/workflow-state.ts';
import { FILE_VERSION, WRITING_ROLES } from '../model/vocabulary.ts';
import type { GoalResult } from '../result/goal-result.ts';
import { resultOf } from '../result/result-of.ts';
import { standingText } from '../words/fault.ts';
import { reasonText } from '../words/reason.ts';
import { stateOfGoal } from './states.ts';
import { reviewOf } from './workflow-review.ts';
import {
  evidenceIn,
  evidenceOf,
  of,
  queryOf,
  recalledIn,
  rulesOf,
  type StateSources,
} from './workflow-sources.ts';

export function workflowState(sources: StateSources): WorkflowState {
  const { goal, facts, tenant, project, logId } = sources;
  const errors = facts.flatMap(errorOf);
  const checkpoints = checkpointsOf(sources);
  const status = stateOfGoal(goal);
  const thread_id = goal.artifacts;
  const trace_id = traceId(logId, goal.id);
  const retry_count = countRetries(Object.values(goal.runs));
  const last_error = errors.at(-1) ?? null;
  return {
    schema_version: FILE_VERSION,
    identity: {
      tenant_id: tenant,
      project_id: project,
      evaluation_id: goal.id,
      supplier_id: suppliersOf(goal),
    },
    trace: {
      trace_id,
      thread_id,
      checkpoint_id: checkpoints.at(-1)?.checkpoint_id ?? null,
    },
    inputs: { query_bundle: queryOf(sources), rule_pack_version: rulesOf(goal) },
    retrieval: { retrieved_chunks: recalledIn(facts), evidence_bundle: evidenceIn(facts) },
    scoring: scoringOf(goal, facts),
    review: reviewOf(sources),
    output: { report_payload: reportOf(sources), status },
    runtime: { retry_count, last_error, errors },
    checkpoints,
    jobs: [
      {
        job_id: goal.graph_id,
        job_type: goal.template.name,
        status,
        retry_count,
        thread_id,
        trace_id,
        resource: { project_id: project, issue_ref: goal.issue_ref },
        payload: { evaluation_id: goal.id, title: goal.title },
        last_error,
        errors,
      },
    ],
  };
}

/** A W3C trace id: 32 hex digits. */
function traceId(logId: string, goalId: string): string {
  return createHash('sha256').update(`${logId}\n${goalId}`).digest('hex').slice(0, 32);
}

/** Who carries out its nodes: as the last run of each was given out, else as its plan says. */
function suppliersOf({ specs, runs }: Goal): string {
  const last = new Map(Object.values(runs).map((run) => [run.node, run.by]));
  const names = specs.map(({ id, executor }) => supplierText(last.get(id), executor));
  return [...new Set(names)].join(',');
}

function supplierText(by: RunBy | undefined, { type, name }: Executor): string {
  if (by?.kind === 'process') return by.name;
  if (by?.kind === 'person') return `human:${by.name}`;
  if (type === 'command') return name;
  return type === 'human' || type === 'skill' ? `${type}:${name}` : type;
}

function scoringOf(goal: Goal, facts: readonly Recorded[]): WorkflowState['scoring'] {
  const criteria = criteriaOf(goal).map(({ criterion, standing }) => ({
    name: criterion.text,
    kind: criterion.kind,
    met: standing.is !== 'open',
    why: standing.is === 'met' ? '' : standingText(standing),
  }));
  const unwritten = criteriaToWrite(goal).map((name) => ({
    name,
    kind: 'judged',
    met: false,
    why: 'the ear has not written yet what it comes to',
  }));
  // What a criterion is shown by is scored with it.
  const scored = new Set(criteriaOf(goal).flatMap(gatesOfCriterion));
  const last = new Map(of(facts, 'gate.finished').map(({ payload }) => [payload.gate, payload]));
  const gates = [...last.values()]
    .filter(({ gate }) => !scored.has(gate))
    .map(({ gate, outcome, error = '' }) => ({
      name: gate,
      kind: 'gate',
      met: outcome === 'pass',
      why: error,
    }));
  const scores = [...criteria, ...unwritten, ...gates];
  const cited = of(facts, 'evidence.graded').flatMap(({ run_id, payload }) =>
    citesItself(goal.runs[run_id]) ? (payload.citations ?? []) : [],
  );
  const total = cited.reduce((sum, one) => sum + one.total, 0);
  const resolved = cited.reduce((sum, one) => sum + one.resolved, 0);
  return {
    criteria_scores: scores,
    total_score:
      scores.length === 0 ? null : scores.filter(({ met }) => met).length / scores.length,
    confidence: confidenceIn(facts),
    citation_coverage: total === 0 ? null : resolved / total,
  };
}

/** By its name, or by the command it is. */
function gatesOfCriterion({ criterion, standing }: CriterionSeen): string[] {
  const holds = standing.is === 'met' ? standing.holds : [];
  const shown = holds.flatMap((one) => (one.kind === 'gate' ? [one.gate] : []));
  return [...criterion.names, ...shown];
}

/** Places in what a program changed are looked up by the runtime, and resolve by that. */
function citesItself(run: Run | undefined): boolean {
  return run !== undefined && (isAgent(run.by) || !WRITING_ROLES.includes(run.role));
}

function confidenceIn(facts: readonly Recorded[]): number | null {
  const stated = [...of(facts, 'evidence.graded'), ...of(facts, 'decision.made')].flatMap(
    ({ payload: { confidence } }) => confidence ?? [],
  );
  return stated.length === 0 ? null : Math.min(...stated);
}

/** As of its last event: asked again, it is the same. */
function reportOf({ goal, facts }: StateSources): GoalResult {
  return resultOf({ goal, facts, now: facts.at(-1)?.timestamp ?? goal.created_at });
}

/** Runs and nodes that came to nothing, and gates that did not pass. */
function errorOf(fact: Recorded): WorkflowError[] {
  const at = { checkpoint_id: fact.event_id, at: fact.timestamp };
  const where = {
    node: ('node_id' in fact && fact.node_id) || null,
    run: ('run_id' in fact && fact.run_id) || null,
  };
  if (fact.type === 'run.ended') {
    const { outcome, because } = fact.payload;
    if (outcome !== 'failed' && outcome !== 'lost') return [];
    return [{ ...at, ...where, kind: because.kind, message: reasonText(because) }];
  }
  if (fact.type === 'node.failed') {
    const { because } = fact.payload;
    return [{ ...at, ...where, kind: because.kind, message: reasonText(because) }];
  }
  if (fact.type === 'gate.finished') {
    const { gate, outcome, error } = fact.payload;
    if (outcome === 'pass') return [];
    return [{ ...at, ...where, kind: `gate ${outcome}`, message: error ?? gate }];
  }
  return [];
}

type Graded = ReadonlyMap<string, Recorded<FactOf<'evidence.graded'>>>;
type Point = Pick<Checkpoint, 'node' | 'status' | 'payload'>;

function checkpointsOf(sources: StateSources): Checkpoint[] {
  const { goal, facts, tenant } = sources;
  const graded = new Map(of(facts, 'evidence.graded').map((one) => [one.run_id, one]));
  const points = facts.flatMap((fact) => {
    const point = pointOf(sources, fact, graded);
    return point ? [{ fact, point }] : [];
  });
  return points.map(({ fact, point }, i) => ({
    checkpoint_id: fact.event_id,
    thread_id: goal.artifacts,
    job_id: goal.graph_id,
    seq: i + 1,
    ...point,
    tenant_id: tenant,
    created_at: fact.timestamp,
  }));
}

function pointOf(sources: StateSources, fact: Recorded, gradedBy: Graded): Point | undefined {
  switch (fact.type) {
    case 'goal.created':
      return { node: 'load_context', status: 'ok', payload: { query_bundle: queryOf(sources) } };
    case 'anchors.recalled': {
      const retrieved_chunks = recalledIn([fact]);
      return { node: 'retrieve_evidence', status: 'ok', payload: { retrieved_chunks } };
    }
    case 'node.done': {
      const graded = gradedBy.get(fact.payload.run);
      const evidence = graded ? evidenceOf(graded) : null;
      return { node: fact.node_id, status: 'ok', payload: { ...fact.payload, evidence } };
    }
    case 'node.failed': {
      const error = { message: reasonText(fact.payload.because) };
      return { node: fact.node_id, status: 'error', payload: { error } };
    }
    case 'node.blocked': {
      const { kind, because } = fact.payload;
      const payload = { kind, waits_for: reasonText(because) };
      return { node: fact.node_id, status: 'waiting', payload };
    }
    default:
      return undefined;
  }
}
