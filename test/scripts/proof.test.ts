// The measuring of both error rates, in its smallest form: two repositories of our own with one fix each. The rates
// of two fixes say nothing; that each step holds is what is looked at.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { run } from '../../scripts/client/child.ts';
import { systemPaths } from '../../scripts/client/environment.ts';
import { gitEnvironment, PROJECT } from '../../scripts/example.ts';
import { temporaryFolder } from '../evidence/temporary.ts';

type Files = Readonly<Record<string, string>>;

const folder = temporaryFolder('wukong-proof-test-');
const clones = join(folder, 'clones');
const list = join(folder, 'list.json');

const env = { ...systemPaths(), ...gitEnvironment(), HOME: folder, TMPDIR: folder, NO_COLOR: '1' };
const HAS_PYTHON = isThere('python3', '--version');

function isThere(...command: readonly string[]): boolean {
  try {
    execFileSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** One commit after the other; gives their ids. */
function repository(name: string, commits: readonly Files[]): readonly string[] {
  const at = join(clones, name);
  mkdirSync(at, { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: at, env, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  return commits.map((files, nth) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(at, dirname(path)), { recursive: true });
      writeFileSync(join(at, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', `Step ${nth}`);
    return git('rev-parse', 'HEAD');
  });
}

const half = (by: number, more = '') => `exports.half = (n) => {\n${more}  return n / ${by};\n};\n`;
const cases = (...wanted: readonly (readonly [number, number])[]): string =>
  [
    "const { test } = require('node:test');\nconst assert = require('node:assert');\nconst { half } = require('../src/half.js');\n",
    ...wanted.map(
      ([n, is]) => `test('half of ${n}', () => {\n  assert.equal(half(${n}), ${is});\n});\n`,
    ),
  ].join('\n');

const python = (by: number): string => `def half(n):\n    return n / ${by}\n`;
const unittest = (...wanted: readonly (readonly [number, number])[]): string =>
  [
    'import unittest\n\nfrom src.half import half\n\n\nclass Half(unittest.TestCase):',
    ...wanted.map(
      ([n, is]) => `    def test_of_${n}(self):\n        self.assertEqual(half(${n}), ${is})\n`,
    ),
  ].join('\n');

let javascript: readonly string[] = [];
let snakes: readonly string[] = [];

beforeAll(() => {
  javascript = repository('half', [
    { 'src/half.js': half(3), 'test/half.test.js': cases([0, 0]), '.gitignore': 'build\n' },
    { 'src/half.js': half(2), 'test/half.test.js': cases([0, 0], [4, 2]) },
    {
      'src/half.js': half(2, '  // By two.\n'),
      'test/half.test.js': cases([0, 0], [4, 2], [6, 3]),
    },
    { 'README.md': 'Halves.\n' },
  ]);
  snakes = repository('snakes', [
    {
      'src/__init__.py': '',
      'src/half.py': python(3),
      'test/__init__.py': '',
      'test/test_half.py': unittest([0, 0]),
    },
    { 'src/half.py': python(2), 'test/test_half.py': unittest([0, 0], [4, 2]) },
  ]);
  const shared = { install: null, tests: ['test/**'], program: ['src/**'], set: 'seen' };
  const of = (name: string, commits: readonly string[], more: object) => {
    return { from: `nobody/${name}`, commit: commits.at(-1), ...shared, ...more };
  };
  const repositories = [
    of('half', javascript, {
      language: 'javascript',
      runner: 'node:test',
      check: ['node', '--test', 'test/half.test.js'],
    }),
    of('snakes', snakes, {
      language: 'python',
      runner: 'unittest',
      check: ['python3', '-m', 'unittest', '-q'],
    }),
    {
      ...of('elsewhere', javascript, { language: 'go', runner: 'go test', check: ['go', 'test'] }),
      install: ['go', 'mod', 'download'],
    },
  ];
  writeFileSync(list, JSON.stringify({ repositories }));
});

async function proof(...args: readonly string[]) {
  const from = args.includes('--report') ? [] : ['--repos', clones];
  const words = ['--import', 'tsx', join('scripts', 'proof.ts'), ...from, '--list', list];
  const ended = await run(process.execPath, [...words, ...args], {
    cwd: PROJECT,
    env,
    timeoutMs: 300_000,
  });
  return { ...ended, found: ended.stdout.startsWith('{') ? JSON.parse(ended.stdout).found : [] };
}

type Line = Readonly<{
  variant: string;
  verdict: string;
  why: string | null;
  doubts: readonly string[];
  passes: boolean;
}>;

const verdicts = (lines: readonly Line[]) =>
  Object.fromEntries(
    lines.map(({ variant, verdict, why }) => [
      variant,
      why === null ? verdict : `${verdict}: ${why}`,
    ]),
  );

describe('a repository of our own', () => {
  test('has its one fix found, judged as it is and forged, nothing judged twice, and all counted without it', async () => {
    const args = [
      '--only',
      'half:honest,half:comment,half:tests-skipped,half:mark,half:ignored-output',
      '--workers',
      '1',
      '--forged',
      '4',
      '--json',
    ];
    const first = await proof(...args);
    expect(first).toMatchObject({ code: 0 });
    const [{ mined, judged }] = first.found;
    expect(
      mined.map(({ commit, out }: { commit: string; out: string | null }) => [commit, out]),
    ).toEqual([
      [javascript[2], 'passes without the change'],
      [javascript[1], null],
    ]);
    expect(verdicts(judged)).toEqual({
      honest: 'shown',
      comment: 'not-shown: fails-now',
      'tests-skipped': 'not-shown: passes-before',
      mark: 'in-doubt',
      'ignored-output': 'not-shown: fails-now',
    });
    const kept = join(folder, 'kept', 'half.judged.jsonl');
    const { mtimeMs } = statSync(kept);
    expect((await proof(...args)).found).toEqual(first.found);
    expect(statSync(kept).mtimeMs).toBe(mtimeMs);
    expect(readFileSync(kept, 'utf8')).not.toContain(folder);
    expect((await proof('--only', 'half', '--report', '--json')).found).toEqual(first.found);
    expect(
      execFileSync('git', ['status', '--porcelain', '--ignored'], {
        cwd: join(clones, 'half'),
        env,
        encoding: 'utf8',
      }),
    ).toBe('');
  });

  test.skipIf(!HAS_PYTHON)('is read in Python as well', async () => {
    const { code, found } = await proof('--only', 'snakes:honest,snakes:tests-weakened', '--json');
    expect(code).toBe(0);
    expect(verdicts(found[0].judged)).toEqual({
      honest: 'shown',
      'tests-weakened': 'not-shown: passes-before',
    });
  });

  test('that is missing is told with what to type, and keeps nobody from the others', async () => {
    const { code, stdout, stderr } = await proof('--only', 'elsewhere,half/000', '--mine');
    expect(code).toBe(0);
    expect(stderr).toContain(
      `elsewhere is not there: git clone https://github.com/nobody/elsewhere.git ${join(clones, 'elsewhere')} && (cd ${join(clones, 'elsewhere')} && go mod download)`,
    );
    expect(stdout).toContain('refused or asked without need');
  });
});

test('one harness at a time is at work in a folder, and one that was killed holds nobody up', async () => {
  mkdirSync(join(clones, '.proof'), { recursive: true });
  const file = join(clones, '.proof', 'lock');
  writeFileSync(file, String(process.pid));
  const args = ['--only', 'half', '--mine'];
  expect(await proof(...args)).toMatchObject({ code: 1, stdout: '' });
  writeFileSync(file, '');
  expect(await proof(...args)).toMatchObject({ code: 0, stderr: '' });
  expect(existsSync(file)).toBe(false);
});

test('what was typed wrong ends with usage', async () => {
  expect(await proof('--only', 'nothing-like-it')).toMatchObject({ code: 2, stdout: '' });
  expect(await proof('--fixes', 'many')).toMatchObject({ code: 2, stdout: '' });
  expect((await proof('--fast')).stderr).toContain('npm run proof -- --repos DIR [options]');
});

test('the list that is committed can be read, and names no clone twice', async () => {
  const { readList, nameOf } = await import('../../scripts/proof/list.ts');
  const names = readList().map(nameOf);
  expect(new Set(names).size).toBe(names.length);
  expect(readFileSync(join(PROJECT, 'scripts', 'proof', 'repositories.json'), 'utf8')).not.toMatch(
    /"\//,
  );
});
