// A result that comes when its driver is gone: kept, on record, and without any effect.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OrderRepository } from '../../scripts/orders/repository.ts';
import { killProcessesOf, processesOf } from '../rig/processes.ts';
import { waitUntil } from '../rig/wait.ts';
import { type Driver, startDriver } from './driver.ts';
import { judgeOrders } from './judge.ts';

const LIMIT_MS = 120_000;

describe.skipIf(process.platform === 'win32')('a result that is left', () => {
  test('while its driver is frozen is refused and kept by who takes over, and its run done again', async () => {
    const repository = await OrderRepository.make(1);
    onTestFinished(() => {
      killProcessesOf(repository.root);
      repository.remove();
    });
    const frozen = startDriver(repository, 'G-0001');
    const began = await waitUntil(repository.root, () => repository.noted().at(0), LIMIT_MS);
    await freeze(frozen, join(repository.path, '.wukong', 'events.lock'));
    const late = began?.run ?? '';
    const hasLeft = () => repository.noted().find(({ run, did }) => run === late && did === 'left');
    await waitUntil(repository.root, hasLeft, LIMIT_MS);
    const isGone = () => !processesOf(repository.root).includes(began?.pids[0] ?? 0) || undefined;
    await waitUntil(repository.root, isGone, LIMIT_MS);

    const next = await startDriver(repository, 'G-0001', true).end;
    expect(next).toMatchObject({ code: 0 });
    const of = (type: string) =>
      repository.records().filter((one) => one.type === type && one.run_id === late);
    expect(of('run.refused').map(({ payload }) => payload.outcome)).toEqual(['replaced']);
    const [created] = repository.records().filter(({ type }) => type === 'goal.created');
    const [{ node_id = '' } = {}] = of('run.refused');
    const kept = join(
      'artifacts',
      String(created?.payload.artifacts),
      node_id,
      late,
      'late_report.md',
    );
    expect(existsSync(join(repository.path, '.wukong', kept))).toBe(true);

    const before = repository.records();
    frozen.signal('SIGCONT');
    await frozen.end;
    expect(repository.records()).toEqual(before);
    expect(judgeOrders(before, repository.noted())).toMatchObject({ orders: 5, faults: [] });
    expect(repository.copies()).toEqual([]);
  });
});

/** Not in the middle of a step: who holds the lock of the log would be waited for. */
async function freeze({ signal }: Driver, lock: string): Promise<void> {
  for (;;) {
    signal('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (!existsSync(lock)) return;
    signal('SIGCONT');
  }
}
