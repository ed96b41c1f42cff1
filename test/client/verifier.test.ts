// Gates that take longer than an agent is held, with the real client: the agent ends, the main agent has
// nothing to do, and Stop goes on when the result is there.

import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { pastCalls } from '../../scripts/model/conversation.ts';
import { fixDecoder } from '../../scripts/model/fix-decoder.ts';
import { dispatchInBackground, dispatchOffers, type Part } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { TESTS_BY_NODE } from '../rig/repository.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { Gates } from '../verifier/steered.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();
const WRITERS = ['N-020', 'N-030'] as const;
const FIX = '/wukong_fix the decoder crashes on empty input';

async function withGate(rig: Rig, gateWaitSec: number, nodes: readonly string[]): Promise<Gates> {
  const gates = await Gates.listen(join(rig.root, 'gate.sock'));
  const command = gates.command('slow');
  const entries = [TESTS_BY_NODE, { type: 'test', name: 'slow', command }];
  const limits = { gate_wait_sec: gateWaitSec };
  rig.write('.wukong/config.yaml', JSON.stringify({ gates: entries, limits }));
  expect((await rig.cli(['trust', '--approve'])).code).toBe(0);
  onlyNodes(rig, ...nodes);
  return gates;
}

/** The body in the background, and the tongue in the foreground. */
const inBoth: Part = (call) =>
  pastCalls(call, 'Agent').length === 0 ? dispatchInBackground(call) : dispatchOffers(call);

const WAKE_UPS = [
  ['N-020', 'UserPromptSubmit'],
  ['N-030', 'PostToolUse'],
] as const;

describe.runIf(client)('a gate that takes longer than its agent is held', () => {
  it('in the background or in the foreground lets the agent end, and Stop goes on when it has passed', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await withGate(rig, 0, WRITERS);
    gates.home = rig.repo;
    await rig.model(fixDecoder({}, inBoth));
    const session = await rig.headless(FIX);
    for (const [node, wakeUp] of WAKE_UPS) {
      const gate = await gates.next();
      const { event_id } = await rig.waitForEvent(
        (event) => event.type === 'verify.detached' && event.node_id === node,
      );
      // The main agent hears that the agent ended, has nothing to do, and stops; all that while it runs.
      await rig.waitForEvent((event) => event.type === wakeUp && event.event_id > event_id);
      await rig.waitForEvent((event) => event.type === 'Stop' && event.event_id > event_id);
      expect(rig.node(node)?.status).toBe('verify');
      if (node === 'N-030') gates.answerAll(0);
      gate.end(0);
    }
    expect((await session.done).code).toBe(0);
    expectFixed(rig, WRITERS);
    expect(rig.events('run.dispatched')).toHaveLength(2);
  });

  test('goes on when the client is killed, and its result is there for whoever resumes', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await withGate(rig, 540, WRITERS);
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
    expectFixed(rig, WRITERS);
    const bodies = rig.events().filter((event) => event.payload.role === 'body');
    expect(bodies).toHaveLength(1);
  });

  test('and whose verifier is killed is run again at Stop, and the agent’s work is not', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    await using gates = await withGate(rig, 540, ['N-020']);
    await rig.model(fixDecoder());
    const session = await rig.headless(FIX);
    process.kill((await gates.next()).ppid, 'SIGKILL');
    const again = await gates.next();
    const [restarted] = rig.events('verify.restarted');
    expect(restarted).toMatchObject({ node_id: 'N-020' });
    gates.answerAll(0);
    again.end(0);
    expect((await session.done).code).toBe(0);
    expectFixed(rig, ['N-020']);
    const bodies = rig.events().filter((event) => event.payload.role === 'body');
    expect(bodies).toHaveLength(1);
  });
});
