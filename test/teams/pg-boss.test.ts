// The suite over pg-boss on a real PostgreSQL, and what only a queue behind a network goes through.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../scripts/teams/engine.ts';
import { temporaryFolder } from '../evidence/temporary.ts';
import { clockAt } from '../rig/clock.ts';
import { HOW_TO_HAVE_IT, requireEngine, requireServer } from '../rig/team-engine.ts';
import { type Bench, claimed, type How } from './bench.ts';
import type { BossTask } from './boss-worker.ts';
import { type Relay, relayTo } from './relay.ts';
import { queueSuite } from './suite.ts';
import { bundled, Worker } from './worker.ts';

const engine = await requireEngine();

queueSuite({
  title: `orders on PostgreSQL${engine ? '' : ` (${HOW_TO_HAVE_IT})`}`,
  isThere: engine !== undefined,
  make: () => benchOn(engine),
  operations: [300, 10_000],
  more: onNetwork,
});

/** For who is cut off: a busy machine is no line that was cut. */
const HASTY = { answerMs: 4_000 };

async function benchOn(found: Engine | undefined): Promise<Bench> {
  if (!found) throw new Error('no engine');
  const server = await requireServer(found);
  const relay = await relayTo(server.url);
  const script = bundled(join(import.meta.dirname, 'boss-worker.ts'));
  const folder = temporaryFolder('wukong-team-');
  const schema = `wukong_test_${randomBytes(4).toString('hex')}`;
  let made = 0;
  const start = (url: string, migrate: boolean, how: How = {}): Promise<Worker> => {
    const { aheadMs = 0, isHasty = false } = how;
    made += 1;
    const time = new Date(Date.now() + aheadMs).toISOString();
    const clock = aheadMs === 0 ? {} : clockAt(folder, time).env;
    const task: BossTask = {
      url,
      schema,
      from: found.packages,
      migrate,
      direct: server.url,
      ...(isHasty && HASTY),
    };
    const env = { PATH: process.env.PATH, ...clock };
    return Worker.start(`w${made}`, {
      node: found.node,
      script,
      args: [JSON.stringify(task)],
      env,
    });
  };
  const first = await start(server.url, true);
  return {
    place: { reads: 'eye', writes: 'body' },
    home: () => start(server.url, false),
    worker: (how) => start(relay.url, false, how),
    relay,
    restart: server.restart,
    async [Symbol.asyncDispose]() {
      await first.clear();
      await first.kill();
      await relay[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

function onNetwork(bench: () => Bench): void {
  const order = { place: 'net', priority: 50, body: 'it' };
  const started = async (): Promise<readonly [home: Worker, worker: Worker, relay: Relay]> => {
    const { relay } = bench();
    if (!relay) throw new Error('nothing to cut');
    const pair = await Promise.all([bench().home(), bench().worker({ isHasty: true })]);
    onTestFinished(async () => {
      relay.set('open');
      await Promise.all(pair.map((one) => one.kill()));
    });
    return [...pair, relay];
  };

  test('takes an order once that is given twice, as it is where an answer was lost', async () => {
    const [home, worker] = await started();
    expect(await home.enqueue({ ...order, id: 'twice' })).toBe(true);
    expect(await home.enqueue({ ...order, id: 'twice' })).toBe(false);
    const lease = await claimed(worker, 'net');
    expect(await worker.claim('net')).toBeUndefined();
    expect(await worker.complete(lease, 'done')).toBe(true);
    expect(await home.enqueue({ ...order, id: 'twice' })).toBe(false);
    expect(await worker.claim('net')).toBeUndefined();
  });

  test.each([
    ['that is closed', 'closed'],
    ['half open, on which nothing arrives', 'silent'],
    ['half open, on which no answer arrives', 'deaf'],
  ] as const)(
    'gives up a line %s, and counts the result once that is handed in again',
    async (_, line) => {
      const [home, worker, relay] = await started();
      const id = `cut-${line}`;
      await home.enqueue({ ...order, id });
      const lease = await claimed(worker, 'net');
      relay.set(line);
      await expect(worker.complete(lease, 'done')).rejects.toThrow(worker.name);
      // Whether it was taken cannot be known at this end.
      expect((await home.states())[id]?.kind).toBe(line === 'deaf' ? 'completed' : 'held');
      relay.set('open');
      expect(await worker.complete(lease, 'done')).toBe(true);
      expect((await home.states())[id]).toMatchObject({
        kind: 'completed',
        attempt: lease.attempt,
      });
      expect(await worker.claim('net')).toBeUndefined();
    },
  );

  test('gives out again what was given to somebody who never heard of it', async () => {
    const [home, worker, relay] = await started();
    expect(await worker.claim('net')).toBeUndefined();
    await home.enqueue({ ...order, id: 'unheard' });
    relay.set('deaf');
    await expect(worker.claim('net')).rejects.toThrow(worker.name);
    relay.set('open');
    expect(await home.claim('net')).toBeUndefined();
    await home.age({ id: 'unheard', place: 'net', attempt: 0, body: null });
    const lease = await claimed(worker, 'net');
    expect(lease).toMatchObject({ id: 'unheard', attempt: 1 });
    expect(await worker.complete(lease, 'done')).toBe(true);
  });

  test('goes on where PostgreSQL was killed: orders are there, and a lease is what it was', async (context) => {
    const { restart } = bench();
    // Of a server that somebody else runs.
    if (!restart) return context.skip();
    const [home, worker] = await started();
    for (const id of ['before', 'after']) await home.enqueue({ ...order, id });
    const lease = await claimed(worker, 'net');
    await restart();
    expect(await worker.heartbeat(lease)).toBe(true);
    expect(await worker.complete(lease, 'done')).toBe(true);
    const next = await claimed(worker, 'net');
    expect(next.id).toBe('after');
    expect(await worker.complete(next, 'done')).toBe(true);
  });

  test('says that its database cannot be reached, and no password', async () => {
    const { relay } = bench();
    onTestFinished(() => relay?.set('open'));
    relay?.set('closed');
    const refused = await bench()
      .worker()
      .catch((error: unknown) => String(error));
    expect(refused).toMatch(/The database of the team cannot be used: \S/);
    expect(refused).not.toContain(new URL(relay?.url ?? '').password);
  });

  test('counts a lease by the clock of the server, whatever those of its workers say', async () => {
    const home = await bench().worker({ aheadMs: -HOUR_MS });
    const ahead = await bench().worker({ aheadMs: HOUR_MS });
    onTestFinished(async () => {
      await Promise.all([home.kill(), ahead.kill()]);
    });
    await home.enqueue({ ...order, id: 'clock' });
    const lease = await claimed(home, 'net');
    // Past the time in which a lease that is over is seen as such.
    const until = performance.now() + 12_000;
    while (performance.now() < until) expect(await ahead.claim('net')).toBeUndefined();
    expect(await home.heartbeat(lease)).toBe(true);
    expect(await home.complete(lease, 'done')).toBe(true);
  });
}

const HOUR_MS = 3_600_000;
