// Each sentence of a verdict is held against the rows it rests on.

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Case, Row } from '../../runtime/proof/row.ts';
import type { Verdict } from '../../runtime/proof/verdict.ts';
import { verdictText } from '../../runtime/words/verdict.ts';
import { aChange, anyTable, judged } from './trials.ts';

type Holds = (rows: readonly Row[], verdict: Verdict) => boolean;

const ran =
  (isIt: (row: Row) => boolean): Holds =>
  (rows) =>
    rows.some(isIt);
const isPlain = ({ recipe }: Row): boolean => recipe.planted === undefined;
const withIt = (row: Row): boolean => row.recipe.back === 'nothing' && isPlain(row);
const isFailed = ({ ended }: Case): boolean => ended === 'failed';
const without = ({ recipe }: Row): boolean =>
  recipe.back === 'program' || Array.isArray(recipe.back);

/** What a sentence says, and the row that has to say it. */
const SAID: ReadonlyArray<readonly [RegExp, Holds]> = [
  [/passes with it/, ran((row) => withIt(row) && row.ended === 'pass')],
  [/fails without the change, and/, ran((row) => without(row) && row.ended === 'fail')],
  [/cannot load what it tests/, ran((row) => without(row) && row.ended === 'cannot-load')],
  [/does not build without/, ran((row) => without(row) && row.ended === 'cannot-build')],
  [/passes without the change too/, ran((row) => without(row) && row.ended === 'pass')],
  [/fails in the same cases without/, ran((row) => without(row) && row.ended === 'fail')],
  [/fails with the change[,:.]/, ran((row) => withIt(row) && row.ended !== 'pass')],
  [
    /ends well with the change, though/,
    ran((row) => withIt(row) && row.ended === 'pass' && row.cases?.some(isFailed) === true),
  ],
  [/as it did before/, ran((row) => row.recipe.back === 'all' && row.ended !== 'pass')],
  [
    /the tests and settings of before/,
    ran(({ recipe, ended }) => recipe.back === 'judge' && ended !== 'pass'),
  ],
  [/are skipped or gone/, ran((row) => row.cases !== undefined)],
  [
    /was not seen/,
    ran(({ recipe, planted }) => recipe.planted !== undefined && planted !== undefined),
  ],
  [/not when it was run again/, ran(({ nth, recipe }) => nth === 2 || recipe.how === 'bare')],
  [
    /failed before and/,
    ran((row) => without(row) && (row.cases ?? []).some(({ ended }) => ended === 'failed')),
  ],
  [/opens no file of the program/, ran(({ ended }) => ended === 'elsewhere')],
  [/says nothing/, (rows, { is }) => is === 'unable' && rows.length > 0],
];

test('no sentence of a verdict says what none of its rows says', async () => {
  const heads = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyTable, async (table) => {
      const { verdict } = await judged(table);
      const text = verdictText(aChange(), verdict);
      const all = [text.head, ...text.more, ...text.doubts, ...text.next];
      for (const line of all) expect(line).not.toMatch(/undefined|\[object|null/);
      const known = SAID.filter(([said]) => said.test(text.head));
      expect([text.head, known.length > 0]).toEqual([text.head, true]);
      for (const line of [text.head, ...text.more]) {
        for (const [said, holds] of SAID) {
          if (said.test(line)) expect([line, holds(verdict.rows, verdict)]).toEqual([line, true]);
        }
      }
      heads.add(verdict.is === 'not-shown' ? verdict.because.why : verdict.is);
    }),
    { numRuns: 500 },
  );
  // It has seen most of what there is to say.
  expect(heads.size).toBeGreaterThan(5);
});

test.each<[Verdict, string, readonly string[]]>([
  [
    { is: 'nothing', judge: 0, rows: [] },
    'No file of the program differs.',
    ['Only prose differs.'],
  ],
  [
    { is: 'nothing', judge: 1, rows: [] },
    'No file of the program differs.',
    ['1 file of tests or settings differs.'],
  ],
  [
    { is: 'nothing', judge: 3, rows: [] },
    'No file of the program differs.',
    ['3 files of tests or settings differ.'],
  ],
])('a change without any program is told by what else differs', (verdict, head, more) => {
  expect(verdictText(aChange(), verdict)).toMatchObject({ head, more });
});

test('where no check may run, and where none runs tests, is told apart', () => {
  const unable = { is: 'unable', rows: [] } as const;
  expect(verdictText(aChange({ checks: [] }), unable).head).toBe('No check may run here.');
  expect(verdictText(aChange(), unable).head).toBe('None of the checks runs tests.');
});
