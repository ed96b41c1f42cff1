// What the client did not let an agent do: no further run of the agent changes that.

import type { Observation } from '../../model/evidence.ts';
import type { Report } from '../../model/report.ts';
import { citedCommands } from '../report/cited-commands.ts';
import { splitShell } from './shell-split.ts';

export type DeniedCall = Readonly<{
  /** The command, or the tool and its file. */
  what: string;
  /** The permission rule of the client that lets it run. */
  rule: string;
  /** The client's words. */
  said: string;
}>;

const EDITS: readonly string[] = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit'];

/**
 * The call that a run could not do without and was never allowed: a command that has to pass (`wanted`) or
 * that its report cites; or, where it changed nothing, an edit.
 */
export function deniedCall(
  observations: readonly Observation[],
  report: Pick<Report, 'repro' | 'tests'>,
  wanted: readonly string[],
  hasChanged: boolean,
): DeniedCall | undefined {
  const cited = citedCommands(report).flatMap(({ forms }) => forms);
  const known = [...wanted, ...cited].map(plainCommand).filter((command) => command !== '');
  const isKnown = (command: string): boolean =>
    known.some((one) => command === one || command.startsWith(`${one} `));
  const ran = observations.filter(({ denied, finished }) => denied === undefined && finished);
  const hasRun = (command: string): boolean => ran.some((seen) => partsOf(seen).includes(command));
  for (const seen of observations) {
    if (seen.denied === undefined) continue;
    const command = partsOf(seen).find((part) => isKnown(part) && !hasRun(part));
    if (command !== undefined)
      return { what: command, rule: `Bash(${command})`, said: seen.denied };
    if (hasChanged || !EDITS.includes(seen.tool)) continue;
    const what = [seen.tool, seen.filePath ?? ''].join(' ').trim();
    return { what, rule: seen.tool, said: seen.denied };
  }
  return undefined;
}

/** Each command of a line. */
export function partsOf({ command }: Observation): string[] {
  if (command === undefined) return [];
  return (splitShell(command) ?? [{ text: command }]).map(({ text }) => plainCommand(text));
}

/** Without what only steers where the output goes. */
export function plainCommand(command: string): string {
  return command
    .replaceAll(/\s*\d?>(?:&\d|\s*\/dev\/null)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
