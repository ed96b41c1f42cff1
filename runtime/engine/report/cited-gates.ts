// Who works without a transcript is seen to run nothing: its own output and exit code show nothing. What counts is
// what the runtime runs itself: the gates of its node, and those of the goal that it cites.

import { citedCommands } from '../../evidence/report/cited-commands.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { reproduces } from '../../kernel/graph/reproduced.ts';
import { isAgent } from '../../kernel/state/run-by.ts';
import type { Grade } from '../../model/evidence.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { gateOf } from '../checks/commands.ts';

type Who = Pick<Run, 'by' | 'lane' | 'node'>;

/** The gates of its node; and those of the goal that it cites, where nothing else could show them. */
export function gatesFor(
  goal: Goal,
  run: Who,
  report: Report,
  own: readonly CommandGate[],
): CommandGate[] {
  // What it cites has to fail, which is looked at elsewhere.
  if (isAgent(run.by) || reproduces(goal, run.node)) return [...own];
  const others = gatesOfGoal(goal).filter(({ name }) => !own.some((gate) => gate.name === name));
  const cited = citedCommands(report).flatMap(({ forms }) => forms);
  const { worktree } = run.lane;
  const wanted = others.filter((gate) =>
    cited.some((form) => gateOf(form, worktree, [gate]) === gate),
  );
  return [...own, ...wanted];
}

/** Where none of them passed: what the runtime would have run. */
export function withGatesNamed(run: Who, graded: Grade, gates: readonly CommandGate[]): Grade {
  const isShown = graded.reasons.some(({ level, met }) => level === 'L2' && met);
  if (isAgent(run.by) || graded.passes || isShown) return graded;
  const names = gates.map((gate) => `\`${commandText(gate.command)}\``).join(', ') || 'none';
  const told = `What you run nobody sees: only gates count that the runtime runs itself, here ${names}.`;
  return { ...graded, missing: [...graded.missing, told] };
}
