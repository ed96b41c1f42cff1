// Which tests belong together by what they start, so that the quick ones can be run on every save.
//
//   unit     nothing: values and files
//   process  git, the built programs, the installed hooks, the real client
//
// A test starts processes by what stands below test/ and scripts/, so only those imports are followed. What the
// runtime could start does not count: starts-nothing.ts holds that a unit test has it start nothing.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

export type Project = 'unit' | 'process';

const PROJECT = join(import.meta.dirname, '..', '..');

/** Holds a `wukong` for tests that are told what to type. */
const BIN = join(PROJECT, 'test', 'rig', 'bin');

export const WITH_WUKONG = [BIN, process.env.PATH].join(delimiter);

/** For those in which nobody put it on the PATH. */
export function withoutWukong(path = ''): string {
  return path
    .split(delimiter)
    .filter((folder) => folder !== BIN)
    .join(delimiter);
}

const STARTS_PROCESSES = new Set(['node:child_process', 'node:cluster', 'esbuild', 'tsx']);

/** A statement with its names, so that one that brings types alone can be told. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/** Every file of tests, below the root, in the project it belongs to. */
export function testsByProject(): Readonly<Record<Project, readonly string[]>> {
  const found: Record<Project, string[]> = { unit: [], process: [] };
  for (const name of readdirSync(join(PROJECT, 'test'), { recursive: true, encoding: 'utf8' })) {
    const file = `test/${name.replaceAll('\\', '/')}`;
    if (file.endsWith('.test.ts')) found[projectOf(file)].push(file);
  }
  found.unit.sort();
  found.process.sort();
  return found;
}

/** Start a gate, or git, by the runtime itself. */
const BY_THE_RUNTIME = ['test/evidence/gates.test.ts', 'test/recall/goal.test.ts'];

export function projectOf(file: string): Project {
  if (BY_THE_RUNTIME.includes(file)) return 'process';
  const seen = new Set([join(PROJECT, file)]);
  for (const path of seen) {
    for (const name of valuesImported(readFileSync(path, 'utf8'))) {
      if (STARTS_PROCESSES.has(name)) return 'process';
      const imported = join(dirname(path), name);
      if (name.startsWith('.') && isOfTests(imported)) seen.add(imported);
    }
  }
  return 'unit';
}

function isOfTests(path: string): boolean {
  const isSource = /\.m?ts$|\.mjs$/.test(path) && existsSync(path);
  return isSource && !path.startsWith(join(PROJECT, 'runtime'));
}

/** What a source brings in to run; types are gone by then. */
export function valuesImported(source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap(([, names = '', from, called]) => {
    const braces = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    const all = braces?.split(',').map((one) => one.trim());
    const typesAlone = all?.every((one) => one === '' || one.startsWith('type ')) ?? false;
    return typesAlone ? [] : [from ?? called ?? ''];
  });
}
