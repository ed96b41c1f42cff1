// Which command tests a Python project, and with what in front of it. The rows are in languages.ts.

import {
  type Folder,
  has,
  hasLine,
  nearest,
  ownPath,
  type Place,
  placeOf,
  read,
  type Sign,
} from './layout.ts';
import { type Proposal, propose, type Run } from './proposal.ts';

export const PYTHON_MANIFESTS = [
  ...['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'manage.py', 'Pipfile'],
  ...['requirements.txt', 'tox.ini', 'noxfile.py'],
];

const TEST_FILES = ['**/test_*.py', '**/*_test.py', '**/tests.py'];
/** Without a manifest Python may be no more than a helper somewhere. */
const NEAR_TEST_FILES = [
  '{,test/**/,tests/**/}test_*.py',
  '{,test/**/,tests/**/}*_test.py',
  'tests.py',
];
const PYTEST: readonly Sign[] = [
  'pytest.ini',
  ['pyproject.toml', /pytest/],
  ['tox.ini', /pytest/],
  ['setup.cfg', /^\[tool:pytest\]/],
  ['Pipfile', /^pytest\b/],
  ['{,requirements/}*requirements*.txt', /^pytest\b/i],
  '{,test/,tests/}conftest.py',
];

export function pythonTests(folder: Folder): Proposal[] {
  const by = (place: Place, why: string, ...command: readonly string[]): Proposal[] => {
    const { words, because = '' } = inEnvironment(...command)(folder);
    return [propose(folder, 'test', words, { ...place, why: `${why}${because}` })];
  };
  const globs = PYTHON_MANIFESTS.some((name) => has(folder, name)) ? TEST_FILES : NEAR_TEST_FILES;
  const using = (module: string): Place | undefined => {
    const line = new RegExp(`^\\s*(?:import|from)\\s+${module}\\b`);
    return placeOf(
      folder,
      globs.map((glob) => [glob, line]),
    );
  };
  const configured = placeOf(folder, PYTEST);
  if (configured) return by(configured, 'it names or configures pytest', 'pytest');
  if (hasLine(folder, 'manage.py', /django/i)) {
    if (!placeOf(folder, globs)) return [];
    const place = { file: 'manage.py', line: 1 };
    return by(place, 'a Django project', 'python3', 'manage.py', 'test');
  }
  const pytest = using('pytest');
  if (pytest) return by(pytest, 'a test that uses pytest', 'pytest');
  // Without manage.py only their own script knows the settings they need.
  if (using('django')) return [];
  const unittest = using('unittest');
  if (unittest) {
    const words = ['python3', '-m', 'unittest', ...discovered(folder, unittest.file)];
    return by(unittest, 'a test that uses unittest', ...words);
  }
  const named = placeOf(folder, globs.slice(0, -1));
  return named ? by(named, 'a test by its name', 'pytest') : [];
}

/** unittest finds by itself what lies in packages; a folder that is none it has to be named. */
function discovered(folder: Folder, file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  const arePackages = parts.every((_, i) =>
    has(folder, `${parts.slice(0, i + 1).join('/')}/__init__.py`),
  );
  return arePackages ? [] : ['discover', '-s', parts.join('/')];
}

/** pytest goes through all folders below, or through those that its file names. */
export function pytestHolds(above: Folder, below: Folder): boolean {
  const place = placeOf(above, PYTEST);
  if (!place) return false;
  const text = read(above, place.file) ?? '';
  const named = /^testpaths\s*=\s*(\[[^\]]*\]|(?:.*(?:\n[ \t]+.*)*))/m.exec(text)?.[1];
  if (named === undefined) return true;
  const own = `${ownPath(above, below)}/`;
  const folders = named.split(/[\s"',[\]]+/).filter(Boolean);
  return folders.some((one) => one === '.' || own.startsWith(`${one.replace(/\/+$/, '')}/`));
}

/** With `.` where its file names no files of its own. */
export function mypy(folder: Folder, { file, line }: Place): Run {
  const section = (read(folder, file) ?? '').split(/\r?\n/).slice(line).join('\n');
  const namesFiles = /^(?:files|packages|modules)\s*=/m.test(section.split(/^\[/m, 1)[0] ?? '');
  return inEnvironment('mypy', ...(namesFiles ? [] : ['.']))(folder);
}

const LOCKS: Readonly<Record<string, string>> = {
  'uv.lock': 'uv',
  'poetry.lock': 'poetry',
  'pdm.lock': 'pdm',
  'Pipfile.lock': 'pipenv',
};

/** In the environment of the project, where a lock file says which tool made it. */
export function inEnvironment(...command: readonly string[]) {
  return (folder: Folder): Run => {
    const lock = nearest(folder, Object.keys(LOCKS))?.name ?? '';
    const tool = LOCKS[lock];
    if (tool === undefined) return { words: command };
    // It has a `python` of its own; elsewhere the system may only have python3.
    const words = command.map((word) => word.replace(/^python3$/, 'python'));
    return { words: [tool, 'run', ...words], because: `; ${lock} says ${tool}` };
  };
}
