// What the build reads, as one hash. Plain JavaScript without dependencies: prepare.mjs needs it on a
// fresh clone, before anything is installed.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const READ_BY_THE_BUILD = [
  'runtime',
  'templates',
  'schemas',
  '.claude/agents',
  '.claude/commands',
  '.claude/skills',
  'scripts/build.ts',
  'scripts/hot-path.ts',
  'scripts/hook-files.ts',
  'scripts/plugin-files.ts',
  'scripts/sources.mjs',
  'scripts/validators.ts',
  'docs/plugin.md',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** Below dist/: the hash of the sources it was built from. */
export const BUILD_STAMP = '.built-from';

/** Changes iff a file the build reads appears, goes, or changes. */
export function hashSources(root) {
  const hash = createHash('sha256');
  for (const path of READ_BY_THE_BUILD.flatMap((start) => filesBelow(root, start))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root, path) {
  const kind = statSync(join(root, path), { throwIfNoEntry: false });
  if (!kind) return [];
  if (!kind.isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .filter((name) => !name.endsWith('.tmp'))
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
