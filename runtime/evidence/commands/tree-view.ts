import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, posix, win32 } from 'node:path';
import { readText } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { isOwnData } from '../../model/own-files.ts';

// Folders as commands name them, and the files of the working tree that say what a command runs.

const MAX_BYTES = 256 * 1024;
/** Below the working tree, and yet not the work: what others wrote. */
const NOT_THE_WORK = /(?:^|\/)(?:node_modules|site-packages|\.venv|venv|\.git)(?:\/|$)/;

/** A working tree as far as commands name it. Paths are absolute. */
export type TreeView = Readonly<{
  root: string;
  /** Absolute folder or file; undefined if only the shell could say where that is. */
  from: (folder: string, path: string) => string | undefined;
  /** Relative to the root with forward slashes; undefined outside. */
  below: (path: string) => string | undefined;
  /** Whether work in this folder is work on the tree. */
  isWork: (folder: string) => boolean;
  /** Whether the tree can be looked at at all. */
  isThere: boolean;
  exists: (path: string) => boolean;
  /** Text of a small regular file of the tree; undefined if there is none. */
  read: (path: string) => string | undefined;
}>;

export function treeView(root: string): TreeView {
  const paths = /^[A-Za-z]:[\\/]/.test(root) ? win32 : posix;
  const top = paths.resolve(root);
  const real = realOf(top);
  const below = (path: string): string | undefined => {
    for (const start of real === undefined ? [top] : [top, real]) {
      const way = relativeInside(start, path, paths);
      if (way !== undefined) return way.replaceAll('\\', '/');
    }
    return undefined;
  };
  /** A link may lead out of the tree, and then it is none of its files. */
  const inside = remembered((path) => {
    const found = below(path) === undefined ? undefined : realOf(path);
    return found !== undefined && below(found) !== undefined ? found : undefined;
  });
  const read = remembered((path) => {
    const file = inside(path);
    return file === undefined ? undefined : textOf(file);
  });
  return {
    root: top,
    from: (folder, path) => {
      if (path === '' || /^[~-]|[$`*?]/.test(path)) return undefined;
      // Git Bash on Windows writes `/c/repo`.
      const drive = paths === win32 ? path.replace(/^\/([A-Za-z])\//, '$1:/') : path;
      return paths.resolve(folder, drive);
    },
    below,
    isWork: (folder) => {
      const rest = below(folder);
      return rest !== undefined && !NOT_THE_WORK.test(rest) && !isOwnData(rest);
    },
    isThere: real !== undefined,
    exists: (path) => inside(path) !== undefined,
    read,
  };
}

/** A run repeats its commands, and nobody changes the tree while it is judged. */
function remembered(look: (path: string) => string | undefined) {
  const known = new Map<string, string | undefined>();
  return (path: string): string | undefined => {
    if (!known.has(path)) known.set(path, look(path));
    return known.get(path);
  };
}

function textOf(file: string): string | undefined {
  const info = statSync(file, { throwIfNoEntry: false });
  if (!info?.isFile() || info.size > MAX_BYTES) return undefined;
  try {
    return readText(file);
  } catch {
    return undefined; // Not readable for us: then nothing is known of it.
  }
}

function realOf(path: string): string | undefined {
  try {
    return isAbsolute(path) ? realpathSync(path) : undefined;
  } catch {
    return undefined; // Not there.
  }
}
