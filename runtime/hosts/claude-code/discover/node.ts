import { findNodeAtLocation } from 'jsonc-parser';
import { type Scripts, scriptsIn } from '../../../evidence/commands/manifest-scripts.ts';
import { placeOf, readJson } from '../../../files/json-file.ts';
import { isObject } from '../../../files/parse-json.ts';
import type { CommandGateType } from '../../../model/gate.ts';
import {
  type Folder,
  foldersAbove,
  has,
  type Layout,
  lineOf,
  matcher,
  matching,
  ownPath,
  pathIn,
  read,
} from './layout.ts';
import { onlyPrints, printsOnly } from './prints.ts';
import {
  type NoCheck,
  noCheck,
  type Origin,
  type Proposal,
  propose,
  type Source,
} from './proposal.ts';

/** Of several names of one thing the first that is there. */
const SCRIPTS: ReadonlyArray<readonly [CommandGateType, readonly string[]]> = [
  ['test', ['test']],
  ['lint', ['lint']],
  ['typecheck', ['typecheck', 'type-check', 'check-types', 'check:types']],
  ['build', ['build']],
];

/** `run` starts a program of an installed package. */
type Manager = Readonly<{
  name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  run: readonly string[];
  because: string;
}>;

/** The scripts of package.json, by its package manager; where none tests, what tests without one. */
export function nodeChecks(folder: Folder): Array<Proposal | NoCheck> {
  const manifest = manifestIn(folder);
  if (!manifest) return [];
  const { scripts, lineOfScript } = manifest;
  const manager = managerOf(folder, manifest.text);
  const found = SCRIPTS.flatMap(([type, names]): Array<Proposal | NoCheck> => {
    const name = names.find((one) => isScript(scripts.get(one)));
    if (name === undefined) {
      const empty = type === 'test' ? scripts.get('test') : undefined;
      if (!isWritten(empty)) return [];
      const why = printsOnly('its script "test"', empty);
      return [noCheck(folder, 'package.json', lineOfScript('test'), why)];
    }
    const around = type === 'test' ? hooksOf(scripts) : [];
    const beside = around.length === 0 ? '' : `; it also runs ${told(around, scripts)}`;
    const only = around.length === 0 ? undefined : onlyTests(scripts);
    const made = (script: string, why: string, origin: Origin = 'tool'): Proposal => {
      // `bun test` is bun's own runner, not the script.
      const isShort = script === 'test' && manager.name !== 'bun';
      const command = isShort ? [manager.name, 'test'] : [manager.name, 'run', script];
      const from = { file: 'package.json', line: lineOfScript(script), why, origin };
      return propose(folder, type, command, from);
    };
    const why = `the script "${name}"${manager.because}`;
    if (only === undefined) return [made(name, `${why}${beside && `${beside}: ${CANNOT}`}`)];
    const first = `the script "${only}" only tests, where "test" also runs ${told(around, scripts)}: ${CANNOT}`;
    return [made(only, `${first}${manager.because}`), made(name, `${why}${beside}`, 'wrapper')];
  });
  if (isScript(scripts.get('test'))) return found;
  const own = withoutScript(folder, manifest.text, manager);
  return own ? [own, ...found] : found;
}

/** Of a package that is tested in clean copies. */
const CANNOT = 'an audit cannot pass in a copy, where node_modules is a link';

type Manifest = Readonly<{
  text: string;
  scripts: Scripts;
  value: unknown;
  lineOfScript: (name: string) => number;
}>;

/** Each is asked for by all folders below. */
const READ = new WeakMap<Layout, Map<string, Manifest | undefined>>();

function manifestIn(folder: Folder): Manifest | undefined {
  const read = READ.get(folder.layout) ?? new Map<string, Manifest | undefined>();
  READ.set(folder.layout, read);
  if (!read.has(folder.below)) read.set(folder.below, readManifest(folder));
  return read.get(folder.below);
}

/** npm will say what is wrong with a broken one; here there is nothing to propose. */
function readManifest(folder: Folder): Manifest | undefined {
  const text = read(folder, 'package.json');
  const json = text === undefined ? undefined : readJson(text);
  if (text === undefined || !json?.ok) return undefined;
  const lineOfScript = (name: string): number => {
    return placeOf(text, findNodeAtLocation(json.root, ['scripts', name])?.offset ?? 0).line;
  };
  return { text, scripts: scriptsIn(json.value), value: json.value, lineOfScript };
}

