// What `wukong uninstall` takes out of a repository: each part of the installation, as it was noted here or would
// have been, in the opposite order. What a person changed since is kept and told. Changes nothing.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDirectory, namesIn } from '../../../files/folders.ts';
import { readIfThere } from '../../../files/reading.ts';
import { ok, type Result } from '../../../model/failure.ts';
import {
  type Installed,
  isLocalInstall,
  sha256Of,
  unreadInstallation,
} from '../../../workspace/installation.ts';
import { hashOfInstalled } from '../../../workspace/installed-files.ts';
import { linkOnTheWay } from '../../../workspace/links.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { textsFolder } from '../../../workspace/program-folder.ts';
import { isOwnRepository } from '../../../workspace/repository.ts';
import { readTrust } from '../../../workspace/trust.ts';
import { isOurFile } from '../install/front-matter.ts';
import { whoseBiome } from '../install/linters.ts';
import { addExcludes, removeExcludes } from '../install/local-install.ts';
import { BIOME, DATA, EXCLUDE, OLD_SCRIPTS, PROGRAM } from '../install/parts.ts';
import { EDITED } from '../install/plan-files.ts';
import { installedHere, isNamedByUs } from '../install/record.ts';
import { RELEASED } from '../install/released-files.ts';
import { jsonStyle } from '../settings/json-style.ts';
import { HOOK_SCRIPT } from '../settings/registration.ts';
import { removeFromSettings } from '../settings/settings.ts';
import { LOCAL_SETTINGS_FILE, SETTINGS_FILE } from '../settings/settings-text.ts';
import { withoutStatusLine } from '../statusline/setting.ts';

/** `path` as in `Installed`. `but`: what of a folder stays. */
export type UninstallAction =
  | Readonly<{ kind: 'remove'; path: string; why: string; but?: readonly string[] }>
  | Readonly<{ kind: 'update'; path: string; why: string; content: Buffer }>
  | Readonly<{ kind: 'keep'; path: string; why: string }>
  | Readonly<{ kind: 'refuse'; path: string; why: string; hint: string }>;

/** Of a person or of a goal: what `--keep-data` leaves. */
export type Data = 'remove-data' | 'keep-data';

export const THERE_BEFORE = 'was there before Wukong';
export const NO_NAME_OF_OURS = 'has no name of Wukong’s';

/** `source` is a folder like dist/. */
export function planUninstall(
  ws: Workspace,
  source: string,
  data: Data,
): Result<UninstallAction[]> {
  const actions: UninstallAction[] = [];
  for (const part of backward(installedHere(ws, source))) {
    const planned = undo(ws, part, { source, data });
    if (!planned.ok) return planned;
    actions.push(...planned.value);
  }
  return ok(actions.map((action) => refuseLink(ws, action)));
}

/** The kinds of parts backward, and within each as they were put in, for whoever reads it. */
function backward(parts: readonly Installed[]): Installed[] {
  const kinds = [...new Set(parts.map(({ is }) => is))].toReversed();
  return kinds.flatMap((kind) => parts.filter(({ is }) => is === kind));
}

function undo(
  ws: Workspace,
  part: Installed,
  { source, data }: Readonly<{ source: string; data: Data }>,
): Result<UninstallAction[]> {
  switch (part.is) {
    case 'entries':
      return undoEntries(ws, part);
    case 'text':
      return ok(['', '.new'].flatMap((end) => undoText(ws, source, part, end)));
    case 'file':
      return ok(undoFile(ws, part));
    case 'data':
      return ok(undoData(ws, part, data));
    case 'lines':
      return ok(undoLines(ws, part, data));
    case 'program':
      return ok([...answers(ws), ...undoProgram(ws, data)]);
    // Gone when it is empty.
    case 'folder':
      return ok([]);
  }
}

