// A change and what would come of each trial of it, as values: a judge is given rows by a table.

import * as fc from 'fast-check';
import { ENDED } from '../../runtime/model/trial-kinds.ts';
import type { Change } from '../../runtime/proof/change.ts';
import { prove } from '../../runtime/proof/replay.ts';
import type { Case, Ended, Recipe, Row, Want } from '../../runtime/proof/row.ts';
import type { Verdict } from '../../runtime/proof/verdict.ts';

export const CHECK = {
  gate: {
    type: 'test',
    name: 'npm test',
    command: ['npm', 'test'],
    mustPass: true,
    expect_exit: 0,
    timeout_sec: 60,
  },
} as const;

export const LINT = {
  gate: { ...CHECK.gate, type: 'lint', name: 'lint', command: ['npm', 'run', 'lint'] },
} as const;

export function aChange(more: Partial<Change> = {}): Change {
  return {
    base: 'b',
    tree: 't',
    files: [
      { path: 'src/a.js', status: 'M', meaning: 'program', because: 'src/', after: '1' },
      {
        path: 'test/a.test.js',
        status: 'M',
        meaning: 'judge',
        because: 'a test by its name',
        after: '2',
      },
    ],
    places: [
      { path: 'src/a.js', line: 3, size: 2 },
      { path: 'src/a.js', line: 9, size: 1 },
    ],
    checks: [CHECK],
    doubts: [],
    ...more,
  };
}

/** `a passed`, `b failed: boom`, `c skipped`; `other.js: a passed` of another file. */
export function cases(...lines: readonly string[]): readonly Case[] {
  return lines.map((line) => {
    const [, file = 'test/a.test.js', name = '', ended = '', said] =
      /^(?:(\S+): )?(.+?) (passed|failed|skipped)(?:: (.*))?$/.exec(line) ?? [];
    const at = { file, name, nth: 1 };
    const how = ended === 'failed' || ended === 'skipped' ? ended : 'passed';
    return { ...at, ended: how, ...(how === 'failed' && { said: said ?? 'no' }) };
  });
}

export type Outcome = Ended | Partial<Row>;

/** By the name of a trial: `now`, `before`, `sealed`, `base`, `planted`, `back 0,1`, with ` bare` without a report,
 * ` 2` for the second. */
export type Table = Readonly<Record<string, Outcome>>;

export function nameOf({ recipe, nth, check }: Want): string {
  const isTop = recipe.planted && 'tops' in recipe.planted && recipe.planted.tops.length > 0;
  const isTypes = recipe.planted && 'types' in recipe.planted;
  const planted = { program: ' before', all: ' base' }[String(recipe.back)] ?? '';
  const base = recipe.planted
    ? `planted${planted}${isTop ? ' top' : ''}${isTypes ? ' types' : ''}`
    : backName(recipe.back);
  const alone = recipe.without === undefined ? '' : ' alone';
  const bare = recipe.how === undefined ? '' : ` ${recipe.how}`;
  return `${check > 0 ? `${check}: ` : ''}${base}${alone}${bare}${nth > 1 ? ` ${nth}` : ''}`;
}

function backName(back: Recipe['back']): string {
  const names = { nothing: 'now', program: 'before', judge: 'sealed', all: 'base' } as const;
  return typeof back === 'string' ? names[back] : `back ${back.join(',')}`;
}

/** The second of a kind is like the first where the table says nothing of it. */
export function rowOf(table: Table, want: Want): Row {
  const name = nameOf(want);
  const outcome =
    table[name] ?? table[name.replace(/(?: top| types)?(?: bare| plain)?(?: \d+)?$/, '')];
  if (outcome === undefined) throw new Error(`nobody said how "${name}" ends`);
  const more = typeof outcome === 'string' ? { ended: outcome } : outcome;
  const ended = more.ended ?? 'pass';
  const lines =
    want.recipe.planted && 'cases' in want.recipe.planted ? want.recipe.planted.cases.length : 1;
  const isSilent = ['pass', 'not-started', 'disturbed'].includes(ended);
  const planted = want.recipe.planted && { lines, seen: isSilent ? 0 : lines, without: [] };
  return {
    ...want,
    ended,
    exitCode: ended === 'pass' ? 0 : 1,
    why: `it ended as ${ended}`,
    totals: {},
    notes: [],
    seconds: 1,
    log: `${name}.log`,
    ...(planted && { planted }),
    ...more,
  };
}

export async function judged(
  table: Table,
  change: Change = aChange(),
): Promise<Readonly<{ verdict: Verdict; asked: readonly string[]; wants: readonly Want[] }>> {
  const wants: Want[] = [];
  const verdict = await prove(change, async (want) => {
    wants.push(want);
    return rowOf(table, want);
  });
  return { verdict, asked: wants.map(nameOf), wants };
}

export const SHOWN: Table = {
  now: 'pass',
  before: 'fail',
  sealed: 'pass',
  base: 'pass',
  planted: 'fail',
};

const endings = fc.constantFrom<Ended>(...ENDED);
const reported = fc.record({
  ended: endings,
  cases: fc
    .tuple(
      fc.subarray(['a', 'b']),
      fc.array(fc.constantFrom('passed', 'failed', 'skipped'), { minLength: 2, maxLength: 2 }),
    )
    .map(([names, ends]) => cases(...names.map((name, at) => `${name} ${ends[at]}`))),
});
const TRIALS = [
  'now',
  'base',
  'before',
  'sealed',
  'planted',
  'planted types',
  'planted before',
  'planted base',
  'now bare',
  'before 2',
  'back 0',
  'back 1',
  'now alone',
  'before alone',
  'sealed alone',
  'base alone',
  'planted alone',
  'before alone 2',
];

/** Any way in which trials may end, with reports and without. */
export const anyTable = fc.record(
  Object.fromEntries(TRIALS.map((name) => [name, fc.oneof(endings, reported)])),
);
