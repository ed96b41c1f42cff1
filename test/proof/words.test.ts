// Each sentence of a verdict is held against the rows it rests on.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fault } from '../../runtime/model/proof.ts';
import { type Saying, sayingSchema, type VerdictSaying } from '../../runtime/model/saying.ts';
import { TRIAL_CAUSES } from '../../runtime/model/trial-cause.ts';
import { DOUBT_KINDS } from '../../runtime/model/trial-kinds.ts';
import { LANGUAGES, type Language } from '../../runtime/model/vocabulary.ts';
import { type Case, isWell, type Row } from '../../runtime/proof/row.ts';
import {
  isClean,
  type Limit,
  levelOf,
  type NotShown,
  tellingRow,
  type Verdict,
} from '../../runtime/proof/verdict.ts';
import { faultText } from '../../runtime/words/fault.ts';
import type { JudgesDiffer } from '../../runtime/words/judges-differ.ts';
import { CHINESE_END } from '../../runtime/words/languages/chinese-fault.ts';
import { CHINESE_NOTICES } from '../../runtime/words/languages/chinese-notices.ts';
import { CHINESE } from '../../runtime/words/languages/chinese-reasons.ts';
import { CHINESE_UNSHOWN } from '../../runtime/words/languages/chinese-unshown.ts';
import { verdictText } from '../../runtime/words/languages/verdict-text.ts';
import { noticeText } from '../../runtime/words/notice.ts';
import { reasonText } from '../../runtime/words/reason.ts';
import {
  ENGLISH_UNSHOWN,
  limitIn,
  nothingShownIn,
  unshownIn,
} from '../../runtime/words/unshown.ts';
import { sayingOf, type VerdictText } from '../../runtime/words/verdict.ts';
import { aChange, anyTable, cases, judged, nameOf, rowOf, SHOWN, type Table } from './trials.ts';

type Holds = (rows: readonly Row[], verdict: Verdict) => boolean;

const ran =
  (isIt: (row: Row) => boolean): Holds =>
  (rows) =>
    rows.some(isIt);
const isPlain = ({ recipe }: Row): boolean => recipe.planted === undefined;
const withIt = (row: Row): boolean => row.recipe.back === 'nothing' && isPlain(row);
const isFailed = ({ ended }: Case): boolean => ended === 'failed';
const passed = (row: Row): boolean => row.ended === 'pass';
const without = ({ recipe }: Row): boolean =>
  recipe.back === 'program' || Array.isArray(recipe.back);
/** The base says it where the tests that were there show the fault, and the new ones do not. */
const redRows = (rows: readonly Row[]): readonly Row[] => {
  const of = (back: 'program' | 'all' | 'judge') =>
    rows.filter(({ recipe, planted }) => recipe.back === back && !planted);
  const isNoNews = of('program').every(({ ended }) => ended !== 'fail');
  const isAsItWas = isNoNews && of('judge').some(passed);
  return [...rows.filter(without), ...(isAsItWas ? of('all') : [])];
};
const redAs =
  (ended: Row['ended']): Holds =>
  (rows) =>
    redRows(rows).some((row) => row.ended === ended);

