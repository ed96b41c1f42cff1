// What the settings files say that a client reads, and that we can read: the plugin, the PATH, or any other key.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../../files/file-failure.ts';
import { isObject } from '../../../files/parse-json.ts';
import { readIfThere } from '../../../files/reading.ts';

type Known = Readonly<{ file: string; values: Readonly<Record<string, unknown>> }>;

/** `why`: the file can't be read, so nobody knows. */
type Unknown = Readonly<{ file: string; why: string }>;

/** The settings file that last says whether the plugin is on, if it is. */
export function pluginEnabledIn(folders: readonly string[]): string | undefined {
  const said = knownSettings(folders).flatMap(({ file, values: { enabledPlugins: all } }) => {
    const named = Object.entries(isObject(all) ? all : {});
    return named.flatMap(([name, isOn]) => (name.startsWith('wukong@') ? [{ file, isOn }] : []));
  });
  const last = said.at(-1);
  return last?.isOn === true ? last.file : undefined;
}

/** The PATH that the client gives to what it starts, where settings name one. */
export function pathInSettings(
  folders: readonly string[],
): Readonly<{ file: string; value: string }> | undefined {
  const found = knownSettings(folders).flatMap(({ file, values: { env } }) =>
    isObject(env) && typeof env.PATH === 'string' ? [{ file, value: env.PATH }] : [],
  );
  return found.at(-1);
}

export function knownSettings(folders: readonly string[]): Known[] {
  return readSettings(folders).flatMap((read) => ('why' in read ? [] : [read]));
}

/** Later ones go before earlier ones, but for the first. */
export function readSettings(folders: readonly string[]): Array<Known | Unknown> {
  return settingsFiles(folders).map((file) => {
    try {
      const text = readIfThere(file)?.toString('utf8') ?? '';
      const values: unknown = text.trim() === '' ? {} : JSON.parse(text.replace(/^\uFEFF/, ''));
      return { file, values: isObject(values) ? values : {} };
    } catch (error) {
      const why = error instanceof SyntaxError ? 'it is no JSON' : codeOf(error);
      return { file, why };
    }
  });
}

/** In which a client looks that is started in one of these folders, as far as we can. */
function settingsFiles(folders: readonly string[]): string[] {
  return [
    join(managedFolder(), 'managed-settings.json'),
    join(clientFolder(), 'settings.json'),
    ...[...new Set(folders)].flatMap((folder) => [
      join(folder, '.claude', 'settings.json'),
      join(folder, '.claude', 'settings.local.json'),
    ]),
  ];
}

/** The user's own, for all projects. */
export function clientFolder(): string {
  return process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude');
}

/** Where an organisation puts settings that no user can change. */
function managedFolder(): string {
  if (process.platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  if (process.platform === 'win32') return 'C:\\Program Files\\ClaudeCode';
  return '/etc/claude-code';
}