/** What the package manager runs around the tests. */
function hooksOf(scripts: Scripts): string[] {
  return ['pretest', 'posttest'].filter((name) => isScript(scripts.get(name)));
}

function told(hooks: readonly string[], scripts: Scripts): string {
  return hooks.map((name) => `"${name}" (${String(scripts.get(name)).slice(0, 60)})`).join(' and ');
}

function onlyTests(scripts: Scripts): string | undefined {
  return ONLY_TESTS.find((name) => isScript(scripts.get(name)));
}

const ONLY_TESTS = [
  ...['tests-only', 'test-only', 'tests:only', 'test:only', 'unit', 'unit-tests', 'unit-test'],
  ...['test:unit', 'tests:unit', 'test-unit', 'tests-unit'],
];

function isWritten(script: string | undefined): script is string {
  return script !== undefined && script.trim() !== '';
}

function isScript(script: string | undefined): script is string {
  return isWritten(script) && !onlyPrints(script) && !/no test specified/i.test(script);
}

/** They run the script of each package, or what they know of it: not out of what they kept of an earlier run. */
const OVER_PACKAGES: ReadonlyArray<readonly [string, RegExp, readonly string[]]> = [
  ['turbo.json', /"(?:\/\/#)?test"\s*:/, ['turbo', 'run', 'test', '--force']],
  ['nx.json', /./, ['nx', 'run-many', '-t', 'test', '--skip-nx-cache']],
  ['lerna.json', /./, ['lerna', 'run', 'test']],
];

/** Runners that a manifest names, with what they need to be told to end. */
const RUNNERS: ReadonlyArray<readonly [string, readonly string[]]> = [
  ['vitest', ['vitest', 'run']],
  ['jest', ['jest']],
  ['mocha', ['mocha']],
  ['ava', ['ava']],
];

const TEST_FILES = '**/*{.,_,-}{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}';
const NODE_TEST_FILES = [
  '**/*{.,_,-}test.{js,mjs,cjs}',
  '**/test-*.{js,mjs,cjs}',
  '**/test/**/*.{js,mjs,cjs}',
];
/** The first of them say what all of them use. */
const MOST_READ = 10;

function withoutScript(folder: Folder, text: string, manager: Manager): Proposal | undefined {
  for (const [file, pattern, words] of OVER_PACKAGES) {
    const line = lineOf(read(folder, file), pattern);
    if (line === undefined || !hasTargets(folder, file)) continue;
    const why = `it runs the tests of each package${manager.because}`;
    return propose(folder, 'test', [...manager.run, ...words], { file, line, why });
  }
  const tests = matching(folder, TEST_FILES);
  for (const [name, words] of RUNNERS) {
    const line = lineOf(text, new RegExp(`"${name}"\\s*:`));
    if (line === undefined || (tests.length === 0 && !has(folder, 'test'))) continue;
    const why = `it names ${name}, and no script tests${manager.because}`;
    return propose(folder, 'test', [...manager.run, ...words], { file: 'package.json', line, why });
  }
  const [first] = tests;
  if (manager.name === 'bun' && first !== undefined) {
    const why = `tests, and no script that runs them${manager.because}`;
    return propose(folder, 'test', ['bun', 'test'], { file: first, why });
  }
  return nodeTest(folder);
}

/** nx and lerna are there for other things as well. */
function hasTargets(folder: Folder, file: string): boolean {
  if (file === 'turbo.json') return true;
  const named =
    file === 'nx.json' && /"test"|@nx\/(?:jest|vite|vitest)/.test(read(folder, file) ?? '');
  return (
    named ||
    matching({ ...folder, without: [] }, '**/{package,project}.json').some((path) => {
      return path !== 'package.json' && /"test"\s*:/.test(read(folder, path) ?? '');
    })
  );
}

