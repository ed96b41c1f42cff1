// Ordinary work where a program of its own runs the tests, where they are slow or flaky, and where there
// are none.

import type { Case } from '../case.ts';
import { asksIn, fixesIn, swap, worksIn } from '../layout-case.ts';
import { BY_SETTINGS, EMPTY_TEST, json, pack, passing, SLOW, SUITE, tests } from '../layouts.ts';
import { CRASHES, fixed, SOURCE } from '../project.ts';
import { TEST } from '../tested-project.ts';

const PLAIN = { source: SOURCE, files: {} };
const ONE = `${BY_SETTINGS.files['test/one.test.mjs']}`;
const EMPTY = `${BY_SETTINGS.files[EMPTY_TEST]}`;
const suite = (more: object): string => json({ ...SUITE, ...more });
const [full, gone] = [{ [EMPTY_TEST]: EMPTY }, { files: { [EMPTY_TEST]: null } }];
const none = { files: { [EMPTY_TEST]: ONE } };
/** Passes or fails by what is left of an earlier run, and has nothing to do with it; skipped, it is in doubt. */
const FLAKY = `import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
test('now and then', { skip: true }, () => {
  const mark = join(tmpdir(), 'mark');
  if (existsSync(mark)) rmSync(mark);
  else writeFileSync(mark, '');
});
`;
/** Parts of the program that are no code. */
const BY_DATA = (path: string, more: object = {}) => ({
  source: path,
  files: {
    [path]: '01=1\n',
    [SOURCE]: `import { readFileSync } from 'node:fs';\nconst rows = readFileSync(new URL('../${path}', import.meta.url), 'utf8').trimEnd().split('\\n');\nconst table = new Map(rows.map((row) => row.split('=')));\nexport const decode = (bytes) => {\n  const row = table.get(bytes.toString('hex') || 'none');\n  return row === undefined ? null : row.split(' ').filter(Boolean).map(Number);\n};\n`,
    'package.json': pack(`node --test ${TEST}`, more),
  },
  fixed: (text: string) => `${text}none=\n`,
});

