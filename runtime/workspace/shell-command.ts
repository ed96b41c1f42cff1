// How a person starts Wukong in a shell here. Who set it up by npx, by the plugin or by its path has no `wukong` on the
// PATH, and what they are told to type has to be there: a starter in the common git directory, which knows where it lies.

import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { ownProgram } from '../files/own-programs.ts';
import { readIfThere } from '../files/reading.ts';
import { realPath } from '../files/real-path.ts';
import { starterOf, type Workspace } from './paths.ts';
import { locateRepository } from './repository.ts';

const PLAIN = 'wukong';

/** `folder`: where it is typed. */
export function shellCommand(folder: string): string {
  if (isOnPath(folder)) return PLAIN;
  const ws = locateRepository(folder);
  const starter = ws && starterOf(ws);
  if (starter === undefined || !existsSync(starter)) return ownStart() ?? PLAIN;
  const way = relative(folder, starter);
  return quoted(/^(?:\.\.[\\/]){0,3}\.git[\\/]/.test(way) ? way : starter);
}

/** The client puts the folder `bin` of a plugin on the PATH of its own shell alone. */
export function isOnPath(folder: string): boolean {
  const program = ownProgram(PLAIN, folder);
  return program !== undefined && !existsSync(join(dirname(program), '..', '.claude-plugin'));
}

/** Where nothing else starts this program: the line that started it. Undefined: it is no command, but a hook. */
export function ownStart(): string | undefined {
  const cli = realPath(process.argv[1] ?? '') ?? '';
  const cache = /^(.*[\\/]_npx[\\/][0-9a-f]+)[\\/]node_modules[\\/]/.exec(cli)?.[1];
  if (cache !== undefined) return `npx -y ${quoted(packageIn(cache))}`;
  return basename(cli) === 'cli.js' ? `node ${quoted(cli)}` : undefined;
}

/** As npx noted it: a file by where it lies, since the line may be typed in another folder. */
function packageIn(cache: string): string {
  const text = readIfThere(join(cache, 'package.json'))?.toString('utf8') ?? '{}';
  const { dependencies, _npx } = JSON.parse(text);
  const spec = String(dependencies?.[PLAIN] ?? '');
  return spec.startsWith('file:')
    ? `file:${resolve(cache, spec.slice('file:'.length))}`
    : String(_npx?.packages?.[0] ?? PLAIN);
}

/** `cli`: the program that set this clone up. `again`: what brings it back where its file is gone. */
export function writeStarter(ws: Workspace, cli: string, again: string): void {
  const text = `#!/bin/sh
# Starts the Wukong that set this clone up, for who has no \`wukong\` on the PATH. Written by Wukong.
cli=${quoted(cli, true)}
if [ -f "$cli" ]; then exec node "$cli" "$@"; fi
echo "Wukong is not in $cli any more. "${quoted(again, true)} >&2
exit 3
`;
  replaceFile(starterOf(ws), text, false, 0o755);
}

function quoted(text: string, always = false): string {
  return !always && /^[\w./:@\\+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
