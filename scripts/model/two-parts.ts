import { withResolvers } from '../client/child.ts';
import type { ModelCall, Script } from './call.ts';
import { agentsHeard } from './conversation.ts';
import {
  composeScript,
  dispatchInBackground,
  edit,
  inTurn,
  type Part,
  type Parts,
  read,
} from './roles.ts';
import { byNode, changes, looks, reportsTests, runTests } from './work.ts';

const WRITER = 'src/writer.js';
const WRITER_TEST = 'test/writer.test.js';
const READER = 'src/reader.js';
const READER_TEST = 'test/reader.test.js';

const LAST_OF_WRITER = "  assert.equal(writeSettings({ host: 'db' }), 'host=db');\n});";
const SPACED = `

test('writes a space behind each semicolon', () => {
  assert.equal(writeSettings({ host: 'db', port: '5432' }), 'host=db; port=5432');
});`;

const LENIENT = `    const [name, value = ''] = part.split('=');
    settings[name.trim()] = value.trim();`;
const STRICT = `    const [, name, value] = /^(\\w+)=(\\S*)$/.exec(part) ?? [];
    if (name === undefined) throw new SyntaxError(\`not name=value: "\${part}"\`);
    settings[name] = value;`;
const LAST_OF_READER = "{ host: 'db', port: '5432' });\n});";
const REFUSED = `

test('refuses what was mistyped', () => {
  for (const line of ['host', 'host = db', 'host=db;;port=5432']) {
    assert.throws(() => readSettings(line), SyntaxError);
  }
});`;

const writes = changes(
  [
    { file: WRITER, mark: "join('; ')", before: "join(';')", after: "join('; ')" },
    {
      file: WRITER_TEST,
      mark: 'a space behind each',
      before: LAST_OF_WRITER,
      after: LAST_OF_WRITER + SPACED,
    },
  ],
  {
    summary: 'There is a space behind each semicolon.',
    steps: ['Changed what the parts are joined by.', 'Added a test, and ran all.'],
    cites: [
      [WRITER, /join\('; '\)/],
      [WRITER_TEST, /a space behind each/],
    ],
  },
);

const reports = reportsTests({
  summary: 'A part that is not name=value is refused.',
  steps: ['Had the reader look at the whole of each part.', 'Added a test, and ran all.'],
  cites: [
    [READER, /throw new SyntaxError/],
    [READER_TEST, /refuses what was mistyped/],
  ],
});

/** Green as long as nobody writes a space; sent back, it looks at what landed meanwhile. */
function readsStrictly(onceWriterHasEnded: Part): Part {
  const steps = [
    read(READER),
    read(READER_TEST),
    edit(READER, LENIENT, STRICT),
    edit(READER_TEST, LAST_OF_READER, LAST_OF_READER + REFUSED),
    read(READER),
    read(READER_TEST),
    runTests,
    onceWriterHasEnded,
  ] as const;
  const again = [
    read(WRITER),
    edit(READER, "line.split(';')", 'line.split(/; ?/)'),
    read(READER),
    read(READER_TEST),
    runTests,
    reports,
  ];
  return inTurn([...steps, ...again], steps.length);
}

const audits = looks({
  header: ['Verdict: accept'],
  summary: 'Each part does what it was to do, and what the one writes the other reads.',
  steps: ['Read both parts and the test that holds them together.'],
  cites: [
    [WRITER, /join\('; '\)/],
    [READER, /split\(\/; \?\/\)/],
    ['test/round-trip.test.js', /reads what it wrote/],
  ],
  risks: ['Lines that were typed with spaces around the equals sign are refused now.'],
});

/** The one whose work does not fit to the other's is the second to report, each time. */
export function twoParts(others: Partial<Parts> = {}): Script {
  const writer = withResolvers<void>();
  const main: Part = (call) => {
    if (agentsHeard(call).size > 0) writer.resolve();
    return dispatchInBackground(call);
  };
  const reader = readsStrictly(async (call: ModelCall) => {
    await writer.promise;
    return reports(call);
  });
  const unasked = looks({ summary: 'Not asked.', steps: ['Read it.'], cites: [[READER, /read/]] });
  const roles: Parts = {
    ear: unasked,
    eye: unasked,
    tongue: unasked,
    mind: unasked,
    body: byNode({ 'N-010': writes, 'N-020': reader }),
    nose: audits,
  };
  return composeScript({ roles: { ...roles, ...others }, main });
}
