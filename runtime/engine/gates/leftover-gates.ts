// A runner that was killed can't end its gate any more. The next runner on that tree does.

import { endGroup } from '../../evidence/gates/end-group.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { hostName } from '../../workspace/host-name.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive, processRef } from '../../workspace/processes.ts';
import {
  allRunners,
  copyNote,
  type GateRunner,
  notesIn,
  readRunner,
  removeRunner,
  treeLock,
  writeRunner,
} from './gate-runner.ts';

/** Writes down what runs in a copy of this process: one at a time. */
export function noteCopy(
  ws: Workspace,
  about: Readonly<Pick<GateRunner, 'goal' | 'run' | 'gate' | 'side'>>,
) {
  const note = copyNote(ws, process.pid);
  const base = { ...about, worktree: null, host: hostName(), process: processRef(process.pid) };
  return {
    started: (pid: number) =>
      writeRunner(note, { ...base, since: new Date().toISOString(), child: processRef(pid) }),
    ended: () => removeRunner(note),
  };
}

/** What processes that were killed have left running in copies. */
export function endLeftOverCopies(ws: Workspace): void {
  for (const note of notesIn(ws)) {
    const runner = readRunner(note);
    if (runner?.worktree !== null || runner.host !== hostName() || isAlive(runner.process))
      continue;
    endGroup(runner.child);
    removeRunner(note);
  }
}

/** What a process that is gone has left running, in a tree or a copy. The next one there clears its notes away. */
export function endGatesOf(ws: Workspace, { pid, started }: ProcessRef): void {
  for (const { host, process, child } of allRunners(ws)) {
    const isIts = process.pid === pid && process.started === started;
    if (isIts && host === hostName()) endGroup(child);
  }
}

/** A gate that is only tried in this working tree, which an agent is to have for itself. */
export function endTrial(ws: Workspace, worktree: string): void {
  const runner = readRunner(treeLock(ws, worktree));
  if (runner?.trial && runner.host === hostName()) endGroup(runner.child);
}
