// Globs in templates and configuration: held inside the repository, compiled for the guard (which
// must not load a glob library), and expanded to the files that are there.

import { lstatSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import picomatch from 'picomatch';
import { OWN_FOLDERS } from '../model/own-files.ts';

const MAX_FILES = 50;
/** A glob over a huge tree is cut off here; then which files are first depends on the walk. */
const MAX_MATCHES = 5000;

/** Why a path or glob does not stay below the repository; undefined if it does. */
export function pathProblem(path: string): string | undefined {
  if (path.trim() === '') return 'This path is empty.';
  if (path.includes('\0')) return 'This is no path.';
  if (path.includes('\\')) return 'Write paths with forward slashes.';
  if (path.startsWith('!')) return 'A path cannot be excluded here: name those that are meant.';
  if (path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path)) {
    return 'This path leaves the repository: write it relative to its top folder.';
  }
  // Also inside braces, whose members become path parts: `{..,src}/**`.
  if (/(?:^|[/{,(|])\.\.(?:$|[/},)|])/.test(path)) {
    return 'This path leaves the repository: ".." is not possible.';
  }
  return undefined;
}

/** The source of a regular expression over paths with forward slashes; undefined if none can be made. */
export function compileGlob(glob: string): string | undefined {
  const { source } = picomatch.makeRe(glob, { dot: true, windows: false });
  return source === '$^' ? undefined : source;
}

/** The files that `patterns` name below `worktree`, sorted, at most 50. Links are not followed. */
export async function expandFiles(
  worktree: string,
  patterns: readonly string[],
): Promise<string[]> {
  // A name such as `pages/[id].js` is a glob by its looks.
  const literal = patterns.filter((pattern) => isFile(join(worktree, pattern)));
  const globs = patterns.filter((pattern) => !literal.includes(pattern));
  const found = new Set(literal.map((path) => path.replace(/^(?:\.\/)+/, '')));
  if (globs.length > 0) {
    // Most templates name no files, and then it would be loaded for nothing.
    const { default: fastGlob } = await import('fast-glob');
    const matches = fastGlob.stream(globs, {
      cwd: worktree,
      dot: true,
      onlyFiles: true,
      followSymbolicLinks: false,
      suppressErrors: true,
      ignore: [
        '**/.git',
        '**/.git/**',
        '**/node_modules/**',
        ...OWN_FOLDERS.map((one) => `${one}/**`),
      ],
    });
    for await (const match of matches) {
      found.add(String(match).replace(/^(?:\.\/)+/, ''));
      if (found.size >= MAX_MATCHES) break;
    }
  }
  const inside = [...found].filter((path) => staysInside(worktree, path));
  return inside.sort().slice(0, MAX_FILES);
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A folder on the way may be a link to anywhere. */
function staysInside(worktree: string, path: string): boolean {
  try {
    return realpathSync(join(worktree, path)).startsWith(realpathSync(worktree) + sep);
  } catch {
    return false; // It went away while we looked.
  }
}
