import type { ModelCall, Script } from './call.ts';
import { onCriterion, type Report, referTo } from './report.ts';
import { composeScript, edit, inTurn, type Part, type Parts, read } from './roles.ts';
import { back, byNode, lookedOnly, runTests, tested, unlessThere } from './work.ts';

const SOURCE = 'src/decoder.js';
const TEST = 'test/decoder.test.js';

const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
/** An empty body is there, and has no bytes. */
const WRONG = '  if (!bytes) return [];';
const GUARD_LINE = /return \[\];/;
const FIXED = 'An empty body now gives no readings.';
const LAST_TEST =
  "  assert.throws(() => decode(packet('01 02 09 00')), { name: 'DecodeError', offset: 2 });\n});";
const ADDED_TITLE = 'refuses a value that was cut off';
const SHOWING_TITLE = 'an empty Uint8Array holds no readings';
const SHOWING_TEST = `
test('${SHOWING_TITLE}', () => {
  assert.deepEqual(decode(new Uint8Array()), []);
});`;
const CUT_OFF_TEST = `
test('${ADDED_TITLE}', () => {
  assert.throws(() => decode(packet('01 02 00 02 07')), { name: 'DecodeError', offset: 4 });
});`;

/** Puts the guard in, and reads the file once more to cite it. */
const fixes: readonly [Part, ...Part[]] = [
  read(SOURCE),
  unlessThere(GUARD, SOURCE, edit(SOURCE, CRASH, `${GUARD}\n${CRASH}`)),
  read(SOURCE),
];

/** Reports the fix, with what is said of the tests. */
function reportsFix(ofTests: (call: ModelCall) => Omit<Report, 'steps' | 'references'>): Part {
  return (call) =>
    back(call, {
      ...ofTests(call),
      steps: ['Put a guard before the version byte is read.', 'Ran the tests.'],
      references: referTo(call, SOURCE, GUARD_LINE),
    });
}

const asTested = reportsFix((call) => tested(call, FIXED));

/** A guard that guards nothing, and a report of a test run that never was. Sent back, it puts the right one there and runs the tests. */
export const claimsTests: Part = inTurn(
  [
    read(SOURCE),
    unlessThere(WRONG, SOURCE, edit(SOURCE, CRASH, `${WRONG}\n${CRASH}`)),
    read(SOURCE),
    reportsFix(() => ({
      status: 'done',
      tests: 'npm test (pass)',
      level: 'L2',
      summary: FIXED,
      repro: { command: 'npm test', result: '6 tests pass' },
    })),
    unlessThere(GUARD, SOURCE, edit(SOURCE, WRONG, GUARD)),
    read(SOURCE),
    runTests,
    asTested,
  ],
  4,
);

/**
 * Six agents that do the decoder job: they read, edit and test for real, and their reports hold only
 * what they saw. A test replaces the ones it wants to misbehave: `fixDecoder({ body: liar })`.
 */
