import { type Folder, has, lineOf, type Proposal, propose, read } from './proposal.ts';

/** pytest, tox, ruff and mypy, where the repository configures them. */
export function pythonProposals(folder: Folder): Proposal[] {
  const { words, because } = runner(folder);
  const found: Proposal[] = [];
  const add = (
    type: 'test' | 'lint' | 'typecheck',
    command: readonly string[],
    place: Place | undefined,
  ): void => {
    if (!place) return;
    const from = { ...place, why: `${place.why}${because}` };
    found.push(propose(folder, type, [...words, ...command], from));
  };
  add('test', ['pytest'], pytestPlace(folder));
  add('lint', ['ruff', 'check', '.'], ruffPlace(folder));
  const mypy = mypyPlace(folder);
  add('typecheck', mypy?.namesFiles ? ['mypy'] : ['mypy', '.'], mypy);
  const tox = read(folder, 'tox.ini');
  const line = lineOf(tox, /^\[testenv/);
  if (line !== undefined) {
    const from = { file: 'tox.ini', line, why: 'its test environment', origin: 'wrapper' as const };
    found.push(propose(folder, 'test', ['tox'], from));
  }
  return found;
}

type Place = Readonly<{ file: string; line: number; why: string }>;

function pytestPlace(folder: Folder): Place | undefined {
  if (has(folder, 'pytest.ini'))
    return { file: 'pytest.ini', line: 1, why: 'it configures pytest' };
  const project = read(folder, 'pyproject.toml');
  const named = lineOf(project, /pytest/);
  if (named !== undefined) return { file: 'pyproject.toml', line: named, why: 'it names pytest' };
  const tox = lineOf(read(folder, 'tox.ini'), /pytest/);
  if (tox !== undefined) return { file: 'tox.ini', line: tox, why: 'it names pytest' };
  const setup = lineOf(read(folder, 'setup.cfg'), /^\[tool:pytest\]/);
  if (setup !== undefined) return { file: 'setup.cfg', line: setup, why: 'it configures pytest' };
  const tests = ['tests', 'test'].find((name) => has(folder, name));
  return project !== undefined && tests !== undefined
    ? { file: 'pyproject.toml', line: 1, why: `a Python project with a folder ${tests}/` }
    : undefined;
}

function ruffPlace(folder: Folder): Place | undefined {
  const own = ['ruff.toml', '.ruff.toml'].find((name) => has(folder, name));
  if (own !== undefined) return { file: own, line: 1, why: 'it configures ruff' };
  const line = lineOf(read(folder, 'pyproject.toml'), /^\[tool\.ruff[\].]/);
  return line === undefined
    ? undefined
    : { file: 'pyproject.toml', line, why: 'it configures ruff' };
}

function mypyPlace(folder: Folder): (Place & { namesFiles: boolean }) | undefined {
  const places = [
    ['mypy.ini', /^\[mypy\]/],
    ['.mypy.ini', /^\[mypy\]/],
    ['setup.cfg', /^\[mypy\]/],
    ['pyproject.toml', /^\[tool\.mypy\]/],
  ] as const;
  for (const [file, section] of places) {
    const text = read(folder, file) ?? '';
    const line = lineOf(text, section);
    if (line === undefined) continue;
    const after = text.split(/\r?\n/).slice(line);
    const end = after.findIndex((one) => one.startsWith('['));
    const inside = end < 0 ? after : after.slice(0, end);
    const namesFiles = inside.some((one) => /^(?:files|packages|modules)\s*=/.test(one));
    return { file, line, why: 'it configures mypy', namesFiles };
  }
  return undefined;
}

function runner(folder: Folder): Readonly<{ words: readonly string[]; because: string }> {
  const top = { root: folder.root, below: '' };
  for (const [lock, tool] of [
    ['uv.lock', 'uv'],
    ['poetry.lock', 'poetry'],
    ['pdm.lock', 'pdm'],
  ] as const) {
    if (has(folder, lock) || has(top, lock)) {
      return { words: [tool, 'run'], because: `; ${lock} says ${tool}` };
    }
  }
  return { words: [], because: '' };
}
