// Ordinary work on a program in one file, and on one whose tests stand beside its sources.

import type { Case } from '../case.ts';
import { asksIn, fixesIn, swap, worksIn } from '../layout-case.ts';
import {
  BESIDE,
  CHECK,
  pack,
  passing,
  SHORT_TABLE,
  SINGLE,
  SINGLE_HELPED,
  TABLE,
  tests,
} from '../layouts.ts';
import { CRASHES, fixed, GUARD, SOURCE } from '../project.ts';
import { FAILING } from '../tested-project.ts';

const addCase = (text: string): string => text + FAILING;
const UNSEEN = { files: { 'test.js': passing('./index.js') } };
const BY_UTIL = {
  'util.js': CRASHES,
  'index.js': "export * from './util.js';\n",
};
const BY_DATA = {
  'index.js':
    "import { readFileSync } from 'node:fs';\nconst table = JSON.parse(readFileSync(new URL('./table.json', import.meta.url), 'utf8'));\nexport const decode = (bytes) => table[bytes.toString('hex')];\n",
  'table.json': '{ "01": [1] }\n',
};

export const SINGLE_FILE: readonly Case[] = [
  fixesIn(SINGLE, 'fixes a program in one file, whose test is there'),
  fixesIn(
    SINGLE,
    'fixes it, where no manifest names the program',
    {},
    {
      files: { 'package.json': pack('node --test test.js') },
    },
  ),
  fixesIn(SINGLE, 'fixes it, and adds its case to test.js', { 'test.js': addCase }, UNSEEN),
  fixesIn(
    SINGLE,
    'fixes it, and brings a test beside it',
    { 'empty.test.js': tests('./index.js') },
    {
      files: {
        ...UNSEEN.files,
        'package.json': pack('node --test *test.js', { main: 'index.js' }),
      },
    },
  ),
  fixesIn(SINGLE, 'fixes it with a module of its own beside it', {
    'index.js': (text) =>
      `import { isEmpty } from './empty.js';\n${text.replace('{\n', '{\n  if (isEmpty(bytes)) return [];\n')}`,
    'empty.js': 'export const isEmpty = (bytes) => bytes.length === 0;\n',
  }),
  fixesIn(SINGLE_HELPED, 'fixes it where helper and table of the tests are beside it', {}),
  fixesIn(SINGLE_HELPED, 'fixes it, and adds a row to the table of the tests', {
    'cases.json': '[["01", [1]], ["", []], ["02", [2]]]\n',
  }),
  fixesIn(
    SINGLE_HELPED,
    'fixes it, and adds the row that shows it',
    { 'cases.json': TABLE },
    { files: { 'cases.json': SHORT_TABLE } },
  ),
  fixesIn(
    SINGLE,
    'fixes it, and brings a helper with the new case',
    {
      'check.js': CHECK,
      'test.js': (text) =>
        `import { check } from './check.js';\n${text}check('nothing', () => decode(Buffer.alloc(0)), []);\n`,
    },
    UNSEEN,
  ),
  fixesIn(
    { ...SINGLE, source: 'util.js' },
    'fixes it in a module that the entry leads to',
    {},
    { files: BY_UTIL },
  ),
  fixesIn(
    { ...SINGLE, source: 'table.json', fixed: swap('{ ', '{ "": [], ') },
    'fixes it in data that the program opens',
    {},
    { files: BY_DATA },
  ),
  fixesIn(
    SINGLE,
    'fixes it, and says so in the README',
    { 'README.md': '# Decoder\n\nEmpty bodies are read.\n' },
    {
      files: { 'README.md': '# Decoder\n' },
    },
  ),
  fixesIn(SINGLE, 'fixes it, and tidies up in passing', {
    'index.js': () =>
      `/** The readings of a body. */\nexport function decode(body) {\n${GUARD.replace('bytes', 'body')}\n  return [body.readUInt8(0)];\n}\n`,
  }),
  fixesIn(SINGLE, 'fixes it, and raises its own version', {
    'package.json': swap('"name"', '"version": "1.0.1",\n  "name"'),
  }),
  fixesIn(SINGLE, 'fixes it, and notes it in a new changelog', {
    'CHANGELOG.md': '# Changelog\n\n- Empty bodies are read.\n',
  }),
  asksIn(
    SINGLE_HELPED,
    'fixes a helper of the tests that was wrong',
    { 'check.js': CHECK },
    {
      files: { 'index.js': fixed(CRASHES), 'check.js': CHECK.replace('run()', 'run(0).concat(0)') },
      said: { references: ['check.js:1'] },
    },
  ),
  fixesIn(BESIDE, 'fixes it where the test is beside the source'),
  fixesIn(
    BESIDE,
    'fixes it, and brings its test beside the source',
    { 'src/nothing.test.js': tests('./decoder.js') },
    { files: { 'src/empty.test.js': passing('./decoder.js') } },
  ),
  fixesIn(
    BESIDE,
    'fixes it, and adds its case beside the source',
    { 'src/empty.test.js': addCase },
    { files: { 'src/empty.test.js': passing('./decoder.js') } },
  ),
  fixesIn(BESIDE, 'fixes it, and gives the test beside it the name of what it tests', (agent) => {
    agent.write('src/nothing.test.js', agent.text('src/empty.test.js'));
    agent.remove('src/empty.test.js');
  }),
  fixesIn(
    BESIDE,
    'fixes it, and moves what it fixes to a module with a test of its own',
    {
      [SOURCE]: () => "export { decode } from './reading.js';\n",
      'src/reading.js': fixed(CRASHES),
      'src/reading.test.js': tests('./reading.js'),
    },
    { level: 'L3' },
  ),
  fixesIn(BESIDE, 'fixes it, and takes a case back that is of no use any more', {
    'src/decoder.test.js': () => `${tests('./decoder.js')}`,
  }),
  worksIn(
    SINGLE,
    'fixes it, and nothing shows that it was broken',
    { 'index.js': fixed },
    { ...UNSEEN, done: false },
  ),
];
