// A trial in a few words of each language, and its table.

import { describe, expect, test } from 'vitest';
import { recipeText, treeName } from '../../runtime/cli/prove/trial-text.ts';
import { ENDED } from '../../runtime/model/trial-kinds.ts';
import { LANGUAGES } from '../../runtime/model/vocabulary.ts';
import type { Recipe } from '../../runtime/proof/row.ts';
import { trialWords } from '../../runtime/words/languages/verdict-text.ts';
import { columns, padded } from '../../runtime/words/plain-text.ts';
import type { TrialWords } from '../../runtime/words/trial-words.ts';

const [ENGLISH, CHINESE] = LANGUAGES.map(trialWords) as [TrialWords, TrialWords];

const RECIPES: readonly Recipe[] = [
  ...(['nothing', 'program', 'judge', 'all'] as const).map((back) => ({ back })),
  { back: [1, 3] },
  { back: 'nothing', how: 'bare' },
  { back: 'nothing', how: 'plain', planted: { tops: [] } },
  { back: 'nothing', planted: { cases: [] }, without: ['7/8', '9'] },
  { back: 'nothing', planted: { types: [] } },
];
const TREES = ['working', 'last', 'one-before', 'parted'] as const;
const COUNTS = { all: 9, program: 3, judge: 2, both: 4, prose: 5 };

/** All there is to say, by whoever says it. */
function sayings(words: TrialWords): readonly string[] {
  return [
    ...RECIPES.map((recipe) => recipeText(words, recipe)),
    ...ENDED.map((ended) => words.ended[ended]),
    ...TREES.map((kind) => treeName(words, { tree: '', kind, of: '' })),
    ...words.columns.slice(0, 3),
    words.change('1', '2', COUNTS),
    words.cases(3),
    words.seconds('1.5'),
    words.run(3, 2, ''),
    words.run(3, 10, ''),
    words.runsAhead(2, 10),
    words.runs(3, '1.5'),
    words.theCheck,
    words.inDoubt,
    words.andMore(3),
    words.next,
    words.endedWith(''),
    words.sets('1'),
  ];
}

describe('a run', () => {
  test('is told in each language, in no words of the other, and with the same numbers', () => {
    const [english, chinese] = [sayings(ENGLISH), sayings(CHINESE)];
    const numbers = (line: string | undefined) => (line?.match(/\d+/g) ?? []).sort();
    for (const [at, line] of chinese.entries()) {
      expect(line).toMatch(/\p{Script=Han}/u);
      expect(line).not.toMatch(/[a-z]/i);
      expect([line, numbers(line)]).toEqual([line, numbers(english[at])]);
    }
    for (const line of english) expect(line).not.toMatch(/\p{Script=Han}|[，。：（）]/u);
  });

  test.each([ENGLISH, CHINESE])('is told apart from each other one', (words) => {
    const recipes = RECIPES.map((recipe) => recipeText(words, recipe));
    expect(new Set(recipes).size).toBe(RECIPES.length);
    expect(new Set(ENDED.map((ended) => words.ended[ended])).size).toBe(ENDED.length);
  });

  test('stands in a column, whatever signs its name has', () => {
    const names = ['passes', '通过', '通过，a'];
    expect(names.map(columns)).toEqual([6, 4, 7]);
    expect(names.map((name) => columns(padded(name, 9)))).toEqual([9, 9, 9]);
    expect(padded('passes', 3)).toBe('passes');
  });
});
