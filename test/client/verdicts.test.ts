// Work that fixes nothing is not called done, and who may not run the tests is not stuck, with the real client.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workingDirectory } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack, type Report, referTo, reportText } from '../../scripts/model/report.ts';
import { edit, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { runTests } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { CHECK, SOURCE, TEST } from '../rig/decoder.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { played } from './played.ts';

const client = await requireClient();
const FIX = '/wukong_fix the decoder crashes on empty input';
const FAILING =
  "test('an empty body holds no readings', () => {\n  assert.deepEqual(decode(packet('')), []);\n});\n\n";
const ASSERTION = "assert.throws(() => decode(packet('07 02 00 02 07e9')), DecodeError);";
const MORE = 'test/more.test.js';

/** Says that all is well, and cites where `pattern` stands. */
function says(file: string, pattern: RegExp, more: Partial<Report> = {}): Part {
  return (call) =>
    giveBack(
      call,
      reportText(call, {
        status: 'done',
        tests: `${CHECK} (pass)`,
        level: 'L2',
        summary: 'Done, and all tests pass.',
        steps: ['Did what was asked.'],
        repro: { command: CHECK, result: 'all pass' },
        references: referTo(call, file, pattern),
        risks: ['Nothing else uses what was changed.'],
        ...more,
      }),
    );
}

/** Takes the failing test away and an assertion of another one, and what is left passes. */
const deletesTheTest = inTurn([
  read(TEST),
  edit(TEST, FAILING, ''),
  edit(TEST, ASSERTION, ''),
  read(SOURCE),
  edit(SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // checked'),
  read(SOURCE),
  runTests,
  says(SOURCE, /VERSION = 1/),
]);
const skips = inTurn([
  read(TEST),
  (call) => ({
    tools: [
      {
        name: 'Write',
        input: {
          file_path: join(workingDirectory(call), MORE),
          content: "import { test } from 'node:test';\n\ntest.skip('empty', () => {});\n",
        },
      },
    ],
  }),
  read(MORE),
  runTests,
  says(MORE, /test\.skip/),
]);

async function statusOf(rig: Rig) {
  const { stdout, code } = await rig.cli(['status', '--json']);
  return { code, ...JSON.parse(stdout) };
}

describe.runIf(client)('a fix that is none', () => {
  const SHORT = ['N-020', 'N-030'] as const;
  const told: string[] = [];
  const waited: Readonly<Record<string, unknown>>[] = [];

  const rig = played(
    async (rig) => {
      onlyNodes(rig, ...SHORT);
      await rig.model(fixDecoder({ ...honest, body: deletesTheTest, tongue: skips }));
      const session = async (prompt: string) => {
        const ended = await (await rig.headless(prompt)).done;
        told.push(JSON.stringify(ended.lines));
        waited.push(await statusOf(rig));
      };
      await session(FIX);
      await session('/wukong_resume N-020 --tests-changed the test was wrong');
      await session('/wukong_resume N-030 --unproven it is only tidied up');
    },
    { testsBy: 'node' },
  );

  it('by a body that deletes the failing test can’t finish', () => {
    const ofBody = rig()
      .events()
      .filter(({ node_id }) => node_id === 'N-020');
    const payloads = (type: string) =>
      ofBody.filter((event) => event.type === type).map(({ payload }) => payload);
    expect(payloads('evidence.graded')[0]).toMatchObject({ level: 'L1', passes: false });
    expect(payloads('seal.checked')[0]).toMatchObject({ held: false, changed: [`M ${TEST}`] });
    expect(payloads('node.blocked')).toMatchObject([
      { kind: 'tests-changed', because: { kind: 'tests-changed' } },
    ]);
    expect(waited[0]).toMatchObject({
      code: 3,
      goals: [
        {
          waiting: [
            { next: expect.stringContaining('wukong accept G-0001/N-020 --tests-changed') },
          ],
        },
      ],
    });
  });

  it('by a comment, a weakened assertion and a test that is skipped waits for a person, who is told so first', () => {
    expect(waited[1]).toMatchObject({
      code: 3,
      goals: [
        {
          fault: { kind: 'not-shown', accepted: null },
          waiting: [{ reason: expect.stringMatching(/^The fault was not shown: `node --test/) }],
        },
      ],
    });
    expect(told[1]).toContain('The fault was not shown');
  });

  it('goes on by the word that a person types in the session, and says that it was one', () => {
    expect(rig().node('N-030')?.status).toBe('done');
    expect(waited[2]).toMatchObject({
      last_finished: {
        status: 'completed',
        fault: { kind: 'not-shown', accepted: { why: 'it is only tidied up' } },
      },
    });
  });
});

it.runIf(client)(
  'a test command the client denies is asked about at its first report, and what to allow',
  async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: [] });
    onlyNodes(rig, 'N-020');
    await rig.model(fixDecoder(honest));
    await (await rig.headless(FIX)).done;
    const { code, goals } = await statusOf(rig);
    expect(code, rig.dump()).toBe(3);
    expect(goals[0].waiting).toMatchObject([
      {
        node: 'N-020',
        kind: 'denied',
        reason: expect.stringContaining(`did not let its agent run \`${CHECK}\``),
        next: expect.stringContaining(`Allow it: \`Bash(${CHECK})\``),
      },
    ]);
    const runs = rig.events('run.dispatched');
    expect(runs.filter(({ node_id }) => node_id === 'N-020')).toHaveLength(1);
    // Allowed as it says, the goal goes on by one word.
    const allowed = { permissions: { allow: [`Bash(${CHECK})`] } };
    rig.write('.claude/settings.local.json', JSON.stringify(allowed));
    await (await rig.headless('/wukong_resume')).done;
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
  },
);
