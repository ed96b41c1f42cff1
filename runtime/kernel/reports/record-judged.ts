// What a judged report puts on record: gates, what was measured in copies, files, the level with its reasons.

import { isConditional } from '../../model/condition.ts';
import type { LineCount } from '../../model/evidence.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Outputs } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import { edgesFrom } from '../graph/graph.ts';
import { proofOf } from '../graph/proof.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf } from '../requests/tell-owner.ts';
import { specOf } from '../state/queries.ts';
import type { Judged, Listed, Measured, SealSeen } from './judged.ts';
import { failedGates } from './stuck-gate.ts';

function totalOf(lines: readonly LineCount[]) {
  const sum = (of: (line: LineCount) => number): number =>
    lines.reduce((total, line) => total + of(line), 0);
  return { added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
}

export function recordJudged(step: Step, goal: Goal, run: Run, judged: Judged): void {
  const scope = scopeOf(goal, run);
  const failed = failedGates(judged.gates, judged.printed);
  const { lines = [] } = judged;
  for (const gate of judged.gates) step.emit({ type: 'gate.finished', ...scope, payload: gate });
  const { measured = [], seal = null } = judged;
  recordMeasured(step, scope, { measured, seal });
  step.emit({
    type: 'artifacts.stored',
    ...scope,
    payload: { dir: judged.dir, artifacts: judged.artifacts },
  });
  step.emit({
    type: 'evidence.graded',
    ...scope,
    payload: {
      level: judged.level,
      required: specOf(goal, run.node).quality.evidence_level_required,
      claimed: judged.claimed,
      overclaimed: judged.overclaimed,
      passes: judged.passes,
      reasons: judged.reasons,
      missing: [...judged.missing],
      citations: judged.citations,
      ...(judged.cited?.length ? { cited: [...judged.cited] } : {}),
      proven: judged.proven,
      ...(judged.repro?.length ? { repro: [...judged.repro] } : {}),
      decisions: judged.decisions.map((text) => ({ node: run.node, event: run.id, text })),
      ...(judged.confidence !== undefined && { confidence: judged.confidence }),
      ...(judged.accepts?.length ? { accepts: [...judged.accepts] } : {}),
      lane: run.lane,
      outputs: {
        dir: judged.dir,
        summary: judged.summary,
        patch_files: [...judged.changed],
        artifacts: judged.artifacts.map((artifact) => artifact.name),
        level: judged.level,
        tree: judged.tree,
        output_tokens: judged.outputTokens,
        ...(failed.length > 0 && { failed }),
        ...(lines.length > 0 && { lines: totalOf(lines) }),
        ...(judged.outside?.length ? { outside: [...judged.outside] } : {}),
        ...(judged.warnings?.length ? { warnings: [...judged.warnings] } : {}),
        ...(judged.sealed && { sealed: { ...judged.sealed } }),
        ...(isAsked(goal, run.node) && { asked: askedOf(judged) }),
        ...(judged.planB && { plan_b: judged.planB }),
        ...(judged.trials !== undefined && { trials: judged.trials }),
      },
      ...(judged.fault && {
        fault: {
          shown: judged.fault.shown,
          why: judged.fault.why.slice(0, 1000),
          ...(judged.fault.saying && { saying: judged.fault.saying }),
          ...(judged.fault.documentation && { documentation: [...judged.fault.documentation] }),
        },
      }),
    },
  });
  const said = judged.onCriteria;
  if (said) step.emit({ type: 'criteria.said', ...scope, payload: { said: [...said] } });
}

/** A condition leaves the node. Of all others the log has it beside, and the state need not. */
function isAsked(goal: Goal, id: string): boolean {
  return edgesFrom(goal, id).some(({ condition }) => isConditional(condition));
}

const MOST_ASKED = 50;

function askedOf({ claimed, verdict, findings, questions, gates }: Judged): Outputs['asked'] {
  const texts = (all: readonly string[]): string[] =>
    all.slice(0, MOST_ASKED).map((text) => text.slice(0, 500));
  return {
    claimed,
    verdict,
    findings: texts(findings),
    questions: texts(questions),
    gates: gates.map(({ gate, outcome, counts: { tests } = {} }) => {
      if (!tests) return { gate, outcome };
      const { passed, failed, skipped } = tests;
      return { gate, outcome, tests: { passed, failed, skipped } };
    }),
  };
}

type Scope = Readonly<{
  goal_id: string;
  node_id?: string | undefined;
  run_id?: string | undefined;
}>;

type Seen = Readonly<{
  measured: readonly Measured[];
  seal: SealSeen | null;
}>;

export function recordMeasured(step: Step, scope: Scope, { measured, seal }: Seen): void {
  for (const one of measured) step.emit({ type: 'check.measured', ...scope, payload: { ...one } });
  if (seal) step.emit({ type: 'seal.checked', ...scope, payload: { ...seal } });
}

const MOST_CRITERIA = 20;

/** A node that is done says what counts as done. Of several ears each has its own, numbered together. */
export function listCriteria(step: Step, goal: Goal, run: Run, listed: readonly Listed[]): void {
  const others = (proofOf(goal).criteria?.list ?? []).filter(({ node }) => node !== run.node);
  const all = [...others, ...listed.map((one) => ({ ...one, node: run.node }))];
  if (all.length === 0) return;
  const criteria = all.slice(0, MOST_CRITERIA).map((one, i) => ({ ...one, number: i + 1 }));
  const payload = { criteria, more: all.length - criteria.length };
  step.emit({
    type: 'criteria.listed',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload,
  });
}

/** What the anchors were good for that a run was given, by its first report. */
export function recordUse(
  step: Step,
  goal: Goal,
  run: Run,
  { citedAnchors = [] }: Judged,
  passes: boolean,
): void {
  const given = specOf(goal, run.node).inputs.context_refs;
  if (given.length === 0) return;
  step.emit({
    type: 'anchors.used',
    goal_id: goal.id,
    node_id: run.node,
    run_id: run.id,
    payload: { given: [...given], cited: [...citedAnchors], passes },
  });
}
