// What a goal does that cannot simply go on, with the real client: it thinks again, asks, or waits.

import { describe, expect, test } from 'vitest';
import { textSince } from '../../scripts/model/conversation.ts';
import { fixDecoder, honest } from '../../scripts/model/fix-decoder.ts';
import { giveBack, reportText } from '../../scripts/model/report.ts';
import { inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { requireClient } from '../rig/client.ts';
import { Rig } from '../rig/rig.ts';
import { onlyNodes } from '../rig/short-plan.ts';
import { expectFixed } from './expect-fixed.ts';

const client = await requireClient();

const looked = { status: 'done', tests: 'none', level: 'L1' } as const;

/** It cites a file that is not there, however often it is sent back. */
const citesNothing: Part = (call) => {
  const words = { summary: 'Empty means empty.', steps: ['Criterion: `npm test` passes.'] };
  return giveBack(call, reportText(call, { ...looked, ...words, references: ['src/gone.js:1'] }));
};

const WAYS = ['A', 'B', 'C'].flatMap((name) => [
  `Option ${name}: cite the tests in way ${name}`,
  'Pros: they are there',
  'Cons: none',
  'Effort: S',
]);

const thinksAgain: Part = inTurn([
  read('src/decoder.js'),
  (call) =>
    giveBack(
      call,
      reportText(call, {
        ...looked,
        summary: 'It cites a file that was renamed.',
        steps: ['Root cause: src/gone.js was renamed to src/decoder.js.', ...WAYS],
        references: ['src/decoder.js:1'],
      }),
    ),
]);

describe.runIf(client)('a goal', () => {
  test('whose node fails of the same twice thinks of another way, asks when that fails too, and goes on with the way its user ticks', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    const answered: Part = (call) =>
      textSince(call, 0).includes('Do it this way: cite the tests in way B')
        ? honest.ear(call)
        : citesNothing(call);
    const mind: Part = (call) =>
      textSince(call, 0).includes('Plan B for N-001') ? thinksAgain(call) : honest.mind(call);
    rig.write('.wukong/config.yaml', '{"limits": {"send_backs": 0}}\n');
    await rig.model(fixDecoder({ ear: answered, mind }));
    const prompt = '/wukong_fix the decoder crashes on empty input';
    const first = JSON.stringify((await (await rig.headless(prompt)).done).lines);
    expect(first, rig.dump()).toContain('so N-060 looks for another way first');
    expect(first).toContain('It found: src/gone.js was renamed to src/decoder.js.');
    expect(first).toContain('3 runs in a row failed with the same error, and plan B did not help');

    const file = '.wukong/escalations/ESC-0001.md';
    expect(rig.file(file)).toContain('reason: stuck');
    expect(rig.file(file)).toContain('> Src/gone.js was renamed to src/decoder.js.');
    rig.write(file, rig.file(file).replace('- [ ] B', '- [x] B'));
    await rig.headless('/wukong_resume ESC-0001');
    await rig.waitForEvent(({ type, node_id }) => type === 'node.done' && node_id === 'N-001');
    expect(rig.file(file)).toContain('status: resolved');
  });

  test('that a usage limit stops says until when, costs no run, and goes on once that time has come', async () => {
    await using rig = await Rig.create({ testsBy: 'node' });
    onlyNodes(rig, 'N-010', 'N-020');
    const message = 'limit reached, retry in 10 s';
    const limited: Part = () => ({ error: { status: 429, type: 'rate_limit_error', message } });
    const stopped = () => rig.events('graph.paused')[0];
    const isOver = () => rig.events().some(({ type }) => type === 'graph.resumed');
    await rig.model(fixDecoder({ eye: (call) => (isOver() ? honest.eye(call) : limited(call)) }));
    const first = await rig.headless('/wukong_fix the decoder crashes on empty input');
    await rig.waitUntil(stopped);
    const status = await rig.cli(['status']);
    expect(status.code, rig.dump()).toBe(0);
    expect(status.stdout).toMatch(/parked until \d{4}-\d\d-\d\d \d\d:\d\d\)/);
    expect(JSON.stringify((await first.done).lines)).toContain('G-0001 is parked');

    // A session that is slow enough has gone on by itself.
    const because = stopped()?.payload.because as Readonly<{ until: string }>;
    await rig.waitUntil(() => Date.now() > Date.parse(because.until) || undefined);
    const owned = rig.events('goal.owned')[0];
    const session = String(owned?.session_id);
    if (!isOver()) await (await rig.headless('go on', { resume: session })).done;
    expectFixed(rig, ['N-010', 'N-020']);
    expect(rig.node('N-010')?.retries).toBe(0);
  });
});
