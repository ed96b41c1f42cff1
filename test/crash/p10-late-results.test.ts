// P10: the late result of a replaced run is recorded as refused and changes nothing.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Scene } from './scene.ts';
import { agentCall, earReport, working } from './steps.ts';
import { Tally } from './tally.ts';

const resume = (id: string) => ({
  event: 'UserPromptSubmit',
  payload: { prompt: '/wukong_resume --take', prompt_id: id, session_id: OTHER },
});
const OTHER = '22222222-2222-4222-8222-222222222222';
const again = { session_id: OTHER, ...agentCall('ear', 'toolu_2') };
const launchedAgain = {
  ...again,
  tool_response: { isAsync: true, status: 'async_launched', agentId: 'a2' },
};

/** taskgraph.json without what only counts: of the graphs, everything. */
function graphs(scene: Scene): unknown {
  return JSON.parse(readFileSync(scene.path('taskgraph.json'), 'utf8')).graphs;
}

const STAGES = ['ready again', 'running again', 'done by the other'] as const;

test.each(STAGES)(
  'P10 the report of a replaced run is refused and changes nothing: its node is %s',
  async (stage) => {
    await using scene = await Scene.create();
    using tally = new Tally('P10 late reports');
    await working(scene);
    const late = earReport(scene);
    // Another session takes the goal and replaces its runs.
    const taken = await scene.deliver(resume('take'));
    expect(taken).toMatchObject({ code: 0, stderr: '' });
    const replaced = scene.counted().findLast((record) => record.type === 'run.ended');
    expect(replaced?.payload).toMatchObject({ outcome: 'replaced' });
    if (stage !== 'ready again') {
      await scene.deliver({ event: 'PreToolUse', payload: again });
      await scene.deliver({ event: 'PostToolUse', payload: launchedAgain });
    }
    if (stage === 'done by the other') {
      const run = scene.counted().findLast((record) => record.type === 'run.dispatched')?.run_id;
      const text = String(late.payload.last_assistant_message).replace(
        /^RunId: .*$/m,
        `RunId: ${run}`,
      );
      const payload = {
        session_id: OTHER,
        agent_id: 'a2',
        agent_type: 'ear',
        last_assistant_message: text,
      };
      await scene.deliver({ event: 'SubagentStop', payload });
      expect(scene.counted().filter((record) => record.type === 'node.done')).toHaveLength(1);
    }
    const before = graphs(scene);
    const events = scene.counted().length;

    for (let round = 0; round < 2; round += 1) {
      tally.rounds += 1;
      tally.faults += 1;
      const told = await scene.deliver(late);
      expect(told).toMatchObject({ code: 0, stderr: '' });
      tally.holds(stage, () => expect(graphs(scene)).toEqual(before));
    }
    const fresh = scene.counted().slice(events);
    expect(new Set(fresh.map((record) => record.type))).toEqual(
      new Set(['run.refused', 'SubagentStop']),
    );
    const refused = fresh.filter((record) => record.type === 'run.refused');
    for (const { payload } of refused) expect(payload.outcome).toBe('replaced');
  },
);

test('P10 a report whose hook was killed before it was judged is refused once its run is replaced', async () => {
  await using scene = await Scene.create();
  await working(scene);
  const late = earReport(scene);
  const fault = { op: 'renameSync', path: 'report.md', how: 'kill-after' };
  const killed = await scene.deliverWith(fault, late);
  expect(killed).toMatchObject({ signal: 'SIGKILL', fired: expect.stringContaining('report.md') });
  await scene.deliver(resume('take'));
  const before = graphs(scene);
  await scene.deliver(late);
  expect(graphs(scene)).toEqual(before);
  expect(scene.counted().at(-1)?.payload.result).toBe('refused');
  expect(scene.counted().filter(({ type }) => type === 'run.refused')).toHaveLength(1);
});
