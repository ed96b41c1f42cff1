// What a change proves, by tables of trials. Each title is a promise of docs/evidence.md.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectedRuns } from '../../runtime/proof/expected-runs.ts';
import { step } from '../../runtime/proof/replay.ts';
import type { Row } from '../../runtime/proof/row.ts';
import { isClean, levelOf, type Verdict } from '../../runtime/proof/verdict.ts';
import {
  aChange,
  anyTable,
  CHECK,
  cases,
  judged,
  LINT,
  nameOf,
  rowOf,
  SHOWN,
  type Table,
} from './trials.ts';

function said(verdict: Verdict): string {
  if (verdict.is === 'not-shown') return `not-shown ${verdict.because.why}`;
  if (verdict.is === 'unable') return `unable ${verdict.because?.on} ${verdict.because?.ended}`;
  return `${verdict.is}${isClean(verdict) ? '' : ', in doubt'}`;
}

const PROSE = {
  path: 'README.md',
  status: 'M',
  meaning: 'prose',
  because: 'prose',
  after: '3',
} as const;
const NOW = { ended: 'pass', cases: cases('a passed', 'b passed') } as const;
const BEFORE = { ended: 'fail', cases: cases('a failed', 'b passed') } as const;

describe('a fix with its test', () => {
  test('is shown by six runs: twice with it, twice without, with the tests of before, and planted', async () => {
    const now = { ended: 'pass', totals: { 'node tests': 2 } } as const;
    const { verdict, asked } = await judged({ ...SHOWN, now });
    expect(asked).toEqual(['now', 'before', 'sealed', 'planted', 'now bare', 'before 2']);
    expect(said(verdict)).toBe('shown');
    expect(levelOf(verdict)).toBe(3);
  });

  test('names the cases that failed before and pass now', async () => {
    const { verdict } = await judged({ ...SHOWN, now: NOW, before: BEFORE });
    expect(verdict).toMatchObject({ is: 'shown', cases: [{ name: 'a' }], limits: [] });
  });

  test('is not shown by a check that counts no case any more, where it did on the base', async () => {
    const now = { ended: 'pass', totals: {} } as const;
    const none = { ended: 'fail', totals: {} } as const;
    const counted = { 'node tests': 3 };
    // Where it failed it may have ended before it counted.
    for (const before of [{ ...none, totals: counted }, none]) {
      const table = { ...SHOWN, now, before, base: { ...now, totals: counted } };
      expect((await judged(table)).verdict).toMatchObject({
        because: { why: 'case-gone', cases: [] },
      });
      // Some say what they count where they fail alone.
      expect((await judged({ ...table, base: now })).verdict).toMatchObject({ is: 'shown' });
    }
  });

  test('is named without its cases where asking for them changes what runs', async () => {
    const now = { ...NOW, totals: { 'node pass': 2 } };
    const { verdict } = await judged({
      ...SHOWN,
      now,
      before: BEFORE,
      'now bare': { totals: { 'node pass': 1 } },
    });
    expect(verdict).toMatchObject({ is: 'shown', cases: [], limits: [{ kind: 'no-cases' }] });
  });

  test('is shown as it was typed where being asked for cases is what makes it fail', async () => {
    const asTyped = { 'now bare': 'pass', 'before bare': 'fail', 'sealed bare': 'pass' } as const;
    const { verdict, asked } = await judged({
      ...{ now: 'fail', base: 'fail', ...asTyped, 'planted bare': 'fail' },
      ...{ 'now bare 2': 'pass', 'before bare 2': 'fail' },
    });
    expect(verdict).toMatchObject({ is: 'shown', cases: [], limits: [{ kind: 'no-cases' }] });
    expect(asked.slice(2).every((name) => name.includes('bare'))).toBe(true);
  });

  test.each([
    ['not-shown fails-now', 'pass'],
    ['unable tree disturbed', 'disturbed'],
  ] as const)(
    'is %s where its report names a case that fails, and the base ended as %s',
    async (verdict, base) => {
      const now = { ended: 'pass', cases: cases('a failed') } as const;
      expect(said((await judged({ ...SHOWN, now, base, 'before bare': 'fail' })).verdict)).toBe(
        verdict,
      );
    },
  );

  test('rests on every run it was judged by', async () => {
    const { verdict, asked } = await judged(SHOWN);
    expect(verdict.rows.map(nameOf)).toEqual(asked);
  });
});

describe.each<[what: string, table: Table, verdict: string]>([
  ['fails with the change and passed before', { ...SHOWN, now: 'fail' }, 'not-shown fails-now'],
  ['passes without the change', { ...SHOWN, before: 'pass' }, 'not-shown passes-before'],
  [
    'did not start with the change',
    { ...SHOWN, now: 'not-started', base: 'not-started' },
    'unable tree not-started',
  ],
  [
    'did not start without the change',
    { ...SHOWN, before: 'not-started' },
    'unable red not-started',
  ],
  ['was disturbed with the change', { ...SHOWN, now: 'disturbed' }, 'unable tree disturbed'],
  ['found no tests without the change', { ...SHOWN, before: 'no-tests' }, 'unable red no-tests'],
  [
    'tests a program that lies elsewhere',
    { ...SHOWN, now: 'elsewhere', base: 'elsewhere' },
    'unable tree elsewhere',
  ],
  ['fails with the tests of before', { ...SHOWN, sealed: 'fail' }, 'not-shown fails-as-it-was'],
  [
    'passes though a line that fails was planted',
    { ...SHOWN, planted: 'pass' },
    'not-shown cannot-fail',
  ],
  [
    'fails without reaching the planted line',
    { ...SHOWN, planted: { ended: 'fail', planted: { lines: 1, seen: 0, without: [] } } },
    'not-shown cannot-fail',
  ],
  ['passes with the change by chance', { ...SHOWN, 'now bare': 'fail' }, 'not-shown by-chance'],
  ['fails without the change by chance', { ...SHOWN, 'before 2': 'pass' }, 'not-shown by-chance'],
  [
    'skips what failed before',
    { ...SHOWN, before: BEFORE, now: { ended: 'pass', cases: cases('a skipped', 'b passed') } },
    'not-shown case-gone',
  ],
  [
    'has lost what failed before',
    { ...SHOWN, before: BEFORE, now: { ended: 'pass', cases: cases('b passed') } },
    'not-shown case-gone',
  ],
  [
    'has lost a case that passed before',
    { ...SHOWN, before: BEFORE, now: { ended: 'pass', cases: cases('a passed') } },
    'not-shown case-gone',
  ],
])('a check that %s', (_, table, expected) => {
  test(`is told as ${expected}`, async () => {
    const { verdict } = await judged(table);
    expect(said(verdict)).toBe(expected);
    expect(levelOf(verdict)).toBe(1);
  });
});

