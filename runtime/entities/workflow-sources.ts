// What the workflow state is made of, and what stands in its inputs and in what was retrieved.

import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { Goal } from '../model/state/goal.ts';
import type { WorkflowState } from '../model/views/workflow-state.ts';
import { RESULT_FACTS } from '../result/result-of.ts';
import { ESCALATION_TYPES } from './escalations.ts';

/** The facts it is made of. */
export const STATE_FACTS = [
  ...RESULT_FACTS,
  'goal.created',
  'anchors.recalled',
  'node.done',
  'node.failed',
  'decision.made',
  ...ESCALATION_TYPES,
] as const;

export type StateSources = Readonly<{
  goal: Goal;
  /** Of this goal, of STATE_FACTS, in the order of the log. */
  facts: readonly Recorded[];
  tenant: string;
  project: string;
  /** Files and tests that the request names. */
  paths: readonly string[];
  logId: string;
}>;

export function queryOf({
  goal,
  facts,
  paths,
}: StateSources): WorkflowState['inputs']['query_bundle'] {
  const { request, template, issue_ref, terms = {} } = goal;
  const { name: track, parameters = {} } = template;
  const reasons = of(facts, 'goal.created')[0]?.payload.chosen?.reasons ?? [];
  return { request, track, parameters, issue_ref, reasons, terms, paths: [...paths] };
}

export function rulesOf({ template: { name, version, sha256 } }: Goal): string {
  return `${name} ${version} ${sha256}`;
}

export function recalledIn(facts: readonly Recorded[]) {
  const found = new Map<
    string,
    { score: number; parts: Record<string, number>; nodes: string[] }
  >();
  for (const { payload } of of(facts, 'anchors.recalled')) {
    for (const { nodes, anchors } of payload.given) {
      for (const { id, score, parts } of anchors) {
        const at = found.get(id) ?? { score, parts: { ...parts }, nodes: [] };
        at.nodes.push(...nodes.filter((node) => !at.nodes.includes(node)));
        found.set(id, { ...at, score: Math.max(at.score, score) });
      }
    }
  }
  return [...found].map(([id, one]) => ({ id, ...one })).sort((a, b) => b.score - a.score);
}

type Evidence = WorkflowState['retrieval']['evidence_bundle'];

/** By node: its newest. */
export function evidenceIn(facts: readonly Recorded[]): Evidence {
  const graded = of(facts, 'evidence.graded');
  return Object.fromEntries(graded.map((fact) => [fact.node_id, evidenceOf(fact)]));
}

export function evidenceOf({
  run_id,
  payload: p,
}: Recorded<FactOf<'evidence.graded'>>): Evidence[string] {
  return {
    run: run_id,
    level: p.level,
    required: p.required,
    passes: p.passes,
    reasons: p.reasons.map(({ level, met, why }) => `${level} ${met ? 'met' : 'not met'}: ${why}`),
    changed: p.outputs.patch_files,
    dir: p.outputs.dir,
  };
}

export function of<T extends Recorded['type']>(facts: readonly Recorded[], type: T) {
  return facts.filter((fact): fact is Extract<Recorded, { type: T }> => fact.type === type);
}
