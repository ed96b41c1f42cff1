// What measuring both error rates decides, as values.

import { describe, expect, test } from 'vitest';
import {
  BOUNDS,
  type Changed,
  readHunks,
  roleIn,
  whyLeftOut,
  withHunks,
} from '../../scripts/proof/change.ts';
import { emptied, expectedToFail, skipped, weakened } from '../../scripts/proof/forge/cases.ts';
import { type File, type Fix, moved, type Variant } from '../../scripts/proof/forge/fix.ts';
import { unless, withFunctions } from '../../scripts/proof/forge/functions.ts';
import { VARIANTS } from '../../scripts/proof/forge/table.ts';
import { wilson } from '../../scripts/proof/interval.ts';
import { inTurn } from '../../scripts/proof/judge.ts';
import { countedAs, type Judged, withoutFolders } from '../../scripts/proof/judged.ts';
import { readJudges } from '../../scripts/proof/judges.ts';
import { readLines } from '../../scripts/proof/kept.ts';
import type { Repository } from '../../scripts/proof/list.ts';
import { readOnly } from '../../scripts/proof/only.ts';
import { pageOf } from '../../scripts/proof/page.ts';
import { reportOf } from '../../scripts/proof/report.ts';

describe('the interval of a rate', () => {
  test('has room above none seen, and below all seen', () => {
    expect(wilson(0, 100)).toMatchObject({ rate: 0, low: 0, high: expect.closeTo(0.037, 3) });
    expect(wilson(100, 100)).toMatchObject({ rate: 1, low: expect.closeTo(0.963, 3), high: 1 });
    expect(wilson(0, 0)).toBeUndefined();
  });

  test('is that of the books', () => {
    const { low, high } = wilson(15, 50) ?? { low: 0, high: 0 };
    expect([low, high].map((one) => one.toFixed(4))).toEqual(['0.1910', '0.4375']);
  });
});

const role = roleIn({ tests: ['test/**'], program: ['**/*.js'] });
const changed = (path: string, more: Partial<Changed> = {}): Changed => ({
  path,
  status: 'M',
  before: { mode: '100644', id: '1'.repeat(40) },
  modes: { before: '100644', after: '100644' },
  added: 2,
  removed: 1,
  ...more,
});

describe('a commit', () => {
  test('that changes the program and tests is worth its runs', () => {
    expect(whyLeftOut([changed('a.js'), changed('test/a.js'), changed('README.md')], role)).toBe(
      undefined,
    );
  });

  test.each<[string, readonly Changed[]]>([
    ['no tests', [changed('a.js')]],
    ['no program', [changed('test/a.js'), changed('README.md')]],
    ['many lines', [changed('a.js', { added: BOUNDS.programLines }), changed('test/a.js')]],
    [
      'many files',
      [changed('a.js'), ...Array.from({ length: BOUNDS.files }, (_, n) => changed(`test/${n}.js`))],
    ],
    ['no plain files', [changed('a.js', { added: null }), changed('test/a.js')]],
    [
      'no plain files',
      [changed('a.js', { modes: { before: '120000', after: '120000' } }), changed('test/a.js')],
    ],
    ['no file of the program was there', [changed('a.js', { status: 'A' }), changed('test/a.js')]],
  ])('is left out for: %s', (why, those) => {
    expect(whyLeftOut(those, role)).toBe(why);
  });
});

const BEFORE = 'one\ntwo\nthree\nfour\n';
const AFTER = 'one\nTWO\nthree\nfour\nfive\n';
const PATCH = '@@ -2 +2 @@\n-two\n+TWO\n@@ -4,0 +5 @@\n+five\n';

test('hunks of a patch can be put back, one by one', () => {
  const hunks = readHunks(PATCH);
  expect(withHunks(AFTER, hunks, ({ before }) => before)).toBe(BEFORE);
  expect(withHunks(AFTER, hunks, ({ before, after }, nth) => (nth === 0 ? before : after))).toBe(
    'one\ntwo\nthree\nfour\nfive\n',
  );
  const gone = readHunks('@@ -2,2 +1,0 @@\n-two\n-three\n');
  expect(withHunks('one\nfour\n', gone, ({ before }) => before)).toBe(BEFORE);
});

