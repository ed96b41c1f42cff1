// Gates of the configuration that no node asks for (lint, types, build), on the final tree of a goal: a person
// said that they may run here. What passed before the work and fails now is a fault of the work; what failed before
// is none, and is told.

import { isApproved } from '../../evidence/gates/approval.ts';
import { firstFailure } from '../../evidence/gates/first-failure.ts';
import { otherGates, proofOf } from '../../kernel/graph/proof.ts';
import { hasPassedOn } from '../../kernel/state/kept-passes.ts';
import { type CommandGate, type Excuse, type GateOutcome, hasFailed } from '../../model/gate.ts';
import { isRed } from '../../proof/row.ts';
import type { ProofSubject } from '../checks/bench.ts';
import type { Subject } from '../checks/subject.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import { knownTrial } from '../gates/known-trials.ts';
import { runGates } from '../gates/node-gates.ts';

/** Those of a tree that nobody changed are as they were; and what passed on exactly this tree stands. */
export function dueGates({ ws, goal, tree }: Pick<Subject, 'ws' | 'goal' | 'tree'>) {
  const first = proofOf(goal).first?.tree;
  if (first === undefined || first === tree) return [];
  const approvals = approvalsFor(ws, goal);
  return otherGates(goal).filter(
    (gate) => !hasPassedOn(goal, gate.name, tree) && isApproved(gate, approvals),
  );
}

export async function runOtherGates(
  about: ProofSubject,
  due: readonly CommandGate[],
): Promise<readonly GateOutcome[]> {
  const { ws, goal, worktree, folder, stop } = about;
  const first = proofOf(goal).first?.tree;
  if (due.length === 0 || first === undefined) return [];
  const ended = await runGates(ws, goal, due, { worktree, folder, run: null, stop });
  const outcomes: GateOutcome[] = [];
  for (const outcome of ended) {
    const gate = due.find(({ name }) => name === outcome.gate);
    if (!gate || !hasFailed(outcome)) {
      outcomes.push(outcome);
      continue;
    }
    const excused = await excuseOf(about, first, gate);
    outcomes.push(excused ? { ...outcome, excused } : withPrinted(outcome, worktree));
  }
  return outcomes;
}

/**
 * Why its failure is none of the work; undefined where it passed before. Both trees are looked at in a copy, for
 * what fails in place alone may be there because of files that git ignores.
 */
async function excuseOf(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
): Promise<Excuse | undefined> {
  const { ws, goal, worktree, bench } = about;
  const known = await knownTrial({ ws, worktree, goal, tree: first }, gate);
  const trial = known?.tree === first ? known : undefined;
  if (trial?.here?.outcome === 'pass') return undefined;
  if (trial?.here?.outcome === 'fail') return 'failed-before';
  const now = await bench.row({ gate, recipe: { back: 'nothing' } });
  if (now.ended === 'pass') return 'passes-in-copy';
  if (trial?.copy.outcome === 'pass') return undefined;
  if (trial) return trial.copy.outcome === 'fail' ? 'failed-before' : 'unknown-before';
  const before = await bench.row({ gate, recipe: { back: 'all' } });
  if (before.ended === 'pass') return undefined;
  return isRed(before) ? 'failed-before' : 'unknown-before';
}

/** Who has to put it right reads first what the gate says. */
function withPrinted(outcome: GateOutcome, worktree: string): GateOutcome {
  const line = firstFailure(outcome.output ?? '', worktree);
  if (line === undefined) return outcome;
  return {
    ...outcome,
    error: `${outcome.error ?? 'it failed'}; it printed: ${line.slice(0, 300)}`,
  };
}