/** Our entries go, and so does a file of nothing else. One that nobody changed since comes back to the byte. */
function undoEntries(ws: Workspace, { path, now }: Installed): Result<UninstallAction[]> {
  const bytes = readIfThere(join(ws.root, path));
  if (bytes === undefined) return ok([]);
  const there = bytes.toString('utf8');
  const style = jsonStyle(ws.root);
  const isInstalled = path === (isLocalInstall(ws) ? LOCAL_SETTINGS_FILE : SETTINGS_FILE);
  const beforeLine =
    path === LOCAL_SETTINGS_FILE ? keptText(files.localSettingsBefore(ws)) : undefined;
  const before = isInstalled ? keptText(files.settingsBefore(ws)) : beforeLine;
  if (now === sha256Of(bytes)) return ok([back(path, before)]);
  const text = withoutStatusLine(there, beforeLine, style);
  // Deny rules alone may be the user's own.
  const hasMore = text.includes(HOOK_SCRIPT) || (isInstalled && readTrust(ws) !== undefined);
  const without = hasMore ? removeFromSettings(text, before, style) : ok({ text });
  if (!without.ok) {
    const { error } = without;
    return { ok: false, error: error.kind === 'bad-json' ? { ...error, file: path } : error };
  }
  const after = without.value.text;
  if (after === there) return ok([]);
  const isNothingElse = before === undefined && /^\uFEFF?\s*\{\s*\}\s*$/.test(after);
  if (isNothingElse || after === before) return ok([back(path, isNothingElse ? undefined : after)]);
  const why = 'only our entries go; it was edited since';
  return ok([{ kind: 'update', path, why, content: Buffer.from(after) }]);
}

function back(path: string, before: string | undefined): UninstallAction {
  return before === undefined
    ? { kind: 'remove', path, why: 'holds nothing but our entries' }
    : { kind: 'update', path, why: 'as it was before Wukong', content: Buffer.from(before) };
}

function keptText(path: string): string | undefined {
  return readIfThere(path)?.toString('utf8');
}

/** `end`: what an update put beside an edited file. */
function undoText(
  ws: Workspace,
  source: string,
  { path: name, now }: Installed,
  end: string,
): UninstallAction[] {
  const path = `${name}${end}`;
  const there = readIfThere(join(ws.root, path));
  if (there === undefined) return [];
  const hash = hashOfInstalled(name, there);
  const [, kind = '', ...below] = name.split('/');
  const own = readIfThere(join(textsFolder(source, kind), ...below));
  const isUnedited =
    hash === now ||
    RELEASED.includes(hash) ||
    (own !== undefined && hashOfInstalled(name, own) === hash);
  if (isUnedited || OLD_SCRIPTS.includes(path)) {
    return isOfTheUser(ws, path) ? [] : [{ kind: 'remove', path, why: 'as Wukong put it there' }];
  }
  return isOurFile(there.toString()) ? [{ kind: 'keep', path, why: EDITED }] : [];
}

/** In a skill of the user's with a name of ours nothing is ours, whatever it looks like. */
function isOfTheUser(ws: Workspace, path: string): boolean {
  const skill = /^\.claude\/skills\/[^/]+\//.exec(path)?.[0];
  const head = skill && readIfThere(join(ws.root, skill, 'SKILL.md'));
  return head ? !isOurFile(head.toString()) : false;
}

/** What lies in our own folder goes with it. */
function undoFile(ws: Workspace, { path, now }: Installed): UninstallAction[] {
  const there = path.startsWith(DATA) ? undefined : readIfThere(join(ws.root, path));
  if (there === undefined) return [];
  const isUnedited = now === hashOfInstalled(path, there);
  const whose = path === BIOME && !isUnedited ? whoseBiome(there) : 'edited';
  if (whose === 'theirs') return [];
  return isUnedited || whose === 'ours'
    ? [{ kind: 'remove', path, why: 'as Wukong put it there' }]
    : [{ kind: 'keep', path, why: EDITED }];
}