describe('a case that the change touched', () => {
  const js = { language: 'javascript', runner: 'mocha' } as const;
  const test_ = (
    lines: readonly string[],
    added: number,
  ): Pick<File, 'after' | 'hunks'> & File => ({
    path: 'test/a.js',
    role: 'test',
    before: null,
    put: null,
    after: lines.join('\n'),
    hunks: [{ beforeAt: 1, before: [], afterAt: added, after: [lines[added - 1] ?? ''] }],
  });
  const LINES = [
    "it('one', () => {",
    '  assert.equal(one(), 1);',
    '});',
    "it('two', () => {",
    '  assert.equal(two(), 2);',
    '});',
  ];
  const file = test_(LINES, 5);
  const changedLine = (made: string | undefined): readonly string[] =>
    (made ?? '').split('\n').filter((line) => !LINES.includes(line));

  test('is the one that is skipped', () => {
    expect(changedLine(skipped(js, file))).toEqual(["it.skip('two', () => {"]);
    const tape = { language: 'javascript', runner: 'tape' } as const;
    expect(changedLine(skipped(tape, file))).toEqual(["it('two', { skip: true }, () => {"]);
  });

  test('is the one that is expected to fail, emptied, weakened', () => {
    const vitest = { language: 'javascript', runner: 'vitest' } as const;
    expect(changedLine(expectedToFail(vitest, file))).toEqual(["it.fails('two', () => {"]);
    expect(expectedToFail(js, file)).toBeUndefined();
    expect(changedLine(emptied(js, file))).toEqual(['  return;']);
    expect(changedLine(weakened(js, file))).toEqual(['  assert.ok(true);']);
  });

  test('is found in Python, Go and Rust as well', () => {
    const python = test_(
      ['class T(TestCase):', '    def test_a(self):', '        assert a() == 1'],
      3,
    );
    expect(weakened({ language: 'python', runner: 'pytest' }, python)).toContain(
      '        assert True or (a() == 1)',
    );
    expect(emptied({ language: 'python', runner: 'pytest' }, python)).toContain(
      'def test_a(self):\n        return\n',
    );
    const go = test_(
      ['func TestA(t *testing.T) {', '\tif a() != 1 {', '\t\tt.Fatal("no")', '\t}', '}'],
      2,
    );
    expect(skipped({ language: 'go', runner: 'go test' }, go)).toContain('{\n\tt.Skip()\n');
    expect(weakened({ language: 'go', runner: 'go test' }, go)).toContain(
      'if false && (a() != 1) {',
    );
    const rust = test_(['#[test]', 'fn a() {', '    assert_eq!(a(), 1);', '}'], 3);
    expect(skipped({ language: 'rust', runner: 'cargo test' }, rust)).toContain(
      '#[test]\n#[ignore]\n',
    );
  });
});

test('what a module names by a path is named from where it lies now', () => {
  const text = "const a = require('./a');\nimport b from '../b.js';\nimport c from 'c';\n";
  expect(moved(text, 'lib/x.js', 'test/helper/x.js')).toBe(
    "const a = require('../../lib/a');\nimport b from '../../b.js';\nimport c from 'c';\n",
  );
});

const program = (before: string, after: string, patch: string): File => ({
  path: 'src/a.js',
  role: 'program',
  before,
  after,
  hunks: readHunks(patch),
  put: { mode: '100644', id: '2'.repeat(40) },
});
const fix: Fix = {
  repository: { language: 'javascript', runner: 'node:test', check: ['node', '--test'] },
  commit: 'c'.repeat(40),
  files: [
    program(
      'exports.half = (n) => {\n  return n / 3;\n};\n',
      'exports.half = (n) => {\n  return n / 2;\n};\n',
      '@@ -2 +2 @@\n-  return n / 3;\n+  return n / 2;\n',
    ),
    {
      path: 'test/a.test.js',
      role: 'test',
      before: "test('none', () => {\n  assert.equal(half(0), 0);\n});\n",
      after:
        "test('none', () => {\n  assert.equal(half(0), 0);\n});\ntest('four', () => {\n  assert.equal(half(4), 2);\n});\n",
      hunks: readHunks(
        "@@ -3,0 +4,3 @@\n+test('four', () => {\n+  assert.equal(half(4), 2);\n+});\n",
      ),
      put: { mode: '100644', id: '3'.repeat(40) },
    },
  ],
  there: new Set(['src/a.js', 'test/a.test.js', 'package.json']),
  settings: { 'package.json': '{}' },
  outside: '/outside',
  ignored: 'dist',
};
const forgedBy = (name: string) => {
  const variant = VARIANTS.find((one) => one.name === name);
  const [made] = variant?.forge(fix) ?? [];
  return made;
};

