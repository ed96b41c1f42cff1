// Puts Wukong into a repository: what there is to do is planned first, shown, and then done under a
// lock. One refusal and nothing is written. Every file is replaced at once, so an init that was killed
// is completed by the next.

import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { makeFolders, removeFile, removeIfThere } from '../../../files/changing.ts';
import { namesIn } from '../../../files/folders.ts';
import { createLog } from '../../../log/create-log.ts';
import type { Result } from '../../../model/failure.ts';
import type { GateApproval } from '../../../model/gate.ts';
import { isLocalInstall, writeInstallation } from '../../../workspace/installation.ts';
import { beginConfirmed } from '../../../workspace/local-config.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { programOf } from '../../../workspace/program-folder.ts';
import { isOnPath, ownStart, writeStarter } from '../../../workspace/shell-command.ts';
import { writeTrust } from '../../../workspace/trust.ts';
import type { Content, InstallAction } from './install-action.ts';
import { withInstallLock } from './install-lock.ts';
import { writeExcludes } from './local-install.ts';
import { partsOf } from './parts.ts';
import { planInstall } from './plan-install.ts';
import { installProgram, removeEmptyFolders, removeProgram } from './plan-program.ts';
import { wantedTrust } from './plan-trust.ts';
import { toNote } from './record.ts';

/** Plans again under the lock and does it. With a refusal in the plan nothing is done. */
export function applyInstall(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[] = [],
  isLocal = isLocalInstall(ws),
): Promise<Result<InstallAction[]>> {
  return withInstallLock(ws, () => {
    const plan = planInstall(ws, source, approvals, isLocal);
    if (!plan.ok || plan.value.some((action) => action.kind === 'refuse')) return plan;
    const parts = partsOf(ws, source, isLocal ? 'local' : 'shared');
    writeInstallation(ws, toNote(ws, parts, plan.value));
    makeFolders(ws.dir);
    // Who trusts this clone already tells what was in force.
    beginConfirmed(ws);
    for (const action of plan.value) carryOut(ws, source, action, { approvals, isLocal });
    removeEmptyFolders(ws);
    const again = ownStart();
    if (again !== undefined && !isOnPath(ws.root)) {
      const isByPath = again.startsWith('node ');
      const way = isByPath ? 'Type init again, from where it lies now.' : `Type: ${again}`;
      writeStarter(ws, programOf(source), way);
    }
    return plan;
  });
}

function carryOut(
  ws: Workspace,
  source: string,
  action: InstallAction,
  { approvals, isLocal }: Readonly<{ approvals: readonly GateApproval[]; isLocal: boolean }>,
): void {
  if (action.kind === 'keep' || action.kind === 'refuse') return;
  const path = join(ws.root, action.path);
  if (action.kind === 'remove') {
    if (action.program === undefined) removeFile(path);
    else removeProgram(ws, action.program);
  } else if (action.content === 'program') installProgram(ws, source);
  else if (action.content === 'excludes') writeExcludes(ws, source, isLocal ? 'local' : 'shared');
  else if (action.content === 'log') {
    removeHalfWritten(path);
    createLog(ws);
  } else if (action.content === 'trust') writeTrust(ws, wantedTrust(ws, source, approvals).trust);
  else {
    if (action.before === 'none') removeIfThere(files.settingsBefore(ws));
    else if (action.before) replaceFile(files.settingsBefore(ws), action.before, true);
    writeInTree(path, action);
  }
}

export function writeInTree(
  path: string,
  action: Readonly<{ path: string; content: Content }>,
): void {
  if (typeof action.content === 'string') return;
  removeHalfWritten(path);
  const before = statSync(path, { throwIfNoEntry: false });
  replaceFile(path, action.content, true, modeOf(action.path, action.content, before));
}

/** Files of `.wukong` are the user's alone; those beside are ordinary files of the repository. */
function modeOf(path: string, content: Uint8Array, before: Stats | undefined): number | undefined {
  if (path.startsWith('.wukong/')) return undefined;
  const mode = before ? before.mode & 0o777 : 0o666 & ~process.umask();
  const isProgram = Buffer.from(content.subarray(0, 2)).toString() === '#!';
  return isProgram ? mode | (0o111 & ~process.umask()) : mode;
}

/** What an init that was killed in the middle of a write left beside the file. */
export function removeHalfWritten(path: string): void {
  const leftover = new RegExp(`^${escapePattern(basename(path))}\\.\\d+-\\d+\\.tmp$`);
  for (const name of namesIn(dirname(path))) {
    if (leftover.test(name)) removeFile(join(dirname(path), name));
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