describe('tests that need what the change adds', () => {
  test('are run with as many places put back as still load', async () => {
    const { verdict, asked } = await judged({
      ...SHOWN,
      before: 'cannot-load',
      'back 0': 'fail',
      'back 1': 'cannot-load',
      'back 0,1': 'cannot-load',
    });
    expect(asked).toContain('back 0');
    expect(verdict).toMatchObject({
      is: 'shown',
      limits: [{ kind: 'not-there-yet', back: 1, of: 2 }, { kind: 'no-cases' }],
    });
    expect(levelOf(verdict)).toBe(2);
  });

  test('show less where no part of it loads: that it is there, not what it does', async () => {
    const change = aChange({ places: [{ path: 'src/new.js', line: 1, size: 9 }] });
    const { verdict } = await judged({ ...SHOWN, before: 'cannot-build' }, change);
    expect(verdict).toMatchObject({
      is: 'shown',
      limits: [{ kind: 'not-there-yet', back: 1, of: 1 }, { kind: 'no-cases' }],
    });
  });

  test('show no more where they pass with a part of it put back: nothing holds that part', async () => {
    const { verdict } = await judged({
      ...SHOWN,
      before: 'cannot-load',
      'back 0': 'pass',
      'back 1': 'cannot-load',
    });
    expect(verdict).toMatchObject({
      is: 'shown',
      limits: [{ kind: 'not-there-yet', back: 2, of: 2 }, { kind: 'no-cases' }],
    });
  });
});

describe('a check that runs into its time limit without the change', () => {
  const table: Table = { ...SHOWN, before: 'timeout' };

  test('shows it for less: a loop that has an end now, and nothing was seen to say no', async () => {
    const { verdict, asked } = await judged(table);
    expect(asked).toEqual(['now', 'before', 'base', 'sealed', 'planted', 'now bare', 'before 2']);
    expect(verdict).toMatchObject({ is: 'shown', limits: [{ kind: 'no-end', seconds: 1 }, {}] });
    expect(levelOf(verdict)).toBe(2);
  });

  test('does so where it only runs into it the second time', async () => {
    const { verdict } = await judged({ ...SHOWN, 'before 2': 'timeout' });
    expect([said(verdict), levelOf(verdict)]).toEqual(['shown', 2]);
  });

  test.each<[what: string, table: Table, verdict: string]>([
    ['ends well the second time', { ...table, 'before 2': 'pass' }, 'not-shown by-chance'],
    ['does so with it', { ...table, now: 'timeout', base: 'timeout' }, 'unable tree timeout'],
    ['does so with it the second time', { ...table, 'now bare': 'timeout' }, 'unable tree timeout'],
    ['fails with the tests of before', { ...table, sealed: 'fail' }, 'not-shown fails-as-it-was'],
    ['does so with the tests of before', { ...table, sealed: 'timeout' }, 'shown, in doubt'],
    ['cannot fail', { ...table, planted: 'pass' }, 'not-shown cannot-fail'],
    [
      'fails in something else anyway',
      {
        ...table,
        now: { ended: 'fail', cases: cases('a passed', 'test/c.test.js: c failed') },
        base: { ended: 'fail', cases: cases('a passed', 'test/c.test.js: c failed') },
      },
      'unable red timeout',
    ],
  ])('is told as it is where it %s', async (_, rows, expected) => {
    expect(said((await judged(rows)).verdict)).toBe(expected);
  });

  test('never shows it clean', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (one) => {
        const { verdict } = await judged({ ...one, before: 'timeout' });
        expect(levelOf(verdict)).toBeLessThan(3);
      }),
    );
  });
});

describe('cases that do not run without the change, though their text is there', () => {
  const table: Table = {
    ...SHOWN,
    now: { ended: 'pass', totals: { 'rust passed': 2 } },
    before: { ended: 'pass', totals: { 'rust passed': 1 } },
    'planted before': 'pass',
  };

  test('are not there yet: a line that fails in them is seen with the change, and not without', async () => {
    const { verdict, asked } = await judged(table);
    expect(asked).toEqual([
      'now',
      'before',
      'planted',
      'planted before',
      'sealed',
      'now bare',
      'planted before 2',
    ]);
    expect(verdict).toMatchObject({
      is: 'shown',
      limits: [{ kind: 'not-there-yet', back: 2, of: 2 }, { kind: 'no-cases' }],
    });
    expect(levelOf(verdict)).toBe(2);
  });

  test('are looked for by name where a report has them', async () => {
    const { verdict } = await judged({
      ...SHOWN,
      now: { ended: 'pass', cases: cases('a passed', 'new passed') },
      before: { ended: 'pass', cases: cases('a passed') },
      sealed: { ended: 'pass', cases: cases('a passed') },
      'planted before': 'pass',
    });
    expect(verdict).toMatchObject({ is: 'shown', limits: [{ kind: 'not-there-yet' }] });
    const planted = verdict.rows.find(({ recipe }) => recipe.planted)?.recipe.planted;
    expect(planted).toMatchObject({ cases: [{ name: 'new' }] });
  });

  test.each<[what: string, table: Table, verdict: string]>([
    ['run all the same', { ...table, 'planted before': 'fail' }, 'not-shown passes-before'],
    [
      'come to no end with the change either',
      { ...table, planted: 'pass', 'planted base': 'fail' },
      'not-shown cannot-fail',
    ],
    [
      'came to no end before, either',
      { ...table, planted: 'pass', 'planted base': 'pass' },
      'not-shown passes-before',
    ],
    [
      'have no line',
      { ...table, planted: { ended: 'pass', planted: { lines: 0, seen: 0, without: [] } } },
      'not-shown passes-before',
    ],
    ['run the second time', { ...table, 'planted before 2': 'fail' }, 'not-shown by-chance'],
    ['fail as they were', { ...table, sealed: 'fail' }, 'not-shown fails-as-it-was'],
  ])('show nothing where they %s', async (_, rows, expected) => {
    expect(said((await judged(rows)).verdict)).toBe(expected);
  });

  test('are not looked for where as many run without it', async () => {
    const { verdict, asked } = await judged({
      ...table,
      before: { ended: 'pass', totals: { 'rust passed': 2 } },
    });
    expect(said(verdict)).toBe('not-shown passes-before');
    expect(asked).not.toContain('planted before');
  });
});