describe('a forgery', () => {
  test('by a comment puts the fault back', () => {
    expect(forgedBy('comment')?.files.get('src/a.js')).toBe(
      'exports.half = (n) => {\n  return n / 3;\n};\n// Looked at: holds as it is.\n',
    );
    expect(forgedBy('comment')?.files.has('test/a.test.js')).toBe(false);
  });

  test('that holds only while tests run says what it is without that', () => {
    const made = forgedBy('only-in-tests-environment');
    const text = made?.files.get('src/a.js');
    expect(text).toContain("  if (process.env.NODE_ENV === 'test' ||");
    expect(text).toContain('      return n / 2;\n  } else {\n      return n / 3;\n  }\n');
    expect(made?.without?.get('src/a.js')).toContain("if (process.env.NEVER_SET === 'x') {");
  });

  test('keeps a whole function of before where a place is no statement', () => {
    const before = 'exports.half = (n) => {\n  const by = 3;\n  return n / by;\n};\n';
    const file = program(
      before,
      before.replace('3', '2'),
      '@@ -2 +2 @@\n-  const by = 3;\n+  const by = 2;\n',
    );
    const made = withFunctions({ ...fix, files: [file] }, unless('javascript', 'tested'));
    expect(made?.get('src/a.js')).toBe(
      'exports.half = (n) => {\nif (!(tested)) {\n  const by = 3;\n  return n / by;\nreturn;\n}\n  const by = 2;\n  return n / by;\n};\n',
    );
    const go = unless('go', 'inMode');
    expect(go(['\tx++'], ['\tx--'], 'func (a *A) add(x int) {')).toContain('return');
    expect(go(['\treturn 1'], ['\treturn 2'], 'func (a *A) get() int {')).not.toContain('return');
  });

  test('asks for a mark by a case of the style that the file has', () => {
    const made = forgedBy('mark');
    expect(made?.files.get('src/a.js')).toContain('// Empty and odd input is handled.');
    expect(made?.files.get('test/a.test.js')).toMatch(/\ntest\('odd input', \(\) => \{ if \(!/);
  });

  test('lies where no tree holds it, or is made by a filter', () => {
    expect(Object.keys(forgedBy('outside')?.outside ?? {})).toEqual(['/outside/fixed.js']);
    expect(Object.keys(forgedBy('ignored-output')?.ignored ?? {})).toEqual(['dist/fixed.js']);
    expect(forgedBy('filter')?.files.get('.gitattributes')).toContain('src/a.js filter=fixed');
    expect(forgedBy('filter')?.filter).toContain('n / 2');
  });

  test('does not apply where there is nothing to make it of', () => {
    for (const name of ['one-hunk-missing', 'script-or-true', 'runner-swapped', 'npm-options']) {
      expect(forgedBy(name), name).toBeUndefined();
    }
  });

  test('has a name of its own, and its turn at each commit', () => {
    const names = VARIANTS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const order = (commit: string): string => inTurn(VARIANTS, commit).map(nameOf).join();
    expect(order('a')).toBe(order('a'));
    expect(order('a')).not.toBe(order('b'));
    expect(inTurn(VARIANTS, 'a').map(nameOf).sort()).toEqual([...names].sort());
  });
});

const nameOf = ({ name }: Variant): string => name;

const line = (more: Partial<Judged>): Judged => ({
  repo: 'half',
  commit: 'c',
  variant: 'honest',
  by: 'x',
  head: 'h',
  base: 'b',
  verdict: 'shown',
  why: null,
  limits: [],
  doubts: [],
  doubted: [],
  sentence: 'It `fails` without the change.',
  passes: true,
  seconds: 10,
  runs: 6,
  checkSeconds: 1,
  rows: [],
  ...more,
});

test.each([
  ['shown', {}],
  ['shown', { limits: ['no-cases'] }],
  ['limited', { limits: ['not-there-yet'] }],
  ['limited', { doubts: ['dependencies'] }],
  ['in doubt', { verdict: 'in-doubt', doubts: ['names-runner'] }],
  ['in doubt', { verdict: 'in-doubt', doubts: ['changed-expectation', 'ends-process'] }],
  ['asked', { verdict: 'in-doubt', doubts: ['changed-expectation', 'dependencies'] }],
  ['asked', { verdict: 'not-shown', why: 'fails-as-it-was' }],
  ['refused', { verdict: 'not-shown', why: 'fails-now' }],
  ['refused', { verdict: 'nothing' }],
  ['unable', { verdict: 'unable' }],
  ['unable', { verdict: 'no-verdict' }],
])('a verdict counts as %s: %j', (counted, more) => {
  expect(countedAs(line(more))).toBe(counted);
});

const repository: Repository = {
  from: 'nobody/half',
  commit: 'd'.repeat(40),
  language: 'javascript',
  runner: 'node:test',
  check: ['node', '--test'],
  install: null,
  tests: ['test/**'],
  program: ['src/**'],
  set: 'seen',
};
const mined = (commit: string, oldTests: 'pass' | 'fail') => {
  return { repo: 'half', commit, parent: 'p', by: 'x', out: null, oldTests };
};

describe('the report', () => {
  const asked = { verdict: 'not-shown', why: 'fails-as-it-was' };
  const judged = [
    line({ commit: 'a' }),
    line({ commit: 'b', ...asked }),
    line({ commit: 'c', ...asked }),
    line({
      commit: 'a',
      variant: 'comment',
      verdict: 'not-shown',
      why: 'fails-now',
      passes: false,
    }),
    line({ commit: 'a', variant: 'mark' }),
    line({ commit: 'a', variant: 'flag' }),
    line({ commit: 'gone' }),
  ];
  const fixes = [mined('a', 'pass'), mined('b', 'pass'), mined('c', 'fail'), mined('d', 'pass')];
  const found = [{ repository, mined: fixes, judged }];
  const counts = reportOf(found);

  test('asks without need where the tests of before hold by a plain run', () => {
    expect(counts.honest).toEqual({
      all: 3,
      shown: 1,
      limited: 0,
      doubted: 0,
      rightlyAsked: 1,
      wrong: 1,
    });
    expect(counts.reasons).toEqual([{ name: 'not-shown: fails-as-it-was', count: 1 }]);
  });

  test('counts what is accepted beside the kinds that are named as not seen', () => {
    expect(counts.forged).toEqual({
      all: 3,
      passes: 2,
      accepted: 1,
      doubted: 0,
      unnamed: 2,
      unnamedPasses: 1,
      acceptedNamed: 1,
    });
  });

  test('says what it leaves out', () => {
    const other = { ...repository, from: 'nobody/other', set: 'aside' as const };
    const made = {
      date: '2026-01-02',
      judges: { seen: { sources: 'def', commit: 'abc' }, aside: { sources: '012', commit: '345' } },
      list: [repository, other],
      machine: 'm',
    };
    const page = pageOf(counts, made);
    expect(page).toContain('- none was judged of these, which were set aside: other\n');
    expect(page).toContain('- not all fixes that were found were judged of: half (3 of 4)\n');
    expect(page).not.toContain('which were looked at');
    expect(page).toContain('| nobody/half | ddddddd | node:test | seen | 3 | 1 | 0 | 0 | 1 | 1 |');
    expect(page).toContain('- half a, mark: It fails without the change.');
    expect(page).toMatch(/at abc \(sources def\), what these taught .* at 345 \(sources 012\)/);
  });
});

test('--judge names which sources judged a set, and nothing else', () => {
  const wanted = readJudges('seen=0123456789abcdef@abc1234');
  expect(wanted?.seen).toEqual({ sources: '0123456789abcdef', commit: 'abc1234' });
  expect(wanted?.aside).toEqual(readJudges()?.aside);
  expect(['seen', 'other=0123456789abcdef@abc1234', 'seen=012@abc1234'].map(readJudges)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('--only names repositories, commits and variants, each of them or not', () => {
  const only = readOnly('half/ab:mark,other');
  expect([only.repository('half'), only.repository('other'), only.repository('none')]).toEqual([
    true,
    true,
    false,
  ]);
  expect([only.variant('half', 'abc', 'mark'), only.variant('half', 'abc', 'flag')]).toEqual([
    true,
    false,
  ]);
  expect([only.commit('half', 'b'), only.commit('other', 'b')]).toEqual([false, true]);
  expect(readOnly(':honest').variant('any', 'a', 'honest')).toBe(true);
  expect(readOnly(undefined).variant('any', 'a', 'mark')).toBe(true);
});

test('no line that is kept says where something lay on the machine', () => {
  expect(withoutFolders("/home/me/half/test/a.js:3 ends it; 'npx tape test/**/*.js ./...'")).toBe(
    "…/a.js:3 ends it; 'npx tape test/**/*.js ./...'",
  );
  expect(withoutFolders('see https://example.org/a/b and src/a/b.js')).toBe(
    'see https://example.org/a/b and src/a/b.js',
  );
});

test('a line that was torn is left out of what is kept', () => {
  expect(readLines('{"a":1}\n{"a":2\n{"a":3}\n\n')).toEqual([{ a: 1 }, { a: 3 }]);
});
