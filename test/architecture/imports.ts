// Who imports whom below runtime/, read from the sources. The bundler's own list leaves out imports of
// types, which are arrows too.

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

export const PROJECT = join(import.meta.dirname, '..', '..');

/** `from` and `to` are paths below runtime/; `to` of a package or built-in is its bare name. */
export type Import = Readonly<{ from: string; to: string; kind: 'file' | 'package' | 'built-in' }>;

const STATEMENT =
  /^(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Every module a source names, in `import`, `export … from` and `import()`, types included. */
export function specifiers(source: string): string[] {
  return [...source.matchAll(STATEMENT)].map((found) => found[1] ?? found[2] ?? found[3] ?? '');
}

export function sourceFiles(): string[] {
  return readdirSync(join(PROJECT, 'runtime'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts'))
    .sort();
}

export function readSource(name: string): string {
  return readFileSync(join(PROJECT, 'runtime', name), 'utf8');
}

export function allImports(): Import[] {
  return sourceFiles().flatMap((from) => specifiers(readSource(from)).map((to) => named(from, to)));
}

function named(from: string, to: string): Import {
  if (to.startsWith('node:')) return { from, to: to.slice('node:'.length), kind: 'built-in' };
  if (to.startsWith('.')) return { from, to: posix.join(dirname(from), to), kind: 'file' };
  return { from, to: /^(?:@[^/]+\/)?[^/]+/.exec(to)?.[0] ?? to, kind: 'package' };
}

/** The room a file is in: its folder. */
export function roomOf(path: string): string {
  return posix.dirname(path);
}