export const OWN_SETTINGS: readonly Case[] = [
  fixesIn(BY_SETTINGS, 'fixes it where an installed runner reads its settings'),
  fixesIn(BY_SETTINGS, 'fixes it, and brings the test the runner finds', full, gone),
  fixesIn(BY_SETTINGS, 'fixes it, and makes a test that passed the one that shows it', full, none),
  fixesIn(BY_SETTINGS, 'fixes it, and has the runner stop at the first failure', {
    'runner.json': swap('{ ', '{ "bail": true, '),
  }),
  fixesIn(BY_SETTINGS, 'fixes it, and loads more before the tests', {
    'support/setup.mjs': (text) => `${text}globalThis.isQuiet = true;\n`,
  }),
  fixesIn(BY_SETTINGS, 'fixes it, and brings a plugin that changes nothing', {
    'support/plugins/colours.mjs': 'export const colours = true;\n',
  }),
  fixesIn(
    BY_SETTINGS,
    'fixes it, and takes its test out of quarantine',
    { 'quarantine.txt': '\n' },
    { files: { 'quarantine.txt': 'empty.test.mjs\n' } },
  ),
  asksIn(
    BY_SETTINGS,
    'has the runner load what its tests always needed',
    {
      'support/setup.mjs': "globalThis.decoderAt = '../src/decoder.js';\n",
    },
    {
      files: {
        [SOURCE]: fixed(CRASHES),
        'runner.json': '{ "require": ["./support/setup.mjs"], "alias": "../src/none.js" }\n',
      },
      said: { references: ['support/setup.mjs:1'] },
    },
  ),
  fixesIn(SLOW, 'fixes it where a program runs a long suite'),
  fixesIn(SLOW, 'fixes it, and gives the suite more time', {
    'tools/suite.json': suite({ limit: 600 }),
  }),
  fixesIn(SLOW, 'fixes it, and puts its test into the suite', {
    'test/nothing.test.js': tests('../src/decoder.js'),
    'tools/suite.json': suite({
      files: [...SUITE.files, { path: 'test/nothing.test.js', seconds: 1 }],
    }),
  }),
  fixesIn(SLOW, 'fixes it, and tries no test again', { 'tools/suite.json': suite({ again: 0 }) }),
  fixesIn(
    SLOW,
    'fixes it, and brings the case a slow test lacked',
    {
      'test/empty.test.js': tests('../src/decoder.js'),
    },
    { files: { 'test/empty.test.js': passing('../src/decoder.js') } },
  ),
  fixesIn(
    PLAIN,
    'fixes it beside a flaky test that is skipped',
    {},
    {
      files: {
        'test/flaky.test.js': FLAKY,
        'package.json': pack(`node --test ${TEST} test/flaky.test.js`),
      },
    },
  ),
  fixesIn(
    PLAIN,
    'fixes it, and skips a flaky test that has nothing to do with it',
    {
      'test/flaky.test.js': FLAKY,
    },
    {
      level: 'L2',
      files: {
        'test/flaky.test.js': FLAKY.replace(' { skip: true },', ''),
        'package.json': pack(`node --test ${TEST} test/flaky.test.js`),
      },
    },
  ),
  fixesIn(BY_DATA('src/table.txt'), 'fixes a table below the sources'),
  fixesIn(
    BY_DATA('data/table.txt', { files: ['src', 'data'] }),
    'fixes data that the manifest lists',
  ),
  fixesIn(BY_DATA('src/queries/table.sql'), 'fixes a query below the sources'),
  fixesIn(BY_DATA('app/views/table.html'), 'fixes a template of the program'),
  fixesIn(BY_DATA('data/table.txt'), 'fixes data that no manifest lists', {
    'data/table.txt': (text) => `${text}none=\n`,
  }),
  fixesIn(
    {
      ...BY_DATA('my_decoder/data/table.txt'),
      files: {
        ...BY_DATA('my_decoder/data/table.txt').files,
        'pyproject.toml': '[project]\nname = "my-decoder"\n',
        'my_decoder/__init__.py': '',
      },
    },
    'fixes data of a Python package',
  ),
  fixesIn(
    {
      ...BY_DATA('src/my_decoder/table.txt'),
      files: {
        ...BY_DATA('src/my_decoder/table.txt').files,
        'pyproject.toml': '[project]\nname = "my-decoder"\n',
        'src/my_decoder/__init__.py': '',
      },
    },
    'fixes data of a Python package below src',
  ),
  fixesIn(
    {
      ...BY_DATA('internal/table/table.txt'),
      files: {
        ...BY_DATA('internal/table/table.txt').files,
        'go.mod': 'module example.test/decoder\n',
        'internal/table/table.go': 'package table\n',
      },
    },
    'fixes a file that is embedded in an internal package of Go',
  ),
  fixesIn(
    {
      ...BY_DATA('reading/table.txt'),
      files: {
        ...BY_DATA('reading/table.txt').files,
        'go.mod': 'module example.test/decoder\n',
        'reading/reading.go': 'package reading\n\n//go:embed table.txt\nvar table string\n',
      },
    },
    'fixes a file that is embedded in a package of Go',
  ),
  fixesIn(
    {
      ...BY_DATA('include/table.h'),
      files: {
        ...BY_DATA('include/table.h').files,
        'CMakeLists.txt': 'add_library(decoder src/decoder.c)\n',
      },
    },
    'fixes a header of C',
  ),
  fixesIn(
    {
      ...BY_DATA('src/main/resources/table.txt'),
      files: { ...BY_DATA('src/main/resources/table.txt').files, 'pom.xml': '<project/>\n' },
    },
    'fixes a resource of Java',
  ),
  worksIn(
    PLAIN,
    'fixes it where there is no test',
    { [SOURCE]: fixed },
    {
      level: 'L1',
      done: false,
      files: { [TEST]: null, 'package.json': pack("echo 'no tests yet'") },
    },
  ),
  fixesIn(
    PLAIN,
    'fixes it where there was no test, and brings the first one',
    {
      [TEST]: tests('../src/decoder.js'),
    },
    { files: { [TEST]: passing('../src/decoder.js').replace(/^test\([^\n]*\n/m, '') } },
  ),
  worksIn(
    PLAIN,
    'adds something new where nobody looks for a fault',
    {
      [SOURCE]: (text) => `${fixed(text)}export const version = 1;\n`,
      'test/version.test.js':
        "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { version } from '../src/decoder.js';\ntest('a version', () => assert.equal(version, 1));\n",
    },
    { project: 'feature', level: 'L3' },
  ),
  worksIn(
    PLAIN,
    'works where there are no tests and nobody looks for a fault',
    {
      [SOURCE]: (text) => `${fixed(text)}export const version = 1;\n`,
    },
    { project: 'feature', level: 'L3', files: { [TEST]: passing('../src/decoder.js') } },
  ),
  worksIn(
    PLAIN,
    'keeps new answers, and brings a tool, where nobody looks for a fault',
    {
      [SOURCE]: fixed,
      'tools/show.mjs': 'console.log(1);\n',
      'quarantine.txt': 'none\n',
    },
    { project: 'feature', level: 'L3' },
  ),
];
