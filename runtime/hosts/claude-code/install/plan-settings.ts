import { join } from 'node:path';
import { readIfThere } from '../../../files/reading.ts';
import { fail, ok, type Result } from '../../../model/failure.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { jsonStyle } from '../settings/json-style.ts';
import { mergeSettings, removeFromSettings } from '../settings/settings.ts';
import { LOCAL_SETTINGS_FILE, SETTINGS_FILE } from '../settings/settings-text.ts';
import type { InstallAction } from './install-action.ts';

/** Our hooks and deny rules in the settings of the project. A file of the user's is kept as it was. */
export function planSettings(ws: Workspace, isLocal: boolean): Result<InstallAction> {
  const path = isLocal ? LOCAL_SETTINGS_FILE : SETTINGS_FILE;
  if (isLocal && hasOurs(readIfThere(join(ws.root, SETTINGS_FILE))?.toString('utf8'))) {
    const why = 'has the hooks of Wukong for everybody, and would start them a second time';
    const hint = `For this clone alone: wukong uninstall, then wukong init --local. For everybody: take Wukong's lines out of .git/info/exclude and its hooks out of ${LOCAL_SETTINGS_FILE}, and leave --local out.`;
    return ok({ kind: 'refuse', path: SETTINGS_FILE, why, hint });
  }
  const bytes = readIfThere(join(ws.root, path));
  const text = bytes?.toString('utf8');
  if (bytes && !Buffer.from(text ?? '').equals(bytes)) {
    const message = 'The file is not UTF-8.';
    return fail({ kind: 'bad-json', file: path, line: 1, column: 1, message });
  }
  const own = readIfThere(files.settingsBefore(ws))?.toString('utf8');
  const merged = mergeSettings(text, jsonStyle(ws.root), own);
  if (!merged.ok) {
    const { error } = merged;
    return fail(error.kind === 'bad-json' ? { ...error, file: path } : error);
  }
  const { changes } = merged.value;
  if (changes.length === 0) return ok({ kind: 'keep', path, why: 'has our hooks and deny rules' });
  const why = summed(changes);
  const content = Buffer.from(merged.value.text);
  if (!bytes || text === undefined) {
    return ok({ kind: 'create', path, why, content, before: 'none' });
  }
  // With entries of ours in it, it is no longer what the user had.
  const before = changesBack(text).some((change) => change.includes('hook'))
    ? {}
    : { before: bytes };
  return ok({ kind: 'update', path, why, content, ...before });
}

function hasOurs(text: string | undefined): boolean {
  return changesBack(text).length > 0;
}

/** What would be taken out of it again. A deny rule like ours may be the user's own. */
function changesBack(text: string | undefined): readonly string[] {
  const without = removeFromSettings(text ?? '');
  return without.ok ? without.value.changes : [];
}

/** `add hook Stop`, `add hook …` → `add 10 hooks`; a single one keeps its name. */
function summed(changes: readonly string[]): string {
  const kinds = new Map<string, string[]>();
  for (const change of changes) {
    const kind = /^\w+ (?:deny rule|hook)/.exec(change)?.[0] ?? change;
    kinds.set(kind, [...(kinds.get(kind) ?? []), change]);
  }
  return [...kinds]
    .map(([kind, all]) =>
      all.length === 1 ? all.join() : kind.replace(' ', ` ${all.length} `).concat('s'),
    )
    .join(', ');
}
