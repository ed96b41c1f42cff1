// What a package of Node gives to its users: what its entry modules export. Plain reading, no resolver.
// Pure.

import { posix } from 'node:path';
import { codeMask } from '../seal/code-mask.ts';
import { type Manifest, parseManifest } from '../seal/led-modules.ts';
import type { Files, Name } from './names.ts';

/** `from`: modules all of whose exports are exported again. */
type Exported = Readonly<{ names: readonly string[]; from: readonly string[] }>;

const DECLARED =
  /\bexport\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:const\s+enum|function\s*\*?|class|interface|type|enum|namespace|const|let|var)\s+([\w$]+)/g;
const DESTRUCTURED = /\bexport\s+(?:const|let|var)\s*[{[]([^=]*)[}\]]\s*=/g;
const LISTED = /\bexport\s+(?:type\s+)?\{([^}]*)\}/g;
const NAMESPACE = /\bexport\s+\*\s+as\s+([\w$]+)/g;
const ALL_OF = /\bexport\s+(?:type\s+)?\*\s+from\s*/g;
const COMMON = /\b(?:module\.)?exports\.([\w$]+)\s*=(?!=)/g;
const COMMON_OBJECT = /\bmodule\.exports\s*=\s*\{([^}]*)\}/g;

/** Undefined: the text cannot be told from its strings and comments. */
export function exportsOf(text: string): Exported | undefined {
  const code = codeMask('javascript', text);
  if (code === undefined) return undefined;
  const listed = [...code.matchAll(LISTED)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.replace(/^\s*type\s+/, '').replace(/^.*\sas\s+/s, '')),
  );
  const taken = [...code.matchAll(DESTRUCTURED)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.replace(/^.*:/s, '').replace('...', '')),
  );
  const keys = [...code.matchAll(COMMON_OBJECT)].flatMap(([, list = '']) =>
    list.split(',').map((item) => item.replace(/[:(].*$/s, '').replace(/^\s*async\s+/, '')),
  );
  const named = [DECLARED, NAMESPACE, COMMON].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, name = '']) => name),
  );
  const isDefault = /\bexport\s+default\b|\bmodule\.exports\s*=(?!=)/.test(code);
  const all = [...named, ...listed, ...taken, ...keys].map((name) => name.trim());
  const names = [...all.filter((name) => /^[\w$]+$/.test(name)), ...(isDefault ? ['default'] : [])];
  const from = [...code.matchAll(ALL_OF)].flatMap(({ index, 0: words }) => {
    const [, path] = /^["']([^"']+)["']/.exec(text.slice(index + words.length)) ?? [];
    return path ?? [];
  });
  return { names: [...new Set(names)], from };
}

/** What each package of the tree exports, by its name and subpath; and what could not be read of them. */
export function packagesSurface(files: Files): Readonly<{ names: Name[]; unread: string[] }> {
  const names: Name[] = [];
  const unread: string[] = [];
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package.json') continue;
    const manifest = parseManifest(text);
    if (!manifest) continue;
    const folder = posix.dirname(path);
    const title = typeof manifest.name === 'string' ? manifest.name : folder;
    for (const [key, target] of entriesOf(manifest)) {
      const of = posix.join(title, key);
      names.push({ of, name: '' });
      const entry = moduleAt(files, posix.join(folder, target));
      if (entry === undefined) unread.push(posix.join(folder, target));
      else names.push(...exportedBy(files, entry, unread).map((name) => ({ of, name })));
    }
    for (const name of binsOf(manifest, title)) names.push({ of: `command ${name}`, name: '' });
  }
  return { names, unread };
}

/** Subpaths with the file behind them; of several conditions the first that names one. */
function entriesOf({ exports, main, module, types }: Manifest): Array<[string, string]> {
  if (typeof exports === 'string') return [['.', exports]];
  if (typeof exports === 'object' && exports !== null) {
    const keys = Object.entries(exports);
    const isMap = keys.some(([key]) => key.startsWith('.'));
    const all: Array<[string, unknown]> = isMap ? keys : [['.', exports]];
    return all.flatMap(([key, value]) => {
      const target = firstString(value);
      return target === undefined || key.includes('*') ? [] : [[key, target]];
    });
  }
  const target = [main, module, types].find((one) => typeof one === 'string');
  return [['.', typeof target === 'string' ? target : 'index.js']];
}

function firstString(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.values(value).map(firstString).find(Boolean);
}

function binsOf({ bin }: Manifest, title: string): string[] {
  if (typeof bin === 'string') return [posix.basename(title)];
  return typeof bin === 'object' && bin !== null ? Object.keys(bin) : [];
}

const ENDINGS = ['', '.js', '.ts', '.tsx', '.mjs', '.cjs', '.mts', '.cts', '.jsx', '.d.ts'];

/** What is built is not in git: then its source, where sources usually are. */
function moduleAt(files: Files, path: string): string | undefined {
  const bare = path.replace(/\.d\.[cm]?ts$|\.[cm]?[jt]sx?$/, '');
  const source = bare.replace(/(^|\/)(?:dist|lib|build|out)\/(?:(?:esm|cjs|types)\/)?/, '$1src/');
  const places = [path, bare, `${path}/index`, source];
  return places
    .flatMap((place) => ENDINGS.map((ending) => posix.normalize(place + ending)))
    .find((place) => files.has(place) && !place.endsWith('.json'));
}

/** With what it exports again of all that another module exports. */
function exportedBy(files: Files, entry: string, unread: string[]): string[] {
  const seen = new Set([entry]);
  const names = new Set<string>();
  for (const path of seen) {
    const found = exportsOf(files.get(path) ?? '');
    if (!found) unread.push(path);
    for (const name of found?.names ?? [])
      if (path === entry || name !== 'default') names.add(name);
    for (const from of found?.from ?? []) {
      const next = from.startsWith('.')
        ? moduleAt(files, posix.join(posix.dirname(path), from))
        : undefined;
      if (next !== undefined) seen.add(next);
      // All of another package, or of a module that is not there: then that is what it exports.
      else names.add(`* from ${from}`);
    }
  }
  return [...names];
}
