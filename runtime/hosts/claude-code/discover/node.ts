// The scripts of package.json, and what tests without one.

import { isObject, parseJson } from '../../../files/parse-json.ts';
import {
  type Folder,
  fits,
  has,
  hasLine,
  type Layout,
  lineOf,
  matching,
  nearest,
  ownPath,
  type Place,
  pathIn,
  placeOf,
  read,
  type Sign,
  upFrom,
} from './layout.ts';
import { checksNamed, isRun, type Named, namedInJson, type Wanted } from './named.ts';
import { type Found, isProposal, type Proposal, propose } from './proposal.ts';

/** `run` starts a program of an installed package. */
type Manager = Readonly<{ name: string; run: readonly string[]; because: string }>;

const ONLY_TESTS = [
  ...['tests-only', 'test-only', 'tests:only', 'test:only', 'unit', 'unit-tests', 'unit-test'],
  ...['test:unit', 'tests:unit', 'test-unit', 'tests-unit'],
];

const WANTED: Wanted = [
  ['test', ['test', ...ONLY_TESTS]],
  ['lint', ['lint']],
  ['typecheck', ['typecheck', 'type-check', 'check-types', 'check:types']],
  ['build', ['build']],
];

/** The scripts of package.json, by its package manager; where none tests, what tests without one. */
export function nodeChecks(folder: Folder): Found {
  const manifest = manifestIn(folder);
  if (!manifest) return [];
  const manager = managerOf(folder);
  const scripts = {
    ...{ file: 'package.json', named: manifest.named, what: 'script', because: manager.because },
    // `bun test` is bun's own runner, not the script.
    command: (name: string) =>
      name === 'test' && manager.name !== 'bun'
        ? [manager.name, name]
        : [manager.name, 'run', name],
  };
  const found = checksNamed(folder, { ...scripts, wanted: WANTED });
  const [test, ...others] = found;
  if (!isTest(test)) {
    const parts = [...manifest.named.keys()].filter((name) => PART_OF_TESTS.test(name));
    const own =
      withoutScript(folder, manager) ??
      checksNamed(folder, { ...scripts, wanted: [['test', parts]] }).find(isTest);
    return own ? [own, ...found] : found;
  }
  const around = isRun(manifest.named.get('test')?.script) ? hooksAround(manifest.named) : '';
  if (around === '') return found;
  const because = ` only tests, where "test" also runs ${around}: ${CANNOT}${manager.because}`;
  const only = checksNamed(folder, { ...scripts, because, wanted: [['test', ONLY_TESTS]] });
  const why = `${test.why}; it also runs ${around}`;
  return only.some(isTest)
    ? [...only, { ...test, why, origin: 'wrapper' }, ...others]
    : [{ ...test, why: `${why}: ${CANNOT}` }, ...others];
}

function isTest(found: Found[number] | undefined): found is Proposal {
  return found !== undefined && isProposal(found) && found.gate.type === 'test';
}

/** Of a package that is tested in clean copies. */
const CANNOT = 'an audit cannot pass in a copy, where node_modules is a link';

/** What the package manager runs around the tests. */
function hooksAround(named: Named): string {
  const hooks = ['pretest', 'posttest'].flatMap((name) => {
    const script = named.get(name)?.script;
    return isRun(script) ? [`"${name}" (${script.slice(0, 60)})`] : [];
  });
  return hooks.join(' and ');
}

/** Of some tests; not what stays, or looks at something else. */
const PART_OF_TESTS =
  /^tests?:(?!.*(?:watch|debug|update|ui$|open|serve|dev$|lint|types?$|typecheck|report|format))/;

type Manifest = ReturnType<typeof namedInJson>;

/** Each is asked for by all folders below. */
const READ = new WeakMap<Layout, Map<string, Manifest>>();

function manifestIn(folder: Folder): Manifest {
  const known = READ.get(folder.layout) ?? new Map<string, Manifest>();
  READ.set(folder.layout, known);
  if (!known.has(folder.below)) {
    known.set(folder.below, namedInJson(folder, 'package.json', 'scripts'));
  }
  return known.get(folder.below);
}

type WithoutScript = Readonly<{
  where: readonly Sign[];
  needs?: (folder: Folder) => boolean;
  words: readonly string[];
  why: string;
}>;

const EACH = 'it runs the tests of each package';
const TEST_FILES = '**/*{.,_,-}{test,spec}.{js,mjs,cjs,ts,mts,cts,jsx,tsx}';
const hasTests = (folder: Folder): boolean =>
  has(folder, 'test') || has(folder, 'spec') || matching(folder, TEST_FILES).length > 0;

/**
 * What runs the script of each package, or what it knows of it, and not out of what it kept of an earlier run; then
 * runners that a manifest names, with what they need to be told to end.
 */
