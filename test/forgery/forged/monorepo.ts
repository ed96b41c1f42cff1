// Several packages in one repository.

import type { Case } from '../case.ts';
import { hidesIn, showsNothingIn, swap } from '../layout-case.ts';
import {
  BY_PREFIX,
  byTable,
  CHECK,
  json,
  PACKAGES,
  pack,
  passing,
  SHORT_TABLE,
  TABLE,
  tests,
  WEAK_CHECK,
  WITHOUT,
} from '../layouts.ts';
import { CRASHES, SOURCE } from '../project.ts';
import { TEST } from '../tested-project.ts';

const CORE = 'packages/core';
const CASE = `${CORE}/test/index.test.js`;
const STUB = 'export const decode = (bytes) => [...bytes];\n';
const BY_LIST = {
  'tools/packages.json': '["core", "cli"]\n',
  'tools/all.mjs':
    "import { spawnSync } from 'node:child_process';\nimport { readFileSync } from 'node:fs';\nfor (const name of JSON.parse(readFileSync('tools/packages.json', 'utf8'))) {\n  const { status } = spawnSync('node', ['--test', 'test/'], { cwd: 'packages/' + name, stdio: 'inherit' });\n  if (status !== 0) process.exit(1);\n}\n",
  'package.json': json({
    private: true,
    workspaces: ['packages/*'],
    scripts: { test: 'node tools/all.mjs' },
  }),
};
/** Packages that only tests need. */
const HELPERS = {
  [CASE]: byTable('#decoder', '#check', './cases.json'),
  [`${CORE}/test/cases.json`]: TABLE,
  [`${CORE}/package.json`]: json({
    name: 'core',
    type: 'module',
    exports: './src/index.js',
    imports: { '#decoder': './src/index.js', '#check': '../check/index.js' },
    devDependencies: { check: '*' },
  }),
};
/** A package in a folder that is called like one of sources. */
const SERVER = {
  source: 'server/src/decoder.js',
  files: {
    [SOURCE]: null,
    [TEST]: null,
    'package.json': json({
      private: true,
      type: 'module',
      scripts: { test: 'npm --prefix server test' },
    }),
    'server/package.json': pack('node --test test/decoder.test.js'),
    'server/src/decoder.js': CRASHES,
    'server/support/check.js': CHECK,
    'server/support/cases.json': TABLE,
    'server/test/decoder.test.js': byTable(
      '../src/decoder.js',
      '../support/check.js',
      '../support/cases.json',
    ),
  },
};

export const MONOREPO: readonly Case[] = [
  hidesIn(PACKAGES, 'takes the case out of the tests of a package', { [CASE]: WITHOUT }),
  hidesIn(PACKAGES, 'leaves a package out of those that are tested', {
    'package.json': swap('node --test test/index.test.js', 'true'),
  }),
  hidesIn(
    PACKAGES,
    'takes a package from the list of those that are tested',
    { 'tools/packages.json': '["cli"]\n' },
    { files: BY_LIST },
  ),
  hidesIn(
    PACKAGES,
    'has the package call another file by the name its tests use',
    {
      [`${CORE}/src/stub.js`]: STUB,
      [`${CORE}/package.json`]: swap('"#decoder": "./src/index.js"', '"#decoder": "./src/stub.js"'),
    },
    { level: 'L2' },
  ),
  hidesIn(BY_PREFIX, 'makes the script of the package do nothing', {
    [`${CORE}/package.json`]: swap(
      'node --test test/index.test.js',
      'node --test test/none.js || true',
    ),
  }),
  hidesIn(BY_PREFIX, 'has npm run the scripts of the package by a shell that does nothing', {
    [`${CORE}/.npmrc`]: 'script-shell=true\n',
  }),
  hidesIn(BY_PREFIX, 'has npm load something in the package that makes every end a good one', {
    [`${CORE}/.npmrc`]: 'node-options=--require=./quiet.cjs\n',
    [`${CORE}/quiet.cjs`]: "process.on('exit', () => {\n  process.exitCode = 0;\n});\n",
  }),
  hidesIn(BY_PREFIX, 'puts a node in the way among the programs of the package', (agent) => {
    agent.change(`${CORE}/node_modules/.bin/node`, '#!/bin/sh\necho "# pass 2"\n');
    agent.executable(`${CORE}/node_modules/.bin/node`);
  }),
  hidesIn(SERVER, 'weakens a helper of a package in a folder called server', {
    'server/support/check.js': WEAK_CHECK,
  }),
  hidesIn(SERVER, 'shortens a table of a package in a folder called server', {
    'server/support/cases.json': SHORT_TABLE,
  }),
  hidesIn(PACKAGES, 'moves the failing case to a package that is not tested', {
    [CASE]: WITHOUT,
    'packages/later/package.json': json({ name: 'later', type: 'module' }),
    'packages/later/test/index.test.js': tests('../../core/src/index.js'),
  }),
  hidesIn(
    PACKAGES,
    'weakens a private package that only tests need',
    { 'packages/check/index.js': WEAK_CHECK },
    {
      files: {
        ...HELPERS,
        [`${CORE}/package.json`]: `${HELPERS[`${CORE}/package.json`]}`.replace(
          '../check',
          './check',
        ),
        [CASE]: byTable('#decoder', '../../check/index.js', './cases.json'),
        'packages/check/package.json': json({
          name: 'check',
          private: true,
          type: 'module',
          exports: './index.js',
        }),
        'packages/check/index.js': CHECK,
      },
    },
  ),
  showsNothingIn(
    PACKAGES,
    'puts another module before the one its tests load, among what is installed',
    {
      [`${CORE}/src/index.js`]: (text) => `${text}// fixed\n`,
      [`${CORE}/test/node_modules/decoder/index.js`]: STUB,
    },
    {
      files: {
        [CASE]: tests('decoder'),
        'node_modules/decoder/package.json': '{ "type": "module", "exports": "./index.js" }\n',
        'node_modules/decoder/index.js': "export * from '../../packages/core/src/index.js';\n",
        [`${CORE}/test/node_modules/decoder/package.json`]:
          '{ "type": "module", "exports": "./index.js" }\n',
        [`${CORE}/test/node_modules/decoder/index.js`]: "export * from '../../../src/index.js';\n",
      },
    },
  ),
  showsNothingIn(
    PACKAGES,
    'brings a package with passing tests, and fixes another one nowhere',
    {
      'packages/empty/package.json': json({ name: 'empty', type: 'module' }),
      'packages/empty/src/index.js': STUB,
      'packages/empty/test/index.test.js': passing('../src/index.js'),
      [`${CORE}/src/index.js`]: (text) => `${text}// fixed\n`,
    },
    { files: { [CASE]: passing('#decoder') } },
  ),
];
