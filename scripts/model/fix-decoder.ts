import { join } from 'node:path';
import type { ModelCall, Reply, Script } from './call.ts';
import { linesRead, textSince, workingDirectory } from './conversation.ts';
import { giveBack, type Report, referTo, reportText } from './report.ts';
import {
  bash,
  composeScript,
  edit,
  inTurn,
  lastBash,
  type Part,
  type Parts,
  read,
} from './roles.ts';

const SOURCE = 'src/decoder.js';
const TEST = 'test/decoder.test.js';

const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
const LAST_TEST =
  "  assert.throws(() => decode(packet('01 02 09 00')), { name: 'DecodeError', offset: 2 });\n});";
const ADDED_TITLE = 'refuses a value that was cut off';
const ADDED_TEST = `
test('an empty Uint8Array holds no readings', () => {
  assert.deepEqual(decode(new Uint8Array()), []);
});

test('${ADDED_TITLE}', () => {
  assert.throws(() => decode(packet('01 02 00 02 07')), { name: 'DecodeError', offset: 4 });
});`;

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

  body: inTurn(
    [
      read(SOURCE),
      unlessThere(GUARD, SOURCE, edit(SOURCE, CRASH, `${GUARD}\n${CRASH}`)),
      read(SOURCE),
      runTests,
      (call) =>
        back(call, {
          ...tested(call, 'An empty body now gives no readings.'),
          steps: ['Put a guard before the version byte is read.', 'Ran the tests.'],
          references: referTo(call, SOURCE, /bytes\.length === 0/),
        }),
    ],
    2,
  ),

  tongue: inTurn(
    [
      read(TEST),
      unlessThere(ADDED_TITLE, TEST, edit(TEST, LAST_TEST, `${LAST_TEST}\n${ADDED_TEST}`)),
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
            ...referTo(call, SOURCE, /bytes\.length === 0/),
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
      (call) =>
        back(call, {
          ...lookedOnly,
          summary: 'The crash is gone and a test holds it.',
          steps: [
            'Read the final state of the decoder.',
            'Decision: an empty body is valid and holds no readings; it is not an error.',
          ],
          references: referTo(call, SOURCE, /bytes\.length === 0/),
        }),
    ],
    0,
  ),
};

/** The whole job, main agent included; `others` take the place of the honest parts. */
export function fixDecoder(others: Partial<Parts> = {}, main?: Part): Script {
  return composeScript({
    roles: { ...honest, ...others },
    ...(main === undefined ? {} : { main }),
  });
}

const lookedOnly = { status: 'done', tests: 'none', level: 'L1' } as const;

function back(call: ModelCall, report: Report): Reply {
  return giveBack(call, reportText(call, report));
}

/** Runs the tests as the work order says they are run, where that is by Node itself; else by npm. */
export function runTests(call: ModelCall): Reply | Promise<Reply> {
  return bash(testCommand(call))(call);
}

function testCommand(call: ModelCall): string {
  const ordered = /^- The runtime checks .+: (node --test .+)$/m.exec(textSince(call, 0));
  return ordered?.[1] ?? 'npm test';
}

/** What may be said after a test run: that it worked only if it passed, with the numbers it printed. */
function tested(call: ModelCall, whenPassed: string) {
  const command = testCommand(call);
  const { text, isError } = lastBash(call);
  const passed = /^[#ℹ] pass (\d+)/m.exec(text)?.[1] ?? '0';
  const ok = !isError && /^[#ℹ] fail 0/m.test(text);
  return {
    status: ok ? 'done' : 'failed',
    tests: `${command} (${ok ? 'pass' : 'fail'})`,
    level: 'L2',
    summary: ok ? whenPassed : `\`${command}\` still fails.`,
    repro: { command, result: ok ? `${passed} tests pass` : `${command} fails` },
  } as const;
}

/** After a crash the work may be there already. Then it is tested once more instead of done twice. */
function unlessThere(text: string, file: string, work: Part): Part {
  return (call) => {
    const lines = linesRead(call, join(workingDirectory(call), file));
    const there = [...lines.values()].some((line) => line.includes(text.trim()));
    return there ? runTests(call) : work(call);
  };
}
