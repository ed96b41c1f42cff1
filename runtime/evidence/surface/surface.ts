// The names that users of a program can see, before and after a change. Pure.

import { posix } from 'node:path';
import { goNames } from './go.ts';
import { packagesSurface } from './javascript.ts';
import type { Files, Name } from './names.ts';
import { pythonNames } from './python.ts';

export type Compared = Readonly<{
  lost: readonly string[];
  gained: readonly string[];
  /** Whether any names were compared. */
  any: boolean;
  /** What was changed and could not be compared, each in a few words. */
  not: readonly string[];
}>;

type Language = 'javascript' | 'python' | 'go';

/** Undefined: of no language that is compared. */
function languageOf(path: string): Language | undefined {
  if (/\.[cm]?[jt]sx?$/.test(path) || posix.basename(path) === 'package.json') return 'javascript';
  if (path.endsWith('.py')) return 'python';
  return path.endsWith('.go') ? 'go' : undefined;
}

const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  c: 'C',
  cc: 'C++',
  cpp: 'C++',
  cs: 'C#',
  dart: 'Dart',
  ex: 'Elixir',
  h: 'C',
  hpp: 'C++',
  java: 'Java',
  kt: 'Kotlin',
  php: 'PHP',
  rb: 'Ruby',
  rs: 'Rust',
  scala: 'Scala',
  swift: 'Swift',
};

/** Which files have to be read: what was changed, and what says together with it what users see. */
export function readForSurface(
  changed: readonly string[],
  all: readonly string[],
): readonly string[] {
  const folders = new Set(changed.filter((path) => path.endsWith('.go')).map(posix.dirname));
  const isPackages = changed.some((path) => languageOf(path) === 'javascript');
  const isChanged = new Set(changed);
  return all.filter((path) => {
    switch (languageOf(path)) {
      case 'javascript':
        return isPackages;
      case 'python':
        return isChanged.has(path) && isPublicModule(path);
      case 'go':
        return folders.has(posix.dirname(path));
      default:
        return false;
    }
  });
}

/** `changed` are the paths that differ, tests left out; the files are those of `readForSurface`. */
export function compareSurfaces(changed: readonly string[], before: Files, after: Files): Compared {
  const then = surfaceOf(before);
  const now = surfaceOf(after);
  const missing = (from: readonly Name[], other: readonly Name[]): string[] => {
    const there = new Set(other.map(keyOf));
    return from.filter((name) => !name.imported && !there.has(keyOf(name))).map(shown);
  };
  const others = changed.flatMap((path) => OTHER_LANGUAGES[posix.extname(path).slice(1)] ?? []);
  return {
    lost: missing(then.names, now.names),
    gained: missing(now.names, then.names),
    any: then.names.length + now.names.length > 0,
    not: [...new Set([...others, ...then.unread, ...now.unread])],
  };
}

function surfaceOf(files: Files): Readonly<{ names: readonly Name[]; unread: readonly string[] }> {
  const { names, unread } = packagesSurface(files);
  for (const [path, text] of files) {
    const found = namesOf(path, text);
    if (found) names.push(...found);
    else unread.push(path);
  }
  return { names, unread };
}

function namesOf(path: string, text: string): readonly Name[] | undefined {
  const language = languageOf(path);
  if (language === 'python') return pythonNames(path, text);
  return language === 'go' ? goNames(path, text) : [];
}

function isPublicModule(path: string): boolean {
  const parts = path.replace(/\/__init__\.py$/, '').split('/');
  return !parts.some((part) => part.startsWith('_')) && parts.at(-1) !== 'setup.py';
}

function keyOf({ of, name }: Name): string {
  return `${of}\0${name}`;
}

/** Behind the last blank stands the name that a person says who accepts it. */
function shown({ of, name }: Name): string {
  return name === '' ? of : `${of} ${name}`;
}
