// What `wukong uninstall` takes out of a repository: all that `init` put there, and what came of it. Files
// among the user's own go if nobody edited them. Changes nothing.

import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { filesBelow, isDirectory, namesIn } from '../../../files/folders.ts';
import { readIfThere } from '../../../files/reading.ts';
import { ok, type Result } from '../../../model/failure.ts';
import { hashOfInstalled } from '../../../workspace/installed-files.ts';
import { linkOnTheWay } from '../../../workspace/links.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { isOwnRepository } from '../../../workspace/repository.ts';
import { readTrust } from '../../../workspace/trust.ts';
import { isOurFile } from '../install/front-matter.ts';
import { addExcludes, EXCLUDE, isLocalInstall, removeExcludes } from '../install/local-install.ts';
import { EDITED } from '../install/plan-editable.ts';
import { whoseBiome } from '../install/plan-linters.ts';
import { OLD_SCRIPTS } from '../install/plan-skills.ts';
import { RELEASED } from '../install/released-files.ts';
import { jsonStyle } from '../settings/json-style.ts';
import { HOOK_SCRIPT } from '../settings/registration.ts';
import { removeFromSettings } from '../settings/settings.ts';
import { LOCAL_SETTINGS_FILE, SETTINGS_FILE } from '../settings/settings-text.ts';
import { withoutStatusLine } from '../statusline/setting.ts';

/** `path` is relative to the main checkout, below `.git/` to the common git directory; `/` ends a folder. */
export type UninstallAction =
  | Readonly<{ kind: 'remove'; path: string; why: string }>
  | Readonly<{ kind: 'update'; path: string; why: string; content: Buffer }>
  | Readonly<{ kind: 'keep'; path: string; why: string }>
  | Readonly<{ kind: 'refuse'; path: string; why: string; hint: string }>;

/** Of a person or of a goal: what `--keep-data` leaves. */
export type Data = 'remove-data' | 'keep-data';

/**
 * In the order it will be done: first what starts something, last what says that this clone was trusted.
 * `source` is a folder like dist/.
 */
export function planUninstall(
  ws: Workspace,
  source: string,
  data: Data,
): Result<UninstallAction[]> {
  const settings: UninstallAction[] = [];
  for (const path of [SETTINGS_FILE, LOCAL_SETTINGS_FILE]) {
    const planned = planSettings(ws, path);
    if (!planned.ok) return planned;
    settings.push(...planned.value);
  }
  const noted = readTrust(ws)?.files ?? {};
  const actions = [
    ...settings,
    ...ourFiles(ws, source).flatMap((path) => planOurs(ws, source, noted, path)),
    ...planBiome(ws),
    ...planOwnFolder(ws, data),
    // While it is there git shows nothing of what is to go.
    ...planExcludes(ws, data),
    ...planAnswers(ws),
    ...planGitFolder(ws, data),
  ];
  return ok(actions.map((action) => refuseLink(ws, action)));
}

export function pathOf(ws: Workspace, { path }: UninstallAction): string {
  const inGit = /^\.git\/(.*)$/.exec(path)?.[1];
  return inGit === undefined ? join(ws.root, path) : join(ws.commonDir, inGit);
}

function planSettings(ws: Workspace, path: string): Result<UninstallAction[]> {
  const there = readIfThere(join(ws.root, path))?.toString('utf8');
  if (there === undefined) return ok([]);
  const style = jsonStyle(ws.root);
  const isInstalled = path === (isLocalInstall(ws) ? LOCAL_SETTINGS_FILE : SETTINGS_FILE);
  const beforeLine =
    path === LOCAL_SETTINGS_FILE ? keptText(files.localSettingsBefore(ws)) : undefined;
  const text = withoutStatusLine(there, beforeLine, style);
  const before = isInstalled ? keptText(files.settingsBefore(ws)) : beforeLine;
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
  if (isNothingElse) return ok([{ kind: 'remove', path, why: 'holds nothing but our entries' }]);
  const isBack = after === before;
  const why = isBack ? 'as it was before Wukong' : 'only our entries go; it was edited since';
  return ok([{ kind: 'update', path, why, content: Buffer.from(after) }]);
}

