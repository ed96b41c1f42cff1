// The tracks beside fix, each carried out by the real client with a scripted model, in a repository of its own.

import { describe, expect, test } from 'vitest';
import { addParseDuration } from '../../scripts/model/add-parse-duration.ts';
import { changePageSize } from '../../scripts/model/change-page-size.ts';
import { inTurn, type Part, read } from '../../scripts/model/roles.ts';
import { tidyInvoice } from '../../scripts/model/tidy-invoice.ts';
import { JOBS } from '../../scripts/start/jobs.ts';
import { requireClient } from '../rig/client.ts';
import type { LogRecord } from '../rig/records.ts';
import { Rig } from '../rig/rig.ts';

const client = await requireClient();

async function carriedOut(rig: Rig, track: 'feature' | 'refactor' | 'direct'): Promise<void> {
  const job = JOBS[track];
  if (!job) throw new Error(`there is no job for ${track}`);
  const ended = await (await rig.headless(`/wukong_${job.template} ${job.request}`)).done;
  expect(ended.code, rig.dump()).toBe(0);
  expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
}

/** Both were dispatched before either of them had ended. */
function expectTogether(rig: Rig, ...nodes: readonly string[]): void {
  const of = rig.events().filter(({ node_id = '' }) => nodes.includes(node_id));
  const steps = of.filter(({ type }) => ['run.dispatched', 'run.ended'].includes(type));
  expect(steps.slice(0, 2).map(({ type }) => type)).toEqual(['run.dispatched', 'run.dispatched']);
}

/** Fix has tests of its own (interrupted.test.ts). */
const KILLED = [
  ['feature', 'duration', addParseDuration, 'src/format.js'],
  ['refactor', 'invoice', tidyInvoice, 'src/invoice.js'],
  ['direct', 'pages', changePageSize, 'src/pages.js'],
] as const;

describe.runIf(client)('the real client', () => {
  test('carries a feature to its end, ear and eye side by side, and tongue beside nose', async () => {
    await using rig = await Rig.create({ example: 'duration' });
    await rig.model(addParseDuration());
    await carriedOut(rig, 'feature');
    expectTogether(rig, 'N-001', 'N-010');
    expectTogether(rig, 'N-040', 'N-050');
    expect(rig.node('N-030')?.outputs.evidence_level).toBe('L3');
    const graph = rig.taskgraph()?.graphs.at(-1);
    const summary = rig.file(`.wukong/artifacts/${graph?.session}/summary.md`);
    expect(summary.match(/^- \[x\] \d\. /gm)).toHaveLength(5);
    expect(summary).toMatch(/^- \[x\] 5\. `README\.md tells .* — `README\.md:\d+ \(E-\d+\)`$/m);
  });

  test('makes a small change with one agent, from the prompt to the end', async () => {
    await using rig = await Rig.create({ example: 'pages' });
    await rig.model(changePageSize());
    await carriedOut(rig, 'direct');
    expect(rig.events('run.dispatched')).toHaveLength(1);
    expect(rig.file('src/pages.js')).toContain('PAGE_SIZE = 25');
  });

  test.each(KILLED)(
    'goes on in a new session where its client was killed at the body: %s',
    async (track, example, model, source) => {
      await using rig = await Rig.create({ example });
      await rig.model(model({ body: atItsSecondAnswerForLong(source) }));
      const job = JOBS[track];
      const first = await rig.headless(`/wukong_${job?.template} ${job?.request}`);
      const isOfBody = (event: LogRecord) =>
        event.type === 'run.started' && /body/.test(String(event.run_id));
      const lost = await rig.waitForEvent(isOfBody);
      first.kill('SIGKILL');
      await first.done;
      const before = rig.events('node.done').map(({ node_id }) => node_id);
      await rig.model(model());
      const second = await (await rig.headless('/wukong_resume')).done;
      expect(second.code, rig.dump()).toBe(0);
      expect(rig.taskgraph()?.graphs.at(-1)?.status, rig.dump()).toBe('completed');
      expect(
        rig.events('run.ended').filter(({ payload }) => payload.outcome === 'lost'),
      ).toMatchObject([{ run_id: lost.run_id }]);
      const after = rig.events('node.done').map(({ node_id }) => node_id);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(new Set(after).size).toBe(after.length);
    },
  );
});

function atItsSecondAnswerForLong(file: string): Part {
  const look = read(file);
  return inTurn([look, async (call) => ({ ...(await look(call)), delayMs: 60_000 })]);
}
