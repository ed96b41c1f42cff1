// Which tests belong together by what they need, so that the quick ones can be run on every save.
//
//   world    the real client, sweeps over every file operation, forged reports, the bench: by folder
//   unit     what cannot start a process, as its imports show: no way leads to node:child_process
//   process  everything else: git, the built programs, the installed hooks

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Project = 'unit' | 'process' | 'world';

const PROJECT = join(import.meta.dirname, '..', '..');

const WORLD = ['client', 'client-smoke', 'crash', 'forgery', 'property', 'scripts'];

const STARTS_PROCESSES = new Set(['node:child_process', 'node:cluster', 'esbuild', 'tsx']);

/** A statement with its names, so that one that brings types alone can be told. */
const IMPORT =
  /^(?:import|export)\s+(?!type\b)(?:([^'";]*?)\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

/**
 * A whole run of the files that start processes takes half an hour on two cores, and what they promise is held by
 * tests of values before. So `npm test` runs one in five of them each time, by folder, and every case of the
 * rest; those of `client` and `forgery` choose among their tests themselves (turns.ts, forgery/sampled.ts).
 */
export const FILE_TURNS = 5;

/** Of files in their order those whose turn it is. */
export function inTurn(
  files: readonly string[],
  isTurn: (folder: string, nth: number) => boolean,
): readonly string[] {
  const seen = new Map<string, number>();
  return [...files].sort().filter((file) => {
    const folder = file.split('/')[1] ?? '';
    const nth = seen.get(folder) ?? 0;
    seen.set(folder, nth + 1);
    return [...CHOOSES_ITSELF, ...EACH_TIME].includes(folder) || isTurn(folder, nth);
  });
}

const CHOOSES_ITSELF = ['client', 'client-smoke', 'forgery'];
/** Seconds, and a change of the map must not land unseen. */
const EACH_TIME = ['architecture'];

/** Every file of tests, below the root, in the project it belongs to. */
export function testsByProject(): Readonly<Record<Project, readonly string[]>> {
  const found: Record<Project, string[]> = { unit: [], process: [], world: [] };
  const starts = new Map<string, boolean>();
  for (const name of readdirSync(join(PROJECT, 'test'), { recursive: true, encoding: 'utf8' })) {
    const file = `test/${name.replaceAll('\\', '/')}`;
    if (file.endsWith('.test.ts')) found[projectOf(file, starts)].push(file);
  }
  return found;
}

/** `starts` keeps what is known of files already looked at; most tests share most of theirs. */
export function projectOf(file: string, starts = new Map<string, boolean>()): Project {
  if (WORLD.includes(file.split('/')[1] ?? '')) return 'world';
  return startsProcesses(join(PROJECT, file), starts) ? 'process' : 'unit';
}

function startsProcesses(file: string, starts: Map<string, boolean>): boolean {
  const seen = new Set([file]);
  for (const path of seen) {
    if (starts.get(path) === false) continue;
    for (const name of valuesImported(readFileSync(path, 'utf8'))) {
      const imported = join(dirname(path), name);
      if (STARTS_PROCESSES.has(name) || starts.get(imported) === true) {
        starts.set(file, true);
        return true;
      }
      if (name.startsWith('.') && /\.m?ts$|\.mjs$/.test(name) && existsSync(imported)) {
        seen.add(imported);
      }
    }
  }
  for (const path of seen) starts.set(path, false);
  return false;
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
