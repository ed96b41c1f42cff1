import type { Script } from './call.ts';
import { composeScript, type Parts } from './roles.ts';
import { byNode, changes, looks } from './work.ts';

const SOURCE = 'src/format.js';
const INDEX = 'src/index.js';
const TEST = 'test/format.test.js';
const PAGE = 'README.md';

const LAST_LINES = "  return parts.join(' ') || '0 s';\n}";
const PARSE = String.raw`

/** What formatDuration writes, back: units from the largest to the smallest, each once at most. */
export function parseDuration(text) {
  const words = text.split(' ');
  let seconds = 0;
  let next = 0;
  for (let i = 0; i < words.length; i += 2) {
    const unit = UNITS.findIndex(({ name }, at) => at >= next && name === words[i + 1]);
    if (unit < 0 || !/^\d+$/.test(words[i])) throw new RangeError('not a duration: ' + text);
    seconds += Number(words[i]) * UNITS[unit].seconds;
    next = unit + 1;
  }
  return seconds;
}`;
const LAST_TEST = '    assert.throws(() => formatDuration(value), RangeError);\n  }\n});';
const TESTS = `

test('reads what it has written', () => {
  for (const seconds of [0, 5, 3725, 7200, 90_061]) {
    assert.equal(durations.parseDuration(formatDuration(seconds)), seconds);
  }
});

test('refuses to read what it would not write', () => {
  for (const text of ['', '5', 's', '5 s 1 h', '1 h 1 h', '-1 s', '1 week']) {
    assert.throws(() => durations.parseDuration(text), RangeError);
  }
});`;
const PAGE_END =
  'Whatever is not a whole number of seconds, or is negative, throws a `RangeError`.';
const PAGE_MORE =
  "\n\n`parseDuration('1 h 2 min 5 s')` gives the seconds back; any other text throws a `RangeError`.";
const ENDS_LIKE = 'at all is `0 s`. ';

/** Readers side by side, a plan, the change, and tongue beside nose. */
const parts: Parts = {
  ear: looks({
    summary: 'What formatDuration writes has to be read back to the same number of seconds.',
    steps: [
      'Read the README and the tests.',
      "Criterion: `parseDuration('1 h 2 min 5 s')` gives 3725, and `parseDuration('0 s')` gives 0.",
      'Criterion: a text that formatDuration would not write throws a `RangeError`.',
      'Criterion: formatDuration gives what it gave before.',
      'Criterion: [behavioural] test/format.test.js reads back what formatDuration has written.',
      'Criterion: [documentation] README.md tells of parseDuration.',
    ],
    cites: [
      [PAGE, /the largest first/],
      [TEST, /1 h 2 min 5 s/],
    ],
  }),
  eye: looks({
    summary: 'The units stand in one table, which a parser can go through in the same order.',
    steps: ['Read the module and its entry.', 'Looked for who else knows the units: nobody.'],
    cites: [
      [SOURCE, /const UNITS/],
      [SOURCE, /throw new RangeError/],
      [INDEX, /export/],
    ],
    next: ['Put the parser beside formatDuration, and export it from the entry.'],
  }),
  mind: byNode({
    'N-020': looks({
      summary: 'One function beside formatDuration that goes through the same table.',
      steps: [
        'In src/format.js add parseDuration after formatDuration; it throws as that one does.',
        'In src/index.js export it.',
        'Decision: the parser accepts only what formatDuration writes, because a looser one could not be narrowed later.',
      ],
      cites: [[SOURCE, /const UNITS/]],
    }),
    'N-060': looks({
      summary: 'Durations are read back as they are written, and tests hold it.',
      steps: ['Went through the criteria: each has a test, or stands in the README.'],
      criteria: [
        [TEST, /reads what it has written/],
        [TEST, /refuses to read/],
        [TEST, /1 h 2 min 5 s/],
        [TEST, /reads what it has written/],
        [PAGE, /gives the seconds back/],
      ],
      cites: [
        [SOURCE, /export function parseDuration/],
        [TEST, /reads what it has written/],
      ],
    }),
  }),
  body: changes(
    [
      { file: SOURCE, mark: 'parseDuration(text)', before: LAST_LINES, after: LAST_LINES + PARSE },
      {
        file: INDEX,
        mark: 'parseDuration',
        before: '{ formatDuration }',
        after: '{ formatDuration, parseDuration }',
      },
    ],
    {
      summary: 'parseDuration reads what formatDuration writes.',
      steps: ['Added the function as planned.', 'Exported it.', 'Ran the tests.'],
      cites: [
        [SOURCE, /export function parseDuration/],
        [INDEX, /parseDuration/],
      ],
      risks: ['Texts with other blanks than formatDuration writes are refused.'],
    },
  ),
  tongue: changes(
    [
      {
        file: TEST,
        mark: 'reads what it has written',
        before: LAST_TEST,
        after: LAST_TEST + TESTS,
      },
      {
        file: PAGE,
        mark: 'gives the seconds back',
        before: ENDS_LIKE + PAGE_END,
        after: ENDS_LIKE + PAGE_END + PAGE_MORE,
      },
    ],
    {
      summary: 'Two tests more, and a sentence in the README.',
      steps: ['Added the tests.', 'Told of it in the README.', 'Ran all tests.'],
      cites: [
        [TEST, /reads what it has written/],
        [PAGE, /gives the seconds back/],
      ],
    },
  ),
  nose: looks({
    header: ['Verdict: accept'],
    summary: 'The parser meets the criteria and leaves formatDuration as it was.',
    steps: ['Read the new function.', 'Looked what becomes of an empty text: it is refused.'],
    cites: [
      [SOURCE, /export function parseDuration/],
      [INDEX, /parseDuration/],
    ],
    risks: ['A number of many digits loses exactness, as it would in formatDuration.'],
  }),
};

export function addParseDuration(others: Partial<Parts> = {}): Script {
  return composeScript({ roles: { ...parts, ...others } });
}
