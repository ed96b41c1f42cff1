// How a check is asked for its cases: what is put behind its words, and what it is given beside them.

import { describe, expect, test } from 'vitest';
import type { CommandGate } from '../../runtime/model/gate.ts';
import { type Asked, askCases } from '../../runtime/proof/ask-cases.ts';

const REPORT = '/reports/1/report';

type Scripts = Readonly<Record<string, string>>;

function asked(
  line: string,
  scripts: Scripts = {},
  more: Partial<CommandGate> & Readonly<{ given?: Readonly<Record<string, string>> }> = {},
): Asked | undefined {
  const { given, ...gate } = more;
  const folder = gate.cwd === undefined ? '' : 'packages/a/';
  return askCases(gateOf(line, gate), {
    report: REPORT,
    ...(given && { env: given }),
    readFile: (path) =>
      path === `${folder}package.json` ? JSON.stringify({ scripts }) : undefined,
  });
}

function gateOf(line: string, more: Partial<CommandGate>): CommandGate {
  const command = more.shell ? [line] : line.split(' ');
  const about = { type: 'test', name: 'tests', mustPass: true, expect_exit: 0 } as const;
  return { ...about, command, timeout_sec: 10, ...more };
}

/** What it is given, with the texts of ours shortened to a word. */
function given({ env }: Asked): readonly string[] {
  return Object.entries(env).map(
    ([name, value]) => `${name}=${value.replace(/data:[^ ]+/g, 'OURS')}`,
  );
}

const REPORTERS =
  'NODE_OPTIONS=--test-reporter=spec --test-reporter-destination=stdout --test-reporter=OURS --test-reporter-destination=stdout';
const PRELOAD = `NODE_OPTIONS=--require "${REPORT}.preload.cjs"`;
const PYTEST = 'PYTEST_ADDOPTS=--junitxml=/reports/1/report -o junit_family=xunit1';

describe('a runner that reads a variable is asked by it, and its words stay as they are:', () => {
  test.each<[string, string, Scripts?]>([
    ['node --test', REPORTERS],
    ['node test.js', REPORTERS],
    ['npm test', REPORTERS, { test: 'node --test test/*.test.js' }],
    ['npm test', REPORTERS, { test: 'npm run lint && npm run unit', unit: 'c8 node --test' }],
    ['npm test', REPORTERS, { test: 'node --test', pretest: 'node build.js' }],
    ['node --run unit', REPORTERS, { unit: 'tsx --test' }],
    ['npx mocha', PRELOAD],
    ['npm test', PRELOAD, { test: 'nyc mocha --reporter dot' }],
    ['npm test', PRELOAD, { test: 'nyc npm run unit', unit: 'mocha' }],
    ['npm test', PRELOAD, { test: 'jest && eslint .' }],
    ['npm test', PRELOAD, { test: 'npm run unit', unit: 'vitest run' }],
    ['npm test', PRELOAD, { test: 'pnpm lint && pnpm mocha', lint: 'eslint .' }],
    ['npm test', PRELOAD, { test: 'yarn unit', unit: 'yarn mocha' }],
    ['npm test -- a.test.js', PRELOAD, { test: 'jest' }],
    ['pytest -q tests', PYTEST],
    ['python3 -m pytest', PYTEST],
    ['uv run pytest', PYTEST],
    ['npm test', PYTEST, { test: 'python -m coverage run -m pytest' }],
  ])('%s', (line, variable, scripts) => {
    const how = asked(line, scripts);
    expect(how && given(how)).toEqual([variable]);
    expect(how?.gate.command).toEqual(line.split(' '));
  });

  test('what a person lets it have is kept before ours', () => {
    const env = { NODE_OPTIONS: '--no-warnings', PYTEST_ADDOPTS: '-p no:x' };
    const node = asked('node --test', {}, { given: env });
    expect(node?.env.NODE_OPTIONS).toMatch(/^--no-warnings --test-reporter=spec /);
    const pytest = asked('pytest', {}, { given: env });
    expect(pytest?.env.PYTEST_ADDOPTS).toMatch(/^-p no:x --junitxml=/);
  });

  test('reporters that a command of node names stay what they are', () => {
    const one = asked('node --test --test-reporter=dot');
    expect(one && given(one)).toEqual([
      'NODE_OPTIONS=--test-reporter=OURS --test-reporter-destination=stdout --test-reporter-destination=stdout',
    ]);
    const pair = asked('node --test --test-reporter tap --test-reporter-destination out');
    expect(pair && given(pair)).toEqual([
      'NODE_OPTIONS=--test-reporter=OURS --test-reporter-destination=stdout',
    ]);
  });
});

