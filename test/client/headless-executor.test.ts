// A run carried out by the real client without a terminal, as a driver starts it.

import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import { isAlive } from '../../runtime/workspace/processes.ts';
import { clientEnvironment } from '../../scripts/client/environment.ts';
import type { ModelCall } from '../../scripts/model/call.ts';
import { pastCalls, workingDirectory } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack } from '../../scripts/model/report.ts';
import { bash, edit, inTurn, read } from '../../scripts/model/roles.ts';
import { writeTemplate } from '../executors/given-run.ts';
import { requireClient } from '../rig/client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();

const CRASH = '  const version = bytes.readUInt8(0);';
const GUARD = '  if (bytes.length === 0) return [];';

function folderOf(rig: Rig): string {
  const stored = rig.events().findLast(({ type }) => type === 'artifacts.stored');
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
    if (!client) throw new Error('no client');
    const bin = join(rig.home, 'bin');
    mkdirSync(bin);
    symlinkSync(client.path, join(bin, 'claude'));
    const env = clientEnvironment({ home: rig.home, baseUrl: model.url });
    writeTemplate(rig);
    const run = await rig.cli(['run', 'it crashes', '--track', 'mine', '--executor', 'headless'], {
      env: { ...env, PATH: [bin, env.PATH].join(delimiter) },
    });

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