function keptText(path: string): string | undefined {
  return readIfThere(path)?.toString('utf8');
}

/** Below the main checkout: what this version puts into `.claude`, and what an earlier one did. */
export function ourFiles(ws: Workspace, source: string): string[] {
  const now = ['agents', 'commands', 'skills'].flatMap((kind) =>
    filesBelow(join(source, kind)).map((name) => `.claude/${kind}/${name}`),
  );
  const noted = Object.keys(readTrust(ws)?.files ?? {}).filter((path) => isInClaude(path));
  return [...new Set([...now, ...noted, ...OLD_SCRIPTS])].flatMap((path) => [path, `${path}.new`]);
}

/** `trust.json` is a file, too: nothing in it leads out of the folders of ours. */
function isInClaude(path: string): boolean {
  return /^\.claude\/(?:agents|commands|skills)\//.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path);
}

function planOurs(
  ws: Workspace,
  source: string,
  noted: Readonly<Record<string, string>>,
  path: string,
): UninstallAction[] {
  const there = readIfThere(join(ws.root, path));
  if (there === undefined) return [];
  const name = path.replace(/\.new$/, '');
  const hash = hashOfInstalled(name, there);
  const own = readIfThere(join(source, name.slice('.claude/'.length)));
  const isUnedited =
    RELEASED.includes(hash) ||
    (Object.hasOwn(noted, name) && noted[name] === hash) ||
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

function planBiome(ws: Workspace): UninstallAction[] {
  const path = '.claude/biome.json';
  const whose = whoseBiome(readIfThere(join(ws.root, path)));
  if (whose === 'theirs') return [];
  if (whose === 'edited') return [{ kind: 'keep', path, why: EDITED }];
  return [{ kind: 'remove', path, why: 'kept biome off our files' }];
}

function planOwnFolder(ws: Workspace, data: Data): UninstallAction[] {
  if (data === 'remove-data') {
    const why = 'configuration, log, evidence, memory and templates';
    return existsSync(ws.dir) ? [{ kind: 'remove', path: '.wukong/', why }] : [];
  }
  const isThere = isDirectory(files.runtime(ws));
  return isThere ? [{ kind: 'remove', path: '.wukong/runtime/', why: 'the launcher' }] : [];
}

/** What is kept of a local installation stays out of sight. */
function planExcludes(ws: Workspace, data: Data): UninstallAction[] {
  const before = keptText(join(ws.commonDir, 'info', 'exclude')) ?? '';
  const text = removeExcludes(before);
  const isKept = data === 'keep-data' && isLocalInstall(ws);
  const after = isKept ? addExcludes(text, ['.wukong/']) : text;
  if (after === before) return [];
  if (after === '') return [{ kind: 'remove', path: EXCLUDE, why: 'holds nothing but our lines' }];
  return [{ kind: 'update', path: EXCLUDE, why: 'without our lines', content: Buffer.from(after) }];
}

export const OWN_IN_GIT = '.git/wukong';
/** Taken while this is done. */
const LOCK = 'init.lock';
/** The second copy of the log. */
const DATA_IN_GIT = 'log';

/** `wukong prove` asks and keeps it without `init`: it may be all there is. */
function planAnswers(ws: Workspace): UninstallAction[] {
  const path = files.proveAnswers(ws);
  const why = 'which checks wukong prove may run here';
  return existsSync(path) ? [{ kind: 'remove', path: `${OWN_IN_GIT}/${basename(path)}`, why }] : [];
}

function planGitFolder(ws: Workspace, data: Data): UninstallAction[] {
  const folder = dirname(files.trust(ws));
  const answers = files.proveAnswers(ws);
  const names = namesIn(folder).filter((name) => ![basename(answers), LOCK].includes(name));
  const isLeft =
    data === 'remove-data'
      ? names.length > 0 || (isDirectory(folder) && !existsSync(answers))
      : names.some((name) => name !== DATA_IN_GIT);
  if (!isLeft) return [];
  const why = 'the program, approvals and formats';
  return [{ kind: 'remove', path: `${OWN_IN_GIT}/`, why }];
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
