import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the plugin in which its commands for a shell lie, and the texts that `init` puts in. */
const OF_PLUGIN = 'shell';

/**
 * Where the built program lies: what `init` copies from. A command may be in a file below it. In the plugin it is the
 * folder of the plugin, which has the program of the hooks.
 */
export function programFolder(): string {
  const folder = dirname(realpathSync(process.argv[1] ?? '.'));
  const above = dirname(folder);
  return existsSync(join(above, '.claude-plugin')) ? above : folder;
}

/** The file that starts a command in a shell. */
export function programOf(source: string): string {
  return join(shellFolder(source), 'cli.js');
}

/** Agents and commands as `init` puts them in; those of the plugin itself have other names and no guard. */
export function textsFolder(source: string, kind: string): string {
  return kind === 'agents' || kind === 'commands'
    ? join(shellFolder(source), kind)
    : join(source, kind);
}

function shellFolder(source: string): string {
  return existsSync(join(source, '.claude-plugin')) ? join(source, OF_PLUGIN) : source;
}
