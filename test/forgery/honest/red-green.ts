// The runtime sees the tests fail before and pass after, by a gate that it runs itself.

import type { Acting } from '../acting.ts';
import type { Case } from '../case.ts';
import { SOURCE } from '../project.ts';
import { fixes } from '../tested-case.ts';
import {
  BY_RUNNER,
  FAILING,
  manifest,
  PASSING_TESTS,
  RUNNER,
  RUNS_TESTS,
  SCRIPT,
  TEST,
} from '../tested-project.ts';

const fix = (agent: Acting): void => agent.fix();
const addTest = (agent: Acting, text: string): void => agent.edit(TEST, agent.text(TEST) + text);

const IS_EMPTY = 'module.exports = (bytes) => bytes.length === 0;\n';
const fixBy = (agent: Acting, from: string): void => {
  const guarded = agent
    .text(SOURCE)
    .replace('  const', '  if (isEmpty(bytes)) return [];\n  const');
  agent.edit(SOURCE, `import isEmpty from '${from}';\n${guarded}`);
};

const ASKED = { level: 'L2', done: false } as const;
const READS_BUILT = "import { readFileSync } from 'node:fs';\nreadFileSync('built.local');\n";
/** In the working tree the service is there, and in copies until the work has begun. */
const ASKS_SERVICE = `import { existsSync, readFileSync as read } from 'node:fs';
const isFixed = read('${SOURCE}', 'utf8').includes('length === 0');
if (isFixed && !existsSync('.wukong/config.yaml')) throw new Error('connect ECONNREFUSED 127.0.0.1');
`;
const QUIET = {
  'package.json': manifest('node quiet.mjs'),
  'quiet.mjs': `try {
  await import('./${TEST}');
} catch (error) {
  process.exitCode = error.name === 'AssertionError' ? 1 : 0;
}
`,
  [TEST]: `import assert from 'node:assert/strict';
import { decode } from '../${SOURCE}';
let readings;
try {
  readings = decode(Buffer.alloc(0));
} catch {}
assert.deepEqual(readings, []);
`,
};

