// A project of Python that is installed "editable" where no copy can lie, so that its tests find the working tree.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  environmentOf,
  type Place,
  put,
  smallRepository,
  wukong,
} from '../rig/small-repository.ts';

const MANIFEST = '[project]\nname = "price"\nversion = "1"\n';
const WHERE = '\n[tool.setuptools.packages.find]\nwhere = ["code"]\n';
const PROGRAM = "def price(n):\n    return f'{n // 100}.{n % 100}'\n";
const FIXED = "def price(n):\n    return f'{n // 100}.{n % 100:02d}'\n";
const TESTS = `import unittest
from price import price

class Prices(unittest.TestCase):
    def test_plain(self):
        self.assertEqual(price(1250), '12.50')
`;
const MORE = "    def test_small(self):\n        self.assertEqual(price(1205), '12.05')\n";
const WEAK = '    def test_small(self):\n        self.assertTrue(price(1205))\n';

/** `folder`: of the sources. */
async function installed(folder: string, manifest: string): Promise<Place> {
  const place = await smallRepository({
    '.gitignore': '__pycache__/\n',
    'pyproject.toml': manifest,
    [join(folder, 'price/__init__.py')]: PROGRAM,
    'tests/__init__.py': '',
    'tests/test_price.py': TESTS,
  });
  const where = ['-c', 'import site; print(site.getusersitepackages())'];
  const site = execFileSync('python3', where, {
    env: environmentOf(place),
    encoding: 'utf8',
  }).trim();
  put(site, { '__editable__.price-1.pth': `${join(place.top, folder)}\n` });
  return place;
}

async function verdictOf(place: Place) {
  const check = 'python3 -m unittest discover -v -s tests -t tests';
  const { code, stdout, stderr } = await wukong(place, 'prove', '--json', '--check', check);
  expect(stdout, stderr).not.toBe('');
  return { code, verdict: JSON.parse(stdout).verdict };
}

const isThere = spawnSync('python3', ['-c', 'import unittest']).status === 0;

// Skipped where there is no Python.
test.runIf(isThere).each([
  ['a plain src', 'src', MANIFEST],
  ['a folder that the manifest names', 'code', MANIFEST + WHERE],
  ['the top, which only the install names', '.', MANIFEST],
])(
  'a copy has its own program, and a fix is shown: %s',
  async (_, folder, manifest) => {
    const place = await installed(folder, manifest);
    const program = join(folder, 'price/__init__.py');
    put(place.top, { [program]: FIXED, 'tests/test_price.py': TESTS + MORE });
    expect(await verdictOf(place)).toEqual({ code: 0, verdict: 'shown' });
    put(place.top, { [program]: `${PROGRAM}# more\n`, 'tests/test_price.py': TESTS + WEAK });
    expect(await verdictOf(place)).toMatchObject({ code: 1, verdict: 'not-shown' });
  },
  400_000,
);
