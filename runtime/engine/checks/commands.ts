// Which commands may run in copies of a tree. Nothing is locked: a copy is nobody else's.

import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { citedCommands } from '../../evidence/report/cited-commands.ts';
import { type CommandGate, commandText, type GateApproval } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import type { Subject } from './subject.ts';

/** The rule of gates: a person approved exactly it. */
export function mayRun({ ws, goal }: Pick<Subject, 'ws' | 'goal'>, gate: CommandGate): boolean {
  return isApproved(gate, approvalsFor(ws, goal));
}

/** The gate that a command line of a report names, by its own words. */
export function gateNamed(line: string, known: readonly CommandGate[]): CommandGate | undefined {
  const words = (shellWords(line) ?? [line]).join('\0');
  return known.find(
    ({ command, cwd = '.', shell }) =>
      cwd === '.' && (shell ? command.join(' ') === line.trim() : command.join('\0') === words),
  );
}

/** Gates that a report names among its commands. */
export function gatesCited(
  report: Pick<Report, 'repro' | 'tests'>,
  known: readonly CommandGate[],
): CommandGate[] {
  const forms = citedCommands(report).flatMap((cited) => cited.forms);
  return known.filter((gate) => forms.some((form) => gateNamed(form, [gate]) === gate));
}

/** A command that is no gate of the goal, to be run as one. */
export function asGate({ command, cwd, shell }: GateApproval): CommandGate {
  const named = { type: 'command', name: commandText(command), mustPass: true } as const;
  return { ...named, expect_exit: 0, timeout_sec: 300, command: [...command], cwd, shell };
}
