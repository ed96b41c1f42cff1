// Puts Wukong into a repository: what there is to do is planned first, shown, and then done under a
// lock. One refusal and nothing is written. Every file is replaced at once, so an init that was killed
// is completed by the next.

import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { makeFolders, removeFile, removeIfThere } from '../../../files/changing.ts';
import { codeOf } from '../../../files/file-failure.ts';
import { namesIn } from '../../../files/folders.ts';
import { readBytes, readIfThere, readText } from '../../../files/reading.ts';
import { createLog } from '../../../log/create-log.ts';
import { FIRST_ANCHORS, MERGE_ANCHORS } from '../../../memory/first-anchors.ts';
import {
  type Failure,
  fail,
  IN_THE_WAY,
  type InTheWay,
  ok,
  type Result,
} from '../../../model/failure.ts';
import type { GateApproval } from '../../../model/gate.ts';
import { ROLES } from '../../../model/vocabulary.ts';
import { isSubmodule } from '../../../workspace/in-git.ts';
import { linkOnTheWay, oddBelow } from '../../../workspace/links.ts';
import { beginConfirmed } from '../../../workspace/local-config.ts';
import { networkDrive } from '../../../workspace/network-drive.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { isOwnRepository, OWN_REPOSITORY } from '../../../workspace/repository.ts';
import { writeTrust } from '../../../workspace/trust.ts';
import { discoverGates } from '../discover/discover-gates.ts';
import { SETTINGS_FILE } from '../settings/settings-text.ts';
import { firstConfigFile } from './config-file.ts';
import { isOurFile, readFrontMatter } from './front-matter.ts';
import type { Content, InstallAction } from './install-action.ts';
import { withInstallLock } from './install-lock.ts';
import { isLocalInstall, planExcludes, writeExcludes } from './local-install.ts';
import { planEditable } from './plan-editable.ts';
import { planFile, planFirst } from './plan-file.ts';
import { planLinters } from './plan-linters.ts';
import { installProgram, planProgram, removeEmptyFolders, removeProgram } from './plan-program.ts';
import { planSettings } from './plan-settings.ts';
import { planSkills } from './plan-skills.ts';
import { planTrust, wantedTrust } from './plan-trust.ts';

/** What is committed and what is not (docs/files.md). */
const GITIGNORE = `# Written by \`wukong init\`. What people write and the program itself are shared; facts and caches are not.
/*
!/.gitignore
!/.gitattributes
!/.prettierrc
!/biome.json
!/config.yaml
!/templates/
!/runtime/
!/anchors/
/anchors/*
!/anchors/*.md
/anchors/anchors_candidates.md
*.tmp
`;

/**
 * What there is to do, in the order it will be done: the settings come last, so that no hook starts
 * before everything it needs is there. `source` is a folder like dist/. `isLocal`: for this clone alone, as
 * it stays once it was installed so. Changes nothing.
 */
export function planInstall(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[] = [],
  isLocal = isLocalInstall(ws),
): Result<InstallAction[]> {
  return catching(() => {
    if (!existsSync(join(source, 'runtime', 'hook.cjs'))) {
      const message = `Wukong's own files are not in ${source}.`;
      return fail({ kind: 'refused', message, hint: 'Install Wukong again, or build it.' });
    }
    const trouble = folderTrouble(ws);
    if (trouble.length > 0) return ok(trouble);
    const actions = [
      planExcludes(ws, source, isLocal ? 'local' : 'shared'),
      ...planProgram(ws, source),
      planFile(ws, '.wukong/.gitignore', Buffer.from(GITIGNORE)),
      planFile(ws, '.wukong/.gitattributes', Buffer.from(MERGE_ANCHORS)),
      ...planLinters(ws, source),
      planConfig(ws),
      planFirst(ws, '.wukong/anchors/anchors.md', 'an example of an entry', () => FIRST_ANCHORS),
      ...planOurs(ws, source, 'agents'),
      ...planOurs(ws, source, 'commands'),
      ...planSkills(ws, source),
      ...planNames(ws, source),
      ...planTrust(ws, source, approvals),
    ];
    const settings = planSettings(ws, isLocal);
    if (!settings.ok) return settings;
    return ok([...actions, settings.value].map((action) => refuseLink(ws, action)));
  });
}

