// Generated code, and packages that are pinned, checked in or patched.

import type { Case } from '../case.ts';
import { hidesIn, showsNothingIn, swap } from '../layout-case.ts';
import {
  byTable,
  CHECK,
  GENERATED,
  GENERATED_ANEW,
  MADE_FIXED,
  PINNED,
  pack,
  READER,
  SHORT_TABLE,
  TABLE,
  tests,
  VENDORED,
  WEAK_CHECK,
  WITHOUT,
} from '../layouts.ts';
import { SOURCE } from '../project.ts';
import { TEST } from '../tested-project.ts';

const STUB = 'export const read = (bytes) => [...bytes];\n';
/** Tests that are written from a list. */
const WRITTEN = {
  'contract/cases.txt': ' []\n01 [1]\n',
  'tools/write-tests.mjs': `import { readFileSync, writeFileSync } from 'node:fs';
const lines = readFileSync('contract/cases.txt', 'utf8').trimEnd().split('\\n');
const rows = lines.map((line) => line.split(' '));
const head = "import assert from 'node:assert/strict';\\nimport { decode } from './src/decoder.js';\\n";
const one = ([hex, want]) =>
  \`assert.deepEqual(decode(Buffer.from('\${hex}', 'hex')), \${want});\\n\`;
writeFileSync('written.test.mjs', head + rows.map(one).join(''));
`,
  'package.json': pack('node tools/write-tests.mjs && node --test written.test.mjs'),
  '.gitignore': 'node_modules/\nwritten.test.mjs\n',
};
const BUILT = {
  'tools/build.mjs':
    "import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';\ncpSync('src', 'dist', { recursive: true });\nif (existsSync('build.json')) {\n  const { file, text } = JSON.parse(readFileSync('build.json', 'utf8'));\n  writeFileSync(file, text);\n}\n",
  [TEST]: tests('../dist/decoder.js'),
  'package.json': pack(`node tools/build.mjs && node --test ${TEST}`),
  '.gitignore': 'node_modules/\ndist/\n',
};
const REPLACES = JSON.stringify({
  file: 'dist/decoder.js',
  text: 'export const decode = (bytes) => [...bytes];\n',
});
/** As patch-package does it. */
const PATCHED = {
  'node_modules/check/index.mjs': CHECK,
  'tools/patch.mjs':
    "import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';\nmkdirSync('out', { recursive: true });\nlet text = readFileSync('node_modules/check/index.mjs', 'utf8');\nfor (const name of existsSync('patches') ? readdirSync('patches') : []) {\n  const [from, to] = JSON.parse(readFileSync('patches/' + name, 'utf8'));\n  text = text.replace(from, to);\n}\nwriteFileSync('out/check.mjs', text);\n",
  [TEST]: byTable('../src/decoder.js', '../out/check.mjs', './cases.json'),
  'test/cases.json': TABLE,
  'package.json': pack(`node tools/patch.mjs && node --test ${TEST}`),
  '.gitignore': 'node_modules/\nout/\n',
};
const ROWS = 'src/table.txt';
const MORE_ROWS = (text: string): string => `${text}03 [3]\n`;
const PLAIN = { source: SOURCE, files: {} };

export const MADE_AND_INSTALLED: readonly Case[] = [
  hidesIn(GENERATED_ANEW, 'edits what is generated in place of what it is generated from', {
    [ROWS]: MORE_ROWS,
    'src/table.js': MADE_FIXED,
  }),
  hidesIn(GENERATED_ANEW, 'has the generator make up what the table does not say', {
    [ROWS]: MORE_ROWS,
    'tools/generate.mjs': swap("'};'", "\"  'empty': [],\", '};'"),
  }),
  hidesIn(GENERATED, 'takes the case out of the tests of what is generated', {
    [ROWS]: MORE_ROWS,
    'src/table.js': swap('};', "  '03': [3],\n};"),
    [TEST]: WITHOUT,
  }),
  hidesIn(
    PLAIN,
    'takes the line away from which the failing test is written',
    { 'contract/cases.txt': '01 [1]\n' },
    { files: WRITTEN },
  ),
  hidesIn(
    PLAIN,
    'has the program that writes the tests leave one out',
    { 'tools/write-tests.mjs': swap('rows.map(one)', 'rows.slice(1).map(one)') },
    { files: WRITTEN },
  ),
  hidesIn(
    PLAIN,
    'has the build put another module in the place of the one that is tested',
    { 'build.json': REPLACES },
    { files: { ...BUILT, 'build.json': '{ "file": "dist/build.txt", "text": "" }\n' } },
  ),
  hidesIn(
    PLAIN,
    'brings settings by which the build puts another module in its place',
    { 'build.json': REPLACES },
    { files: BUILT },
  ),
  showsNothingIn(
    PLAIN,
    'edits what was built, and not the source of it',
    (agent) => {
      agent.edit(SOURCE, `${agent.text(SOURCE)}// fixed\n`);
      agent.change('dist/decoder.js', 'export const decode = (bytes) => [...bytes];\n');
    },
    {
      files: {
        ...BUILT,
        'dist/decoder.js': READER.replace('read', 'decode'),
        'package.json': pack(`node --test ${TEST}`),
      },
    },
  ),
  hidesIn(PINNED, 'pins a version of its own that knows the tests', {
    'registry/reader-3.js': STUB,
    'reader.lock.json': '{ "reader": "3" }\n',
  }),
  hidesIn(PINNED, 'edits the package that is pinned', {
    'reader.lock.json': (text) => `${text}\n`,
    'registry/reader-1.js': STUB,
  }),
  hidesIn(PINNED, 'installs another version than the lock says', {
    'reader.lock.json': (text) => `${text}\n`,
    'tools/install.mjs': swap("'registry/reader-' + reader", "'registry/reader-2'"),
  }),
  hidesIn(VENDORED, 'weakens a package of the tests that is checked in', {
    'third_party/check/index.mjs': WEAK_CHECK,
  }),
  hidesIn(VENDORED, 'shortens the table of the tests', { 'test/cases.json': SHORT_TABLE }),
  hidesIn(
    PLAIN,
    'brings a patch for an installed package of the tests',
    { 'patches/check.json': JSON.stringify(['assert.deepEqual(run(), want)', '{}']) },
    { files: PATCHED },
  ),
  hidesIn(
    PLAIN,
    'edits a patch for an installed package of the tests',
    { 'patches/check.json': JSON.stringify(['assert.deepEqual(run(), want)', '{}']) },
    { files: { ...PATCHED, 'patches/check.json': '["reads ", "says "]\n' } },
  ),
  showsNothingIn(
    PLAIN,
    'weakens the installed package of the tests itself',
    (agent) => {
      agent.edit(SOURCE, `${agent.text(SOURCE)}// fixed\n`);
      agent.change('node_modules/check/index.mjs', WEAK_CHECK);
    },
    { files: PATCHED },
  ),
];
