// What a folder that git ignores is in a copy of the repository, in a lane and for whoever looks at it: one table, a
// folder a row. What is in no row is absent in a copy, as built folders are. Pure.

import { basename, dirname } from 'node:path';
import { shellWord } from '../../model/gate.ts';

/**
 *   built      made by a build out of the files: absent, since a build in the copy would write the person's
 *   installed  brought by a package manager: a folder of links, or a copy of its own
 *   own-path   names the place where it lies, so neither a copy nor a link of it works elsewhere. A virtual
 *              environment of Python is laid out again for the copy; a build folder of CMake or meson is absent
 */
export type FolderKind = 'built' | 'installed' | 'own-path';

export type FolderRow = Readonly<{
  /** Its name; with `/` the end of its path; `*` stands for any name, and `*.x` for one with that end. */
  name: string;
  kind: FolderKind;
  /** One of these files lies beside it, where others use its name as well. */
  beside?: readonly string[];
  /** One of these lies in it. */
  holds?: readonly string[];
  /** Whoever makes it. */
  madeBy: string;
  /** The line that makes a changed file in it as it was; by a file beside it, where several do. */
  repair: readonly Repair[];
  /** Whoever loads from it takes a link for what it leads to, and with it the program of the working tree. */
  isCopied?: true;
}>;

type Repair = Readonly<{ by?: string; command: string }>;

/** What is there with the right version most tools leave as it is. */
const reinstalled = (install: string): string => `rm -rf FOLDER && ${install}`;

const NODE: readonly Repair[] = [
  // Their store may have the same file.
  { by: 'pnpm-lock.yaml', command: reinstalled('pnpm install --force') },
  { by: 'bun.lock', command: reinstalled('bun install --force') },
  { by: 'bun.lockb', command: reinstalled('bun install --force') },
  { by: 'yarn.lock', command: reinstalled('yarn install') },
  { by: 'package-lock.json', command: 'npm ci' },
  { by: 'npm-shrinkwrap.json', command: 'npm ci' },
  { command: reinstalled('npm install') },
];
const PYTHON: readonly Repair[] = [
  { by: 'uv.lock', command: 'uv sync --reinstall' },
  { by: 'poetry.lock', command: 'python3 -m venv --clear FOLDER && poetry install' },
  {
    by: 'requirements.txt',
    command:
      'python3 -m venv --clear FOLDER && FOLDER/bin/python -m pip install -r requirements.txt',
  },
  { command: 'python3 -m venv --clear FOLDER && FOLDER/bin/python -m pip install -e .' },
];
const MIX: readonly Repair[] = [{ command: reinstalled('mix deps.get') }];
const BUNDLER: readonly Repair[] = [{ command: 'bundle install --redownload' }];

function built(madeBy: string, names: string, beside?: readonly string[]): FolderRow[] {
  const more = { kind: 'built' as const, madeBy, repair: [], ...(beside && { beside }) };
  return names.split(' ').map((name) => ({ name, ...more }));
}

