// What counts is what the runtime runs itself: the gates of a node, and those of the goal that its report names.

import { NAME_A_GATE } from '../../evidence/grade.ts';
import { gatesKnown } from '../../kernel/graph/proof.ts';
import { reproduces } from '../../kernel/graph/reproduced.ts';
import type { Grade } from '../../model/evidence.ts';
import { type CommandGate, callText } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { gatesCited } from '../checks/commands.ts';

/** The gates of its node; and, of who changes files, those of the configuration that it names. */
export function gatesFor(
  goal: Goal,
  run: Pick<Run, 'node' | 'role'>,
  report: Report,
  own: readonly CommandGate[],
): CommandGate[] {
  // What others name has to fail, as far as they know; that of a test before the fix is looked at elsewhere.
  if (!CHANGING_ROLES.includes(run.role) || reproduces(goal, run.node)) return [...own];
  const others = gatesKnown(goal).filter(({ name }) => !own.some((gate) => gate.name === name));
  return [...own, ...gatesCited(report, others)];
}

/** Where one is asked for: those that the runtime would have run. */
export function withGatesNamed(graded: Grade, gates: readonly CommandGate[]): Grade {
  if (!graded.missing.includes(NAME_A_GATE)) return graded;
  const names = gates.map((gate) => `\`${callText(gate)}\``).join(', ') || 'none';
  const told = `What you run yourself shows nothing: only gates count that the runtime runs, here ${names}.`;
  return { ...graded, missing: [...graded.missing, told] };
}