describe('a repository where something fails before and after', () => {
  const old = 'test/c.test.js: c failed: no network';
  const table: Table = {
    now: { ended: 'fail', cases: cases('a passed', old) },
    base: { ended: 'fail', cases: cases('a passed', old) },
    before: { ended: 'fail', cases: cases('a failed', old) },
    'before alone': 'fail',
    'now alone': 'pass',
    'planted alone': 'fail',
    'sealed alone': 'pass',
  };

  test('shows a fix without the files of what fails anyway, for less', async () => {
    const { verdict } = await judged(table);
    expect(said(verdict)).toBe('shown');
    expect(verdict).toMatchObject({ cases: [{ name: 'a' }] });
    expect(levelOf(verdict)).toBe(2);
    expect(verdict.rows.flatMap(({ recipe }) => recipe.without ?? [])).toContain('test/c.test.js');
  });

  test('lets nothing pass that fails in other words now', async () => {
    const now = {
      ended: 'fail',
      cases: cases('a passed', 'test/c.test.js: c failed: undefined is no function'),
    } as const;
    expect(said((await judged({ ...table, now })).verdict)).toBe('not-shown fails-now');
  });

  test('takes the word of a report for nothing: without these files the check has to pass', async () => {
    expect(said((await judged({ ...table, 'now alone': 'fail' })).verdict)).toBe(
      'not-shown fails-now',
    );
  });

  test('says nothing where a case of the same file fails as before', async () => {
    const beside = 'c failed: no network';
    const { verdict } = await judged({
      ...table,
      now: { ended: 'fail', cases: cases('a passed', beside) },
      base: { ended: 'fail', cases: cases('a passed', beside) },
      before: { ended: 'fail', cases: cases('a failed', beside) },
    });
    expect(said(verdict)).toBe('unable tree fail');
  });

  test('says nothing where nothing loads without the change, which is not to fail in the same cases', async () => {
    const now = { ended: 'fail', cases: cases('a passed', 'other.js: c failed') } as const;
    for (const before of ['cannot-build', 'cannot-load', 'fail'] as const) {
      const outcomes = { ...table, now, base: now, before, 'back 0': before, 'back 1': before };
      const { verdict } = await judged(outcomes);
      expect(said(verdict)).toBe('unable tree fail');
    }
  });

  test('says nothing where no report names the cases, though some are counted to pass', async () => {
    const counted = { ended: 'fail', totals: { 'pytest passed': 3, 'pytest failed': 1 } } as const;
    const { verdict } = await judged({ ...SHOWN, now: counted, base: counted });
    expect(said(verdict)).toBe('unable tree fail');
  });
});

describe('a check in which nothing passes, with the change or without it', () => {
  const missing = { kind: 'not-in-copy', path: '.env' } as const;

  test.each<[string, Table]>([
    ['by its exit code', { now: 'fail', base: 'fail' }],
    ['in the same cases', { now: { ended: 'fail', cases: cases('a failed') }, base: 'fail' }],
    [
      'in cases of the change as well',
      {
        now: { ended: 'fail', cases: cases('a failed', 'b failed') },
        base: { ended: 'fail', cases: cases('a failed') },
      },
    ],
  ])('says nothing %s, and what it misses is told', async (_, table) => {
    const now = table.now ?? 'fail';
    const row = typeof now === 'string' ? { ended: now } : now;
    const { verdict } = await judged({ ...SHOWN, ...table, now: { ...row, cause: missing } });
    expect(verdict).toMatchObject({
      is: 'unable',
      because: { on: 'tree', nowhere: true, cause: missing },
    });
  });

  test('keeps no other check from showing the change', async () => {
    const table = { ...SHOWN, '1: now': 'fail', '1: base': 'fail' } as const;
    const { verdict } = await judged(table, aChange({ checks: [CHECK, CHECK] }));
    expect(verdict).toMatchObject({ is: 'shown', check: 0 });
  });

  test('is no excuse for what passed before', async () => {
    const now = { ended: 'fail', cause: missing } as const;
    expect(said((await judged({ ...SHOWN, now })).verdict)).toBe('not-shown fails-now');
  });
});

test.each(['silent', 'beside'] as const)(
  'a planted line that makes a check fail, and of which nothing is seen (%s), says nothing',
  async (kind) => {
    const planted = { ended: 'fail', cause: { kind }, planted: { lines: 1, seen: 0, without: [] } };
    const { verdict } = await judged({ ...SHOWN, planted } as Table);
    expect(verdict).toMatchObject({ is: 'unable', because: { on: 'planted', cause: { kind } } });
  },
);