/** What a sentence says in each language, and the row that has to say it. */
const SAID: ReadonlyArray<Readonly<Record<Language, RegExp>> & Readonly<{ holds: Holds }>> = [
  { en: /passes with it/, zh: /有了它就通过/, holds: ran((row) => withIt(row) && passed(row)) },
  { en: /fails without the change, and/, zh: /没有这次改动时失败，有了/, holds: redAs('fail') },
  { en: /load what it tests without/, zh: /无法加载.*有了/, holds: redAs('cannot-load') },
  { en: /does not build without/, zh: /无法构建，有了/, holds: redAs('cannot-build') },
  {
    en: /finds errors of types/,
    zh: /报告类型错误/,
    holds: ran(({ recipe, ended }) => {
      return recipe.planted !== undefined && 'types' in recipe.planted && ended !== 'pass';
    }),
  },
  {
    en: /does not run the new cases without/,
    zh: /没有这次改动时不运行新的用例/,
    holds: ran(({ recipe, ended, planted }) => {
      return recipe.back === 'program' && ended === 'pass' && planted?.seen === 0;
    }),
  },
  { en: /does not end in time/, zh: /没有在时限内结束/, holds: redAs('timeout') },
  { en: /was ended after/, zh: /运行 \d+ 秒后被结束/, holds: redAs('timeout') },
  {
    en: /, since it cannot load/,
    zh: /因为无法加载/,
    holds: ran(({ ended }) => ended === 'cannot-load'),
  },
  {
    en: /, since it does not build/,
    zh: /因为无法构建/,
    holds: ran(({ ended }) => ended === 'cannot-build'),
  },
  { en: /passes without the change too/, zh: /没有这次改动时也通过/, holds: redAs('pass') },
  { en: /fails in the same cases without/, zh: /没有这次改动时也在同样/, holds: redAs('fail') },
  {
    en: /fails with the change[,:.]/,
    zh: /在有这次改动时失败/,
    holds: ran((row) => withIt(row) && !passed(row)),
  },
  {
    en: /ends well with the change, though/,
    zh: /退出码说通过/,
    holds: ran((row) => withIt(row) && passed(row) && row.cases?.some(isFailed) === true),
  },
  {
    en: /as it did before/,
    zh: /之前也是这样/,
    holds: ran((row) => row.recipe.back === 'all' && !passed(row)),
  },
  {
    en: /the tests and settings of before/i,
    zh: /之前的测试和设置/,
    holds: ran((row) => row.recipe.back === 'judge' && !isWell(row)),
  },
  {
    en: /are skipped or gone/,
    zh: /被跳过或不见了/,
    holds: ran(({ cases }) => cases !== undefined),
  },
  {
    en: /was not seen/,
    zh: /失败没有出现/,
    holds: ran(({ recipe, planted }) => recipe.planted !== undefined && planted !== undefined),
  },
  {
    en: /not when it was run again/,
    zh: /再运行却没有/,
    holds: ran(({ nth, recipe }) => nth === 2 || recipe.how === 'bare'),
  },
  {
    en: /failed before and/,
    zh: /用例之前失败，现在通过/,
    holds: (rows) => redRows(rows).some((row) => row.cases?.some(isFailed) === true),
  },
  {
    en: /opens no file of the program/,
    zh: /没有打开程序的任何文件/,
    holds: ran(({ ended }) => ended === 'elsewhere'),
  },
  {
    en: /passes neither with the change nor without it/,
    zh: /有没有这次改动都不通过/,
    holds: (rows) => {
      const asked = rows.filter(({ recipe: { back, how } }) => back === 'all' || !how);
      return asked.length > 1 && asked.every(({ ended }) => ended !== 'pass');
    },
  },
  {
    en: /says nothing/,
    zh: /说明不了什么/,
    holds: (rows, { is }) => is === 'unable' && rows.length > 0,
  },
];

