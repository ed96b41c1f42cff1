// What a condition is asked of: the node it leaves, the run of it that counts, and its goal. Only what the log says.

import { lastJudged } from '../kernel/graph/graph.ts';
import { entry, nodeState, specOf } from '../kernel/state/queries.ts';
import type { Goal } from '../model/state/goal.ts';
import { DEFAULT_PRIORITY } from '../model/vocabulary.ts';
import type { Values } from './cel.ts';

/** Undefined: it is not done. */
export function valuesFor(goal: Goal, id: string): Values | undefined {
  const node = nodeState(goal, id);
  const run = node.status === 'done' ? entry(goal.runs, node.run) : undefined;
  if (node.status !== 'done' || !run?.outputs) return undefined;
  const { title, role, quality } = specOf(goal, id);
  const { summary, patch_files, lines, outside = [], warnings = [], asked } = run.outputs;
  const gates = asked?.gates ?? [];
  const named = (...outcomes: readonly string[]): string[] =>
    gates.filter(({ outcome }) => outcomes.includes(outcome)).map(({ gate }) => gate);
  const tests = (which: 'passed' | 'failed' | 'skipped'): Record<string, number> =>
    Object.fromEntries(gates.flatMap(({ gate, tests: n }) => (n ? [[gate, n[which]]] : [])));
  return {
    node: { id, title, role, attempts: node.attempts, reopened: node.reopened },
    run: {
      id: run.id,
      number: run.number,
      by: run.by.kind,
      sent_back: run.sent_back,
      summary,
      patch_files,
      lines: lines ?? NO_LINES,
      outside,
      warnings,
    },
    evidence: {
      level: node.level,
      required: quality.evidence_level_required,
      claimed: asked?.claimed ?? '',
      verdict: asked?.verdict ?? '',
      findings: asked?.findings ?? [],
      questions: asked?.questions ?? [],
    },
    gates: {
      passed: named('pass'),
      failed: named('fail', 'timeout'),
      unavailable: named('unavailable'),
      tests_passed: tests('passed'),
      tests_failed: tests('failed'),
      tests_skipped: tests('skipped'),
    },
    tree: treeOf(goal),
    goal: {
      id: goal.id,
      title: goal.title,
      request: goal.request,
      template: goal.template.name,
      risk: goal.template.risk ?? 'normal',
      priority: goal.terms?.priority ?? DEFAULT_PRIORITY,
      parameters: goal.template.parameters ?? {},
      success_criteria: goal.success_criteria,
    },
  };
}

const NO_LINES = { added: 0, removed: 0 };

function treeOf(goal: Goal): Values {
  const last = goal.specs.flatMap(({ id }) => lastJudged(goal, id)?.outputs ?? []);
  const sum = (of: 'added' | 'removed'): number =>
    last.reduce((total, { lines = NO_LINES }) => total + lines[of], 0);
  return {
    files: [...new Set(last.flatMap(({ patch_files }) => patch_files))].sort(),
    lines: { added: sum('added'), removed: sum('removed') },
  };
}