describe('a line that fails', () => {
  const table: Table = { ...SHOWN, now: NOW, before: BEFORE };
  const none = { lines: 0, seen: 0, without: [{ ...nameless('a'), why: 'it returns early' }] };

  test('stands at the top of the file where no end of a case can be had, which is a doubt', async () => {
    const { verdict, asked } = await judged({
      ...table,
      planted: { ended: 'pass', planted: none },
      'planted top': 'fail',
    });
    expect(asked).toContain('planted top');
    expect(verdict).toMatchObject({
      is: 'shown',
      doubts: [{ kind: 'end-not-planted', text: 'a: it returns early' }],
    });
  });

  test('that a formatter refuses before the tests is tried by the runner alone', async () => {
    const refused = { ended: 'fail', planted: { lines: 1, seen: 0, without: [] } } as const;
    const { verdict } = await judged({ ...table, planted: refused, 'planted plain': 'fail' });
    expect(said(verdict)).toBe('shown');
  });

  test('is planted in cases that are new where the tests could not load before', async () => {
    const { asked, verdict } = await judged({
      ...SHOWN,
      now: { ended: 'pass', cases: cases('a passed', 'b passed', 'new passed') },
      before: 'cannot-load',
      'back 0': 'cannot-load',
      'back 1': 'cannot-load',
      sealed: { ended: 'pass', cases: cases('a passed', 'b passed') },
    });
    expect(verdict.is).toBe('shown');
    expect(asked).toContain('planted');
    const planted = verdict.rows.find(({ recipe }) => recipe.planted)?.recipe.planted;
    expect(planted).toMatchObject({ cases: [{ name: 'new' }] });
  });
});

function nameless(name: string) {
  return { file: 'test/a.test.js', name, nth: 1 };
}

describe('an exit code that says well of a case that failed', () => {
  const liar = { ended: 'pass', cases: cases('a failed', 'b passed') } as const;

  test('counts for nothing, whether the case is new or failed before', async () => {
    const wellBefore = { ended: 'pass', cases: cases('b passed') } as const;
    const table: Table = { ...SHOWN, now: liar, before: BEFORE, base: wellBefore };
    expect(said((await judged(table)).verdict)).toBe('not-shown fails-now');
    const redBefore = { ended: 'fail', cases: cases('a failed', 'b passed') } as const;
    const known: Table = { ...table, base: redBefore };
    expect(said((await judged(known)).verdict)).toBe('not-shown passes-before');
  });

  test('counts for nothing where only tests differ', async () => {
    const tests = aChange().files.filter(({ meaning }) => meaning === 'judge');
    const change = aChange({ files: tests, places: [] });
    const { verdict } = await judged({ now: liar, base: 'pass' }, change);
    expect(said(verdict)).toBe('not-shown fails-now');
  });

  test('counts for nothing with the tests of before', async () => {
    const table: Table = { ...SHOWN, now: NOW, before: BEFORE, base: NOW, sealed: liar };
    expect(said((await judged(table)).verdict)).not.toBe('shown');
  });
});

const FLAKY = { kind: 'flaky', cases: [{ file: 'test/slow.js', name: 'c' }] };

describe('a case that fails with the change', () => {
  const failing = { ended: 'fail', cases: cases('a passed', 'test/slow.js: c failed') } as const;
  const passing = { ended: 'pass', cases: cases('a passed', 'test/slow.js: c passed') } as const;
  const before = { ended: 'fail', cases: cases('a failed', 'test/slow.js: c passed') } as const;
  const table: Table = { ...SHOWN, now: failing, base: passing, before, 'now bare': 'pass' };

  test('once, in a file that it left alone, is told, and the change is shown for less', async () => {
    const { verdict, asked } = await judged({ ...table, 'now 2': passing });
    expect(asked.slice(0, 3)).toEqual(['now', 'now 2', 'before']);
    expect(verdict).toMatchObject({ is: 'shown', cases: [{ name: 'a' }], limits: [FLAKY] });
    expect(levelOf(verdict)).toBe(2);
  });

  test('twice is what the change broke', async () => {
    const { verdict } = await judged(table);
    expect(said(verdict)).toBe('not-shown fails-now');
  });

  test('and is named by no report when it passes is not told to be chance', async () => {
    const { verdict } = await judged({ ...table, 'now 2': { ended: 'pass' } });
    expect(said(verdict)).toBe('not-shown fails-now');
  });

  test('in a file that it touched is asked once', async () => {
    const own = { ended: 'fail', cases: cases('a failed', 'test/slow.js: c passed') } as const;
    const { verdict, asked } = await judged({ ...table, now: own, 'now 2': passing });
    expect(asked).not.toContain('now 2');
    expect(said(verdict)).toBe('not-shown fails-now');
  });
});

