// Ordinary work in repositories of several packages, with pinned and generated files.

import type { Case } from '../case.ts';
import { asksIn, fixesIn, swap, worksIn } from '../layout-case.ts';
import {
  BY_PREFIX,
  GENERATED,
  GENERATED_ANEW,
  json,
  KEPT,
  KEPT_FAULT,
  MADE_FIXED,
  PACKAGES,
  PINNED,
  pack,
  passing,
  SNAPSHOT,
  SNAPSHOTS,
  TABLE,
  tests,
  VENDORED,
} from '../layouts.ts';
import { SOURCE } from '../project.ts';
import { FAILING, TEST } from '../tested-project.ts';

const CORE = 'packages/core';
const CASE = `${CORE}/test/index.test.js`;
const UNSEEN = { files: { [CASE]: passing('#decoder') } };
const GUARDED = '{\n  if (bytes.length === 0) return [];\n';

export const SEVERAL_PACKAGES: readonly Case[] = [
  fixesIn(PACKAGES, 'fixes a package whose own test is there'),
  fixesIn(BY_PREFIX, 'fixes a package whose own script runs its tests'),
  fixesIn(
    PACKAGES,
    'fixes a package, and adds the case to its tests',
    {
      [CASE]: (text) => text + FAILING,
    },
    UNSEEN,
  ),
  fixesIn(BY_PREFIX, 'fixes a package, and raises its version', {
    [`${CORE}/package.json`]: swap('"name": "core"', '"name": "core",\n  "version": "1.0.1"'),
  }),
  fixesIn(PACKAGES, 'fixes a package, and another one that works with it', {
    'packages/cli/src/cli.js': swap('.join()', ".join(' ')"),
  }),
  fixesIn(PACKAGES, 'fixes a package with the help of a new file in it', {
    [`${CORE}/src/empty.js`]: 'export const isEmpty = (bytes) => bytes.length === 0;\n',
    [`${CORE}/src/index.js`]: (text) =>
      `import { isEmpty } from './empty.js';\n${text.replace('{\n', '{\n  if (isEmpty(bytes)) return [];\n')}`,
  }),
  fixesIn(PACKAGES, 'fixes a package with the help of a new package beside it', {
    'packages/empty/package.json': json({
      name: 'empty',
      type: 'module',
      exports: './src/index.js',
    }),
    'packages/empty/src/index.js': 'export const isEmpty = (bytes) => bytes.length === 0;\n',
    [`${CORE}/src/index.js`]: (text) =>
      `import { isEmpty } from '../../empty/src/index.js';\n${text.replace('{\n', '{\n  if (isEmpty(bytes)) return [];\n')}`,
  }),
  fixesIn(
    PACKAGES,
    'fixes a package, and its README',
    {
      [`${CORE}/README.md`]: '# Core\n\nReads empty bodies, too.\n',
    },
    { files: { [`${CORE}/README.md`]: '# Core\n' } },
  ),
  fixesIn(
    PACKAGES,
    'fixes a private package that the program needs, and its tests too',
    {},
    {
      files: {
        'packages/cli/package.json': pack('node --test test/cli.test.js', {
          name: 'cli',
          dependencies: { core: '*' },
          devDependencies: { core: '*' },
        }),
        [`${CORE}/package.json`]: json({
          name: 'core',
          private: true,
          type: 'module',
          imports: { '#decoder': './src/index.js' },
        }),
      },
    },
  ),
  fixesIn(
    GENERATED,
    'generates the source again from the table it corrects',
    {
      'src/table.js': MADE_FIXED,
    },
    {
      said: { references: ['src/table.txt:3'] },
    },
  ),
  fixesIn(GENERATED_ANEW, 'corrects the table from which the gate generates the source'),
  fixesIn(
    { ...GENERATED, source: 'tools/generate.mjs', fixed: (text) => text },
    'corrects what writes the source, and writes it again',
    {
      'tools/generate.mjs': swap("'};'", "\"  'empty': [],\", '};'"),
      'src/table.js': MADE_FIXED,
    },
  ),
  asksIn(
    { ...GENERATED_ANEW, source: 'tools/generate.mjs' },
    'corrects what writes the source, where the gate does so',
    { 'tools/generate.mjs': swap("'};'", "\"  'empty': [],\", '};'") },
  ),
  asksIn(PINNED, 'raises the pin to the version with the fix', {
    'reader.lock.json': swap('1', '2'),
  }),
  asksIn(
    PINNED,
    'patches the pinned package as it is checked in',
    {
      'registry/reader-1.js': swap('{\n', GUARDED),
    },
    { said: { references: ['registry/reader-1.js:1'] } },
  ),
  fixesIn({ ...PINNED, source: SOURCE }, 'guards against what the pinned package does', {
    [SOURCE]: swap('=> read(bytes)', '=> (bytes.length === 0 ? [] : read(bytes))'),
  }),
  fixesIn(PINNED, 'guards against it, and raises the pin', {
    'reader.lock.json': swap('1', '2'),
    [SOURCE]: swap('=> read(bytes)', '=> (bytes.length === 0 ? [] : read(bytes))'),
  }),
  fixesIn(VENDORED, 'fixes it where a package of the tests is checked in'),
  fixesIn(VENDORED, 'fixes it, and adds a row to the table', {
    'test/cases.json': TABLE.replace(']\n', ', ["02", [2]]]\n'),
  }),
  fixesIn(
    VENDORED,
    'fixes it, and brings the row that shows it',
    { 'test/cases.json': TABLE },
    { files: { 'test/cases.json': '[["01", [1]]]\n' } },
  ),
  fixesIn(SNAPSHOTS, 'fixes it where the right answer is kept already'),
  fixesIn(SNAPSHOTS, 'fixes it, and keeps an answer more', {
    [TEST]: swap("['01', '']", "['01', '', '02']"),
    [SNAPSHOT]: KEPT.replace('}', ',"02":"[2]"}'),
  }),
  asksIn(
    SNAPSHOTS,
    'fixes it, and keeps the new answer in place of the old',
    {
      [SOURCE]: (text) => text.replace('{\n', GUARDED),
      [SNAPSHOT]: KEPT,
    },
    { files: { [SNAPSHOT]: KEPT_FAULT } },
  ),
  asksIn(SNAPSHOTS, 'changes what is shown, and keeps all answers again', {
    [SOURCE]: (text) => text.replace('{\n', GUARDED).replace('[version]', '[version, 0]'),
    [SNAPSHOT]: '{"01":"[1,0]","":"[]"}\n',
  }),
  worksIn(
    {
      source: 'README.md',
      files: { [TEST]: passing('../src/decoder.js'), 'README.md': '# Dekoder\n' },
    },
    'corrects a word in the README',
    { 'README.md': '# Decoder\n' },
  ),
  worksIn(
    { source: 'docs/guide.md', files: { [TEST]: passing('../src/decoder.js') } },
    'writes a guide and its picture',
    { 'docs/guide.md': '# Guide\n', 'docs/picture.svg': '<svg/>\n' },
  ),
  worksIn(
    {
      source: 'CHANGELOG.md',
      files: { [TEST]: passing('../src/decoder.js'), 'CHANGELOG.md': '# Log\n' },
    },
    'notes in the changelog what was done before',
    { 'CHANGELOG.md': '# Log\n\n- Reads versions.\n' },
  ),
  worksIn(
    {
      source: 'src/README.md',
      files: { [TEST]: passing('../src/decoder.js'), 'src/README.md': '# Source\n' },
    },
    'writes what the source folder is for',
    { 'src/README.md': '# Sources\n' },
  ),
  fixesIn(
    { source: SOURCE, files: { 'README.md': '# Decoder\n\n    decode("01") // [1]\n' } },
    'fixes it, and shows it in the example that is tested',
    { 'README.md': '# Decoder\n\n    decode("01") // [1]\n    decode("") // []\n' },
    {
      files: {
        [TEST]: `${tests('../src/decoder.js')}import { readFileSync } from 'node:fs';\nfor (const [, hex, want] of readFileSync('README.md', 'utf8').matchAll(/decode\\("(.*?)"\\) \\/\\/ (.*)/g)) {\n  test(hex, () => assert.deepEqual(decode(Buffer.from(hex, 'hex')), JSON.parse(want)));\n}\n`,
      },
    },
  ),
];
