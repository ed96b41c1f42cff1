// Ordinary days with the real client: work that fixes nothing is not called done, and honest work is not stuck.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack, type Report, referTo, reportText } from '../../scripts/model/report.ts';
import { edit, inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { runTests } from '../../scripts/model/work.ts';
import { requireClient } from '../rig/client.ts';
import { git, TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { turns } from '../rig/turns.ts';

const client = await requireClient();
const test = turns('verdicts', 8);
const FIX = '/wukong_fix the decoder crashes on empty input';
const SOURCE = 'src/decoder.js';
const TEST = 'test/decoder.test.js';
const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';
const FAILING = /test\('an empty body holds no readings'[\s\S]*?\n\}\);\n/;
const CHECK = TESTS_BY_NODE.command.join(' ');

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

const cosmetic = inTurn([
  read(SOURCE),
  edit(SOURCE, 'const VERSION = 1;', 'const VERSION = 1; // checked'),
  read(SOURCE),
  runTests,
  says(SOURCE, /VERSION = 1/),
]);
/** Reads, runs the tests that are there, and changes nothing. */
const addsNothing = inTurn([read(TEST), runTests, says(TEST, /reads a temperature/)]);

const replace = (rig: Rig, file: string, from: string | RegExp, to: string) =>
  rig.write(file, rig.file(file).replace(from, to));
const fixed = (rig: Rig) => replace(rig, SOURCE, CRASH, `${GUARD}\n${CRASH}`);

async function statusOf(rig: Rig) {
  const { stdout, code } = await rig.cli(['status', '--json']);
  return { code, ...JSON.parse(stdout) };
}

describe.runIf(client)('a fix that is none', () => {
  it.each([
    [
      'a comment and a weakened assertion',
      edit(TEST, "assert.throws(() => decode(packet('07 02 00 02 07e9')), DecodeError);", ''),
    ],
    [
      'a comment and a test that is skipped',
      edit(
        TEST,
        "test('refuses a version",
        "test.skip('empty', () => {});\n\ntest('refuses a version",
      ),
    ],
  ])('by %s waits for a person, who is told so first', async (_, cheat) => {
    await using rig = await Rig.create({ testsBy: 'node' });
    replace(rig, TEST, FAILING, '');
    const tongue = inTurn([read(TEST), cheat, read(TEST), runTests, says(TEST, /a version/)]);
    await rig.model(fixDecoder({ ...honest, body: cosmetic, tongue }));
    const ended = await (await rig.headless(FIX)).done;
    expect(rig.node('N-030')?.status, rig.dump()).toBe('blocked');
    const { code, goals } = await statusOf(rig);
    expect(code).toBe(3);
    expect(goals[0].fault).toMatchObject({ kind: 'not-shown', accepted: null });
    expect(goals[0].waiting[0].reason).toMatch(/^The fault was not shown: `node --test/);
    expect(JSON.stringify(ended.lines)).toContain('The fault was not shown');
    await rig.model(fixDecoder({ ...honest, body: cosmetic, tongue }));
    await (await rig.headless('/wukong_resume N-030 --unproven it is only tidied up')).done;
    expect(rig.node('N-030')?.status, rig.dump()).toBe('done');
  });
});

describe.runIf(client)('honest work', () => {
  test('on a fault whose test is there ends at L3 without a new test', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await rig.model(fixDecoder({ ...honest, tongue: addsNothing }));
    await (await rig.headless(FIX)).done;
    expect(rig.node('N-030'), rig.dump()).toMatchObject({
      status: 'done',
      outputs: { evidence_level: 'L3', patch_files: [] },
    });
    const { code, last_finished } = await statusOf(rig);
    expect(code).toBe(0);
    expect(last_finished).toMatchObject({ status: 'completed', fault: { check: CHECK } });
  });

  test('on a fault in the README ends without a test', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    fixed(rig);
    rig.write('README.md', `${rig.file('README.md')}\nAn empty body is an error.\n`);
    const body = inTurn([
      read('README.md'),
      edit('README.md', 'An empty body is an error.', 'An empty body holds no readings.'),
      read('README.md'),
      runTests,
      says('README.md', /holds no readings/),
    ]);
    await rig.model(fixDecoder({ ...honest, body, tongue: addsNothing }));
    await (await rig.headless(FIX)).done;
    const { last_finished } = await statusOf(rig);
    expect(last_finished, rig.dump()).toMatchObject({
      status: 'completed',
      fault: { kind: 'documentation', files: ['README.md'] },
    });
  });

  test('is not blamed for a file its user saves meanwhile, and nobody is asked', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const tongue: Part = (call) => {
      // The tongue has read the test, and runs nothing at this moment.
      if (call.turn === 1) rig.write('src/mine.js', '// my own\n');
      return honest.tongue(call);
    };
    await rig.model(fixDecoder({ ...honest, tongue }));
    await (await rig.headless(FIX)).done;
    expect(rig.node('N-030'), rig.dump()).toMatchObject({
      status: 'done',
      outputs: { patch_files: [TEST] },
    });
    expect(rig.events().filter(({ type }) => type === 'run.sent_back')).toEqual([]);
    expect(rig.file('src/mine.js')).toBe('// my own\n');
  });

  test('under a gate that passes only in a folder git ignores is asked about once, with the reason', async () => {
    await using rig = await Rig.create();
    rig.write('.gitignore', 'build/\n');
    mkdirSync(join(rig.repo, 'build'));
    rig.write(
      'build/run.mjs',
      "import { spawnSync } from 'node:child_process';\nconst { status } = spawnSync('node', ['--test', 'test/decoder.test.js'], { stdio: 'inherit' });\nprocess.exit(status);\n",
    );
    const built = { type: 'test', name: 'built', command: ['node', 'build/run.mjs'] };
    rig.write('.wukong/config.yaml', JSON.stringify({ gates: [built] }));
    expect((await rig.cli(['trust', '--approve'])).code).toBe(0);
    await rig.model(fixDecoder(honest));
    await (await rig.headless(FIX)).done;
    const { code, goals } = await statusOf(rig);
    expect(code, rig.dump()).toBe(3);
    expect(goals[0].waiting).toMatchObject([
      {
        node: 'N-030',
        kind: 'tests-changed',
        reason: expect.stringMatching(
          /could not be checked: "built" does not pass in a clean copy even without/,
        ),
      },
    ]);
    expect(rig.events().filter(({ type }) => type === 'run.sent_back')).toEqual([]);
    await (await rig.headless('/wukong_resume N-030 --tests-changed one case is new')).done;
    const { last_finished } = await statusOf(rig);
    expect(last_finished, rig.dump()).toMatchObject({
      status: 'completed',
      fault: { kind: 'shown', check: 'npm test' },
      beside: { accepted: [{ what: 'tests-changed' }] },
    });
  });

  test('under a test command that audits, which no copy can pass, ends by a word of its user', async () => {
    await using rig = await Rig.create();
    const manifest = JSON.parse(rig.file('package.json'));
    manifest.scripts.posttest = 'node audit.cjs';
    rig.write('package.json', JSON.stringify(manifest));
    rig.write('.gitignore', 'node_modules/\n');
    mkdirSync(join(rig.repo, 'node_modules', 'one'), { recursive: true });
    rig.write('node_modules/one/index.js', '');
    rig.write(
      'audit.cjs',
      "require('node:fs').lstatSync('node_modules').isSymbolicLink() && process.exit(1);\n",
    );
    await git(rig.repo, 'add', '.');
    await git(rig.repo, 'commit', '--quiet', '--message', 'Audit after the tests');
    await rig.model(fixDecoder(honest));
    await (await rig.headless(FIX)).done;
    const first = await statusOf(rig);
    expect(first.code, rig.dump()).toBe(3);
    expect(first.goals[0].waiting[0].reason).toContain(
      'could not be checked: "npm test" does not pass in a clean copy',
    );
    await (await rig.headless('/wukong_resume N-030 --unproven the audit needs its folder')).done;
    const { last_finished } = await statusOf(rig);
    expect(last_finished, rig.dump()).toMatchObject({
      status: 'completed',
      fault: { kind: 'not-shown', accepted: { why: 'the audit needs its folder' } },
    });
    const runs = rig.events().filter((event) => event.type === 'run.dispatched');
    expect(runs.filter(({ node_id }) => node_id === 'N-030')).toHaveLength(1);
  });

  test('under a gate that hangs is asked about at the second time-out', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    rig.write('watch.mjs', "console.log('watching');\nsetInterval(() => {}, 1000);\n");
    const hangs = { type: 'test', name: 'watch', command: ['node', 'watch.mjs'], timeout_sec: 2 };
    rig.write('.wukong/config.yaml', JSON.stringify({ gates: [TESTS_BY_NODE, hangs] }));
    expect((await rig.cli(['trust', '--approve'])).code).toBe(0);
    await rig.model(fixDecoder());
    await (await rig.headless(FIX)).done;
    const timeouts = rig.events().filter(({ payload }) => payload.outcome === 'timeout');
    expect(timeouts.length, rig.dump()).toBe(2);
    const { code, goals } = await statusOf(rig);
    expect(code).toBe(3);
    expect(goals[0].waiting).toMatchObject([
      {
        node: 'N-020',
        kind: 'gate-stuck',
        reason: expect.stringContaining('runs out of time again'),
      },
    ]);
  });
});

it.runIf(client)(
  'a test command the client denies is asked about at its first report, and what to allow',
  async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: [] });
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
    const runs = rig.events().filter((event) => event.type === 'run.dispatched');
    expect(runs.filter(({ node_id }) => node_id === 'N-020')).toHaveLength(1);
    // Allowed as it says, the goal goes on by one word.
    const allowed = { permissions: { allow: [`Bash(${CHECK})`] } };
    rig.write('.claude/settings.local.json', JSON.stringify(allowed));
    await (await rig.headless('/wukong_resume')).done;
    expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
  },
);
