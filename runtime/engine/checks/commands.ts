// Which commands may run in copies of a tree. Nothing is locked: a copy is nobody else's.

import { readCommand } from '../../evidence/commands/read-command.ts';
import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { type CommandGate, commandText, type GateApproval } from '../../model/gate.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import type { Subject } from './subject.ts';

/** The rule of gates: a person approved exactly it, or an agent already ran it in this goal. */
export function mayRun(
  { ws, goal, ran }: Pick<Subject, 'ws' | 'goal' | 'ran'>,
  gate: CommandGate,
): boolean {
  const approvals = approvalsFor(ws, goal);
  return isApproved(
    gate,
    approvals,
    [...goal.ran, ...ran].map((command) => ({ command })),
  );
}

/** A command line of a report as a gate; undefined if only a shell could run it, or it is no check. */
export function gateOf(
  command: string,
  root: string,
  known: readonly CommandGate[],
): CommandGate | undefined {
  const { core, isCheck, hidden } = readCommand(command, root);
  const words = shellWords(core, true);
  if (!words || words.length === 0) return undefined;
  const same = known.find(
    (gate) => (gate.cwd ?? '.') === '.' && gate.command.join('\0') === words.join('\0'),
  );
  if (same) return same;
  return isCheck && !hidden ? asGate({ command: words }) : undefined;
}

/** A command that is no gate of the goal, to be run as one. */
export function asGate({ command, cwd, shell }: GateApproval): CommandGate {
  const named = { type: 'command', name: commandText(command), mustPass: true } as const;
  return { ...named, expect_exit: 0, timeout_sec: 300, command: [...command], cwd, shell };
}
