import { expect, test } from 'vitest';
import { pythonSources } from '../../runtime/evidence/trees/python-sources.ts';

type Files = Readonly<Record<string, string>>;

const MODULES = { 'src/a/__init__.py': '', 'code/a/__init__.py': '', 'lib/a/b.py': '' };
const toml = (text: string): Files => ({ 'pyproject.toml': text });

test.each<[string, Files, readonly string[]]>([
  ['setuptools, find', toml('[tool.setuptools.packages.find]\nwhere = ["code"]\n'), ['code']],
  ['setuptools, inline', toml('[tool.setuptools]\npackage-dir = {"" = "code"}\n'), ['code']],
  ['setuptools, a table', toml('[tool.setuptools.package-dir]\n"" = "lib"\n'), ['lib']],
  ['hatch', toml('[tool.hatch.build.targets.wheel]\npackages = ["code/a"]\n'), ['code']],
  ['hatch, sources', toml('[tool.hatch.build]\nsources = [\n  "lib",\n]\n'), ['lib']],
  ['poetry', toml('[tool.poetry]\npackages = [{ include = "a", from = "lib" }]\n'), ['lib']],
  ['pdm', toml('[tool.pdm.build]\npackage-dir = "code"\n'), ['code']],
  ['setup.cfg', { 'setup.cfg': '[options]\npackage_dir =\n    = lib\n' }, ['lib']],
  ['setup.py', { 'setup.py': "setup(package_dir={'': 'code'})" }, ['code']],
  ['one that leads out, or to no module', toml('where = ["../x", "/x", "docs"]\n'), []],
])('%s', (_, manifest, named) => {
  const files = { ...MODULES, 'docs/a.md': '', ...manifest };
  const found = pythonSources(Object.keys(files), (path) =>
    new Map(Object.entries(files)).get(path),
  );
  expect(found).toEqual(['src', ...named]);
});

test('without a manifest there is none, of a workspace each has its own, and a `src` that is a package is none', () => {
  expect(pythonSources(['src/a/b.py'], () => undefined)).toEqual([]);
  const files = ['one/pyproject.toml', 'one/src/a/b.py', 'two/setup.py', 'two/src/__init__.py'];
  expect(pythonSources(files, () => '')).toEqual(['one/src']);
});