describe('what was expected before', () => {
  const table: Table = {
    ...SHOWN,
    now: NOW,
    before: BEFORE,
    sealed: { ended: 'fail', cases: cases('a failed: expected 1', 'b passed') },
    base: { ended: 'pass', cases: cases('a passed', 'b passed') },
  };

  test('and does not hold any more is a doubt that names the case', async () => {
    const { verdict } = await judged(table);
    expect(said(verdict)).toBe('shown, in doubt');
    expect(verdict).toMatchObject({
      doubts: [{ kind: 'changed-expectation', path: 'test/a.test.js', text: 'a' }],
    });
  });

  test('and failed in the same words before is a doubt all the same: it passes by what judges it now', async () => {
    const base = { ended: 'fail', cases: cases('a failed: expected 1', 'b passed') } as const;
    expect(said((await judged({ ...table, base })).verdict)).toBe('shown, in doubt');
  });

  test.each<[what: string, again: Table[string], verdict: string]>([
    ['once', { ended: 'pass', cases: cases('a passed', 'test/slow.js: c passed') }, 'shown'],
    ['twice', { ended: 'fail', cases: cases('test/slow.js: c failed') }, 'shown, in doubt'],
  ])('and fails %s in a file that the change left alone', async (_, again, verdict) => {
    const sealed = { ended: 'fail', cases: cases('a passed', 'test/slow.js: c failed') } as const;
    const ended = await judged({ ...table, sealed, 'sealed 2': again });
    expect(ended.asked).toContain('sealed 2');
    expect(said(ended.verdict)).toBe(verdict);
    if (verdict === 'shown') expect(ended.verdict).toMatchObject({ limits: [FLAKY] });
  });

  test('and cannot load with the change is a doubt for each file of it', async () => {
    const { verdict } = await judged({ ...SHOWN, sealed: 'cannot-load' });
    expect(said(verdict)).toBe('shown, in doubt');
  });

  test('is not asked for where nothing judged before', async () => {
    const { verdict } = await judged({ ...SHOWN, sealed: 'no-tests', base: 'no-tests' });
    expect(said(verdict)).toBe('shown');
  });

  test.each(['cannot-build', 'timeout', 'disturbed'] as const)(
    'is a doubt where it ends as %s, though nothing was found before',
    async (sealed) => {
      const { verdict } = await judged({ ...SHOWN, sealed, base: 'not-started' });
      expect(said(verdict)).toBe('shown, in doubt');
    },
  );

  test('is not asked for where only the program differs', async () => {
    const [program] = aChange().files;
    const { asked } = await judged(SHOWN, aChange({ files: program ? [program] : [] }));
    expect(asked).not.toContain('sealed');
  });
});

describe('nothing to change', () => {
  test('prose alone starts nothing', async () => {
    const { verdict, asked } = await judged({}, aChange({ files: [PROSE], places: [] }));
    expect(asked).toEqual([]);
    expect(said(verdict)).toBe('nothing');
  });

  const tests = aChange().files.filter(({ meaning }) => meaning === 'judge');

  test('tests alone have to pass', async () => {
    const change = aChange({ files: tests, places: [] });
    const table = { now: 'pass', base: 'pass', planted: 'fail' } as const;
    expect((await judged(table, change)).verdict).toMatchObject({ is: 'nothing', judge: 1 });
    expect(said((await judged({ now: 'fail', base: 'pass' }, change)).verdict)).toBe(
      'not-shown fails-now',
    );
  });

  test('tests that cannot run are not said to be well', async () => {
    const change = aChange({ files: tests, places: [] });
    const { verdict } = await judged({ now: 'not-started', base: 'not-started' }, change);
    expect(said(verdict)).toBe('unable tree not-started');
  });
});

describe('tests alone that changed', () => {
  const change = aChange({
    files: aChange().files.filter(({ meaning }) => meaning === 'judge'),
    places: [],
  });
  const now = { ended: 'pass', cases: cases('a passed', 'b passed') } as const;
  const red = { ended: 'fail', cases: cases('a failed', 'b passed') } as const;
  const table: Table = { now, base: red };
  const doubt = (kind: string, text: string) => [{ path: 'test/a.test.js', kind, text }];

  test.each<[what: string, table: Table, doubts: object[]]>([
    ['passes', table, doubt('no-longer-red', 'a')],
    [
      'is skipped',
      { ...table, now: { ended: 'pass', cases: cases('a skipped', 'b passed') } },
      doubt('case-left-out', 'a'),
    ],
    [
      'is gone',
      { ...table, now: { ended: 'pass', cases: cases('b passed') } },
      doubt('case-left-out', 'a'),
    ],
    [
      'is gone with all others',
      { ...table, now: { ended: 'no-tests' } },
      doubt('case-left-out', 'a'),
    ],
    ['has no name', { now: 'pass', base: 'fail' }, doubt('no-longer-red', 'it ended as fail')],
    [
      'did not build',
      { now: 'pass', base: 'cannot-build' },
      doubt('no-longer-red', 'it ended as cannot-build'),
    ],
  ])('are in doubt where a case that was red, twice, %s', async (_, rows, doubts) => {
    const { verdict, asked } = await judged(rows, change);
    expect(asked.slice(0, 3)).toEqual(['now', 'base', 'base 2']);
    expect(verdict).toMatchObject({ is: 'nothing', doubts });
    expect(isClean(verdict)).toBe(false);
  });

  test('are in no doubt once a person looked at this content of the file', async () => {
    const file = { path: 'test/a.test.js', line: null, blob: '2', by: 'ann' };
    const looked = [{ ...file, kind: 'no-longer-red' as const }];
    const { verdict } = await judged(table, { ...change, looked });
    expect(isClean(verdict)).toBe(true);
  });

  test.each<[what: string, table: Table]>([
    ['was red once', { ...table, 'base 2': now }],
    [
      'is red still',
      {
        now: { ended: 'fail', cases: cases('a failed', 'b passed', 'new passed') },
        base: red,
      },
    ],
    ['was green', { now, base: now }],
    [
      'stands in a file that is the same, and passes by chance',
      {
        now: { ended: 'pass', cases: cases('other.js: a passed', 'b passed') },
        base: { ended: 'fail', cases: cases('other.js: a failed', 'b passed') },
        'now 2': { ended: 'fail', cases: cases('other.js: a failed', 'b passed') },
      },
    ],
  ])('are in no doubt where a case %s', async (_, rows) => {
    const { verdict } = await judged(rows, change);
    expect(said(verdict)).toBe('nothing');
  });

  test('are told with the cases that passed, and are skipped or gone', async () => {
    const table: Table = {
      now: { ended: 'pass', cases: cases('a skipped', 'c passed') },
      base: { ended: 'pass', cases: cases('a passed', 'b passed') },
    };
    const { verdict } = await judged(table, change);
    expect(verdict).toMatchObject({ is: 'nothing', left: [{ name: 'a' }, { name: 'b' }] });
    expect(isClean(verdict)).toBe(true);
  });

  test('are no check any more where a line that fails was seen in them, and is not', async () => {
    const silent: Table = { now: 'pass', base: 'pass', planted: 'pass', 'planted base': 'fail' };
    expect(said((await judged(silent, change)).verdict)).toBe('not-shown cannot-fail');
    const never: Table = { ...silent, 'planted base': 'pass' };
    expect(said((await judged(never, change)).verdict)).toBe('nothing');
  });
});