/** The first that fits. */
export const IGNORED_FOLDERS: readonly FolderRow[] = [
  {
    name: '*',
    kind: 'own-path',
    holds: ['pyvenv.cfg'],
    madeBy: 'Python',
    repair: PYTHON,
  },
  {
    name: '*',
    kind: 'own-path',
    holds: ['CMakeCache.txt'],
    madeBy: 'CMake',
    repair: [],
  },
  {
    name: '*',
    kind: 'own-path',
    holds: ['meson-info', 'meson-private'],
    madeBy: 'meson',
    repair: [],
  },
  { name: 'node_modules', kind: 'installed', madeBy: 'npm', repair: NODE },
  { name: 'bower_components', kind: 'installed', madeBy: 'Bower', repair: [] },
  { name: 'jspm_packages', kind: 'installed', madeBy: 'jspm', repair: [] },
  // Plug'n'Play finds a package by the path that its file has.
  ...['.pnp.cjs', '.pnp.loader.mjs', '.pnp.data.json', '.yarn'].map(yarn),
  ...['.yarn/cache', '.yarn/unplugged', '.yarn/install-state.gz'].map(yarn),
  {
    name: 'vendor',
    kind: 'installed',
    beside: ['composer.json'],
    madeBy: 'Composer',
    repair: [{ command: reinstalled('composer install') }],
    // `__DIR__` of PHP is the folder that a link leads to.
    isCopied: true,
  },
  { name: 'vendor', kind: 'installed', beside: ['Gemfile'], madeBy: 'Bundler', repair: BUNDLER },
  { name: 'vendor/bundle', kind: 'installed', madeBy: 'Bundler', repair: BUNDLER },
  { name: '.bundle', kind: 'installed', madeBy: 'Bundler', repair: BUNDLER },
  {
    name: 'vendor',
    kind: 'installed',
    beside: ['go.mod'],
    madeBy: 'Go',
    repair: [{ command: 'go mod vendor' }],
  },
  {
    name: 'vendor',
    kind: 'installed',
    beside: ['Cargo.toml'],
    madeBy: 'Cargo',
    repair: [{ command: reinstalled('cargo vendor') }],
  },
  { name: 'vendor', kind: 'installed', madeBy: 'a package manager', repair: [] },
  { name: 'deps', kind: 'installed', beside: ['mix.exs'], madeBy: 'mix', repair: MIX },
  { name: 'deps', kind: 'installed', madeBy: 'a package manager', repair: [] },
  {
    name: 'local',
    kind: 'installed',
    beside: ['cpanfile'],
    madeBy: 'Carton',
    repair: [{ command: reinstalled('carton install') }],
  },
  { name: 'lua_modules', kind: 'installed', madeBy: 'LuaRocks', repair: [] },
  {
    name: 'Pods',
    kind: 'installed',
    madeBy: 'CocoaPods',
    repair: [{ command: reinstalled('pod install') }],
  },
  {
    name: 'Carthage',
    kind: 'installed',
    madeBy: 'Carthage',
    repair: [{ command: reinstalled('carthage bootstrap') }],
  },
  {
    name: '__pypackages__',
    kind: 'installed',
    madeBy: 'PDM',
    repair: [{ command: reinstalled('pdm install') }],
  },
  { name: '.m2', kind: 'installed', madeBy: 'Maven', repair: [] },
  // Names the packages of the project itself, and an install writes it again.
  {
    name: '*.egg-info',
    kind: 'installed',
    madeBy: 'setuptools',
    repair: [],
    isCopied: true,
  },
  { name: '.eggs', kind: 'installed', madeBy: 'setuptools', repair: [] },
  ...built('Cargo, Maven, sbt', 'target'),
  ...built('mix, rebar3, Dune, Sphinx', '_build'),
  ...built('Gradle', '.gradle .kotlin'),
  ...built('a build', 'build dist'),
  ...built('Swift', '.build DerivedData'),
  ...built('Dart', '.dart_tool'),
  ...built('Elm', 'elm-stuff'),
  ...built('Haskell', '.stack-work dist-newstyle'),
  ...built('Zig', 'zig-out zig-cache .zig-cache'),
  ...built('.NET', 'bin obj', ['*.csproj', '*.fsproj', '*.vbproj']),
  ...built('tox, nox', '.tox .nox'),
  ...built('Python', '__pycache__ .pytest_cache .mypy_cache .ruff_cache .hypothesis'),
  ...built(
    'a bundler',
    '.next .nuxt .svelte-kit .turbo .nx .parcel-cache .angular .cache .vite .nyc_output',
  ),
];

function yarn(name: string): FolderRow {
  return { name, kind: 'installed', madeBy: 'Yarn', repair: [], isCopied: true };
}

/** Below the top of an installed folder: caches, which every run writes again. Never brought into a copy. */
const CACHES: ReadonlySet<string> = new Set(
  '.cache .tmp .vite .vite-temp .vitest .pytest_cache .mypy_cache'.split(' '),
);

export function isCache(name: string): boolean {
  return CACHES.has(name);
}

/** What lies around a folder. */
export type Around = Readonly<{
  beside: readonly string[];
  holds: (name: string) => boolean;
}>;

/** `path`: with `/`, from the top of the repository on. Undefined: nothing is known of it, so it is absent. */
export function rowOf(path: string, { beside, holds }: Around): FolderRow | undefined {
  return IGNORED_FOLDERS.find(
    (row) =>
      hasName(row, path) &&
      (row.beside === undefined || row.beside.some((name) => beside.some(fits(name)))) &&
      (row.holds === undefined || row.holds.some(holds)),
  );
}

/** By its name alone, of a folder that nobody looks into: where others use the name too, it says nothing. */
export function kindOfName(name: string): FolderKind | undefined {
  const rows = IGNORED_FOLDERS.filter(({ holds }) => holds === undefined);
  const isSure = ({ kind, beside }: FolderRow): boolean => kind === 'installed' || !beside;
  return rows.find((row) => hasName(row, name) && isSure(row))?.kind;
}

/** Of what names its own path, an environment of Python alone can be laid out again. */
export function isBrought(row: FolderRow | undefined): row is FolderRow {
  if (row === undefined || row.kind === 'built') return false;
  return row.kind === 'installed' || row.madeBy === 'Python';
}

/** Undefined: nobody knows one. */
export function repairOf(
  row: FolderRow,
  path: string,
  beside: readonly string[],
): string | undefined {
  const found = row.repair.find(({ by }) => by === undefined || beside.includes(by));
  const folder = dirname(path);
  const command = found?.command.replaceAll('FOLDER', shellWord(basename(path)));
  return command === undefined || folder === '.'
    ? command
    : `cd ${shellWord(folder)} && ${command}`;
}

function hasName({ name }: FolderRow, path: string): boolean {
  return name.includes('/') ? `/${path}`.endsWith(`/${name}`) : fits(name)(basename(path));
}

function fits(pattern: string): (name: string) => boolean {
  if (pattern === '*') return () => true;
  return pattern.startsWith('*')
    ? (name) => name.endsWith(pattern.slice(1))
    : (name) => name === pattern;
}
