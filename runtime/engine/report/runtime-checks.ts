// Who works without a transcript is seen to run nothing. What it cites counts where the runtime ran exactly it
// on the reported tree: as a gate, approved like one. Its own output and exit code show nothing.

import { createHash } from 'node:crypto';
import type { SeenCommand } from '../../evidence/commands/observed-commands.ts';
import { citedCommands } from '../../evidence/report/cited-commands.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { isAgent } from '../../kernel/state/run-by.ts';
import type { Grade, Observation } from '../../model/evidence.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { gateOf } from '../checks/copies.ts';

type Who = Pick<Run, 'by' | 'lane'>;

/** The gates of its node; and those of the goal that it cites, where nothing else could show them. */
export function gatesFor(
  goal: Goal,
  run: Who,
  report: Report,
  own: readonly CommandGate[],
): CommandGate[] {
  if (isAgent(run.by)) return [...own];
  const others = gatesOfGoal(goal).filter(({ name }) => !own.some((gate) => gate.name === name));
  const cited = citedCommands(report).flatMap(({ forms }) => forms);
  const { worktree } = run.lane;
  const wanted = others.filter((gate) => cited.some((form) => isSame(form, worktree, gate)));
  return [...own, ...wanted];
}

/** What stands for the calls of a transcript; an agent has one of its own. */
export function seenByRuntime(
  run: Who,
  report: Report,
  ownCalls: readonly Observation[],
  ran: Readonly<{
    gates: readonly CommandGate[];
    outcomes: readonly GateOutcome[];
    tree: string | null;
  }>,
): readonly Observation[] {
  if (isAgent(run.by)) return ownCalls;
  const { worktree } = run.lane;
  const found: Observation[] = [];
  for (const form of citedCommands(report).flatMap(({ forms }) => forms)) {
    const gate = ran.gates.find((one) => isSame(form, worktree, one));
    const outcome = ran.outcomes.find((one) => one.gate === gate?.name);
    const ended = outcome?.outcome === 'pass' || outcome?.outcome === 'fail';
    if (!outcome || !ended || ran.tree === null || outcome.tree !== ran.tree) continue;
    found.push(observed(form, outcome, found.length));
  }
  return found;
}

/** What it cited and nobody ran, with what would have been. */
export function withGatesNamed(
  run: Who,
  graded: Grade,
  commands: readonly SeenCommand[],
  gates: readonly CommandGate[],
): Grade {
  const isUnseen = commands.some(({ proves, seq }) => !proves && seq === undefined);
  if (isAgent(run.by) || graded.passes || !isUnseen) return graded;
  const names = gates.map((gate) => `\`${commandText(gate.command)}\``).join(', ') || 'none';
  const told = `The runtime runs only the gates of the goal, here ${names}: cite one as it is written.`;
  return { ...graded, missing: [...graded.missing, told] };
}

function isSame(form: string, worktree: string, gate: CommandGate): boolean {
  return gateOf(form, worktree, [gate]) === gate;
}

function observed(command: string, outcome: GateOutcome, seq: number): Observation {
  const output = outcome.output ?? '';
  const isError = outcome.outcome === 'fail';
  return {
    seq,
    toolUseId: '',
    tool: 'Bash',
    command,
    isError,
    ...(isError && outcome.exitCode !== undefined ? { exitCode: outcome.exitCode } : {}),
    outputSha256: createHash('sha256').update(output).digest('hex'),
    outputBytes: Buffer.byteLength(output),
    excerpt: output.slice(-400),
    at: '',
    finished: true,
  };
}