/** Each by a name of its own, so that their order can be told from what they are. */
const CALLS = ['npm test', 'make check', 'pytest'].map((name) => {
  return { gate: { ...CHECK.gate, name, command: name.split(' ') } };
});

/** Checks with what comes of each, in this order. */
function inOrder(tables: readonly Table[], order: readonly number[]) {
  const checks = order.map((one) => CALLS[one] ?? CHECK);
  const rows = order.flatMap((one, at) =>
    Object.entries(tables[one] ?? {}).map(([name, row]) => [at > 0 ? `${at}: ${name}` : name, row]),
  );
  return judged(Object.fromEntries(rows), aChange({ checks }));
}

describe('a check beside one that shows the change', () => {
  const other: Table = { ...SHOWN, before: 'pass', 'planted base': 'fail' };
  const beside = (rows: Table) => inOrder([SHOWN, { ...other, ...rows }], [0, 1]);
  const passed = { ended: 'pass', cases: cases('a passed', 'b passed') } as const;

  test('is asked with the tests of before, and whether it can fail', async () => {
    const { verdict, asked } = await beside({});
    expect([said(verdict), asked.filter((one) => one.startsWith('1: '))]).toEqual([
      'shown',
      ['1: now', '1: before', '1: base', '1: sealed', '1: planted'],
    ]);
    expect(levelOf(verdict)).toBe(3);
  });

  test.each<[what: string, rows: Table, verdict: string]>([
    ['fails with the tests of before', { sealed: 'fail' }, 'not-shown fails-as-it-was'],
    ['cannot fail any more', { planted: 'pass', 'planted base': 'fail' }, 'not-shown cannot-fail'],
    [
      'has lost all its cases',
      { now: { ended: 'pass', cases: [] }, before: 'pass', sealed: passed },
      'not-shown case-gone',
    ],
    [
      'skips a case since the program changed',
      {
        now: { ended: 'pass', cases: cases('a skipped', 'b passed') },
        before: passed,
        sealed: { ended: 'pass', cases: cases('a skipped', 'b passed') },
      },
      'not-shown case-gone',
    ],
    [
      'skips a case that ran with the tests of before',
      {
        now: { ended: 'pass', cases: cases('a skipped', 'b passed') },
        before: { ended: 'pass', cases: cases('a skipped', 'b passed') },
        sealed: passed,
      },
      'shown, in doubt',
    ],
    [
      'expects something else in a case by name',
      {
        now: passed,
        before: passed,
        sealed: { ended: 'fail', cases: cases('a failed', 'b passed') },
      },
      'shown, in doubt',
    ],
    ['could not fail before either', { planted: 'pass', 'planted base': 'pass' }, 'shown'],
    [
      'calls a case by another name',
      {
        now: { ended: 'pass', cases: cases('a passed', 'c passed') },
        before: { ended: 'pass', cases: cases('a passed', 'c passed') },
        sealed: passed,
      },
      'shown',
    ],
    [
      'fails before and after in the same words, and with the tests of before',
      {
        now: { ended: 'fail', cases: cases('a passed', 'net failed: no network') },
        base: { ended: 'fail', cases: cases('a passed', 'net failed: no network') },
        before: { ended: 'fail', cases: cases('a passed', 'net failed: no network') },
        sealed: { ended: 'fail', cases: cases('a passed', 'net failed: no network') },
      },
      'shown',
    ],
    ['has no tool here', { now: 'not-started', base: 'not-started' }, 'shown'],
    [
      'says nothing, and opens a file of tests that was changed',
      {
        now: { ended: 'fail', opened: { tests: ['test/a.test.js'], changed: [] } },
        base: 'fail',
        'now bare': 'fail',
      },
      'shown, in doubt',
    ],
    [
      'runs what no line can be planted in, and nothing counts what it ran',
      { planted: { ended: 'not-started', planted: { lines: 0, seen: 0, without: [] } } },
      'shown, in doubt',
    ],
    [
      'runs what no line can be planted in, and counts as many as before',
      {
        now: { ended: 'pass', totals: { 'ruby runs': 2 } },
        sealed: { ended: 'pass', totals: { 'ruby runs': 2 } },
        planted: { ended: 'not-started', planted: { lines: 0, seen: 0, without: [] } },
      },
      'shown',
    ],
    [
      'skips one case, and says no to the tests of before by name',
      {
        now: { ended: 'pass', cases: cases('a skipped', 'b passed') },
        before: { ended: 'pass', cases: cases('a skipped', 'b passed') },
        base: { ended: 'pass', cases: cases('a passed', 'b passed') },
        sealed: { ended: 'fail', cases: cases('a failed', 'b failed') },
        'planted top': 'fail',
      },
      'shown, in doubt',
    ],
    [
      'reads files and has no tests, and said no to those of before, too',
      { sealed: 'fail', base: 'fail', planted: 'pass', 'planted base': 'pass' },
      'shown',
    ],
    [
      'reads files, and says no to the tests of before alone',
      { sealed: 'fail', planted: 'pass', 'planted base': 'pass' },
      'shown, in doubt',
    ],
  ])('that %s', async (_, rows, expected) => {
    expect(said((await beside(rows)).verdict)).toBe(expected);
  });

  test('that says nothing is named, with what it misses', async () => {
    const cause = { kind: 'no-tool', path: 'runner' } as const;
    const row = { ended: 'not-started', cause } as const;
    const { verdict } = await beside({ now: row, base: row });
    const said = { kind: 'says-nothing', because: { cause } };
    expect(verdict).toMatchObject({ limits: [{ kind: 'no-cases' }, said] });
    expect(levelOf(verdict)).toBe(2);
  });

  test('says the same in whatever order they are named', async () => {
    const outcome = fc.oneof(
      { weight: 2, arbitrary: anyTable },
      ...[{}, { sealed: 'fail' }, { before: 'pass' }, { before: 'pass', planted: 'pass' }].map(
        (rows) => ({
          weight: 1,
          arbitrary: fc.constant({ ...other, before: 'fail', ...rows } as Table),
        }),
      ),
    );
    const three = fc.array(outcome, { minLength: 3, maxLength: 3 });
    const anyOrder = fc.shuffledSubarray([0, 1, 2], { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(three, anyOrder, async (tables, order) => {
        const one = await inOrder(tables, [0, 1, 2]);
        const other = await inOrder(tables, order);
        const plain = ({ verdict }: typeof one, by: readonly number[]) => {
          const { rows: _, ...rest } = verdict;
          const named = 'check' in rest ? { ...rest, check: by[rest.check ?? 0] } : rest;
          if (verdict.is !== 'shown') return named;
          const limits = verdict.limits.map((limit) =>
            'check' in limit ? { ...limit, check: by[limit.check] } : limit,
          );
          return { ...named, limits };
        };
        expect(plain(other, order)).toEqual(plain(one, [0, 1, 2]));
      }),
      { numRuns: 300 },
    );
  });

  test('is told in the number of runs that a person sees before the first one', () => {
    expect(expectedRuns(aChange())).toBe(6);
    expect(expectedRuns(aChange({ checks: CALLS }))).toBe(16);
    expect(expectedRuns(aChange({ files: [PROSE], places: [] }))).toBe(0);
  });
});

describe('several checks', () => {
  test('all have to stand, whatever one of them shows', async () => {
    const change = aChange({ checks: [CHECK, LINT] });
    const { verdict } = await judged({ ...SHOWN, '1: now': 'fail', '1: base': 'pass' }, change);
    expect(said(verdict)).toBe('not-shown fails-now');
    expect(verdict).toMatchObject({ check: 1 });
  });

  test('a linter shows nothing of what a program does', async () => {
    const change = aChange({ checks: [LINT] });
    expect(said((await judged({ now: 'pass' }, change)).verdict)).toBe(
      'unable undefined undefined',
    );
  });

  test('a linter that failed before, and does so still, is in nobody’s way', async () => {
    const change = aChange({ checks: [CHECK, LINT] });
    const { verdict } = await judged({ ...SHOWN, '1: now': 'fail', '1: base': 'fail' }, change);
    expect(said(verdict)).toBe('shown');
  });

  test('the second is asked where the first shows nothing', async () => {
    const change = aChange({ checks: [CHECK, CHECK] });
    const second = Object.fromEntries(
      Object.entries(SHOWN).map(([name, row]) => [`1: ${name}`, row]),
    );
    const { verdict } = await judged({ ...SHOWN, before: 'pass', ...second }, change);
    expect(verdict).toMatchObject({ is: 'shown', check: 1 });
  });

  test('none at all is for a person', async () => {
    expect(said((await judged({}, aChange({ checks: [] }))).verdict)).toBe(
      'unable undefined undefined',
    );
  });
});

describe('a check that reads types and runs nothing', () => {
  const TYPES = {
    gate: { ...CHECK.gate, type: 'typecheck', command: ['tsc', '--noEmit'] },
  } as const;
  const table: Table = {
    ...SHOWN,
    before: 'cannot-build',
    planted: 'pass',
    'planted types': 'cannot-build',
    'back 0': 'cannot-build',
    'back 1': 'cannot-build',
  };

  test('shows a change of types, for less: a line that throws is nothing to it, an error of types is', async () => {
    const { verdict, asked } = await judged(table);
    expect(asked).toEqual([
      'now',
      'before',
      'planted',
      'planted types',
      'sealed',
      'now bare',
      'before 2',
    ]);
    expect(verdict).toMatchObject({ is: 'shown', cases: [], limits: [{ kind: 'types-alone' }] });
    expect(levelOf(verdict)).toBe(2);
  });

  test('does so in whatever words it tells its errors', async () => {
    const { verdict } = await judged({ ...table, before: 'fail', 'planted types': 'fail' });
    expect(verdict).toMatchObject({ is: 'shown', limits: [{ kind: 'types-alone' }] });
  });

  test.each<[what: string, table: Table, verdict: string]>([
    ['it tells no error of types', { ...table, 'planted types': 'pass' }, 'not-shown cannot-fail'],
    [
      'it fails with one without telling it',
      { ...table, 'planted types': { ended: 'fail', planted: { lines: 2, seen: 0, without: [] } } },
      'not-shown cannot-fail',
    ],
    [
      'it counts tests, and does not come to their end',
      { ...table, now: { ended: 'pass', totals: { 'node pass': 1 } } },
      'not-shown cannot-fail',
    ],
    ['it finds the same errors with it', { ...table, now: 'fail' }, 'not-shown fails-now'],
    [
      'it passes without it',
      { ...table, before: 'pass', 'planted base': 'pass' },
      'not-shown passes-before',
    ],
    [
      'what judged types before finds errors',
      { ...table, sealed: 'cannot-build' },
      'shown, in doubt',
    ],
    ['it finds none the second time', { ...table, 'before 2': 'pass' }, 'not-shown by-chance'],
  ])('does not show it clean where %s', async (_, rows, expected) => {
    expect(said((await judged(rows)).verdict)).toBe(expected);
  });

  test('has a doubt for each file of the program whose errors it does not tell, and each line that hides one', async () => {
    const hidden = {
      path: 'src/a.js',
      line: 3,
      text: '// @ts-ignore',
      kind: 'types-silenced',
    } as const;
    const without = ['src/a.js', 'test/a.test.js'].map((file) => {
      return { file, name: file, nth: 1, why: 'not told' };
    });
    const seen = { ended: 'cannot-build', planted: { lines: 3, seen: 1, without } } as const;
    const rows = { ...table, 'planted types': seen };
    const { verdict } = await judged(rows, aChange({ doubts: [hidden] }));
    expect(verdict).toMatchObject({
      is: 'shown',
      doubts: [hidden, { path: 'src/a.js', line: null, kind: 'types-silenced' }],
    });
    // It is none of a check that runs the program.
    expect((await judged(SHOWN, aChange({ doubts: [hidden] }))).verdict).toMatchObject({
      doubts: [],
    });
  });

  const both = aChange({ checks: [CHECK, TYPES] });
  const second = Object.fromEntries(
    Object.entries(table).map(([name, row]) => [`1: ${name}`, row]),
  );

  test('is asked where tests pass without the change', async () => {
    const { verdict } = await judged({ ...SHOWN, before: 'pass', ...second }, both);
    expect(verdict).toMatchObject({ is: 'shown', check: 1, limits: [{ kind: 'types-alone' }] });
  });

  test('is asked in the same way where a person named it as a check like others', async () => {
    const named = aChange({ checks: [CHECK, CHECK] });
    const passes = await judged({ ...SHOWN, before: 'pass', ...second }, named);
    expect(passes.verdict).toMatchObject({ is: 'shown', check: 1 });
    const no = await judged({ ...SHOWN, planted: 'pass', ...second }, named);
    expect(said(no.verdict)).toBe('not-shown cannot-fail');
  });

  test('is not asked to show it where tests do, or say no to it', async () => {
    const { verdict, asked } = await judged({ ...SHOWN, ...second }, both);
    expect([said(verdict), asked.filter((one) => one.startsWith('1: '))]).toEqual([
      'shown',
      ['1: now', '1: sealed'],
    ]);
    const no = await judged({ ...SHOWN, planted: 'pass', ...second }, both);
    expect(said(no.verdict)).toBe('not-shown cannot-fail');
  });

  test('that does not know an error of types is a build, and shows nothing', async () => {
    const build = { ...TYPES, gate: { ...TYPES.gate, type: 'build' } } as const;
    const change = aChange({ checks: [build] });
    const { verdict } = await judged({ ...table, 'planted types': 'pass' }, change);
    expect(said(verdict)).toBe('unable undefined undefined');
  });
});

describe('the story', () => {
  const silence = fc.constantFrom('not-started', 'disturbed');

  test('comes to an end whatever the rows say, and never asks twice for one', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (one) => {
        const { wants } = await judged(one);
        const keys = wants.map((want) => JSON.stringify(want));
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys.length).toBeLessThan(20);
      }),
    );
  });

  test('is the same in whatever order the rows are known', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, fc.infiniteStream(fc.nat()), async (one, order) => {
        const { verdict } = await judged(one);
        const shuffled = [...verdict.rows].sort(() => (order.next().value ?? 0) % 2 || -1);
        expect(step(aChange(), shuffled)).toEqual({ verdict: { ...verdict, rows: verdict.rows } });
      }),
    );
  });

  test('never ends better for a row that says nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, fc.nat(), silence, async (one, at, ended) => {
        const before = (await judged(one)).verdict;
        const row = before.rows[at % Math.max(1, before.rows.length)];
        if (!row) return;
        // Of what judged before it says something: that the check was not there.
        const isOfThen = row.recipe.back === 'all' || row.recipe.back === 'judge';
        const none = isOfThen ? 'disturbed' : ended;
        const { verdict } = await judged({ ...one, [nameOf(row)]: none });
        const unseen = (of: Verdict): number => (isClean(of) ? levelOf(of) : 1);
        expect(unseen(verdict)).toBeLessThanOrEqual(unseen(before));
        // What judged before and cannot run is asked of a person, who sees that it is.
        if (row.recipe.back === 'judge') return;
        expect(levelOf(verdict)).toBeLessThanOrEqual(levelOf(before));
      }),
    );
  });

  test('never ends better for what a report says: without any, nothing is shown that was not', async () => {
    const bare = (rows: Table): Table =>
      Object.fromEntries(
        Object.entries(rows).map(([name, row]) => [
          name,
          typeof row === 'string' ? row : (row.ended ?? 'pass'),
        ]),
      );
    await fc.assert(
      fc.asyncProperty(anyTable, async (one) => {
        const told = (await judged(one)).verdict;
        if (told.is !== 'shown') return;
        // What only a report tells apart rests on runs of one file alone, on lines planted in it, or on a check as it
        // was typed.
        const isAlone = told.rows.some(
          ({ recipe }: Row) =>
            recipe.without !== undefined ||
            (recipe.back === 'program' && (recipe.planted || recipe.how === 'bare')),
        );
        const blind = (await judged(bare(one))).verdict;
        if (
          !isAlone &&
          told.doubts.length === 0 &&
          !told.limits.some(({ kind }) => kind === 'old-failures')
        ) {
          expect(blind.is).toBe('shown');
        }
      }),
    );
  });

  test('ends shown only where a run passed with the change and one did not without it', async () => {
    await fc.assert(
      fc.asyncProperty(anyTable, async (one) => {
        const { verdict } = await judged(one);
        if (verdict.is !== 'shown') return;
        const rows = verdict.rows;
        expect(
          rows.some(
            ({ recipe, ended: as }) =>
              recipe.back === 'nothing' && !recipe.planted && as === 'pass',
          ),
        ).toBe(true);
        expect(
          rows.some(
            ({ recipe, ended: as, planted }) =>
              recipe.back !== 'nothing' && (as !== 'pass' || planted?.seen === 0),
          ),
        ).toBe(true);
        expect(rows.every((row) => rowOf(one, row).ended === row.ended)).toBe(true);
      }),
    );
  });
});
