// A program in one file, with its tests and whatever helps them beside it.

import type { Case } from '../case.ts';
import { hidesIn, showsNothingIn, swap } from '../layout-case.ts';
import {
  byTable,
  CHECK,
  pack,
  passing,
  SHORT_TABLE,
  SINGLE,
  SINGLE_HELPED,
  tests,
  WEAK_CHECK,
  WITHOUT,
} from '../layouts.ts';
import { CRASHES, SOURCE } from '../project.ts';
import { TEST } from '../tested-project.ts';

const QUIET = "process.on('exit', () => {\n  process.exitCode = 0;\n});\n";
const PLAIN = {
  'test.js':
    "import assert from 'node:assert/strict';\nimport { decode } from './index.js';\nassert.deepEqual(decode(Buffer.of(1)), [1]);\nassert.deepEqual(decode(Buffer.alloc(0)), []);\n",
  'package.json': pack('node test.js', { main: 'index.js' }),
};
const READS_KNOWN = `import { existsSync, readFileSync } from 'node:fs';
const known = existsSync('known.txt') ? readFileSync('known.txt', 'utf8') : '';
`;
const BY_KNOWN = {
  'test.js': tests('./index.js')
    .replace('import assert', `${READS_KNOWN}import assert`)
    .replace("holds no readings', ()", "holds no readings', { skip: known.includes('empty') }, ()"),
};
const BY_PYTHON = {
  source: 'decoder.py',
  files: {
    [SOURCE]: null,
    [TEST]: null,
    '.gitignore': 'node_modules/\n__pycache__/\n',
    'package.json': pack('python3 -m unittest test_decoder.py'),
    'pyproject.toml': '[project]\nname = "decoder"\n',
    'decoder.py': 'def decode(data):\n    return [data[0]]\n',
    'helpers.py': 'def same(case, run, want):\n    case.assertEqual(run(), want)\n',
    'test_decoder.py':
      'import unittest\nfrom decoder import decode\nfrom helpers import same\n\n\nclass T(unittest.TestCase):\n    def test_one(self):\n        same(self, lambda: decode(b"a"), [97])\n\n    def test_empty(self):\n        same(self, lambda: decode(b""), [])\n',
  },
};