export const honest: Parts = {
  ear: inTurn([
    read('README.md'),
    read(TEST),
    (call) =>
      back(call, {
        ...lookedOnly,
        summary: 'An empty body must decode to no readings instead of crashing.',
        steps: [
          'Read the packet format and the tests.',
          'Criterion: `npm test` passes, with the test for an empty body unchanged.',
          'Criterion: packets that decode today decode to the same readings.',
        ],
        references: [
          ...referTo(call, 'README.md', /had nothing to forward/),
          ...referTo(call, TEST, /an empty body/),
        ],
      }),
  ]),

  eye: inTurn(
    [
      read(SOURCE),
      read(TEST),
      (call) =>
        back(call, {
          ...lookedOnly,
          summary: 'The version byte is read before anything checks that there is one.',
          steps: [
            'Followed the failing test into `decode`.',
            'Found the first read of the buffer.',
          ],
          repro: {
            command: 'npm test',
            result: 'expected to fail in "an empty body holds no readings"',
          },
          references: [
            ...referTo(call, SOURCE, /readUInt8\(0\);$/),
            ...referTo(call, TEST, /an empty body/),
          ],
          next: ['Return no readings when the buffer is empty.'],
        }),
    ],
    0,
  ),

  body: inTurn([...fixes, runTests, asTested], 2),

  tongue: inTurn(
    [
      read(TEST),
      unlessThere(
        ADDED_TITLE,
        TEST,
        edit(TEST, LAST_TEST, `${LAST_TEST}\n${SHOWING_TEST}\n${CUT_OFF_TEST}`),
      ),
      read(TEST),
      runTests,
      (call) =>
        back(call, {
          ...tested(call, 'Two tests more: an empty Uint8Array, and a value that was cut off.'),
          steps: ['Added the tests.', 'Ran all of them.'],
          references: [
            ...referTo(call, TEST, /an empty Uint8Array/),
            ...referTo(call, TEST, /cut off/),
          ],
        }),
    ],
    2,
  ),

  nose: inTurn(
    [
      read(SOURCE),
      (call) =>
        back(call, {
          ...lookedOnly,
          header: ['Verdict: accept'],
          summary: 'The guard is where it belongs and changes nothing for other input.',
          steps: [
            'Read the changed function.',
            'Looked for other reads past the end of the buffer.',
          ],
          references: [
            ...referTo(call, SOURCE, GUARD_LINE),
            ...referTo(call, SOURCE, /truncated value/),
          ],
          risks: ['Callers that relied on the exception for empty input no longer get one.'],
        }),
    ],
    0,
  ),

  mind: inTurn(
    [
      read(SOURCE),
      read(TEST),
      (call) =>
        back(call, {
          ...lookedOnly,
          summary: 'The crash is gone and a test holds it.',
          steps: [
            'Read the final state of the decoder.',
            onCriterion(call, 1, TEST, /an empty body/),
            onCriterion(call, 2, SOURCE, GUARD_LINE),
            'Decision: an empty body is valid and holds no readings; it is not an error.',
          ],
          references: referTo(call, SOURCE, GUARD_LINE),
        }),
    ],
    0,
  ),
};

/** Before anything is fixed: a test that fails, which is what its report has to say. */
const showsFault: Part = inTurn(
  [
    read(TEST),
    unlessThere(SHOWING_TITLE, TEST, edit(TEST, LAST_TEST, `${LAST_TEST}\n${SHOWING_TEST}`)),
    read(TEST),
    runTests,
    (call) => {
      const { repro } = tested(call, '');
      return back(call, {
        status: 'done',
        tests: `${repro.command} (fail)`,
        level: 'L1',
        summary: 'An empty Uint8Array makes the decoder crash, and a test shows it.',
        repro,
        steps: ['Added a test for an empty Uint8Array.', 'Ran the tests: it fails.'],
        references: referTo(call, TEST, /an empty Uint8Array/),
      });
    },
  ],
  2,
);

const addsCutOff: Part = inTurn(
  [
    read(TEST),
    unlessThere(ADDED_TITLE, TEST, edit(TEST, LAST_TEST, `${LAST_TEST}\n${CUT_OFF_TEST}`)),
    read(TEST),
    runTests,
    (call) =>
      back(call, {
        ...tested(call, 'One test more: a value that was cut off.'),
        steps: ['Added the test.', 'Ran all of them.'],
        references: referTo(call, TEST, /cut off/),
      }),
  ],
  2,
);

/** With `--reproduce first`: a tongue works before the body, and another one after it. */
export const testFirst: Partial<Parts> = {
  tongue: byNode({ 'N-060': showsFault, 'N-030': addsCutOff }),
};

/** The whole job, main agent included; `others` take the place of the honest parts. */
export function fixDecoder(others: Partial<Parts> = {}, main?: Part): Script {
  return composeScript({
    roles: { ...honest, ...others },
    ...(main === undefined ? {} : { main }),
  });
}