/** What it came to, by one word; each of its sentences is held against its rows. */
async function heldAgainstRows(table: Table): Promise<string> {
  const { verdict } = await judged(table);
  for (const language of LANGUAGES) {
    const text = verdictText(aChange(), verdict, language);
    const all = [text.head, ...text.more, ...text.limits, ...text.doubts, ...text.next];
    for (const line of all) expect(line).not.toMatch(/undefined|\[object|null/);
    const known = SAID.filter((said) => said[language].test(text.head));
    expect([text.head, known.length > 0]).toEqual([text.head, true]);
    for (const line of [text.head, ...text.more, ...text.limits]) {
      for (const said of SAID) {
        if (!said[language].test(line)) continue;
        expect([line, said.holds(verdict.rows, verdict)]).toEqual([line, true]);
      }
    }
  }
  return verdict.is === 'not-shown' ? verdict.because.why : verdict.is;
}

test('no sentence of a verdict says what none of its rows says, in any language', async () => {
  await fc.assert(
    fc.asyncProperty(anyTable, async (table) => {
      await heldAgainstRows(table);
    }),
    { numRuns: 500 },
  );
});

test.each<[kind: string, table: Table]>([
  ['shown', SHOWN],
  ['fails-now', { ...SHOWN, now: 'fail' }],
  ['passes-before', { ...SHOWN, before: 'pass' }],
  ['fails-as-it-was', { ...SHOWN, sealed: 'fail' }],
  [
    'case-gone',
    {
      ...SHOWN,
      before: { ended: 'fail', cases: cases('a failed', 'b passed') },
      now: { ended: 'pass', cases: cases('a passed') },
    },
  ],
  ['cannot-fail', { ...SHOWN, planted: 'pass' }],
  ['by-chance', { ...SHOWN, 'now bare': 'fail' }],
  ['by-chance', { ...SHOWN, 'before 2': 'pass' }],
  ['unable', { ...SHOWN, now: 'elsewhere', base: 'elsewhere' }],
  ['unable', { ...SHOWN, now: 'fail', base: 'fail' }],
  ['unable', { ...SHOWN, before: 'not-started' }],
])('what is %s is said by its rows alone', async (kind, table) => {
  expect(await heldAgainstRows(table)).toBe(kind);
});

const red = rowOf({ before: 'fail' }, { recipe: { back: 'program' }, check: 0, nth: 1 });
const base = rowOf({ base: 'fail' }, { recipe: { back: 'all' }, check: 0, nth: 1 });
const green = rowOf({ now: 'pass' }, { recipe: { back: 'nothing' }, check: 0, nth: 1 });

/** Everything there is to say, each once or in each of its forms. */
function everyVerdict(): readonly Verdict[] {
  const some = [{ name: 'a', file: 'a.test.js', nth: 1 }];
  const many = cases(...'abcdefg'.split('').map((name) => `${name} failed`));
  const because: readonly NotShown[] = [
    { why: 'fails-now', cases: [] },
    { why: 'fails-now', cases: many },
    { why: 'passes-before' },
    { why: 'fails-as-it-was', cases: many },
    { why: 'case-gone', cases: some },
    { why: 'cannot-fail', cases: [] },
    { why: 'cannot-fail', cases: some },
    { why: 'by-chance', side: 'red', cases: [] },
    { why: 'by-chance', side: 'green', cases: some },
  ];
  const limits: readonly Limit[] = [
    { kind: 'not-there-yet', back: 1, of: 2 },
    { kind: 'not-there-yet', back: 2, of: 2 },
    { kind: 'no-end', seconds: 60 },
    { kind: 'old-failures', cases: some },
    { kind: 'flaky', cases: some },
    { kind: 'no-cases' },
    { kind: 'types-alone' },
    { kind: 'not-planted' },
    { kind: 'not-sealed', ended: 'timeout', why: 'exit 124' },
  ];
  const doubts = DOUBT_KINDS.map((kind) => ({ path: 'src/a.js', line: 3, text: 'x()', kind }));
  const shown = { is: 'shown', check: 0, cases: [], limits: [], doubts: [], rows: [red] } as const;
  const on = ['tree', 'red', 'seal', 'planted'] as const;
  return [
    shown,
    { ...shown, cases: some, limits, doubts },
    { ...shown, cases: many, rows: [{ ...red, ended: 'cannot-load' }] },
    { ...shown, rows: [{ ...red, ended: 'cannot-build' }] },
    { ...shown, rows: [{ ...red, ended: 'pass' }] },
    { ...shown, rows: [{ ...red, ended: 'timeout' }] },
    { ...shown, limits: [{ kind: 'types-alone' }] },
    ...because.flatMap((one): readonly Verdict[] =>
      [[green], [base, red]].map((rows) => ({ is: 'not-shown', check: 0, because: one, rows })),
    ),
    { ...NOTHING, rows: [green] },
    { ...NOTHING, judge: 3 },
    { ...NOTHING, judge: 1, left: some, doubts },
    { is: 'unable', rows: [] },
    ...on.map((side): Verdict => {
      return {
        is: 'unable',
        check: 0,
        because: { on: side, ended: 'timeout', why: 'exit 124' },
        rows: [],
      };
    }),
  ];
}

const NOTHING = { is: 'nothing', judge: 0, doubts: [], left: [], rows: [] } as const;

/** Nothing of English in it besides commands, paths, names and what a run said. */
function expectNoEnglish(line: string): void {
  const own = line.replaceAll(
    /`[^`]*`|“[^”]*”|wukong \S.*|PYTHONPATH=src|[\w./]+\.(?:js|log)(?::\d+)?|x\(\)|exit 124|git|npm|L2|ESC-\d+|ann/g,
    '',
  );
  expect([line, /[a-z]{2}/i.test(own)]).toEqual([line, false]);
  expect(line).toMatch(/\p{Script=Han}/u);
}

test('every sentence there is can be said in each language, in no words of another one', () => {
  for (const verdict of everyVerdict()) {
    const [english, chinese] = LANGUAGES.map((language) =>
      verdictText(aChange(), verdict, language),
    );
    const lines = ({ mark, head, more, doubts, next }: VerdictText) => [
      mark,
      head,
      ...more,
      ...doubts,
      ...next,
    ];
    if (!english || !chinese) throw new Error('there are two languages');
    const [en, zh] = [lines(english), lines(chinese)];
    expect(zh).toHaveLength(en.length);
    for (const line of en) expect(line).not.toMatch(/\p{Script=Han}|[，。：（）]/u);
    for (const line of zh) expectNoEnglish(line);
    // What has names and numbers has the same ones.
    const facts = (line: string) => [...line.matchAll(/`[^`]*`|\d+/g)].map(([fact]) => fact).sort();
    for (const [at, line] of zh.entries()) {
      const same = facts(en[at] ?? '');
      expect([line, facts(line)]).toEqual([line, same]);
    }
  }
});

