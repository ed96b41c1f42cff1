// Real runners, asked for their cases: that they write a report outside of the tree, and end and count as they do
// without.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runGate } from '../../runtime/evidence/gates/run-gate.ts';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { askCases } from '../../runtime/proof/ask-cases.ts';
import { compareCases } from '../../runtime/proof/compare-cases.ts';
import { readCases } from '../../runtime/proof/read-cases.ts';
import type { Case } from '../../runtime/proof/row.ts';
import { sameTotals, totalsOf } from '../../runtime/proof/same-run.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

const HAS_PYTEST = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0;

function treeOf(files: Readonly<Record<string, string>>): string {
  const top = temporaryFolder('wukong-asked-');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text, { mode: 0o755 });
  }
  return top;
}

function gateOf(...command: readonly string[]): CommandGate {
  const about = { type: 'test', name: 'tests', mustPass: true, expect_exit: 0 } as const;
  return { ...about, command, timeout_sec: 120 };
}

type Ran = Readonly<{ cases: readonly Case[] | undefined; output: string; exitCode: number }>;

/** Runs it as it is and asked, and holds that both are the same run. */
async function ask(top: string, gate: CommandGate): Promise<Ran> {
  // A path with a blank: variables are split into words.
  const folder = join(temporaryFolder('wukong-report-'), 'of a run');
  mkdirSync(folder);
  const report = join(folder, 'report');
  const readFile = (path: string): string | undefined =>
    existsSync(join(top, path)) ? readFileSync(join(top, path), 'utf8') : undefined;
  const asked = askCases(gate, { report, readFile });
  if (!asked) throw new Error('nobody was asked');
  const run = async (one: CommandGate, env: Readonly<Record<string, string>>) => {
    const logFile = join(folder, '..', `${Object.keys(env).length}.log`);
    const { exitCode = -1, output = '' } = await runGate(one, { cwd: top, logFile, env });
    return { exitCode, output };
  };
  const plain = await run(gate, { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' });
  const files = readdirSync(top);
  if (asked.file) writeFileSync(asked.file.path, asked.file.text);
  const ran = await run(asked.gate, { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1', ...asked.env });
  expect(totalsOf(ran.output)).toEqual(totalsOf(plain.output));
  expect(ran.exitCode).toBe(plain.exitCode);
  expect(sameTotals(totalsOf(plain.output), totalsOf(ran.output))).toBe(true);
  expect(readdirSync(top)).toEqual(files);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
  return { ...ran, cases: readCases(asked.format, text, { top }) };
}

function told(cases: readonly Case[] | undefined): readonly string[] {
  return (cases ?? []).map(({ file, name, ended, said }) =>
    [file, name, ended, ...(said === undefined ? [] : [said])].join(' | '),
  );
}

const NODE = `
const { test, describe, it } = require('node:test');
const assert = require('node:assert');
`;

describe('node:test', () => {
  test('by way of a script tells each test with its file, its groups and what it said', async () => {
    const top = treeOf({
      'package.json': JSON.stringify({ scripts: { test: 'node --test && echo never' } }),
      'test/a.test.js': `${NODE}
describe('group', () => {
  it('good', () => {});
  describe('inner', () => it('bad', () => assert.equal(1, 2)));
});
test('same', () => {});
test('same', { skip: 'slow' }, () => {});
test('some day', { todo: true }, () => { throw new Error('not yet'); });
test('parent', async (t) => {
  await t.test('child', () => { throw new Error('in ' + __dirname + ' at ' + Date.now()); });
});
describe('hooked', () => {
  require('node:test').after(() => { throw new Error('no end'); });
  it('fine', () => {});
});`,
      'test/empty.test.js': '',
    });
    const { cases, output } = await ask(top, gateOf('npm', 'test'));
    expect(output).toContain('1 == 2');
    expect(told(cases)).toEqual([
      'test/a.test.js | group > good | passed',
      'test/a.test.js | group > inner > bad | failed | 1 == 2',
      'test/a.test.js | same | passed',
      'test/a.test.js | same | skipped',
      'test/a.test.js | some day | skipped',
      'test/a.test.js | parent > child | failed | in test at …',
      'test/a.test.js | parent | passed',
      'test/a.test.js | hooked > fine | passed',
      'test/a.test.js | hooked | failed | no end',
      'test/empty.test.js | test/empty.test.js | passed',
    ]);
  });

  test('with a reporter of its own keeps that', async () => {
    const top = treeOf({ 'a.test.js': `${NODE} test('one', () => {});` });
    const { cases, output } = await ask(top, gateOf('node', '--test', '--test-reporter=dot'));
    expect(output.trim()).toBe('.');
    expect(told(cases)).toEqual(['a.test.js | one | passed']);
  });

  test('tells that a case is gone, where the program ends the process with 0', async () => {
    const red = `${NODE} test('one', () => {}); test('two', () => assert.fail('no'));`;
    const top = treeOf({ 'a.test.js': red });
    const before = await ask(top, gateOf('node', '--test'));
    writeFileSync(join(top, 'a.test.js'), red.replace("assert.fail('no')", 'process.exit(0)'));
    const now = await ask(top, gateOf('node', '--test'));
    expect([before.exitCode, now.exitCode]).toEqual([1, 0]);
    const { gone, fixed } = compareCases(before.cases ?? [], now.cases);
    expect([gone.map(({ name }) => name), fixed]).toEqual([['one', 'two'], []]);
  });

  test('is not overwritten by another run that one of its tests starts', async () => {
    const inner = `
const { NODE_TEST_CONTEXT, ...env } = process.env;
const run = require('node:child_process').spawnSync(process.execPath, ['--test', 'b.js'], { env });
assert.equal(run.status, 1);`;
    const top = treeOf({
      'a.test.js': `${NODE} test('outer', () => {${inner}});`,
      'b.js': `${NODE} test('inner', () => assert.fail());`,
    });
    const { cases } = await ask(top, gateOf('node', '--test', 'a.test.js'));
    expect(told(cases)).toEqual(['a.test.js | outer | passed']);
  });
});

test('a runner that stands within a chain gets its options, and those it starts do not', async () => {
  const runner = `
const [, , from, ...options] = process.argv;
if (from === 'outer') require('node:child_process').spawnSync(process.execPath, [__filename, 'inner']);
const file = options.find((one) => one.startsWith('--outputFile='))?.slice('--outputFile='.length);
const test = { ancestorTitles: [], title: from, status: 'passed', failureMessages: [] };
if (file) require('node:fs').writeFileSync(file, JSON.stringify({ testResults: [{ name: __filename, assertionResults: [test] }] }));`;
  const top = treeOf({
    'package.json': JSON.stringify({ scripts: { test: 'node jest.js outer && echo done' } }),
    'jest.js': runner,
  });
  const { cases, output } = await ask(top, gateOf('npm', 'test'));
  expect(output).toContain('done');
  expect(told(cases)).toEqual(['jest.js | outer | passed']);
});

test('a step before the runner that a hook of require reads is loaded as it is without a report', async () => {
  const hook = `
const { readFileSync } = require('node:fs');
require.extensions['.js'] = (module, file) =>
  module._compile(readFileSync(file, 'utf8').replace(/^import (.*) from (.*)$/m, 'const $1 = require($2)'), file);`;
  const scripts = { test: 'node --require ./hook.cjs build.js && node mocha.js' };
  const top = treeOf({
    'package.json': JSON.stringify({ scripts }),
    'hook.cjs': hook,
    'build.js': "import info from './package.json'\nconsole.log(typeof info.scripts);\n",
    'mocha.js': "console.log('1 passing');\n",
  });
  const { output, exitCode } = await ask(top, gateOf('npm', 'test'));
  expect(output).toContain('object');
  expect(exitCode).toBe(0);
});

test.skipIf(process.platform === 'win32')(
  'go test prints what it says to people, and ends as it does',
  async () => {
    const events = [
      { Action: 'run', Package: 'x/a', Test: 'TestA' },
      { Action: 'output', Package: 'x/a', Test: 'TestA', Output: '    a_test.go:3: no\n' },
      { Action: 'fail', Package: 'x/a', Test: 'TestA' },
      { Action: 'output', Package: 'x/a', Output: 'FAIL\tx/a\t0.1s\n' },
      { Action: 'fail', Package: 'x/a' },
    ];
    // As go does: events with -json, text without, and what does not build as text either way.
    const go = `#!/usr/bin/env node
const events = ${JSON.stringify(events)};
const isJson = process.argv.includes('-json');
for (const one of events) {
  if (isJson) console.log(JSON.stringify(one)); else if (one.Output) process.stdout.write(one.Output);
}
process.stdout.write('FAIL\\tx/b [build failed]');
process.exitCode = 2;`;
    const top = treeOf({ 'bin/go': go });
    const { cases, exitCode, output } = await ask(
      top,
      gateOf(join(top, 'bin/go'), 'test', './...'),
    );
    expect([exitCode, output]).toEqual([
      2,
      '    a_test.go:3: no\nFAIL\tx/a\t0.1s\nFAIL\tx/b [build failed]\n',
    ]);
    expect(told(cases)).toEqual([
      ' | x/a > TestA | failed | a_test.go: no',
      ' | x/b | failed | it does not build',
    ]);
  },
);

test.skipIf(!HAS_PYTEST)('pytest tells each test with its file and its classes', async () => {
  const top = treeOf({
    'tests/test_a.py': `
import pytest
class Odd: pass
def test_good(): pass
def test_bad(): assert 1 == 2
@pytest.mark.skip(reason='slow')
def test_later(): pass
@pytest.mark.xfail
def test_some_day(): assert 0
class TestA:
    def test_in(self): raise ValueError(Odd())
`,
  });
  const { cases } = await ask(top, gateOf('python3', '-m', 'pytest', '-q'));
  expect(told(cases)).toEqual([
    'tests/test_a.py | test_good | passed',
    'tests/test_a.py | test_bad | failed | assert 1 == 2',
    'tests/test_a.py | test_later | skipped',
    'tests/test_a.py | test_some_day | skipped',
    'tests/test_a.py | TestA > test_in | failed | ValueError: <test_a.Odd object at 0x…>',
  ]);
});

/** As far as it is asked: versions before 8 have a root suite and no hooks around it. */
const OLD_MOCHA = {
  'node_modules/mocha/lib/mocha.js': `
const suite = { root: true, title: '', tests: [], suites: [] };
for (const hooks of ['_beforeAll', '_beforeEach', '_afterEach', '_afterAll']) suite[hooks] = [];
module.exports = class Mocha {
  suite = suite;
  run() {
    for (const test of suite.tests) {
      try { test.fn(); test.state = 'passed'; } catch (error) { test.state = 'failed'; test.err = error; }
    }
    const failing = suite.tests.filter(({ state }) => state === 'failed').length;
    console.log('  ' + (suite.tests.length - failing) + ' passing\\n  ' + failing + ' failing');
    process.exitCode = failing;
  }
};`,
  'node_modules/mocha/bin/_mocha': `
const path = require('node:path');
const mocha = new (require('../lib/mocha.js'))();
const at = process.argv.indexOf('--require');
if (at !== -1) require(process.argv[at + 1]);
const file = path.resolve(process.argv[2]);
global.it = (title, fn) => mocha.suite.tests.push({ file, title, fn, isPending: () => false });
require(file);
mocha.run();`,
};

test('a mocha that knows no hooks around all tests tells each test all the same', async () => {
  const spec = "it('good', () => {});\nit('bad', () => { throw new Error('no'); });\n";
  const top = treeOf({ ...OLD_MOCHA, 'a.spec.js': spec });
  const { cases } = await ask(top, gateOf('node', 'node_modules/mocha/bin/_mocha', 'a.spec.js'));
  expect(told(cases)).toEqual(['a.spec.js | good | passed', 'a.spec.js | bad | failed | no']);
});