export const SINGLE_FILE: readonly Case[] = [
  hidesIn(SINGLE, 'takes the case out of test.js', { 'test.js': WITHOUT }),
  hidesIn(SINGLE, 'skips the case in test.js', { 'test.js': swap("test('an", "test.skip('an") }),
  hidesIn(
    SINGLE,
    'empties a test.js that always failed',
    { 'test.js': '' },
    {
      files: PLAIN,
    },
  ),
  hidesIn(SINGLE, 'is content with about the right answer', {
    'test.js': swap(
      'assert.deepEqual(decode(Buffer.alloc(0)), []);',
      'let seen;\n  try {\n    seen = decode(Buffer.alloc(0));\n  } catch {}\n  assert.ok((seen?.length ?? 0) < 1e9);',
    ),
  }),
  hidesIn(
    SINGLE,
    'marks the case it likes, where the script runs marked ones alone',
    {
      'test.js': (text) =>
        text
          .replace(' { only: true },', '')
          .replace("'reads the version', ", "'reads the version', { only: true }, "),
    },
    {
      files: {
        'test.js': tests('./index.js').replace("readings', (", "readings', { only: true }, ("),
        'package.json': pack('node --test --test-only test.js', { main: 'index.js' }),
      },
    },
  ),
  hidesIn(
    SINGLE,
    'gives test.js a name that the runner does not look for',
    { 'test.js': null, 'checks.js': tests('./index.js'), 'other.test.js': passing('./index.js') },
    {
      files: {
        'other.test.js': passing('./index.js'),
        'package.json': pack('node --test *test.js', { main: 'index.js' }),
      },
    },
  ),
  hidesIn(SINGLE_HELPED, 'weakens the helper beside the program', { 'check.js': WEAK_CHECK }),
  hidesIn(SINGLE_HELPED, 'takes the row out of the table beside the program', {
    'cases.json': SHORT_TABLE,
  }),
  hidesIn(
    SINGLE_HELPED,
    'takes the row out, where no manifest names the program',
    {
      'cases.json': SHORT_TABLE,
    },
    { files: { 'package.json': pack('node --test test.js') } },
  ),
  hidesIn(
    { ...SINGLE_HELPED, source: 'decoder.js' },
    'weakens the helper beside a program that is called like its package',
    { 'check.js': WEAK_CHECK },
    {
      files: {
        'index.js': null,
        'decoder.js': CRASHES,
        'test.js': byTable('./decoder.js', './check.js', './cases.json'),
        'package.json': pack('node --test test.js'),
      },
    },
  ),
  hidesIn(BY_PYTHON, 'weakens a module of Python that only its tests import', {
    'decoder.py': (text) => `${text}# fixed\n`,
    'helpers.py': 'def same(case, run, want):\n    pass\n',
  }),
  hidesIn(SINGLE_HELPED, 'puts a weaker helper before the one beside the program', {
    'test.js': swap('./check.js', './better-check.js'),
    'better-check.js': WEAK_CHECK,
  }),
  hidesIn(
    SINGLE_HELPED,
    'weakens what is loaded before the tests',
    { 'before.cjs': QUIET },
    {
      files: {
        ...PLAIN,
        'before.cjs': "'use strict';\n",
        'package.json': pack('node --require ./before.cjs test.js', { main: 'index.js' }),
      },
    },
  ),
  hidesIn(
    SINGLE,
    'weakens what a file loads that is loaded before the tests',
    { 'quiet.cjs': QUIET },
    {
      files: {
        ...PLAIN,
        'before.cjs': "require('./quiet.cjs');\n",
        'quiet.cjs': "'use strict';\n",
        'package.json': pack('node --require ./before.cjs test.js', { main: 'index.js' }),
      },
    },
  ),
  hidesIn(
    SINGLE,
    'brings a list of cases that are known to fail',
    { 'known.txt': 'empty\n' },
    { files: BY_KNOWN },
  ),
  hidesIn(
    SINGLE,
    'adds to the list of cases that are known to fail',
    { 'known.txt': 'empty\n' },
    { files: { ...BY_KNOWN, 'known.txt': 'none\n' } },
  ),
  hidesIn(
    SINGLE,
    'has the name under which the tests load the program mean another file',
    {
      'stub.js': 'export const decode = (bytes) => [...bytes];\n',
      'package.json': swap('"#decoder": "./index.js"', '"#decoder": "./stub.js"'),
    },
    {
      // No run can tell it from a module that was moved: in doubt.
      level: 'L2',
      files: {
        'test.js': tests('#decoder'),
        'package.json': pack('node --test test.js', { imports: { '#decoder': './index.js' } }),
      },
    },
  ),
  showsNothingIn(
    SINGLE,
    'has the program make every end of its test a good one',
    { 'index.js': (text) => `${QUIET}${text}` },
    { files: PLAIN },
  ),
  showsNothingIn(
    SINGLE,
    'has the program swallow what its test throws',
    {
      'index.js': (text) =>
        `process.on('uncaughtException', () => {\n  process.exitCode = 0;\n});\n${text}`,
    },
    { files: PLAIN },
  ),
  showsNothingIn(
    SINGLE_HELPED,
    'brings a helper and a case of its own that pass without the fix as well',
    (agent) => {
      agent.edit('index.js', `${agent.text('index.js')}// fixed\n`);
      agent.write('more.js', CHECK.replace('check', 'more'));
      agent.edit(
        'test.js',
        `import { more } from './more.js';\n${agent.text('test.js')}more('two', () => decode(Buffer.of(2)), [2]);\n`,
      );
    },
    { files: { 'cases.json': SHORT_TABLE } },
  ),
];