test.each<[Verdict, string, readonly string[]]>([
  [NOTHING, 'No file of the program differs.', ['Only prose differs.']],
  [
    { ...NOTHING, judge: 1 },
    'No file of the program differs.',
    ['1 file of tests or settings differs.'],
  ],
  [
    { ...NOTHING, judge: 3 },
    'No file of the program differs.',
    ['3 files of tests or settings differ.'],
  ],
])('a change without any program is told by what else differs', (verdict, head, more) => {
  expect(verdictText(aChange(), verdict, 'en')).toMatchObject({ head, more });
});

test('two that are the same are not said to differ', () => {
  const { more } = verdictText(aChange({ files: [] }), NOTHING, 'en');
  expect(more).toEqual(['The two are the same.']);
});

test('where no check may run, and where none runs tests, is told apart', () => {
  const unable = { is: 'unable', rows: [] } as const;
  expect(verdictText(aChange({ checks: [] }), unable, 'en').head).toBe('No check may run here.');
  expect(verdictText(aChange(), unable, 'en').head).toBe('None of the checks runs tests.');
});

test.each<[string, Table, string | undefined]>([
  ['fails now, and before', { ...SHOWN, now: 'fail', base: 'fail' }, 'now bare'],
  ['fails now alone', { ...SHOWN, now: 'fail' }, 'now'],
  ['cannot load on either side', { ...SHOWN, now: 'cannot-load', base: 'cannot-load' }, 'now'],
  ['fails as it was', { ...SHOWN, sealed: 'fail' }, 'sealed'],
  ['passes before', { ...SHOWN, before: 'pass' }, undefined],
  ['fails by chance', { ...SHOWN, 'now bare': 'fail' }, 'now bare'],
  ['does not start without the change', { ...SHOWN, before: 'not-started' }, 'before'],
  [
    'fails without reaching its line',
    { ...SHOWN, planted: { ended: 'fail', planted: { lines: 1, seen: 0, without: [] } } },
    'planted plain',
  ],
])('a check that %s is explained by the output of the run that did', async (_, table, run) => {
  const { verdict } = await judged(table);
  const row = tellingRow(verdict);
  expect(row && nameOf(row)).toBe(run);
});

test('a check that fails before as well is one to put right or to leave, not the fault of the change', async () => {
  const nextOf = async (table: Table) =>
    verdictText(aChange(), (await judged(table)).verdict, 'en').next;
  expect(await nextOf({ ...SHOWN, now: 'fail', base: 'fail' })).toEqual([
    'Put right what stops it without the change too, or name a check that passes here.',
  ]);
  const old = { ended: 'fail', cases: cases('a passed', 'b failed') } as const;
  const before = { ended: 'fail', cases: cases('a failed', 'b failed') } as const;
  const { verdict } = await judged({ ...SHOWN, now: old, base: old, before });
  const { head, next } = verdictText(aChange(), verdict, 'en');
  expect(head).toMatch(/fails before and after, and no file tells it .*: "b"\.$/);
  expect(next).toEqual(await nextOf({ ...SHOWN, now: 'fail', base: 'fail' }));
  expect(await nextOf({ ...SHOWN, now: 'fail' })).toEqual(['Make it pass.']);
});