/** A folder of that name that holds nothing of ours is a person's. */
function undoData(
  ws: Workspace,
  { before, others = [] }: Installed,
  data: Data,
): UninstallAction[] {
  if (data === 'keep-data') {
    const isThere = isDirectory(files.runtime(ws));
    return isThere ? [{ kind: 'remove', path: '.wukong/runtime/', why: 'the launcher' }] : [];
  }
  if (!existsSync(ws.dir)) return [];
  const names = namesIn(ws.dir);
  const kept = names.filter((name) => others.includes(name));
  if (names.length > 0 && !names.some(isNamedByUs(ws))) return [];
  const why = 'configuration, log, evidence, memory and templates';
  const stays = unreadInstallation(ws) ? NO_NAME_OF_OURS : THERE_BEFORE;
  return [
    { kind: 'remove', path: DATA, why, ...(before !== null && { but: kept }) },
    ...kept.map((name) => ({ kind: 'keep', path: `${DATA}${name}`, why: stays }) as const),
  ];
}

/** What is kept of a local installation stays out of sight. */
function undoLines(ws: Workspace, part: Installed, data: Data): UninstallAction[] {
  const before = keptText(join(ws.commonDir, 'info', 'exclude')) ?? '';
  const text = removeExcludes(before);
  const isKept = data === 'keep-data' && isLocalInstall(ws);
  const after = isKept ? addExcludes(text, ['.wukong/']) : text;
  if (after === before) return [];
  if (after === '' && part.before === null) {
    return [{ kind: 'remove', path: EXCLUDE, why: 'holds nothing but our lines' }];
  }
  return [{ kind: 'update', path: EXCLUDE, why: 'without our lines', content: Buffer.from(after) }];
}

/** Taken while this is done. */
const LOCK = 'init.lock';
/** The second copy of the log. */
const DATA_IN_GIT = 'log';

/** `wukong prove` asks and keeps it without `init`: it may be all there is. */
function answers(ws: Workspace): UninstallAction[] {
  const path = files.proveAnswers(ws);
  const why = 'which checks wukong prove may run here';
  return existsSync(path) ? [{ kind: 'remove', path: `${PROGRAM}${basename(path)}`, why }] : [];
}

function undoProgram(ws: Workspace, data: Data): UninstallAction[] {
  const folder = dirname(files.trust(ws));
  const answers = files.proveAnswers(ws);
  const names = namesIn(folder).filter((name) => ![basename(answers), LOCK].includes(name));
  const isLeft =
    data === 'remove-data'
      ? names.length > 0 || (isDirectory(folder) && !existsSync(answers))
      : names.some((name) => name !== DATA_IN_GIT);
  if (!isLeft) return [];
  const why = 'the program, approvals and formats';
  return [{ kind: 'remove', path: PROGRAM, why }];
}

/** What of it goes, with what says that this clone was trusted as the last. */
export function namesInGit(ws: Workspace, data: Data): string[] {
  const kept = [LOCK, ...(data === 'keep-data' ? [DATA_IN_GIT] : [])];
  const last = basename(files.trust(ws));
  const names = namesIn(dirname(files.trust(ws))).filter((name) => !kept.includes(name));
  return [...names.filter((name) => name !== last), ...names.filter((name) => name === last)];
}

/** Through a link something else would be removed, or written into. */
function refuseLink(ws: Workspace, action: UninstallAction): UninstallAction {
  if (action.kind === 'keep' || action.path.startsWith('.git/')) return action;
  if (action.path.startsWith('.wukong/') && isOwnRepository(ws)) {
    const hint = 'Move it away, and type it again.';
    return { kind: 'refuse', path: '.wukong', why: 'is a repository of its own', hint };
  }
  const link = linkOnTheWay(ws.root, action.path.replace(/\/$/, ''));
  if (link === undefined) return action;
  const hint = 'Take the link away, or put a real file or folder in its place.';
  return { kind: 'refuse', path: link, why: 'is a symbolic link, and could point anywhere', hint };
}
