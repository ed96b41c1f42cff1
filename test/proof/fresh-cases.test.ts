// Which cases of a file are new, where no report names any.

import { expect, test } from 'vitest';
import { freshIn } from '../../runtime/proof/fresh-cases.ts';

const OLD = '#[test]\nfn a() {\n    x();\n}\n';
const NEW = `${OLD}\n#[test]\nfn b() {\n    y();\n}\n`;

test.each<[what: string, path: string, before: string, now: string, names: readonly string[]]>([
  ['what the file did not have', 'tests/a.rs', OLD, NEW, ['b']],
  ['all of a new file', 'tests/a.rs', '', NEW, ['a', 'b']],
  ['none where none came', 'tests/a.rs', NEW, NEW.replace('y()', 'z()'), []],
  [
    'none where one may be left out as it runs',
    'tests/a.rs',
    OLD,
    NEW.replace('fn b', '#[ignore]\nfn b'),
    [],
  ],
  [
    'those beside old lines that leave something out',
    'a.test.js',
    "test('a', { skip: true }, () => {\n  x();\n});\n",
    "test('a', { skip: true }, () => {\n  x();\n});\ntest('b', () => {\n  y();\n});\n",
    ['b'],
  ],
  [
    'none in a group that is left out',
    'a.test.js',
    "describe.skip('g', () => {\n});\n",
    "describe.skip('g', () => {\n  test('b', () => {\n    y();\n  });\n});\n",
    [],
  ],
  ['none in a language nobody knows here', 'a.rb', '', 'it "a" do\nend\n', []],
])('new cases are %s', (_, path, before, now, names) => {
  expect(freshIn(path, before, now).map(({ name }) => name)).toEqual(names);
});
