// The client's status line: offered in the settings of this clone alone, and only where nobody has one.

import { dirname, join } from 'node:path';
import { replaceFile } from '../../../files/atomic-write.ts';
import { makeFolders } from '../../../files/changing.ts';
import { append, type JsonStyle, printFile, remove, styleOf } from '../../../files/json-edit.ts';
import { readJson } from '../../../files/json-file.ts';
import { isObject } from '../../../files/parse-json.ts';
import { readIfThere } from '../../../files/reading.ts';
import { linkOnTheWay } from '../../../workspace/links.ts';
import { files, type Workspace } from '../../../workspace/paths.ts';
import { writeInTree } from '../install/install.ts';
import { noteEntries } from '../install/record.ts';
import { readSettings } from '../settings/client-settings.ts';
import { jsonStyle } from '../settings/json-style.ts';
import { HOOK_SCRIPT } from '../settings/registration.ts';
import { LOCAL_SETTINGS_FILE } from '../settings/settings-text.ts';

/** The client starts it in a shell, and says where the project is. Agents work while nothing is typed. */
export const STATUS_LINE = {
  type: 'command',
  command: `node "$CLAUDE_PROJECT_DIR/${HOOK_SCRIPT}" statusline`,
  refreshInterval: 5,
} as const;

/** `unreadable`: of some settings file nobody knows. */
type StatusLine = 'none' | 'ours' | 'theirs' | 'unreadable';

export function statusLineThere(ws: Workspace): StatusLine {
  const found = readSettings([ws.root, ws.worktree]).map((read): StatusLine => {
    if ('why' in read) return 'unreadable';
    const line = read.values.statusLine;
    if (line === undefined) return 'none';
    return isOurs(line) ? 'ours' : 'theirs';
  });
  const order: readonly StatusLine[] = ['ours', 'theirs', 'unreadable'];
  return order.find((one) => found.includes(one)) ?? 'none';
}

function isOurs(line: unknown): boolean {
  return isObject(line) && String(line.command).includes(HOOK_SCRIPT);
}

/** Undefined if it is there now, else why not. */
export function addStatusLine(ws: Workspace): string | undefined {
  const path = join(ws.root, LOCAL_SETTINGS_FILE);
  const link = linkOnTheWay(ws.root, LOCAL_SETTINGS_FILE);
  if (link !== undefined) return `${link} is a symbolic link`;
  const before = readIfThere(path);
  const text = before?.toString('utf8') ?? '';
  const after = withStatusLine(text, jsonStyle(ws.root));
  if (after === undefined) return `${LOCAL_SETTINGS_FILE} is no plain JSON`;
  if (before) replaceFile(files.localSettingsBefore(ws), before, true);
  makeFolders(dirname(path), 0o777);
  noteEntries(ws, LOCAL_SETTINGS_FILE, before, after);
  writeInTree(path, { path: LOCAL_SETTINGS_FILE, content: Buffer.from(after) });
  return undefined;
}

/** Undefined where it cannot be put in without losing something. */
export function withStatusLine(text: string, style: JsonStyle): string | undefined {
  if (text.trim() === '') return printFile({ statusLine: STATUS_LINE }, style);
  const read = readJson(text);
  if (!read.ok || read.root.type !== 'object') return undefined;
  return append(text, [], { key: 'statusLine', value: STATUS_LINE }, styleOf(text, style));
}

/** The text without our line, as it was before if nothing else was changed since. */
export function withoutStatusLine(
  text: string,
  before: string | undefined,
  style: JsonStyle,
): string {
  const read = readJson(text, 'keep-comments');
  if (!read.ok || !isObject(read.value) || !isOurs(read.value.statusLine)) return text;
  const isUntouched = before !== undefined && withStatusLine(before, style) === text;
  return isUntouched ? before : remove(text, ['statusLine']);
}
