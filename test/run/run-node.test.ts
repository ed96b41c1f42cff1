// One run between a queue and an adapter, both given here.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Chosen } from '../../runtime/engine/drive/executor-for.ts';
import type { Claimed, Queue } from '../../runtime/engine/drive/queue.ts';
import { runNode } from '../../runtime/engine/drive/run-node.ts';
import type { Brought, Executor, Seen } from '../../runtime/executors/adapters/port.ts';
import { copyOrder } from '../../runtime/executors/folder/copy-order.ts';
import { ok } from '../../runtime/model/failure.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { ORDER } from '../executors/samples.ts';

function claimed(): Claimed {
  const base = temporaryFolder('wukong-test-');
  const place = { folder: base, root: join(import.meta.dirname), places: [base] };
  const copy = copyOrder({ order: ORDER, ...place });
  if (!copy.ok) throw new Error(copy.error);
  return {
    goal: 'G-0001',
    node: 'N-010',
    run: ORDER.run_id,
    order: ORDER,
    copy: copy.value,
    folder: base,
  };
}

/** What the run came to, as its queue was told. */
async function endWith(
  adapter: Partial<Executor>,
  order = claimed(),
  stop = new AbortController(),
) {
  const told: unknown[] = [];
  const queue: Queue<never> = {
    enqueue: () => ok('G-0001'),
    claim: async () => ({ kind: 'none' }),
    heartbeat: () => true,
    complete: async () => ok({ kind: 'left' }),
    fail(_claimed, ...how) {
      told.push(...how);
      return true;
    },
  };
  const handle = { run: order.run, process: null };
  const whole: Executor = {
    type: 'command',
    start: async () => ok(handle),
    watch: () => seen([]),
    cancel: async () => undefined,
    collect: async () => brought({}),
    ...adapter,
  };
  const limits = { no_output_limit_sec: 5 };
  const settings: Chosen['settings'] = { type: 'command', command: ['x'], ...limits };
  const given = { settings, adapter: whole, approvals: [] };
  const chosen: Chosen = { kind: 'program', name: 'x', ...given };
  const about = { chosen, env: {}, depth: 0, stop: stop.signal };
  const end = await runNode(queue, order, about);
  return { end, told };
}

async function* seen(all: readonly Seen[]): AsyncGenerator<Seen> {
  yield* all;
}

function brought(more: Partial<Brought>): Brought {
  const exit = { kind: 'exit', code: 0, cut: null } as const;
  return { left: { kind: 'folder-missing' }, exit, outputs: [], ...more };
}

const broken = (): never => {
  throw new Error('out of order');
};

test.each([
  ['started', 'cannot-start', { start: async () => broken() }],
  ['watched', 'adapter-failed', { watch: broken }],
  ['collected', 'adapter-failed', { collect: async () => broken() }],
] as const)(
  'an adapter that fails when a run is %s ends that run, and nothing beside it',
  async (_when, how, adapter) => {
    expect(await endWith(adapter)).toMatchObject({
      end: { kind: 'ended', how },
      told: [how, 'out of order'],
    });
  },
);

test('a missing folder ends the run for good, at the next sign of life, as an event and no result', async () => {
  const order = claimed();
  let isCancelled = false;
  const { told } = await endWith(
    {
      watch() {
        rmSync(order.copy.dir, { recursive: true });
        return seen([{ kind: 'alive' }]);
      },
      async cancel() {
        isCancelled = true;
      },
      collect: async () => brought({ exit: { kind: 'exit', code: null, cut: 'cancelled' } }),
    },
    order,
  );
  expect({ told, isCancelled }).toEqual({ told: ['folder-missing', undefined], isCancelled: true });
});

test.each([
  ['time', 'its node has 600 s'],
  ['silent', 'no_output_limit_sec of x is 5'],
] as const)('a run that is ended by a limit (%s) says which one', async (cut, why) => {
  const exit = { kind: 'exit', code: null, cut } as const;
  const nothing = { files: [], notTaken: [], mismatches: [], altered: [] };
  const left = { kind: 'collected', read: { kind: 'logs-only' }, ...nothing } as const;
  const { told } = await endWith({ collect: async () => brought({ exit, left }) });
  expect(told).toEqual([cut, why]);
});

test('a stop before anything was started starts nothing, and costs no attempt', async () => {
  const stop = new AbortController();
  stop.abort();
  expect(await endWith({ start: broken }, claimed(), stop)).toMatchObject({
    told: ['interrupted', undefined],
  });
});
