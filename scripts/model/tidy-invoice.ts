import type { Script } from './call.ts';
import { composeScript, type Parts } from './roles.ts';
import { byNode, changes, type Edit, looks } from './work.ts';

const SOURCE = 'src/invoice.js';
const INDEX = 'src/index.js';
const TEST = 'test/invoice.test.js';

const LOOP = `  let sum = 0;
  for (const { price, count, discount = 0 } of items) {
    sum += Math.round(price * count * (1 - discount / 100));
  }`;
const TAX = `export function taxOf(items, percent) {\n${LOOP}\n  return Math.round((sum * percent) / 100);`;
const TOTAL = `export function totalOf(items, percent) {\n${LOOP}\n  return sum + Math.round((sum * percent) / 100);`;

export const TIDY: readonly Edit[] = [
  {
    file: SOURCE,
    mark: 'netOf(items) * percent',
    before: TAX,
    after:
      'export function taxOf(items, percent) {\n  return Math.round((netOf(items) * percent) / 100);',
  },
  {
    file: SOURCE,
    mark: 'netOf(items) + taxOf',
    before: TOTAL,
    after:
      'export function totalOf(items, percent) {\n  return netOf(items) + taxOf(items, percent);',
  },
];
const LAST_TEST =
  '  assert.deepEqual([netOf([]), taxOf([], 19), totalOf([], 19)], [0, 0, 0]);\n});';
const TESTS = `

test('rounds each line on its own, before the tax', () => {
  const lines = Array.from({ length: 3 }, () => ({ price: 33, count: 1, discount: 50 }));
  assert.equal(netOf(lines), 51);
  assert.equal(taxOf(lines, 19), 10);
});`;

/** What the body says when its change is made. */
const TIDIED = {
  summary: 'Tax and total build on the one sum; what they give is the same.',
  steps: ['Let taxOf and totalOf use netOf.', 'Ran the tests.'],
  cites: [
    [SOURCE, /netOf\(items\) \* percent/],
    [SOURCE, /netOf\(items\) \+ taxOf/],
  ],
  risks: ['The items are gone through twice for a total, which must be a list and no generator.'],
} as const;

const parts: Parts = {
  ear: looks({ summary: 'Not asked.', steps: ['Read it.'], cites: [[SOURCE, /netOf/]] }),
  eye: looks({
    summary: 'The sum of the lines is written three times, rounded line by line each time.',
    steps: [
      'Read the module, its entry and its tests.',
      'No test holds that each line is rounded on its own.',
    ],
    cites: [
      [SOURCE, /export function netOf/],
      [SOURCE, /export function taxOf/],
      [INDEX, /export/],
      [TEST, /rounds the tax/],
    ],
  }),
  mind: byNode({
    'N-020': looks({
      summary: 'netOf stays as it is; the other two build on it.',
      steps: [
        'In src/invoice.js let taxOf take its sum from netOf, then totalOf from both.',
        'Keep the three exported names.',
        'Decision: no new function for the loop, because netOf is already it.',
      ],
      cites: [[SOURCE, /export function netOf/]],
    }),
    'N-060': looks({
      summary: 'The sum is written once; names and results are as they were.',
      steps: ['Compared the three functions with what they were.'],
      cites: [
        [SOURCE, /netOf\(items\) \* percent/],
        [TEST, /rounds each line/],
      ],
    }),
  }),
  body: changes(TIDY, TIDIED),
  tongue: changes(
    [{ file: TEST, mark: 'rounds each line', before: LAST_TEST, after: LAST_TEST + TESTS }],
    {
      summary: 'One test more, for the rounding of each line.',
      steps: ['Added the test; it passes on the code of before as well.', 'Ran all tests.'],
      cites: [[TEST, /rounds each line/]],
    },
  ),
  nose: looks({
    header: ['Verdict: accept'],
    summary: 'Each result comes from the same sums in the same order of rounding.',
    steps: ['Held the new functions against the old ones.'],
    cites: [
      [SOURCE, /netOf\(items\) \* percent/],
      [SOURCE, /netOf\(items\) \+ taxOf/],
    ],
    risks: ['Whoever passed a generator as items gets a wrong total now.'],
  }),
};

export function tidyInvoice(others: Partial<Parts> = {}): Script {
  return composeScript({ roles: { ...parts, ...others } });
}
