import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { isAlive, processIds, statOf } from '../../workspace/processes.ts';
import { endWindowsTree, signalGroup } from './process-tree.ts';

/** Ends a process group, if it is still the one that was written down. */
export function endGroup(leader: ProcessRef | null): void {
  if (!leader || leader.pid <= 1) return;
  if (process.platform === 'win32') {
    const endIt = (): void => {
      if (isAlive(leader)) process.kill(leader.pid);
    };
    if (isAlive(leader)) endWindowsTree(leader.pid, endIt);
    return;
  }
  // Its leader may be gone and what it started still there; an id is not given away as long as a group
  // of that name lives, but one that is not seen to be ours is left alone.
  if (isAlive(leader) || hasMembers(leader)) signalGroup(leader.pid, 'SIGKILL');
}

/** Linux only: processes of the session that the leader began, none of them older than it. */
function hasMembers(leader: ProcessRef): boolean {
  if (leader.started === null) return false;
  const members = processIds()
    .flatMap((pid) => statOf(pid) ?? [])
    .filter(({ session }) => session === leader.pid);
  return (
    members.length > 0 && members.every(({ started }) => Number(started) >= Number(leader.started))
  );
}