function nodeTest(folder: Folder): Proposal | undefined {
  const files = NODE_TEST_FILES.flatMap((glob) => matching(folder, glob)).slice(0, MOST_READ);
  for (const file of files) {
    const line = lineOf(read(folder, file), /["']node:test["']/);
    if (line === undefined) continue;
    const why = 'it uses node:test, and no script tests';
    return propose(folder, 'test', ['node', '--test'], { file, line, why });
  }
  return undefined;
}

const LOCKS = [
  ['pnpm', ['pnpm-lock.yaml'], ['pnpm', 'exec']],
  ['yarn', ['yarn.lock'], ['yarn']],
  ['bun', ['bun.lock', 'bun.lockb'], ['bunx']],
  ['npm', ['package-lock.json', 'npm-shrinkwrap.json'], ['npx']],
] as const;

/** A package of a workspace has the lock file of a folder above. */
function managerOf(folder: Folder, text: string): Manager {
  const { layout } = folder;
  const above = foldersAbove(folder.below).map((below) => ({ layout, below }));
  for (const where of [folder, ...above]) {
    for (const [name, locks, run] of LOCKS) {
      const lock = locks.find((file) => has(where, file));
      if (lock !== undefined) return { name, run, because: `; ${lock} says ${name}` };
    }
  }
  for (const where of [text, ...above.map((one) => read(one, 'package.json') ?? '')]) {
    const named = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(where)?.[1];
    const known = LOCKS.find(([one]) => one === named);
    if (known)
      return { name: known[0], run: known[2], because: `; packageManager says ${known[0]}` };
  }
  return { name: 'npm', run: ['npx'], because: '' };
}

/** What the scripts of a folder run is of the packages that it lists, and of those that they name. */
export function nodeHolds(above: Folder, below: Folder): boolean {
  if (listedAt(above, below) !== undefined) return true;
  const own = ownPath(above, below);
  const scripts = [...(manifestIn(above)?.scripts.values() ?? [])];
  return scripts.some((script) =>
    script.split(/[\s"'=;&|()]+/).some((word) => isFolder(word, own)),
  );
}

function isFolder(word: string, own: string): boolean {
  return word.replace(/^\.\//, '').replace(/\/+$/, '') === own;
}

/** Where a folder lists another one as one of its packages. */
export function listedAt(above: Folder, below: Folder): Source | undefined {
  const own = ownPath(above, below);
  const manifest = manifestIn(above);
  const line = lineOf(manifest?.text, /"workspaces"\s*:/);
  if (line !== undefined && fits(workspacesOf(manifest?.value), own)) {
    return { file: pathIn(above, 'package.json'), line };
  }
  const pnpm = read(above, 'pnpm-workspace.yaml');
  const head = lineOf(pnpm, /^packages\s*:/);
  const patterns = [...(pnpm ?? '').matchAll(/^[ \t]*-[ \t]*['"]?([^'"#\s]+)/gm)].map(
    ([, one = '']) => one,
  );
  if (head !== undefined && fits(patterns, own)) {
    return { file: pathIn(above, 'pnpm-workspace.yaml'), line: head };
  }
  const lerna = read(above, 'lerna.json');
  const packages = lineOf(lerna, /"packages"\s*:/);
  if (packages !== undefined && fits(listIn(lerna, 'packages'), own)) {
    return { file: pathIn(above, 'lerna.json'), line: packages };
  }
  // nx takes each project for one of its own.
  const nx = has(above, 'nx.json') && line === undefined && head === undefined;
  return nx ? { file: pathIn(above, 'nx.json'), line: 1 } : undefined;
}

function workspacesOf(manifest: unknown): readonly string[] {
  const workspaces = isObject(manifest) ? manifest.workspaces : undefined;
  return strings(isObject(workspaces) ? workspaces.packages : workspaces);
}

function listIn(text: string | undefined, key: string): readonly string[] {
  const json = readJson(text ?? '');
  return json.ok && isObject(json.value) ? strings(json.value[key]) : [];
}

function strings(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

/** As workspaces are named: globs, and with `!` what is none of them. */
function fits(patterns: readonly string[], own: string): boolean {
  const names = (pattern: string): boolean => {
    const glob = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    return isPlain(glob) && matcher(glob).test(own);
  };
  return (
    patterns.some((one) => !one.startsWith('!') && names(one)) &&
    !patterns.some((one) => one.startsWith('!') && names(one.slice(1)))
  );
}

/** With few stars: a pattern of many takes for ever on a long name. */
function isPlain(glob: string): boolean {
  return (
    glob.length <= 200 &&
    /^[\w@./*{},-]+$/.test(glob) &&
    glob.split('/').filter((one) => one === '**').length <= 2 &&
    glob.split('/').every((one) => one === '**' || one.split('*').length <= 3)
  );
}
