import type { Script } from './call.ts';
import { composeScript, dispatchInBackground, type Parts } from './roles.ts';
import { byNode, changes, looks } from './work.ts';

const STORE = 'src/store.js';
const QUEUE = 'src/queue.js';
const ROUTES = 'src/routes.js';
const TEST = 'test/service.test.js';
const PAGE = 'README.md';

const STORE_END = 'return [...notes];\n}';
const CAN_KEEP = `

/** Whether it has room for another note. */
export function hasRoom() {
  return notes.length < 10_000;
}`;
const QUEUE_END = 'return waiting.shift();\n}';
const IS_MOVING = `

/** Whether the mailer keeps up with what comes. */
export function keepsUp() {
  return waiting.length < 100;
}`;
const IMPORTS = `import { mailLater } from './queue.js';
import { all, keep } from './store.js';`;
const MORE_IMPORTS = `import { keepsUp, mailLater } from './queue.js';
import { all, hasRoom, keep } from './store.js';`;
const FIRST_ROUTE = "  'GET /notes': ()";
const HEALTH = `  'GET /health': () => {
    const seen = { store: hasRoom(), queue: keepsUp() };
    return { status: seen.store && seen.queue ? 200 : 503, body: seen };
  },
`;
const LAST_TEST = "  assert.equal(answer('GET', '/').status, 404);\n});";
const TESTS = `

test('is healthy while the mailer keeps up, and says what is not', () => {
  assert.deepEqual(answer('GET', '/health'), { status: 200, body: { store: true, queue: true } });
  for (let note = 0; note < 100; note += 1) queue.mailLater(note);
  assert.deepEqual(answer('GET', '/health'), { status: 503, body: { store: true, queue: false } });
  while (queue.next() !== undefined);
});`;
const PAGE_LAST = '| `GET /notes` | all of them |';
const PAGE_MORE =
  '\n| `GET /health` | 200 while notes can be kept and the mailer keeps up, else 503; which of them is not, is in it |';

/** Two parts that need nothing of each other, a third that needs both, and an audit of what strangers can reach. */
const PLAN = `nodes:
  - id: store
    title: The store says whether it has room
    allowed_paths: [src/store.js]
    instructions: In src/store.js add hasRoom, true while there are fewer than 10,000 notes.
  - id: queue
    title: The queue says whether the mailer keeps up
    allowed_paths: [src/queue.js]
    instructions: In src/queue.js add keepsUp, true while fewer than 100 notes wait.
  - id: endpoint
    title: The endpoint
    allowed_paths: [src/routes.js]
    instructions: In src/routes.js answer GET /health with what the store and the queue say, 503 where one says no.
  - id: audit
    title: Audit what strangers can reach
    role: nose
    join: any
    instructions: Judge whether a stranger learns or does more by it than they should.
edges:
  - { from: store, to: endpoint }
  - { from: queue, to: endpoint }
  - { from: store, to: audit, condition: 'predicate:"src/routes.js" in run.patch_files' }
  - { from: queue, to: audit, condition: 'predicate:"src/routes.js" in run.patch_files' }
  - { from: endpoint, to: audit, condition: 'predicate:"src/routes.js" in run.patch_files' }
`;

const criteria = [
  [TEST, /is healthy while/],
  [TEST, /says what is not/],
  [TEST, /keeps a note and has it mailed/],
  [PAGE, /GET \/health/],
] as const;

const body = byNode({
  'N-100': changes(
    [{ file: STORE, mark: 'hasRoom', before: STORE_END, after: STORE_END + CAN_KEEP }],
    {
      summary: 'The store says whether it has room.',
      steps: ['Added hasRoom beside what reads the notes.', 'Ran the tests.'],
      cites: [[STORE, /export function hasRoom/]],
    },
  ),
  'N-090': changes(
    [{ file: QUEUE, mark: 'keepsUp', before: QUEUE_END, after: QUEUE_END + IS_MOVING }],
    {
      summary: 'The queue says whether the mailer keeps up.',
      steps: ['Added keepsUp beside what takes the next note.', 'Ran the tests.'],
      cites: [[QUEUE, /export function keepsUp/]],
    },
  ),
  'N-080': changes(
    [
      { file: ROUTES, mark: 'hasRoom', before: IMPORTS, after: MORE_IMPORTS },
      { file: ROUTES, mark: 'GET /health', before: FIRST_ROUTE, after: HEALTH + FIRST_ROUTE },
    ],
    {
      summary: 'GET /health answers what the store and the queue say.',
      steps: ['Imported both.', 'Added the route before the others.', 'Ran the tests.'],
      cites: [[ROUTES, /GET \/health/]],
      risks: [
        'Whoever reaches the port learns that the mailer is behind, and nothing of the notes.',
      ],
    },
  ),
});

const parts: Parts = {
  ear: looks({
    summary: 'One address has to say whether the service can do its work.',
    steps: [
      'Read the README and the tests.',
      'Criterion: `GET /health` gives 200 while notes can be kept and fewer than 100 wait for the mailer.',
      'Criterion: else it gives 503, and says which of the two it is.',
      'Criterion: the notes are kept and mailed as before.',
      'Criterion: [documentation] README.md tells of GET /health.',
    ],
    cites: [
      [PAGE, /POST \/notes/],
      [TEST, /has it mailed/],
    ],
  }),
  eye: looks({
    summary: 'Routes are one table; the store and the queue know nothing of each other.',
    steps: ['Read all four files.', 'Looked for who else changes notes or the queue: nobody.'],
    cites: [
      [ROUTES, /export const ROUTES/],
      [STORE, /const notes/],
      [QUEUE, /const waiting/],
    ],
  }),
  mind: byNode({
    'N-020': looks({
      summary: 'The store and the queue each say how they are; then a route puts it together.',
      steps: [
        'In src/store.js and src/queue.js one function each; neither needs the other.',
        'Then in src/routes.js the route, which needs both.',
        'Decision: the limits stand where what they limit stands, because routes would not know why.',
      ],
      cites: [[ROUTES, /export const ROUTES/]],
      plan: PLAN,
    }),
    'N-060': looks({
      summary: 'The service says whether it can do its work, and tests hold it.',
      steps: ['Went through the criteria: each has a test, or stands in the README.'],
      criteria,
      cites: [
        [ROUTES, /GET \/health/],
        [TEST, /is healthy while/],
      ],
    }),
  }),
  body,
  tongue: changes(
    [
      { file: TEST, mark: 'is healthy while', before: LAST_TEST, after: LAST_TEST + TESTS },
      { file: PAGE, mark: 'GET /health', before: PAGE_LAST, after: PAGE_LAST + PAGE_MORE },
    ],
    {
      summary: 'A test more, and a line in the README.',
      steps: ['Added the test.', 'Told of it in the README.', 'Ran all tests.'],
      cites: [
        [TEST, /is healthy while/],
        [PAGE, /GET \/health/],
      ],
    },
  ),
  nose: looks({
    header: ['Verdict: accept'],
    summary: 'It tells a stranger two yes or no, and changes nothing.',
    steps: [
      'Read the route and what it asks.',
      'Looked what a flood of requests would cost: nothing.',
    ],
    cites: [
      [ROUTES, /GET \/health/],
      [STORE, /export function hasRoom/],
    ],
    risks: ['Whoever reaches the port learns that the mailer is behind.'],
  }),
};

export function addHealthCheck(others: Partial<Parts> = {}): Script {
  return composeScript({ roles: { ...parts, ...others }, main: dispatchInBackground });
}