describe('a runner that reads none is asked by options behind its words:', () => {
  const JEST = ['--json', `--outputFile=${REPORT}`];
  const VITEST = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  test.each<[string, Scripts, readonly string[]]>([
    ['npx jest', {}, JEST],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', {}, JEST],
    ['npm test', { test: 'NODE_OPTIONS=--experimental-vm-modules jest' }, ['--', ...JEST]],
    ['yarn test', { test: 'tsc && jest' }, JEST],
    ['pnpm run unit', { unit: 'jest' }, JEST],
    ['npx vitest run', {}, VITEST],
    ['npm test', { test: 'cross-env CI=1 vitest run' }, ['--', ...VITEST]],
    ['npm test', { test: 'vitest run --reporter=dot' }, ['--', ...VITEST.slice(1)]],
  ])('%s %j', (line, scripts, added) => {
    const how = asked(line, scripts);
    expect(how?.gate.command).toEqual([...line.split(' '), ...added]);
    expect(how?.env).toEqual({});
  });

  test('in a line for a shell, only its last command gets them', () => {
    const last = asked('cd a && npx jest', {}, { shell: true });
    expect(last?.gate.command).toEqual([`cd a && npx jest --json --outputFile=${REPORT}`]);
    for (const line of ['npx jest | tee log', 'npx jest; echo', 'npx jest > log', 'npx jest &']) {
      const how = asked(line, {}, { shell: true });
      expect(how?.gate.command).toEqual([line]);
      expect(how && given(how)).toEqual([PRELOAD]);
    }
  });
});

test('go test is asked where it is called directly, and prints what it says to people', () => {
  const how = asked('go test -race ./...');
  expect(how?.gate.command.slice(-6)).toEqual([REPORT, 'go', 'test', '-json', '-race', './...']);
  expect(how?.format).toEqual({ as: 'go-test', folder: '' });
});

test('a line for a shell that only sets variables is a call with them, and ours are added', () => {
  const node = asked('A="b c" NODE_OPTIONS=--no-warnings node --test', {}, { shell: true });
  expect(node?.gate).toMatchObject({ command: ['node', '--test'] });
  expect(node?.gate.shell).toBeUndefined();
  expect(node?.env.A).toBe('b c');
  expect(node?.env.NODE_OPTIONS).toMatch(/^--no-warnings --test-reporter=spec /);
  const go = asked('GOFLAGS=-mod=mod go test ./...', {}, { shell: true });
  expect([go?.gate.command.slice(-4), go?.env]).toEqual([
    ['go', 'test', '-json', './...'],
    { GOFLAGS: '-mod=mod' },
  ]);
  for (const line of ['PYTHONPATH=/tree/src pytest', 'A=$B pytest']) {
    expect(asked(line, {}, { shell: true })?.gate).toMatchObject({ command: [line], shell: true });
  }
});

test('paths of a report begin in the folder that the runner works in', () => {
  expect(asked('npm test', { test: 'pytest' }, { cwd: './packages/a/' })?.format).toEqual({
    as: 'junit',
    folder: 'packages/a',
  });
  expect(asked('cd b && pytest', {}, { shell: true })?.format.folder).toBe('b');
});

describe('nobody is asked', () => {
  test.each<[string, string, Scripts?]>([
    ['a program that is no runner', 'make test'],
    ['go test within something else', 'npm test', { test: 'go test ./...' }],
    ['go test that writes for programs already', 'go test -json ./...'],
    ['two runners, whose reports would be one', 'npm test', { test: 'mocha && node --test' }],
    ['a runner called twice', 'npm test', { test: 'jest a && jest b' }],
    ['a script that is not there', 'npm test'],
    ['a script that calls itself', 'npm test', { test: 'npm test' }],
    ['a script of another folder', 'npm --prefix a test', { test: 'jest' }],
    ['a line that sets the variable', 'npm test', { test: 'NODE_OPTIONS=--x node --test' }],
    ['one that sets it for mocha', 'npm test', { test: 'cross-env NODE_OPTIONS=--x mocha' }],
    ['pytest that writes a report already', 'pytest --junitxml=out.xml'],
    ['jest that writes one', 'npm test', { test: 'jest --json --outputFile=out.json' }],
    ['vitest that writes one', 'npx vitest run --outputFile.junit=out.xml'],
    ['reporters without as many destinations', 'node --test --test-reporter=a --test-reporter=b'],
  ])('%s', (_, line, scripts) => {
    expect(asked(line, scripts)).toBeUndefined();
  });

  test('where the gate promises such a report: its own is read', () => {
    const promised = { outputs: [{ file: 'out.xml', format: 'junit' }] } as const;
    expect(asked('pytest', {}, promised)).toBeUndefined();
  });

  test('where a person has it write one', () => {
    expect(asked('pytest', {}, { given: { PYTEST_ADDOPTS: '--junitxml=a' } })).toBeUndefined();
    const reporter = { NODE_OPTIONS: '--test-reporter=tap' };
    expect(asked('node --test', {}, { given: reporter })).toBeUndefined();
  });

  test('by a manifest that is none', () => {
    const gate = gateOf('npm test', {});
    for (const text of ['', '[]', '{', '{"scripts":[]}', '{"scripts":{"test":1}}', 'null']) {
      expect(askCases(gate, { report: REPORT, readFile: () => text })).toBeUndefined();
    }
  });
});
