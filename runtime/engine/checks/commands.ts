// Which commands may run in copies of a tree. Nothing is locked: a copy is nobody else's.

import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { citedCommands } from '../../evidence/report/cited-commands.ts';
import { type CommandGate, commandText, type GateApproval, shellWord } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import type { Subject } from './subject.ts';

/** The rule of gates: a person approved exactly it. */
export function mayRun({ ws, goal }: Pick<Subject, 'ws' | 'goal'>, gate: CommandGate): boolean {
  return isApproved(gate, approvalsFor(ws, goal));
}

/** The gate that a line of a report names: by its name, or by its own words, behind a `cd` into its folder. */
export function gateNamed(line: string, known: readonly CommandGate[]): CommandGate | undefined {
  return known.find(({ name, command, cwd = '.', shell }) => {
    const to = cwd === '.' ? '' : `cd ${shellWord(cwd)} && `;
    const own = shell ? command.join(' ') : command.map(shellWord).join(' ');
    return name === line.trim() || wordsOf(to + own) === wordsOf(line);
  });
}

/** However they are quoted and spaced. */
function wordsOf(line: string): string {
  return (shellWords(line) ?? [line.trim()]).join('\0');
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
