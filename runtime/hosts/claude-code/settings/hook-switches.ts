// Settings that turn hooks off, or the plugin on, in every settings file the client reads and we can read.

import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../../files/file-failure.ts';
import { isObject } from '../../../files/parse-json.ts';
import { readIfThere } from '../../../files/reading.ts';

/** `why`: the file can't be read, so nobody knows. */
type Switch = Readonly<{ file: string; key: string } | { file: string; why: string }>;

const KEYS = ['disableAllHooks', 'allowManagedHooksOnly'];

export function hookSwitches(folders: readonly string[]): Switch[] {
  return readSettings(folders).flatMap((read): Switch[] => {
    if ('why' in read) return [read];
    const { file, values } = read;
    return KEYS.filter((key) => values[key] === true).map((key) => ({ file, key }));
  });
}

/** The settings file that last says whether the plugin is on, if it is. */
export function pluginEnabledIn(folders: readonly string[]): string | undefined {
  const said = readSettings(folders).flatMap((read) => {
    const plugins = 'why' in read ? undefined : read.values.enabledPlugins;
    if (!isObject(plugins)) return [];
    const named = Object.keys(plugins).filter((name) => name.startsWith('wukong@'));
    return named.map((name) => ({ file: read.file, isOn: plugins[name] === true }));
  });
  const last = said.at(-1);
  return last?.isOn ? last.file : undefined;
}

/** The PATH that the client gives to what it starts, where settings name one. */
export function pathInSettings(
  folders: readonly string[],
): Readonly<{ file: string; value: string }> | undefined {
  const found = readSettings(folders).flatMap((read) => {
    const env = 'why' in read ? undefined : read.values.env;
    return isObject(env) && typeof env.PATH === 'string'
      ? [{ file: read.file, value: env.PATH }]
      : [];
  });
  return found.at(-1);
}

type Read = Readonly<
  { file: string; values: Readonly<Record<string, unknown>> } | { file: string; why: string }
>;

/** Later ones go before earlier ones, but for the first. */
export function readSettings(folders: readonly string[]): Read[] {
  return settingsFiles(folders).map((file): Read => {
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
export function settingsFiles(folders: readonly string[]): string[] {
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
