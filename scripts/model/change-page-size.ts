import type { Script } from './call.ts';
import { composeScript, type Parts } from './roles.ts';
import { changes, looks } from './work.ts';

const SOURCE = 'src/pages.js';
const PAGE = 'README.md';

const unasked = looks({ summary: 'Not asked.', steps: ['Read it.'], cites: [[SOURCE, /PAGE/]] });

/** One agent is all there is to it. */
const parts: Parts = {
  ear: unasked,
  eye: unasked,
  tongue: unasked,
  nose: unasked,
  mind: unasked,
  body: changes(
    [
      { file: SOURCE, mark: 'PAGE_SIZE = 25', before: 'PAGE_SIZE = 20', after: 'PAGE_SIZE = 25' },
      { file: PAGE, mark: 'pages, 25 rows', before: 'pages, 20 rows', after: 'pages, 25 rows' },
    ],
    {
      summary: 'A page holds 25 rows where nothing else is said.',
      steps: ['Changed the number.', 'Corrected the README.', 'Ran the tests.'],
      cites: [
        [SOURCE, /PAGE_SIZE = 25/],
        [PAGE, /25 rows/],
      ],
    },
  ),
};

export function changePageSize(others: Partial<Parts> = {}): Script {
  return composeScript({ roles: { ...parts, ...others } });
}
