// A run carried out by the real client without a terminal, as a driver starts it.

import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import type { Run } from '../../runtime/model/state/run.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { clientEnvironment } from '../../scripts/client/environment.ts';
import type { ModelCall } from '../../scripts/model/call.ts';
import { pastCalls, workingDirectory } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack } from '../../scripts/model/report.ts';
import { bash, edit, inTurn, read } from '../../scripts/model/roles.ts';
import { writeTemplate } from '../executors/given-run.ts';
import { requireClient, requireTerminal } from '../rig/client.ts';
import { CRASH, GUARD } from '../rig/decoder.ts';
import { writeLocal } from '../rig/local-config.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { BODY_THEN_TONGUE } from './body-then-tongue.ts';
import { untilCompleted } from './expect-fixed.ts';

const client = await requireClient();
const withTerminal = await requireTerminal();

/** As in a shell of a person, whose PATH leads to the client. */
function withClient(rig: Rig, baseUrl: string): Record<string, string> {
  if (!client) throw new Error('no client');
  const bin = join(rig.home, 'bin');
  mkdirSync(bin);
  symlinkSync(client.path, join(bin, 'claude'));
  const env = clientEnvironment({ home: rig.home, baseUrl });
  return { ...env, PATH: [bin, env.PATH].join(delimiter) };
}

function folderOf(rig: Rig): string {
  const stored = rig.events('artifacts.stored').at(-1);
  return String(stored?.payload.dir);
}

describe.runIf(client)('a headless client', () => {
  test('carries out a run: held by the guard, sent back in its session, and accepted', async () => {
    await using rig = await Rig.create({ testsBy: 'node', allow: [] });
    const command = TESTS_BY_NODE.command.join(' ');
    const model = await rig.model(
      fixDecoder({
        body: inTurn(
          [
            read('src/decoder.js'),
            (call: ModelCall) => ({
              tools: [
                {
                  name: 'Write',
                  input: { file_path: join(workingDirectory(call), 'other.js'), content: 'x' },
                },
              ],
            }),
            bash('node --version'),
            bash('node -e 1'),
            edit('src/decoder.js', CRASH, `${GUARD}\n${CRASH}`),
            (call: ModelCall) => giveBack(call, 'All good!'),
            read('src/decoder.js'),
            bash(command),
            (call: ModelCall) => honest.body({ ...call, turn: 4 }),
          ],
          6,
        ),
      }),
    );
    writeTemplate(rig);
    const words = ['run', 'it crashes', '--track', 'mine', '--executor', 'headless'];
    const run = await rig.cli(words, { env: withClient(rig, model.url) });

    expect(run, rig.dump()).toMatchObject({ code: 0 });
    const own = rig.events().filter(({ run_id }) => run_id !== undefined);
    const types = own.map(({ type }) => type);
    expect(
      types.filter((type) => type === 'run.sent_back'),
      rig.dump(),
    ).toHaveLength(1);
    const ended = own.find(({ type }) => type === 'run.ended');
    expect(ended?.payload, rig.dump()).toMatchObject({ outcome: 'success' });
    const graded = own.findLast(({ type }) => type === 'evidence.graded');
    expect(graded?.payload).toMatchObject({ level: 'L3' });
    const started = own.find(({ type }) => type === 'run.started');
    const leased = own.find(({ type }) => type === 'run.leased');
    const process = leased?.payload.process as ProcessRef;
    expect(isAlive(process)).toBe(false);
    const said = JSON.parse(rig.file(`.wukong/${folderOf(rig)}/client.json`));
    expect(said).toMatchObject({
      session: started?.payload.agent_id,
      failed: null,
      denied: [{ what: 'node -e 1', rule: 'Bash(node -e 1)' }],
    });
    const used = own.filter(({ type }) => type === 'usage.recorded');
    expect(used, rig.dump()).not.toEqual([]);
    const held = pastCalls(model.requests.at(-1)?.call as ModelCall, 'Write').map(
      ({ result }) => result?.text ?? '',
    );
    expect(held[0]).toContain('other.js is outside the paths of N-010');
  });
});

/** Of a fix the body, and nothing else. */
function haveBodyHeadless(rig: Rig): void {
  rig.write('.wukong/templates/fix.yaml', BODY_THEN_TONGUE);
  const local = { try_gates: false, executors: { headless: { roles: ['body'] } } };
  writeLocal(rig.repo, JSON.stringify(local));
}

function expectBodyByProcess(rig: Rig): void {
  const given = rig.events('run.dispatched');
  const by = given.map(({ node_id, payload }) => [node_id, (payload.by as Run['by']).kind]);
  expect(by, rig.dump()).toEqual([
    ['N-010', 'process'],
    ['N-020', 'subagent'],
  ]);
}

describe.runIf(client && withTerminal)('a goal of a session', () => {
  test('has its body carried out without a terminal, and goes on with the tongue in the session', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    haveBodyHeadless(rig);
    const model = await rig.model(fixDecoder());
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say('/wukong_fix the decoder crashes on empty input');
    await terminal.waitForScreen(/N-010, is next\.[\s\S]*wukong run\s+G-0001/);

    // The session is there, and loses nothing: nobody has to say --take.
    const run = await rig.cli(['run', 'G-0001'], { env: withClient(rig, model.url) });
    expect(run, rig.dump()).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /Next is N-020 \(tongue\), .* session[\s\S]*wukong_resume G-0001/,
      ),
    });
    await terminal.say('/wukong_resume G-0001');
    await untilCompleted(rig);

    expectBodyByProcess(rig);
    const levels = ['N-010', 'N-020'].map((id) => rig.node(id)?.outputs.evidence_level);
    expect(levels).toEqual(['L3', 'L3']);
  });

  test('goes on by itself where a daemon has its body carried out', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    haveBodyHeadless(rig);
    const model = await rig.model(fixDecoder());
    const env = withClient(rig, model.url);
    expect(await rig.cli(['daemon', 'start'], { env }), rig.dump()).toMatchObject({ code: 0 });
    const terminal = await rig.terminal();
    await terminal.waitForScreen(/❯|>/);
    await terminal.say('/wukong_fix the decoder crashes on empty input');
    await untilCompleted(rig);

    expectBodyByProcess(rig);
    const owners = rig.events('goal.owned');
    expect(owners.map(({ payload }) => (payload.owner as { kind: string }).kind)).toEqual([
      'session',
    ]);
    expect(await rig.cli(['daemon', 'stop'], { env }), rig.dump()).toMatchObject({ code: 0 });
  });
});
