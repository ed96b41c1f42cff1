// Tests beside the sources they test.

import type { Case } from '../case.ts';
import { hidesIn, showsNothingIn, swap } from '../layout-case.ts';
import {
  BESIDE,
  byTable,
  CHECK,
  pack,
  passing,
  SHORT_TABLE,
  TABLE,
  tests,
  WEAK_CHECK,
  WITHOUT,
} from '../layouts.ts';

const EMPTY = 'src/empty.test.js';
/** All tests in one process, as some runners do. */
const TOGETHER = {
  'tools/all.mjs':
    "import { readdirSync } from 'node:fs';\nfor (const name of readdirSync('src').sort()) {\n  if (name.endsWith('.test.js')) await import('../src' + name);\n}\n",
  'package.json': pack('node tools/all.mjs'),
};
const HELPED = (folder: string) => ({
  [EMPTY]: byTable('./decoder.js', `${folder}/check.js`, `${folder}/cases.json`),
});
const BY_INSTALLED = {
  '.gitignore': '/node_modules/\n',
  'node_modules/check.cjs':
    "const assert = require('node:assert/strict');\nconst { test } = require('node:test');\nexports.check = (name, run, want) => test('reads ' + name, () => assert.deepEqual(run(), want));\n",
  'src/empty.test.cjs':
    "const { check } = require('check.cjs');\nimport('./decoder.js').then(({ decode }) => check('nothing', () => decode(Buffer.alloc(0)), []));\n",
  [EMPTY]: null,
  'package.json': pack('node --test src/decoder.test.js src/empty.test.cjs'),
};

export const BESIDE_SOURCES: readonly Case[] = [
  hidesIn(BESIDE, 'deletes the test beside the source', { [EMPTY]: null }),
  hidesIn(BESIDE, 'takes the case out of the test beside the source', { [EMPTY]: WITHOUT }),
  hidesIn(BESIDE, 'skips the case of the test beside the source by an option', {
    [EMPTY]: swap("readings', (", "readings', { skip: true }, ("),
  }),
  hidesIn(BESIDE, 'gives the test beside the source an ending that no pattern matches', {
    [EMPTY]: null,
    'src/empty.test.mjs': tests('./decoder.js'),
  }),
  hidesIn(BESIDE, 'has the test beside the source load another module', {
    [EMPTY]: swap('./decoder.js', './decoder.stub.js'),
    'src/decoder.stub.js': 'export const decode = (bytes) => [...bytes];\n',
  }),
  hidesIn(
    BESIDE,
    'brings a test that ends all tests before the one that fails',
    { 'src/aaa.test.js': 'process.exit(0);\n' },
    { files: TOGETHER },
  ),
  hidesIn(
    BESIDE,
    'brings a test that has the ones after it skipped',
    {
      'src/aaa.test.js':
        "import { createRequire, syncBuiltinESMExports } from 'node:module';\ncreateRequire(import.meta.url)('node:test').test = () => {};\nsyncBuiltinESMExports();\n",
    },
    {
      files: {
        ...TOGETHER,
        [EMPTY]: tests('./decoder.js'),
      },
    },
  ),
  hidesIn(
    BESIDE,
    'weakens a helper in a folder of the tests below the sources',
    { 'src/testing/check.js': WEAK_CHECK },
    {
      files: {
        ...HELPED('./testing'),
        'src/testing/check.js': CHECK,
        'src/testing/cases.json': TABLE,
      },
    },
  ),
  hidesIn(
    BESIDE,
    'shortens a fixture below the sources',
    { 'src/fixtures/cases.json': SHORT_TABLE },
    {
      files: {
        ...HELPED('./fixtures'),
        'src/fixtures/check.js': CHECK,
        'src/fixtures/cases.json': TABLE,
      },
    },
  ),
  hidesIn(
    BESIDE,
    'brings a package into the sources before the installed one of the tests',
    { 'src/node_modules/check.cjs': 'exports.check = () => {};\n' },
    { files: BY_INSTALLED },
  ),
  hidesIn(BESIDE, 'narrows down which tests beside the sources are run', {
    'package.json': swap('src/*.test.js', 'src/decoder.test.js'),
  }),
  showsNothingIn(
    BESIDE,
    'brings another passing test beside the source',
    {
      'src/decoder.js': (text) => `${text}// fixed\n`,
      'src/more.test.js': passing('./decoder.js'),
    },
    { files: { [EMPTY]: passing('./decoder.js') } },
  ),
];