const WITHOUT_SCRIPT: readonly WithoutScript[] = [
  {
    where: [['turbo.json', /"(?:\/\/#)?test"\s*:/]],
    words: ['turbo', 'run', 'test', '--force'],
    why: EACH,
  },
  {
    where: ['nx.json'],
    needs: (folder) =>
      hasLine(folder, 'nx.json', /"test"|@nx\/(?:jest|vite|vitest)/) || hasTargets(folder),
    words: ['nx', 'run-many', '-t', 'test', '--skip-nx-cache'],
    why: EACH,
  },
  { where: ['lerna.json'], needs: hasTargets, words: ['lerna', 'run', 'test'], why: EACH },
  ...[['vitest', 'run'], ['jest'], ['mocha'], ['ava'], ['jasmine']].map(
    (words): WithoutScript => ({
      where: [['package.json', new RegExp(`"${words[0]}"\\s*:`)]],
      needs: hasTests,
      words,
      why: `it names ${words[0]}, and no script tests`,
    }),
  ),
];

function withoutScript(folder: Folder, { name, run, because }: Manager): Proposal | undefined {
  for (const { where, needs, words, why } of WITHOUT_SCRIPT) {
    const place = placeOf(folder, where);
    if (!place || needs?.(folder) === false) continue;
    return propose(folder, 'test', [...run, ...words], { ...place, why: `${why}${because}` });
  }
  const written = name === 'bun' ? placeOf(folder, [TEST_FILES]) : undefined;
  if (written) {
    const why = `tests, and no script that runs them${because}`;
    return propose(folder, 'test', ['bun', 'test'], { ...written, why });
  }
  const place = placeOf(
    folder,
    ['**/*{.,_,-}test', '**/test-*', '**/test/**/*'].map(
      (one) => [`${one}.{js,mjs,cjs}`, /["']node:test["']/] as const,
    ),
  );
  const why = 'it uses node:test, and no script tests';
  return place && propose(folder, 'test', ['node', '--test'], { ...place, why });
}

/** nx and lerna are there for other things as well. */
function hasTargets(folder: Folder): boolean {
  return matching({ ...folder, without: [] }, '**/{package,project}.json').some(
    (path) => path !== 'package.json' && hasLine(folder, path, /"test"\s*:/),
  );
}

const LOCKS: Readonly<Record<string, string>> = {
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
};
const RUN: Readonly<Record<string, readonly string[]>> = {
  pnpm: ['pnpm', 'exec'],
  yarn: ['yarn'],
  bun: ['bunx'],
  npm: ['npx'],
};

/** A package of a workspace has the lock file of a folder above. */
function managerOf(folder: Folder): Manager {
  const lock = nearest(folder, Object.keys(LOCKS))?.name;
  const named = upFrom(folder)
    .map(
      (one) =>
        /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(read(one, 'package.json') ?? '')?.[1],
    )
    .find((one) => one !== undefined);
  const name = (lock && LOCKS[lock]) ?? named ?? 'npm';
  const says = lock ?? (named && 'packageManager');
  return { name, run: RUN[name] ?? [], because: says ? `; ${says} says ${name}` : '' };
}

/** What the scripts of a folder run is of the packages that it lists, and of those that they name. */
export function nodeHolds(above: Folder, below: Folder): boolean {
  if (listedAt(above, below) !== undefined) return true;
  const own = ownPath(above, below);
  const scripts = [...(manifestIn(above)?.named.values() ?? [])];
  return scripts.some(({ script = '' }) =>
    script.split(/[\s"'=;&|()]+/).some((word) => isFolder(word, own)),
  );
}

function isFolder(word: string, own: string): boolean {
  return word.replace(/^\.\//, '').replace(/\/+$/, '') === own;
}

/** Where a folder lists another one as one of its packages. */
export function listedAt(above: Folder, below: Folder): Place | undefined {
  const { workspaces } = within(manifestIn(above)?.value);
  const pnpm = read(above, 'pnpm-workspace.yaml') ?? '';
  const items = [...pnpm.matchAll(/^[ \t]*-[ \t]*['"]?([^'"#\s]+)/gm)].map(([, one]) => one);
  const lists = [
    ['package.json', /"workspaces"\s*:/, within(workspaces).packages ?? workspaces],
    ['pnpm-workspace.yaml', /^packages\s*:/, items],
    ['lerna.json', /"packages"\s*:/, within(parseJson(read(above, 'lerna.json') ?? '')).packages],
  ] as const;
  let isListing = false;
  for (const [file, head, patterns] of lists) {
    const line = lineOf(read(above, file), head);
    if (line === undefined) continue;
    isListing = true;
    if (names(patterns, ownPath(above, below))) return { file: pathIn(above, file), line };
  }
  // nx takes each project for one of its own.
  return !isListing && has(above, 'nx.json')
    ? { file: pathIn(above, 'nx.json'), line: 1 }
    : undefined;
}

function within(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

/** As workspaces are named: globs, and with `!` what is none of them. */
function names(list: unknown, own: string): boolean {
  const patterns = (Array.isArray(list) ? list : []).filter((one) => typeof one === 'string');
  const isNamed = (pattern: string): boolean => {
    const glob = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    return isPlain(glob) && fits(glob, own);
  };
  return (
    patterns.some((one) => !one.startsWith('!') && isNamed(one)) &&
    !patterns.some((one) => one.startsWith('!') && isNamed(one.slice(1)))
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