/** Plans again under the lock and does it. With a refusal in the plan nothing is done. */
export async function applyInstall(
  ws: Workspace,
  source: string,
  approvals: readonly GateApproval[] = [],
  isLocal = isLocalInstall(ws),
): Promise<Result<InstallAction[]>> {
  try {
    return await withInstallLock(ws, () => {
      const plan = planInstall(ws, source, approvals, isLocal);
      if (!plan.ok || plan.value.some((action) => action.kind === 'refuse')) return plan;
      return catching(() => {
        makeFolders(ws.dir);
        // Who trusts this clone already tells what was in force.
        beginConfirmed(ws);
        for (const action of plan.value) carryOut(ws, source, action, { approvals, isLocal });
        removeEmptyFolders(ws);
        return plan;
      });
    });
  } catch (error) {
    return fail(asFailure(error));
  }
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

function planConfig(ws: Workspace): InstallAction {
  const why = 'the gates found, and every default';
  return planFirst(ws, '.wukong/config.yaml', why, () => firstConfigFile(discoverGates(ws)));
}

/** Agents and commands: a file of the same name that is not ours is never overwritten. */
function planOurs(ws: Workspace, source: string, kind: 'agents' | 'commands'): InstallAction[] {
  const folder = join(source, kind);
  return namesIn(folder).flatMap((name): InstallAction[] => {
    const path = `.claude/${kind}/${name}`;
    const content = readBytes(join(folder, name));
    const there = readIfThere(join(ws.root, path));
    if (there === undefined || isOurFile(there.toString())) return planEditable(ws, path, content);
    const hint = `Rename it or move it away, then run \`wukong init\` again. Wukong needs the name "${name.replace(/\.md$/, '')}".`;
    return [{ kind: 'refuse', path, why: 'a file of yours has this name', hint }];
  });
}

/** The client knows agents by the name in the file: a second one of our name would get our work. */
function planNames(ws: Workspace, source: string): InstallAction[] {
  const ours = namesIn(join(source, 'agents'));
  return namesIn(join(ws.root, '.claude/agents')).flatMap((file): InstallAction[] => {
    if (!file.endsWith('.md') || ours.includes(file)) return [];
    const path = `.claude/agents/${file}`;
    const head = readFrontMatter(readText(join(ws.root, path)));
    const name = head.ok ? head.values.name : undefined;
    const role = ROLES.find((candidate) => candidate === name);
    if (!role) return [];
    const why = `it calls itself "${role}", the name of an agent of Wukong`;
    return [
      { kind: 'refuse', path, why, hint: 'Give it another `name:`, then run `wukong init` again.' },
    ];
  });
}

export function folderTrouble(ws: Workspace): InstallAction[] {
  if (!statSync(join(ws.root, '.git'), { throwIfNoEntry: false })) {
    const why = 'the repository has no main checkout (it is bare, or a part of another one)';
    return [
      { kind: 'refuse', path: '.', why, hint: 'Run `wukong init` in an ordinary clone of it.' },
    ];
  }
  const drive = networkDrive(ws.root);
  if (drive !== undefined) return [networkRefused(drive)];
  if (isOwnRepository(ws) || isSubmodule(ws)) {
    return [{ kind: 'refuse', path: '.wukong', ...OWN_REPOSITORY }];
  }
  const { found } = oddBelow(ws);
  if (found.length > 0) return found.map(oddRefused);
  return ['.wukong', '.claude'].flatMap((path): InstallAction[] => {
    const link = linkOnTheWay(ws.root, path);
    if (link !== undefined) return [linkRefused(link)];
    const kind = statSync(join(ws.root, path), { throwIfNoEntry: false });
    if (!kind || kind.isDirectory()) return [];
    return [{ kind: 'refuse', path, why: 'is no folder', hint: 'Move it away.' }];
  });
}

/** Through a link the file could lie anywhere: in another repository, or in the user's own settings. */
function refuseLink(ws: Workspace, action: InstallAction): InstallAction {
  if (action.kind === 'keep' && action.path !== SETTINGS_FILE) return action;
  // Beside the repository's own data, which lies in no tree: `.git` may be a file there.
  if (action.path.startsWith('.git/')) return action;
  if ('content' in action && typeof action.content === 'string') return action;
  const link = linkOnTheWay(ws.root, action.path);
  return link === undefined ? action : linkRefused(link);
}

export function networkRefused(drive: string): InstallAction {
  const why = `would lie on a network drive (${drive}), where the log cannot be kept safe`;
  const hint =
    'Clone the repository onto a disk of this machine and run `wukong init` there. Give each host a clone of its own.';
  return { kind: 'refuse', path: '.wukong', why, hint };
}

function oddRefused({ file: path, is }: InTheWay): InstallAction {
  if (is === 'link') return linkRefused(path);
  const hint = 'Take it away, then run `wukong init` again.';
  return { kind: 'refuse', path, why: IN_THE_WAY[is], hint };
}

function linkRefused(path: string): InstallAction {
  const hint = 'Put a real file or folder in its place, then run `wukong init` again.';
  return { kind: 'refuse', path, why: 'is a symbolic link, and could point anywhere', hint };
}

function catching<T>(work: () => Result<T>): Result<T> {
  try {
    return work();
  } catch (error) {
    return fail(asFailure(error));
  }
}

function asFailure(error: unknown): Failure {
  const code = codeOf(error);
  if (!(error instanceof Error) || code === '') throw error; // A bug of ours, not the disk's.
  return { kind: 'file-system', code, message: error.message };
}
