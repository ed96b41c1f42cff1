import type { CommandGate, GateApproval } from '../../model/gate.ts';

// Who may make the runtime run a command: a person who approved exactly it. Nothing in the repository is enough, and no
// agent that ran it.

/** Pure. argv, folder and shell flag have to be equal; a word more or less is another command. */
export function isApproved(
  gate: Pick<CommandGate, 'command' | 'cwd' | 'shell'>,
  approvals: readonly GateApproval[],
): boolean {
  const where = folder(gate.cwd);
  return approvals.some(
    (approval) =>
      sameWords(approval.command, gate.command) &&
      folder(approval.cwd) === where &&
      (approval.shell ?? false) === (gate.shell ?? false),
  );
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}

/** Where it runs, however that is written. */
export function folder(cwd: string | undefined): string {
  const parts = (cwd ?? '').replaceAll('\\', '/').split('/');
  return parts.filter((part) => part !== '' && part !== '.').join('/');
}
