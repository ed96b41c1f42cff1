// Sets a clone up for the plugin: the log, a first configuration, the program below the git directory, and the
// trust. Nothing of it is for others, so git sees none of it; agents, commands and hooks stay in the plugin.

import { join } from 'node:path';
import { makeFolders } from '../../../files/changing.ts';
import { namesIn } from '../../../files/folders.ts';
import { createLog } from '../../../log/create-log.ts';
import { readLogId } from '../../../log/log-id.ts';
import { fail, ok, type Result } from '../../../model/failure.ts';
import type { GateApproval } from '../../../model/gate.ts';
import { currentVersion } from '../../../workspace/current-program.ts';
import { writeInstallation } from '../../../workspace/installation.ts';
import { beginConfirmed } from '../../../workspace/local-config.ts';
import type { Workspace } from '../../../workspace/paths.ts';
import { programFiles, versionOf } from '../../../workspace/program-files.ts';
import { programOf } from '../../../workspace/program-folder.ts';
import { writeStarter } from '../../../workspace/shell-command.ts';
import { keptTrust, readTrust, writeTrust } from '../../../workspace/trust.ts';
import { writeInTree } from '../install/install.ts';
import type { InstallAction } from '../install/install-action.ts';
import { withInstallLock } from '../install/install-lock.ts';
import { type Part, partsOf } from '../install/parts.ts';
import { planFirst } from '../install/plan-files.ts';
import { folderTrouble } from '../install/plan-install.ts';
import { installProgram } from '../install/plan-program.ts';
import { planTrust } from '../install/plan-trust.ts';
import { toNote } from '../install/record.ts';

/** Entries of a `.wukong` that is there, though nobody here said yes to it. */
export function foreignNames(ws: Workspace): string[] {
  return readTrust(ws) ? [] : namesIn(ws.dir);
}

/** `source`: the folder of the plugin. Once it was killed, the next one completes it: the trust comes last. */
export function setUpClone(ws: Workspace, source: string): Promise<Result<void>> {
  return withInstallLock(ws, () => {
    const inTheWay = [...folderTrouble(ws, ['.wukong']), ...planTrust(ws, source, [])].find(
      isRefused,
    );
    if (inTheWay) {
      const { path, why, hint } = inTheWay;
      return fail({ kind: 'refused', message: `${path} ${why}.`, hint });
    }
    const version = versionOf(programFiles(join(source, 'runtime')));
    const parts = partsOf(ws, source, 'plugin');
    writeInstallation(ws, toNote(ws, parts, []));
    if (currentVersion(ws) !== version) installProgram(ws, source);
    makeFolders(ws.dir);
    for (const part of parts) putIn(ws, part);
    writeStarter(ws, programOf(source), 'Type any command of the plugin in Claude Code again.');
    const before = readTrust(ws);
    const log_id = readKnownLog(ws) ?? createLog(ws)?.logId ?? readKnownLog(ws) ?? '';
    const approvals: readonly GateApproval[] = before?.log_id === log_id ? before.approvals : [];
    beginConfirmed(ws);
    writeTrust(ws, {
      version: 1,
      log_id,
      files: {},
      launchers: [],
      approvals,
      plugin: true,
      ...keptTrust(before, log_id),
    });
    return ok(undefined);
  });
}

/** What is there is a person's, or of an earlier version that is as good. */
function putIn(ws: Workspace, part: Part): void {
  if (part.is !== 'first' && part.is !== 'file') return;
  const action = planFirst(ws, part.path, 'new', () =>
    part.is === 'first' ? part.text() : part.content.toString(),
  );
  if (action.kind === 'create') writeInTree(join(ws.root, action.path), action);
}

function isRefused(action: InstallAction): action is Extract<InstallAction, { kind: 'refuse' }> {
  return action.kind === 'refuse';
}

/** One that cannot be read was refused before. */
function readKnownLog(ws: Workspace): string | undefined {
  const id = readLogId(ws);
  return id === 'unreadable' ? undefined : id;
}
