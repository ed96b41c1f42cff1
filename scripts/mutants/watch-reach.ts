// Loaded before each file of tests while it is measured what it reaches: which sources had a function of theirs called,
// in the process of the test and, by the source maps of the build, in the programs that it started.

import childProcess from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { SourceMap, syncBuiltinESMExports } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';

type Script = Readonly<{
  url: string;
  functions: ReadonlyArray<
    Readonly<{ ranges: ReadonlyArray<Readonly<{ startOffset: number; count: number }>> }>
  >;
}>;

const ROOT = join(import.meta.dirname, '..', '..');
const PLACE = String(process.env.WUKONG_REACH);
const MAPS = String(process.env.WUKONG_SOURCE_MAPS);
const folder = join(PLACE, `coverage-${process.pid}`);
/** The script itself, and what vitest wraps around a module. */
const MODULE_ALONE = 2;
const WRAPPER = 200;
const session = new Session();
const started = performance.now();

/** Tests give programs an environment of their own; what these start has the variable by Node. */
function passOn(): void {
  for (const name of [
    'spawn',
    'spawnSync',
    'exec',
    'execSync',
    'execFile',
    'execFileSync',
    'fork',
  ] as const) {
    const original = childProcess[name] as (...args: unknown[]) => unknown;
    const passing = (...args: unknown[]): unknown =>
      original(...args.map((arg) => (isOptions(arg) ? withVariable(arg) : arg)));
    Object.assign(passing, original);
    Object.assign(childProcess, { [name]: passing });
  }
  syncBuiltinESMExports();
}

function isOptions(arg: unknown): arg is Readonly<{ env?: NodeJS.ProcessEnv }> {
  return typeof arg === 'object' && arg !== null && !Array.isArray(arg);
}

function withVariable(options: Readonly<{ env?: NodeJS.ProcessEnv }>): unknown {
  return { ...options, env: { ...(options.env ?? process.env), NODE_V8_COVERAGE: folder } };
}

function sourcesIn({ url, functions }: Script, maps: Map<string, Mapped | undefined>): string[] {
  const called = functions
    .flatMap(({ ranges }) => ranges.slice(0, 1))
    .filter(({ count }) => count > 0);
  if (url.startsWith(`file://${ROOT}/runtime/`) || url.startsWith(`${ROOT}/runtime/`)) {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    return functions.length <= MODULE_ALONE ||
      called.some(({ startOffset }) => startOffset > WRAPPER)
      ? [path.slice(ROOT.length + 1)]
      : [];
  }
  const name = basename(url);
  if (!maps.has(name)) maps.set(name, mapOf(name));
  const mapped = maps.get(name);
  return mapped === undefined
    ? []
    : called.flatMap(({ startOffset }) => mapped.sourceAt(startOffset) ?? []);
}

class Mapped {
  readonly #map: SourceMap;
  readonly #starts: readonly number[];
  /** Lines that were put above the text after the map was made. */
  readonly #above: number;

  constructor(map: SourceMap, text: string, above: number) {
    this.#map = map;
    this.#above = above;
    this.#starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  }

  sourceAt(offset: number): string | undefined {
    let line = this.#starts.length - 1;
    while (line > 0 && (this.#starts[line] ?? 0) > offset) line -= 1;
    const entry = this.#map.findEntry(line - this.#above, offset - (this.#starts[line] ?? 0));
    if (!('originalSource' in entry)) return undefined;
    const path = /(?:^|\/)(runtime\/.*\.ts)$/.exec(entry.originalSource)?.[1];
    return path;
  }
}

function mapOf(name: string): Mapped | undefined {
  const built = ['runtime', 'cli', '.', 'plugin'].map((part) => join(ROOT, 'dist', part, name));
  try {
    const map = new SourceMap(JSON.parse(readFileSync(join(MAPS, `${name}.map`), 'utf8')));
    for (const path of built) {
      try {
        const text = readFileSync(path, 'utf8');
        const above =
          name === 'hook.cjs' ? text.split('\n').indexOf('/* eslint-disable */') + 1 : 0;
        return new Mapped(map, text, above);
      } catch {
        // It lies in another folder of dist/.
      }
    }
  } catch {
    // No program of ours.
  }
  return undefined;
}

passOn();

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
});

afterAll(async () => {
  const own = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  const maps = new Map<string, Mapped | undefined>();
  const reached = new Set(own.result.flatMap((script) => sourcesIn(script, maps)));
  for (const name of readdirSync(folder)) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] };
    for (const source of result.flatMap((script) => sourcesIn(script, maps))) reached.add(source);
  }
  rmSync(folder, { recursive: true });
  const path = resolve(String(expect.getState().testPath)).slice(ROOT.length + 1);
  const line = {
    test: path,
    ms: Math.round(performance.now() - started),
    reaches: [...reached].sort(),
  };
  appendFileSync(join(PLACE, 'reach.jsonl'), `${JSON.stringify(line)}\n`);
});
