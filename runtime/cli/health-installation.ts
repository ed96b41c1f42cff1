// Whether what init put in is still there, as it was, and registered with the client.

import { join } from 'node:path';
import { explain } from '../diagnostics/explain.ts';
import { readFrontMatter } from '../hosts/claude-code/front-matter.ts';
import { hookSwitches } from '../hosts/claude-code/hook-switches.ts';
import { planInstall } from '../hosts/claude-code/install.ts';
import { mergeSettings, SETTINGS_FILE } from '../hosts/claude-code/settings.ts';
import type { Role } from '../model/words.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { changedFiles, hashesOf } from '../store/installed.ts';
import { linkBelow } from '../store/links.ts';
import type { Workspace } from '../store/paths.ts';
import { readIfThere } from '../store/read-if-there.ts';
import type { Trust } from '../store/trust.ts';
import type { Ailment } from './health.ts';

const TRUST = '.git/wukong/trust.json';

export function checkInstallation(
  ws: Workspace,
  source: string,
  trust: Trust | undefined,
): Ailment[] {
  return [
    ...(trust ? installedFiles(ws, source, trust) : []),
    ...WRITING_ROLES.flatMap((role) => guardOf(ws, role)),
    ...settings(ws),
    ...switches(ws),
    ...inTheWay(ws, source),
  ];
}

function installedFiles(ws: Workspace, source: string, { files }: Trust): Ailment[] {
  if (files === undefined) {
    const message =
      'It does not say what was installed here: an older version wrote it. So nobody can tell whether the files are the same.';
    return [finding('installed-unknown', TRUST, message, 'wukong init')];
  }
  const changed = changedFiles(ws, files);
  if (changed.length > 0) {
    const HOW = {
      missing: 'It was installed, and is gone.',
      changed: 'It is not what was installed here.',
      added: 'It was not installed by Wukong, and lies where its program is loaded from.',
    };
    const next = 'wukong init puts it right; git log tells who changed it, if it came with a pull';
    return changed.map(({ path, how }) => finding(`file-${how}`, path, HOW[how], next));
  }
  const isThisVersion = JSON.stringify(hashesOf(source)) === JSON.stringify(files);
  if (isThisVersion) return [];
  const message = 'Another version of Wukong is installed here than the one you called.';
  const next = 'wukong init installs this one';
  return [{ severity: 'note', kind: 'other-version', place: '.wukong/runtime', message, next }];
}

/** A copy of an agent file may be the user's own; without the guard nothing would hold its agent. */
function guardOf(ws: Workspace, role: Role): Ailment[] {
  const path = `.claude/agents/${role}.md`;
  const text = readIfThere(join(ws.root, path))?.toString('utf8');
  if (text === undefined) return [];
  const head = readFrontMatter(text);
  const hooks = head.ok ? JSON.stringify(head.values.hooks ?? {}) : '';
  const isGuarded = /"PreToolUse".*hook\.cjs","guard"\].*"onFailure":"block"/.test(hooks);
  if (isGuarded) return [];
  const message = head.ok
    ? 'It has no guard that fails closed, so nothing would hold its agent.'
    : `${head.why}, so the client can not see its guard.`;
  return [finding('no-guard', path, message, 'wukong init')];
}

function settings(ws: Workspace): Ailment[] {
  const merged = mergeSettings(readIfThere(join(ws.root, SETTINGS_FILE))?.toString('utf8'));
  if (!merged.ok) {
    const { message, hint } = explain(merged.error);
    return [finding('settings', SETTINGS_FILE, message, hint)];
  }
  return merged.value.changes.map((change) => {
    const [, what = '', name = ''] = /^\w+ (hook|deny rule) (.*)$/.exec(change) ?? [];
    const how = change.startsWith('add') ? 'is missing' : 'is not as Wukong registers it';
    const message = `The ${what} ${name} ${how}.`;
    return finding(
      what === 'hook' ? 'hook-missing' : 'deny-rule-missing',
      SETTINGS_FILE,
      message,
      'wukong init',
    );
  });
}

function switches(ws: Workspace): Ailment[] {
  return hookSwitches(ws).map((found): Ailment => {
    if ('why' in found) {
      const message = `It can not be read (${found.why}), so nobody knows whether it turns hooks off.`;
      return {
        severity: 'note',
        kind: 'settings-unread',
        place: found.file,
        message,
        next: 'Look into it',
      };
    }
    const message = `"${found.key}" is set: the client starts no hook of this project, and nothing of Wukong works.`;
    return finding('hooks-off', found.file, message, `Take "${found.key}" out`);
  });
}

/** What would keep init from working; links among the data are told with the other leftovers. */
function inTheWay(ws: Workspace, source: string): Ailment[] {
  const plan = planInstall(ws, source);
  if (!plan.ok) return [];
  const link = `.wukong/${linkBelow(ws) ?? ''}`;
  return plan.value.flatMap((action) =>
    action.kind === 'refuse' && action.path !== link
      ? [finding('in-the-way', action.path, `${action.why}.`, action.hint)]
      : [],
  );
}

function finding(kind: string, place: string, message: string, next: string): Ailment {
  return { severity: 'finding', kind, place, message, next };
}
