// What package.json says of its program, and what a program in one folder leads to, also one of Python. Pure.

import { posix } from 'node:path';
import { scriptsIn } from '../commands/manifest-scripts.ts';

export type Manifest = Readonly<Record<string, unknown>>;

/** Undefined: npm will say what is wrong with it. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Manifest) : undefined;
  } catch {
    return undefined;
  }
}

/** Entry points, and what is exported and listed, as the manifest writes it. */
export function namedBy({ main, module, browser, exports, imports, bin, files }: Manifest) {
  return [main, module, browser, exports, imports, bin, files]
    .flatMap(strings)
    .flatMap((path) => [path, path.replace(/\/?(?:\*.*)?$/, '/')])
    .filter((path) => !/^(?:[a-z]+:|\/|!|\.\.|\*)/.test(path) && path !== './' && path !== '/');
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

/** What is started where the manifest names nothing, beside a module that is called like its package. */
const USUAL_ENTRIES = ['index', 'server', 'app', 'main'];

/** Of the files beside a manifest those that the program leads to, and those that only tests and scripts do. */
type Led = Readonly<{ program: ReadonlySet<string>; tests: ReadonlySet<string> }>;

/** Where the program begins says the manifest, and else its name; where nothing says it, both are empty. */
export function ledTo(
  {
    manifest,
    named,
    modules,
  }: Readonly<Record<'named' | 'modules', readonly string[]>> & Readonly<{ manifest: Manifest }>,
  isTest: (path: string) => boolean,
  files: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): Led {
  const { start = '', ...others } = Object.fromEntries(scriptsIn(manifest));
  const isIn = (words: readonly string[]) => {
    const names = words.map((word) => posix.basename(word));
    return modules.filter((path) => names.includes(posix.basename(path)));
  };
  const said = isIn([...named, ...wordsOf(start)]);
  const { name } = manifest;
  const usual = [...USUAL_ENTRIES, posix.basename(typeof name === 'string' ? name : '')];
  const isUsual = (path: string): boolean =>
    usual.includes(posix.basename(path).replace(/\.\w+$/, ''));
  const entries = said.length > 0 ? said : modules.filter(isUsual);
  if (entries.length === 0) return { program: new Set(), tests: new Set() };
  const program = new Set(reachedFrom(entries, files, texts));
  const tests = [...modules.filter(isTest), ...isIn(Object.values(others).flatMap(wordsOf))];
  const all = reachedFrom(tests, files, texts);
  return { program, tests: new Set(all.filter((path) => !program.has(path))) };
}

function wordsOf(script: string): string[] {
  return script.split(/\s+/).filter(Boolean);
}

/** What a person starts, or a server. */
const STARTED = /^(?:__main__|app|asgi|main|manage|run|server|wsgi)$/;

/**
 * Of modules of Python beside their manifest those that only tests import. Where the program begins says its
 * name, what the manifest names in quotes, and the usual names of a start; where nothing says it, there are none.
 */
export function importedByTests(
  { name, text, modules }: Readonly<{ name: string; text: string; modules: readonly string[] }>,
  isTest: (path: string) => boolean,
  texts: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const stem = (path: string): string => posix.basename(path, '.py');
  const named = new Set([...text.matchAll(/["'](\w+)(?::[\w.]+)?["']/g)].map(([, one]) => one));
  const entries = modules.filter(
    (path) =>
      stem(path).toLowerCase() === name || named.has(stem(path)) || STARTED.test(stem(path)),
  );
  if (!entries.some((path) => !isTest(path))) return new Set();
  const reached = (from: readonly string[]): ReadonlySet<string> => {
    const found = new Set(from);
    for (const path of found) {
      const lines = (texts.get(path) ?? '').matchAll(/^\s*(?:from\s+\.?|import\s+)([\w., ]+)/gm);
      const words = new Set([...lines].flatMap(([, line = '']) => line.split(/[., ]+/)));
      for (const one of modules) if (words.has(stem(one))) found.add(one);
    }
    return found;
  };
  const program = reached(entries.filter((path) => !isTest(path)));
  const all = reached(modules.filter(isTest));
  return new Set([...all].filter((path) => !program.has(path)));
}

/** `./util`, as it is imported, required or opened. */
const RELATIVE = /['"`](\.{1,2}\/[^'"`\n]+)['"`]/g;
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.json', '/index.js'];

/** The files that some lead to by the relative paths in their text, and they themselves. */
function reachedFrom(
  entries: readonly string[],
  files: ReadonlySet<string>,
  texts: ReadonlyMap<string, string>,
): readonly string[] {
  const found = new Set(entries);
  for (const path of found) {
    for (const [, name = ''] of (texts.get(path) ?? '').matchAll(RELATIVE)) {
      const plain = posix.join(posix.dirname(path), name);
      // TypeScript imports a.js and means a.ts.
      const ways = [...ENDINGS.map((end) => plain + end), plain.replace(/\.js$/, '.ts')];
      for (const one of ways) if (files.has(one)) found.add(one);
    }
  }
  return [...found];
}

/** By folder: private packages that others need for their tests alone. */
export function toolPackages(manifests: ReadonlyMap<string, string>): ReadonlySet<string> {
  const all = [...manifests].map(([path, text]) => [path, parseManifest(text) ?? {}] as const);
  const needed = (...tables: string[]): ReadonlySet<string> =>
    new Set(all.flatMap(([, one]) => tables.flatMap((table) => Object.keys(one[table] ?? {}))));
  const forTests = needed('devDependencies');
  const forAll = needed('dependencies', 'peerDependencies', 'optionalDependencies');
  const tools = all.filter(
    ([, { name, private: isPrivate }]) =>
      isPrivate === true && typeof name === 'string' && forTests.has(name) && !forAll.has(name),
  );
  return new Set(tools.map(([path]) => path.slice(0, -'package.json'.length)));
}