function everyDifference(): readonly JudgesDiffer[] {
  const none = { names: [], more: 0 };
  const named = { names: ['test/a.test.js'], more: 2 };
  const about = { is: 'judges-differ' as const, files: named, hidden: none, gates: ['test'] };
  const one = { ...about, why: 'exit 124', log: 'a.log', cause: null, cases: none };
  const cause = { kind: 'not-in-copy', path: 'src/b.js' } as const;
  return [
    { ...one, found: 'holds', gates: ['test', 'lint'] },
    { ...one, found: 'not-compared', files: none },
    { ...one, found: 'nothing-runs', hidden: named },
    { ...one, found: 'new-check', added: true },
    { ...one, found: 'cannot-fail' },
    { ...one, found: 'refused', cases: { names: ['b'], more: 0 } },
    { ...one, found: 'in-no-copy' },
    { ...one, found: 'in-no-copy', why: '' },
    { ...one, found: 'in-no-copy', cause },
  ];
}

/** What a goal records of each verdict, and of what comes in the place of one. */
function everySaying(): readonly Saying[] {
  const others: ReadonlyArray<Exclude<Saying, VerdictSaying>> = [
    { is: 'not-approved', check: 'npm test' },
    { is: 'no-check-known' },
    { is: 'no-gate' },
    { is: 'no-check' },
    { is: 'cannot-run', check: 'npm test', why: null },
    { is: 'cannot-run', check: 'npm test', why: 'exit 124' },
    { is: 'beyond-copies', check: 'npm test', cause: null, log: 'a.log' },
    ...TRIAL_CAUSES.map(
      (kind) =>
        ({
          is: 'beyond-copies',
          check: 'npm test',
          cause: { kind, path: 'src/b.js' },
          log: 'a.log',
        }) as const,
    ),
    { is: 'installed', files: ['src/b.js'] },
    { is: 'fails', check: 'npm test', on: 'tree' },
    { is: 'fails', check: 'npm test', on: 'red' },
    ...everyDifference(),
    ...(['passes', 'as-before', 'cannot-load', 'outside', 'by-chance', 'unable'] as const).map(
      (why) => ({ is: 'not-reproduced', check: 'npm test', why, said: '`x`' }) as const,
    ),
    { is: 'unchanged' },
    { is: 'not-opened' },
    { is: 'not-measured' },
    { is: 'not-compared' },
  ];
  const verdicts = everyVerdict().map((verdict) => sayingOf({ change: aChange(), verdict }));
  const all = [...verdicts, ...others].map((one) => sayingSchema.parse(one));
  const kinds = sayingSchema.options.map(({ shape }) => shape.is.value);
  expect(new Set(all.map(({ is }) => is))).toEqual(new Set(kinds));
  return all;
}