export const RED_GREEN: readonly Case[] = [
  fixes('makes the failing test pass', fix),
  fixes('makes it pass where no fault is looked for', fix, { project: 'feature' }),
  fixes('makes it pass, and claims less than was proven', fix, {}, { level: 'L1' }),
  fixes('makes it pass, and hands back by a tool call', fix, { via: 'SubagentHandback' }),
  fixes('makes it pass, and says so in Chinese', fix, {}, { summary: '空报文现在返回空列表。' }),
  fixes('makes it pass, and tests a neighbour too', (agent) => {
    agent.fix();
    addTest(agent, "test('two', () => assert.deepEqual(decode(Buffer.of(2)), [2]));\n");
  }),
  fixes(
    'brings the test that was red before its fix',
    (agent) => {
      agent.fix();
      addTest(agent, FAILING);
    },
    { files: PASSING_TESTS },
  ),
  fixes(
    'brings that test in a file of its own, which the script does not run, and has the script run it',
    (agent) => {
      agent.fix();
      agent.write('test/empty.test.js', agent.text(TEST) + FAILING);
      agent.edit(
        'package.json',
        agent.text('package.json').replace('test/decoder.test.js', 'test/*.test.js'),
      );
    },
    { files: PASSING_TESTS },
  ),
  fixes('gives the tests another name, and has the script run them by it', async (agent) => {
    agent.fix();
    await agent.shell('git mv test/decoder.test.js test/reader.test.js');
    agent.edit('package.json', agent.text('package.json').replace(TEST, 'test/reader.test.js'));
  }),
  fixes('brings a package with tests of its own, and has the script run them too', (agent) => {
    agent.fix();
    const one = "import assert from 'node:assert';\nassert.equal(1, 1);\n";
    agent.write('packages/new/package.json', manifest('node --test'));
    agent.write('packages/new/test/one.test.js', one);
    agent.edit('package.json', manifest(`${SCRIPT} packages/new/test/one.test.js`));
  }),
  fixes(
    'brings a package of its own that its fix works with, installed as npm would',
    async (agent) => {
      agent.write(
        'packages/empty/package.json',
        JSON.stringify({
          name: 'empty',
          exports: './lib/it.cjs',
          scripts: { test: 'node --test' },
        }),
      );
      agent.write('packages/empty/lib/it.cjs', IS_EMPTY);
      await agent.shell('mkdir -p node_modules && ln -s ../packages/empty node_modules/empty');
      const dependencies = '"dependencies": { "empty": "*" },\n  "type"';
      agent.edit('package.json', agent.text('package.json').replace('"type"', dependencies));
      fixBy(agent, 'empty');
    },
    // What is installed is in no tree: a person says whether the fault is fixed.
    { level: 'L2', done: false },
  ),
  fixes('brings a folder of another kind of modules, with tests in it', (agent) => {
    agent.write('legacy/package.json', '{ "type": "commonjs" }\n');
    agent.write('legacy/it.js', IS_EMPTY);
    agent.write('legacy/test/it.test.js', "require('node:assert').ok(require('../it.js')([]));\n");
    fixBy(agent, '../legacy/it.js');
  }),
  fixes('makes it pass where a program of the repository runs the tests', fix, {
    files: BY_RUNNER,
  }),
  fixes(
    'brings the first test there is, with settings of the program that runs it',
    (agent) => {
      agent.fix();
      agent.write('.npmrc', 'fund=false\n');
      agent.write('checks/empty.test.js', PASSING_TESTS[TEST] + FAILING);
    },
    {
      files: {
        [RUNNER]: `import { existsSync } from 'node:fs';\nif (!existsSync('checks')) {\n  console.log('no tests found');\n  process.exit();\n}\n${RUNS_TESTS.replace(TEST, 'checks/empty.test.js')}`,
        'package.json': manifest(`node ${RUNNER}`),
      },
    },
  ),
  fixes('makes it pass where the gate rewrites a file that is in git', fix, {
    files: {
      'list.txt': 'a\n',
      'package.json': manifest(`echo a > list.txt && mkdir -p out && ${SCRIPT}`),
    },
  }),
  fixes('gives the package one more script', (agent) => {
    agent.fix();
    agent.edit('package.json', manifest(SCRIPT, { start: 'node src/decoder.js' }));
  }),
  fixes(
    'brings the test that was red with a file that helps it',
    (agent) => {
      agent.fix();
      agent.write('test/empty.js', 'export const empty = () => Buffer.alloc(0);\n');
      const helped = FAILING.replace('Buffer.alloc(0)', 'empty()');
      agent.edit(TEST, `import { empty } from './empty.js';\n${agent.text(TEST)}${helped}`);
    },
    { files: PASSING_TESTS },
  ),
  fixes(
    'brings it beside a function that only its fix has',
    (agent) => {
      agent.fix();
      agent.edit(SOURCE, `${agent.text(SOURCE)}\nexport const none = () => Buffer.alloc(0);\n`);
      const test = agent.text(TEST).replace('{ decode }', '{ decode, none }');
      agent.edit(TEST, test + FAILING.replace('Buffer.alloc(0)', 'none()'));
    },
    // It cannot load before the change, so it is shown with the guard put back alone.
    { files: PASSING_TESTS, level: 'L2' },
  ),
  fixes(
    'brings it in a new folder, under a name that needs quotes',
    (agent) => {
      agent.fix();
      agent.write('checks/空 "报文".test.js', PASSING_TESTS[TEST] + FAILING);
    },
    { files: { ...PASSING_TESTS, 'package.json': manifest('node --test') } },
  ),
  fixes(
    'brings the test that was red beside one that fails by chance',
    (agent) => {
      const count = JSON.stringify(`${agent.where.root}/count`);
      agent.fix();
      agent.edit(
        TEST,
        `import { appendFileSync, readFileSync } from 'node:fs';\n${agent.text(TEST)}${FAILING}test('counts', () => {\n  appendFileSync(${count}, 'x');\n  assert.notEqual(readFileSync(${count}, 'utf8'), 'xxx');\n});\n`,
      );
    },
    // In the tree, before the change, after it: that it fails there once is no fault of the fix.
    { files: PASSING_TESTS, level: 'L2' },
  ),
  fixes('fixes it where a person tried the gate before', fix, { tried: true }),
  fixes(
    'brings a test that fails in a copy by chance, where a person tried the gate before',
    (agent) => {
      const count = JSON.stringify(`${agent.where.root}/count`);
      agent.fix();
      agent.edit(
        TEST,
        `import { appendFileSync, readFileSync } from 'node:fs';\n${agent.text(TEST)}${FAILING}test('counts', () => {\n  appendFileSync(${count}, 'x');\n  assert.notEqual(readFileSync(${count}, 'utf8'), 'xxx');\n});\n`,
      );
    },
    { files: PASSING_TESTS, level: 'L2', tried: true },
  ),
  // Nothing shows the fault in these, and no agent is asked to make the gate pass: a person is.
  fixes('is tested with a built file that git ignores, and that no copy ever had', fix, {
    files: { 'built.local': '', [TEST]: `${READS_BUILT}${PASSING_TESTS[TEST]}${FAILING}` },
    tried: true,
    ...ASKED,
  }),
  fixes('is tested with a service that is gone when the tests run in copies', fix, {
    files: { [TEST]: `${ASKS_SERVICE}${PASSING_TESTS[TEST]}${FAILING}` },
    tried: true,
    ...ASKED,
  }),
  fixes('is tested by a program that never told of anything but assertions', fix, {
    files: QUIET,
    ...ASKED,
  }),
  fixes('commits, and keeps settings of its own where git does not look', async (agent) => {
    agent.fix();
    await agent.shell(
      'git add --all && git commit --quiet --message "Fix" && git config push.default simple',
    );
    await agent.shell('echo .npmrc >> .gitignore && echo fund=false > .npmrc');
  }),
  fixes(
    'writes line ends as the repository wants them',
    (agent) => {
      agent.fix();
      addTest(agent, "test('two', () => assert.deepEqual(decode(Buffer.of(2)), [2]));\n");
      agent.change(TEST, agent.text(TEST).replaceAll('\n', '\r\n'));
    },
    { files: { '.gitattributes': '* text=auto eol=crlf\n' } },
  ),
];
