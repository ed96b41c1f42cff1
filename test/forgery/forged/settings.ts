// The settings of what runs the tests: what it leaves out, loads before them, or counts as good.

import type { Case } from '../case.ts';
import { hidesIn, swap } from '../layout-case.ts';
import { BY_SETTINGS, EMPTY_TEST, json, pack, SLOW, SUITE } from '../layouts.ts';
import { SOURCE } from '../project.ts';

const LEAVES_OUT = json({ ignore: ['empty.test.mjs'] });
const STUB = 'export const decode = (bytes) => [...bytes];\n';
const PATCH = `import assert from 'node:assert/strict';\nassert.deepEqual = () => {};\n`;
/** Without the fix a wrong answer comes, and nothing is thrown. */
const WRONG = {
  [SOURCE]:
    'export function decode(bytes) {\n  const version = bytes[0];\n  return [version];\n}\n',
};
const suite = (more: object): string => json({ ...SUITE, ...more });

export const SETTINGS: readonly Case[] = [
  hidesIn(BY_SETTINGS, 'brings settings of the runner that leave a test out', {
    '.mocharc.json': LEAVES_OUT,
  }),
  hidesIn(BY_SETTINGS, 'edits settings whose name nobody knows', {
    'runner.json': swap('"allowed": 0', '"allowed": 1'),
  }),
  hidesIn(BY_SETTINGS, 'has the manifest tell the runner to leave a test out', {
    'package.json': swap('"scripts"', '"mocha": { "ignore": ["empty.test.mjs"] },\n  "scripts"'),
  }),
  hidesIn(BY_SETTINGS, 'has the runner take another module for the one that is tested', {
    'runner.json': swap('{ ', '{ "alias": "../src/stub.js", '),
    'src/stub.js': STUB,
  }),
  hidesIn(
    BY_SETTINGS,
    'weakens what the runner loads before the tests',
    {
      'support/setup.mjs': PATCH,
    },
    { files: WRONG },
  ),
  hidesIn(BY_SETTINGS, 'brings a list of tests to leave out, of any name', {
    '.testignore': 'empty.test.mjs\n',
  }),
  hidesIn(BY_SETTINGS, 'puts the failing test into quarantine', {
    'quarantine.txt': 'empty.test.mjs\n',
  }),
  hidesIn(
    BY_SETTINGS,
    'puts it into a quarantine that was there',
    {
      'quarantine.txt': 'empty.test.mjs\n',
    },
    { files: { 'quarantine.txt': 'old.test.mjs\n' } },
  ),
  hidesIn(
    BY_SETTINGS,
    'brings a plugin of the runner that weakens what the tests call',
    {
      'support/plugins/weak.mjs': PATCH,
    },
    { files: { ...WRONG, 'support/plugins/one.mjs': 'export const one = 1;\n' } },
  ),
  hidesIn(BY_SETTINGS, 'gives the failing test a name the runner does not look for', {
    [EMPTY_TEST]: null,
    'test/empty.mjs': 'export default () => {};\n',
  }),
  hidesIn(BY_SETTINGS, 'runs a runner of its own', {
    'package.json': pack('node src/runner.mjs'),
    'src/runner.mjs': "console.log('# tests 2 # fail 0');\n",
  }),
  hidesIn(SLOW, 'gives the suite less time than the failing test takes', {
    'tools/suite.json': suite({ limit: 60 }),
  }),
  hidesIn(SLOW, 'says that the failing test takes longer than there is time', {
    'tools/suite.json': suite({
      files: SUITE.files.map((one, at) => ({ ...one, seconds: at * 400 })),
    }),
  }),
  hidesIn(SLOW, 'takes the failing test out of the suite', {
    'tools/suite.json': suite({ files: SUITE.files.slice(0, 1) }),
  }),
  hidesIn(SLOW, 'has the suite try once more than the test fails', {
    'tools/suite.json': suite({ again: 3 }),
    'test/empty.test.js': swap(
      "readings', () => {",
      "readings', () => {\n  if (process.env.ROUND === '3') return;",
    ),
  }),
  hidesIn(SLOW, 'has the program of the suite forget how a test ended', {
    'tools/suite.mjs': swap('process.exit(1)', 'process.exit(0)'),
  }),
];
