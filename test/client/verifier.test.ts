// Gates that take longer than an agent is held, with the real client: the agent ends, the main agent has
// nothing to do, and Stop goes on when the result is there.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { dispatchInBackground, dispatchOffers } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { turns } from '../rig/turns.ts';
import { Gates } from '../verifier/steered.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();
const test = turns('verifier', 4);
const FIX = '/wukong_fix the decoder crashes on empty input';

async function withGate(rig: Rig, gateWaitSec: number): Promise<Gates> {
  const gates = await Gates.listen(join(rig.root, 'gate.sock'));
  const command = gates.command('slow');
  const entries = [TESTS_BY_NODE, { type: 'test', name: 'slow', command }];
  const limits = { gate_wait_sec: gateWaitSec };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: entries, limits }));
  expect((await rig.cli(['trust', '--approve'])).code).toBe(0);
  return gates;
}

const MODES = [
  ['in the background', dispatchInBackground, 'UserPromptSubmit'],
  ['in the foreground', dispatchOffers, 'PostToolUse'],
] as const;

describe.runIf(client)('a gate that takes longer than its agent is held', () => {
  it.each(MODES)(
    '%s lets the agent end, and Stop goes on when it has passed',
    async (_, main, wakeUp) => {
      await using rig = await Rig.create({ testsBy: 'node' });
      await using gates = await withGate(rig, 0);
      await rig.model(fixDecoder({}, main));
      const session = await rig.headless(FIX);
      const gate = await gates.next();
      const { event_id } = await rig.waitForEvent((event) => event.type === 'verify.detached');
      // The main agent hears that the agent ended, has nothing to do, and stops; all that while it runs.
      await rig.waitForEvent((event) => event.type === wakeUp && event.event_id > event_id);
      await rig.waitForEvent((event) => event.type === 'Stop' && event.event_id > event_id);
      expect(rig.node('N-020')?.status).toBe('verify');
      gates.answerAll(0);
      gate.end(0);
      expect((await session.done).code).toBe(0);
      expectFixed(rig);
      expect(rig.node('N-020')?.retries).toBe(0);
      const bodies = rig.events().filter((event) => event.payload.role === 'body');
      expect(bodies).toHaveLength(1);
    },
  );

  test('goes on when the client is killed, and its result is there for whoever resumes', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await withGate(rig, 540);
    await rig.model(fixDecoder());
    const first = await rig.headless(FIX);
    const gate = await gates.next();
    first.kill('SIGKILL');
    await first.done;
    gates.answerAll(0);
    gate.end(0);
    await rig.waitForEvent((event) => event.type === 'node.done' && event.node_id === 'N-020');
    await rig.model(fixDecoder());
    expect((await (await rig.headless('/wukong_resume')).done).code).toBe(0);
    expectFixed(rig);
    const bodies = rig.events().filter((event) => event.payload.role === 'body');
    expect(bodies).toHaveLength(1);
  });

  test('and whose verifier is killed is run again at Stop, and the agent’s work is not', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await withGate(rig, 540);
    await rig.model(fixDecoder());
    const session = await rig.headless(FIX);
    process.kill((await gates.next()).ppid, 'SIGKILL');
    const again = await gates.next();
    const [restarted] = rig.events().filter((event) => event.type === 'verify.restarted');
    expect(restarted).toMatchObject({ node_id: 'N-020' });
    gates.answerAll(0);
    again.end(0);
    expect((await session.done).code).toBe(0);
    expectFixed(rig);
    const bodies = rig.events().filter((event) => event.payload.role === 'body');
    expect(bodies).toHaveLength(1);
  });
});