test('why a goal waits, and what it shows at its end, is said in the language of whoever reads it', () => {
  for (const saying of everySaying()) {
    const why = unshownIn(ENGLISH_UNSHOWN, saying);
    const faults: Fault[] = [
      { kind: 'not-shown', why, saying, accepted: null },
      {
        kind: 'not-asked',
        template: 'feature',
        why: nothingShownIn(ENGLISH_UNSHOWN, saying),
        saying,
      },
    ];
    if (saying.is === 'shown') {
      const limit = limitIn(ENGLISH_UNSHOWN, saying);
      faults.push({ kind: 'shown', check: 'npm test', ...(limit && { limit }), saying });
    }
    for (const fault of faults) {
      expectNoEnglish(faultText(fault, CHINESE_END));
      const english = faultText(fault);
      expect(english).not.toMatch(/\p{Script=Han}|[，。：（）]|undefined|\[object|null/u);
      // Names, numbers and commands are the same.
      const facts = (line: string) =>
        new Set([...line.matchAll(/`[^`]*`|src\/\w+\.js:\d+/g)].map(([fact]) => fact));
      expect(facts(faultText(fault, CHINESE_END))).toEqual(facts(english));
    }
    const cause = { kind: 'fault-not-shown', why, saying } as const;
    expectNoEnglish(reasonText(cause, CHINESE));
    expectNoEnglish(reasonText({ kind: 'tests-changed', why, saying }, CHINESE));
    const notice = { kind: 'fault-not-shown', goal: 'G-0001', why, saying } as const;
    expect(noticeText(notice, CHINESE_NOTICES)).toContain(unshownIn(CHINESE_UNSHOWN, saying));
  }
});

test('where a check shows the fault and a line is in doubt, nobody says that it was not shown', () => {
  const doubt = { path: 'src/b.js', line: 3, text: 'x()', kind: 'names-runner' } as const;
  const said = { is: 'shown' as const, check: 'npm test', red: 'fails' as const };
  const asked: Saying = {
    ...said,
    cases: { names: [], more: 0 },
    limits: [],
    doubts: [{ ...doubt }],
  };
  const unread: Saying = { ...asked, limits: [{ kind: 'not-there-yet', back: 2, of: 2 }] };
  const reasons = [asked, unread].map((saying) => {
    const why = unshownIn(ENGLISH_UNSHOWN, saying);
    return { kind: 'fault-not-shown', why, saying } as const;
  });
  expect(reasons.map((one) => reasonText(one))).toEqual([
    'The fault is shown, and a person has to look: `npm test` fails without the change, and passes with it, in doubt: src/b.js:3  the program asks whether it is being tested: x().',
    expect.stringMatching(/^The fault was not shown: /),
  ]);
  const inChinese = reasons.map((one) => reasonText(one, CHINESE).slice(0, 8));
  expect(inChinese).toEqual(['故障已经显示出来', '没有证明故障存在']);
});

test('an agent that says it failed is told with what its last command said', () => {
  const last = { command: 'pytest -q', printed: 'No module named pytest' };
  const cause = { kind: 'agent-failed', summary: 'The bound is put right.', last } as const;
  expect(reasonText(cause)).toBe(
    'it was reported as failed: The bound is put right. (`pytest -q` said: No module named pytest)',
  );
  expect(reasonText(cause, CHINESE)).toContain('（`pytest -q` 输出：No module named pytest）');
});

test('of an older log, which has only the English sentence, that is shown', () => {
  const why = '`npm test` passes without the change too';
  expect(reasonText({ kind: 'fault-not-shown', why }, CHINESE)).toContain(why);
  expect(faultText({ kind: 'not-shown', why, accepted: null }, CHINESE_END)).toContain(why);
  const limit = 'its tests need what the change adds';
  expect(faultText({ kind: 'shown', check: 'npm test', limit }, CHINESE_END)).toContain(limit);
});

test('what a person looked at is told beside the first sentence, and is no limit', () => {
  const doubts = (['names-runner', 'ends-process'] as const).map((kind, at) => {
    return { path: 'src/a.js', line: 12 + at, text: 'x()', kind, looked: 'ann' };
  });
  const [shown] = everyVerdict();
  if (shown?.is !== 'shown') throw new Error('the first one is shown');
  const verdict = { ...shown, doubts };
  expect(isClean(verdict)).toBe(true);
  expect(levelOf(verdict)).toBe(3);
  const saying = sayingOf({ change: aChange(), verdict });
  if (saying.is !== 'shown') throw new Error('it is shown');
  expect(limitIn(ENGLISH_UNSHOWN, saying)).toBeUndefined();
  const fault = { kind: 'shown', check: 'npm test', saying } as const;
  expect(faultText(fault)).toBe(
    'Proven: `npm test` failed before, passes now. In doubt: ann looked at src/a.js:12, src/a.js:13.',
  );
  expect(faultText(fault, CHINESE_END)).toBe(
    '已证明：`npm test` 之前失败，现在通过。有疑点的 src/a.js:12、src/a.js:13，ann 已经看过。',
  );
  // What nobody looked at is in doubt all the same.
  const left = { ...verdict, doubts: [...doubts, { ...doubts[0], looked: undefined }] };
  expect(isClean(left as typeof verdict)).toBe(false);
});
