import { resolve } from 'node:path';
import { relativeInside } from '../../files/relative-inside.ts';
import type { Observation } from '../../model/evidence.ts';
import type { CommandGate, GateApproval, RanCommand } from '../../model/gate.ts';
import { readCommand } from '../commands/read-command.ts';
import { shellWords } from '../commands/shell-split.ts';

// Who may make the runtime run a command: a person who approved exactly it, or an agent that already
// ran it in this goal under the client's own permissions. Nothing in the repository is enough.

/** Pure. argv, folder and shell flag have to be equal; a word more or less is another command. */
export function isApproved(
  gate: Pick<CommandGate, 'command' | 'cwd' | 'shell'>,
  approvals: readonly GateApproval[],
  ranCommands: readonly RanCommand[],
): boolean {
  const wantsShell = gate.shell ?? false;
  const where = folder(gate.cwd);
  const approved = approvals.some(
    (approval) =>
      sameWords(approval.command, gate.command) &&
      folder(approval.cwd) === where &&
      (approval.shell ?? false) === wantsShell,
  );
  if (approved || wantsShell) return approved;
  return ranCommands.some((ran) => {
    // A command the shell would have expanded ran with other words than it shows.
    const words = folder(ran.cwd) === where ? shellWords(ran.command, true) : undefined;
    return words !== undefined && sameWords(words, gate.command);
  });
}

/**
 * The commands that really ran, of those a transcript shows: a call the user or a hook refused has an
 * error and no exit code. Without a known folder below `root` a command is left out.
 */
export function ranCommands(observations: readonly Observation[], root: string): RanCommand[] {
  return observations.flatMap(({ tool, command, cwd, finished, isError, exitCode }) => {
    if (tool !== 'Bash' || command === undefined || cwd === undefined) return [];
    if (
      !finished ||
      (isError && (exitCode === undefined || exitCode === 126 || exitCode === 127))
    ) {
      return [];
    }
    const below = relativeInside(resolve(root), resolve(cwd));
    // `cd <root> && x` ran x in the root wherever the client stood.
    const { core, prepared } = readCommand(command, root);
    // What was set up before it may not be there for the runtime.
    if (prepared) return [];
    const moved = /^\s*cd\s/.test(command) && !/^cd\s/.test(core);
    const folder = moved ? '' : below;
    return folder === undefined ? [] : [{ command: core, cwd: folder }];
  });
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** Where it runs, however that is written. */
export function folder(cwd: string | undefined): string {
  const parts = (cwd ?? '').replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}
