// Which command tests a Python project, and with what in front of it. The rows are in languages.ts.

import { type Folder, foldersAbove, has, lineOf, matching, ownPath, read } from './layout.ts';
import type { Run } from './looks.ts';
import { type Proposal, propose } from './proposal.ts';

export const PYTHON_MANIFESTS = [
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'manage.py', 'Pipfile'],
  ...['requirements.txt', 'tox.ini', 'noxfile.py'],
];

type Place = Readonly<{ file: string; line: number; why: string }>;
type Tests = Readonly<{ words: readonly string[]; place: Place }>;

const TEST_FILES = ['**/test_*.py', '**/*_test.py', '**/tests.py'];
/** Without a manifest Python may be no more than a helper somewhere. */
const NEAR_TEST_FILES = [
  '{,test/**/,tests/**/}test_*.py',
  '{,test/**/,tests/**/}*_test.py',
  'tests.py',
];
/** The first of them say what all of them use. */
const MOST_READ = 10;
const PYTEST = /^\s*(?:import|from)\s+pytest\b/;
const DJANGO = /^\s*(?:import|from)\s+django\b/;
const UNITTEST = /^\s*(?:import|from)\s+unittest\b/;

export function pythonTests(folder: Folder): Proposal[] {
  const found = testsOf(folder);
  if (!found) return [];
  const { words, because } = environmentOf(folder);
  // An environment has a `python` of its own; elsewhere the system may only have python3.
  const command =
    words.length === 0
      ? found.words
      : found.words.map((word) => word.replace(/^python3$/, 'python'));
  const from = { ...found.place, why: `${found.place.why}${because}` };
  return [propose(folder, 'test', [...words, ...command], from)];
}

function testsOf(folder: Folder): Tests | undefined {
  const configured = pytestPlace(folder);
  if (configured) return { words: ['pytest'], place: configured };
  const globs = PYTHON_MANIFESTS.some((name) => has(folder, name)) ? TEST_FILES : NEAR_TEST_FILES;
  const files = globs.flatMap((glob) => matching(folder, glob));
  const using = (pattern: RegExp): Place | undefined => {
    for (const file of files.slice(0, MOST_READ)) {
      const line = lineOf(read(folder, file), pattern);
      if (line !== undefined) return { file, line, why: 'a test' };
    }
    return undefined;
  };
  if (has(folder, 'manage.py') && /django/i.test(read(folder, 'manage.py') ?? '')) {
    const place = { file: 'manage.py', line: 1, why: 'a Django project' };
    return files.length > 0 ? { words: ['python3', 'manage.py', 'test'], place } : undefined;
  }
  const pytest = using(PYTEST);
  if (pytest) return { words: ['pytest'], place: { ...pytest, why: 'a test that uses pytest' } };
  const unittest = using(UNITTEST);
  // Without manage.py only their own script knows the settings they need.
  if (using(DJANGO)) return undefined;
  if (unittest) {
    const words = ['python3', '-m', 'unittest', ...discovered(folder, unittest.file)];
    return { words, place: { ...unittest, why: 'a test that uses unittest' } };
  }
  const [first] = files.filter((one) => !one.endsWith('tests.py'));
  return first === undefined
    ? undefined
    : { words: ['pytest'], place: { file: first, line: 1, why: 'a test by its name' } };
}

/** unittest finds by itself what lies in packages; a folder that is none it has to be named. */
function discovered(folder: Folder, file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  const [first] = parts;
  if (first === undefined) return [];
  const arePackages = parts.every((_, i) =>
    has(folder, `${parts.slice(0, i + 1).join('/')}/__init__.py`),
  );
  return arePackages ? [] : ['discover', '-s', parts.join('/')];
}

function pytestPlace(folder: Folder): Place | undefined {
  for (const [file, pattern, why] of [
    ['pytest.ini', /^/, 'it configures pytest'],
    ['pyproject.toml', /pytest/, 'it names pytest'],
    ['tox.ini', /pytest/, 'it names pytest'],
    ['setup.cfg', /^\[tool:pytest\]/, 'it configures pytest'],
    ['Pipfile', /^pytest\b/, 'it names pytest'],
  ] as const) {
    const line = lineOf(read(folder, file), pattern);
    if (line !== undefined) return { file, line, why };
  }
  for (const file of matching(folder, '{,requirements/}*requirements*.txt')) {
    const line = lineOf(read(folder, file), /^pytest\b/i);
    if (line !== undefined) return { file, line, why: 'it names pytest' };
  }
  const [conftest] = matching(folder, '{,test/,tests/}conftest.py');
  return conftest === undefined
    ? undefined
    : { file: conftest, line: 1, why: 'it configures pytest' };
}

/** pytest goes through all folders below, or through those that its file names. */
export function pytestHolds(above: Folder, below: Folder): boolean {
  const place = pytestPlace(above);
  if (!place) return false;
  const text = read(above, place.file) ?? '';
  const named = /^testpaths\s*=\s*(\[[^\]]*\]|(?:.*(?:\n[ \t]+.*)*))/m.exec(text)?.[1];
  if (named === undefined) return true;
  const own = ownPath(above, below);
  const folders = named
    .split(/[\s"',[\]]+/)
    .filter(Boolean)
    .map((one) => one.replace(/\/+$/, ''));
  return folders.some((one) => one === '.' || own === one || own.startsWith(`${one}/`));
}

/** With `.` where its file names no files of its own. */
export function mypy(folder: Folder): Proposal[] {
  for (const [file, section] of [
    ['mypy.ini', /^\[mypy\]/],
    ['.mypy.ini', /^\[mypy\]/],
    ['setup.cfg', /^\[mypy\]/],
    ['pyproject.toml', /^\[tool\.mypy\]/],
  ] as const) {
    const text = read(folder, file) ?? '';
    const line = lineOf(text, section);
    if (line === undefined) continue;
    const after = text.split(/\r?\n/).slice(line);
    const end = after.findIndex((one) => one.startsWith('['));
    const inside = end < 0 ? after : after.slice(0, end);
    const namesFiles = inside.some((one) => /^(?:files|packages|modules)\s*=/.test(one));
    const { words, because } = environmentOf(folder);
    const from = { file, line, why: `it configures mypy${because}` };
    return [propose(folder, 'typecheck', [...words, 'mypy', ...(namesFiles ? [] : ['.'])], from)];
  }
  return [];
}

export function inEnvironment(...command: readonly string[]) {
  return (folder: Folder): Run => {
    const { words, because } = environmentOf(folder);
    return { words: [...words, ...command], because };
  };
}

/** What starts a program in the environment of the project, where a lock file says which tool made it. */
function environmentOf(folder: Folder): Readonly<{ words: readonly string[]; because: string }> {
  const { layout } = folder;
  const above = foldersAbove(folder.below).map((below) => ({ layout, below }));
  for (const where of [folder, ...above]) {
    for (const [lock, tool] of [
      ['uv.lock', 'uv'],
      ['poetry.lock', 'poetry'],
      ['pdm.lock', 'pdm'],
      ['Pipfile.lock', 'pipenv'],
    ] as const) {
      if (has(where, lock)) return { words: [tool, 'run'], because: `; ${lock} says ${tool}` };
    }
  }
  return { words: [], because: '' };
}
