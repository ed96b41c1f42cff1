// A gate that fails as it did before the work, and in nothing else: each of its failures is there on the first tree,
// in the same case and the same words, in clean copies of both. It is sent back once, with their names; where the change
// is shown beside them and the agent reports again, it holds nothing up.

import { proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import { outputsBefore } from '../../kernel/reports/stuck-gate.ts';
import { type CommandGate, type GateOutcome, hasFailed } from '../../model/gate.ts';
import { compareCases } from '../../proof/compare-cases.ts';
import type { Case } from '../../proof/row.ts';
import { stand } from '../../proof/stand.ts';
import { knownTrial } from '../gates/known-trials.ts';
import type { ProofSubject } from './bench.ts';
import { mayRun } from './commands.ts';

/** Excused for now, all that failed or none: one that has failed for itself holds the work up anyway. */
export async function excuseOld(
  about: ProofSubject,
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): Promise<readonly GateOutcome[]> {
  const first = proofOf(about.goal).first?.tree;
  if (first === undefined || first === about.tree) return outcomes;
  const old = new Map<string, readonly Case[]>();
  for (const { gate: name, outcome } of outcomes.filter(hasFailed)) {
    const gate = gates.find((one) => one.name === name);
    const cases = gate && outcome === 'fail' ? await oldCases(about, first, gate) : [];
    if (cases.length === 0) return outcomes;
    old.set(name, cases);
  }
  return outcomes.map((one) => {
    const cases = hasFailed(one) ? old.get(one.gate) : undefined;
    if (cases === undefined) return one;
    if (wasTold(about, one.gate)) return { ...one, excused: 'failed-before' };
    const names = cases.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
    const error = `${one.error ?? 'it fails'}; so it did before the first change, in the same cases: ${names.join(', ')}. If the request is not about them, report again: where your change is shown beside them they hold nothing up`;
    return { ...one, error };
  });
}

const MOST_NAMED = 5;

/** Of a gate that fails in nothing else; none where it does, or nobody can say. */
async function oldCases(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
): Promise<readonly Case[]> {
  const { ws, goal, worktree, bench } = about;
  if (HAS_NO_CASES.includes(gate.type) || !mayRun(about, gate)) return [];
  // What passed before the work has no failure of then.
  const trial = await knownTrial({ ws, worktree, goal, tree: first }, gate);
  if (trial && [trial.here, trial.copy].some((one) => one?.outcome === 'pass')) return [];
  const { verdict, old, green, rows } = await bench.tell([gate], (of) => stand(of, 0));
  const base = rows.find(({ recipe }) => recipe.back === 'all');
  const { fixed, added } = compareCases(base?.cases ?? [], green.cases);
  // Where nothing passes that did not, they may be all that the request is about.
  const isNews = fixed.length > 0 || added.some(({ ended }) => ended === 'passed');
  return verdict === undefined && isNews ? old : [];
}

/** An agent is told once which they are: whoever reports again has looked at them. */
function wasTold({ goal, run }: ProofSubject, gate: string): boolean {
  const known = provenCheck(goal)?.saying;
  if (known?.is === 'shown' && known.limits.some(({ kind }) => kind === 'old-failures'))
    return true;
  const now = run === undefined ? undefined : goal.runs[run];
  const before = now && outputsBefore(goal, now);
  return before?.failed?.some((one) => one.gate === gate) === true;
}

const HAS_NO_CASES: ReadonlyArray<CommandGate['type']> = ['lint', 'build', 'typecheck', 'flow'];

/** As they failed, where the change is not shown. */
export function unexcused(outcomes: readonly GateOutcome[]): readonly GateOutcome[] {
  return outcomes.map((one) =>
    one.excused === 'failed-before' ? { ...one, excused: undefined } : one,
  );
}
