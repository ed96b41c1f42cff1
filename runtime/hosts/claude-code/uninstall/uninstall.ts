// Carries out what `wukong uninstall` planned. Each thing goes at once or not at all, and what is gone is
// planned no more: one that was killed is finished by the next.

import { join } from 'node:path';
import { removeAll, removeFile, removeIfEmpty } from '../../../files/changing.ts';
import { namesIn } from '../../../files/folders.ts';
import type { Result } from '../../../model/failure.ts';
import type { Installed } from '../../../workspace/installation.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { removeHalfWritten, writeInTree } from '../install/install.ts';
import { catching } from '../install/install-failure.ts';
import { withInstallLock } from '../install/install-lock.ts';
import { PROGRAM } from '../install/parts.ts';
import { installedHere, placeOf } from '../install/record.ts';
import { type Data, namesInGit, planUninstall, type UninstallAction } from './plan-uninstall.ts';

/** Plans again under the lock and does it. With a refusal in the plan nothing is done. */
export async function applyUninstall(
  ws: Workspace,
  source: string,
  data: Data,
): Promise<Result<UninstallAction[]>> {
  const done = await withInstallLock(ws, () => {
    const plan = planUninstall(ws, source, data);
    if (!plan.ok || plan.value.some(({ kind }) => kind === 'refuse')) return plan;
    const isInClaude = ({ path }: UninstallAction): boolean => path.startsWith('.claude/');
    const installed = installedHere(ws, source);
    for (const action of plan.value.filter(isInClaude)) carryOut(ws, action, data);
    clearUp(ws, installed);
    // Last, because it says that there is something left to do.
    for (const action of plan.value) if (!isInClaude(action)) carryOut(ws, action, data);
    return plan;
  });
  if (!done.ok) return done;
  return catching(() => {
    // The lock lay in it.
    removeIfEmpty(join(ws.commonDir, 'wukong'));
    return done;
  });
}

/** A hook that is at work may still write into a folder. */
const RETRIES = 5;

function carryOut(ws: Workspace, action: UninstallAction, data: Data): void {
  if (action.kind === 'keep' || action.kind === 'refuse') return;
  const path = placeOf(ws, action.path);
  if (action.kind === 'update') {
    writeInTree(path, action);
  } else if (action.path === PROGRAM) {
    for (const name of namesInGit(ws, data)) removeAll(join(path, name), RETRIES);
  } else if (action.but) {
    const { but } = action;
    for (const name of namesIn(path)) {
      if (!but.includes(name)) removeAll(join(path, name), RETRIES);
    }
  } else if (action.path.endsWith('/')) removeAll(path, RETRIES);
  else removeFile(path);
}

/** What a killed init left half-written, and folders of ours, the deepest first; in a person's something lies. */
function clearUp(ws: Workspace, installed: readonly Installed[]): void {
  for (const { path, is } of installed) {
    if (is === 'text' || is === 'entries') removeHalfWritten(join(ws.root, path));
  }
  const folders = installed
    .filter(({ is, before }) => is === 'folder' && before === null)
    .map(({ path }) => path);
  const deepestFirst = folders.sort((a, b) => b.split('/').length - a.split('/').length);
  for (const folder of deepestFirst) removeIfEmpty(join(ws.root, folder));
}
