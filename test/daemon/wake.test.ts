// When a daemon looks again.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { restMs } from '../../runtime/engine/daemon/rest.ts';
import { untilWoken } from '../../runtime/engine/daemon/wake.ts';

const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const LOOK_MS = 1_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

type Told = { isOver: boolean };

function waits(dueMs: number, stamp = () => 'as it was', stop = new AbortController()) {
  const told: Told = { isOver: false };
  const over = untilWoken(stamp, 'as it was', dueMs, stop.signal).then(() => {
    told.isOver = true;
  });
  return { told, over, stop };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS));

describe('a daemon that waits', () => {
  test('looks again when what it goes by has changed, and not before', async () => {
    let said = 'as it was';
    const { told, over } = waits(NOW + HOUR_MS, () => said);
    await aMoment();
    expect(told.isOver).toBe(false);
    said = 'changed';
    await over;
  });

  test('looks again when it is time, also after a night in which the machine slept', async () => {
    const { told, over } = waits(NOW + HOUR_MS);
    await aMoment();
    expect(told.isOver).toBe(false);
    vi.setSystemTime(NOW + 9 * HOUR_MS);
    await over;
  });

  test('looks again when the clock was set back, and not a day later', async () => {
    const { over } = waits(NOW + HOUR_MS);
    vi.setSystemTime(NOW - 24 * HOUR_MS);
    await over;
  });

  test('ends at once when it is stopped', async () => {
    const { over, stop } = waits(NOW + HOUR_MS);
    const from = performance.now();
    stop.abort();
    await over;
    expect(performance.now() - from).toBeLessThan(LOOK_MS / 2);
  });

  test('does not hurry where what is due stays due', async () => {
    const from = performance.now();
    await waits(NOW - HOUR_MS).over;
    expect(performance.now() - from).toBeGreaterThan(LOOK_MS / 4);
  });
});

describe('a goal that a daemon could do nothing for', () => {
  const MINUTE_MS = 60_000;

  test('is tried again soon where something failed, and less often each time, at the latest after a heartbeat', () => {
    const rests = [0, 1, 2, 20].map((failures) => restMs('cannot', failures, 15 * MINUTE_MS));
    expect(rests).toEqual([5_000, 10_000, 20_000, 15 * MINUTE_MS]);
    expect(restMs('not-recorded', 0, 15 * MINUTE_MS)).toBe(5_000);
  });

  test('is tried again after a heartbeat where nobody can be had, and not before something becomes of it where it waits', () => {
    expect(restMs('no-executor', 0, 15 * MINUTE_MS)).toBe(15 * MINUTE_MS);
    expect(restMs('waits', 0, 15 * MINUTE_MS)).toBe(Infinity);
    expect(restMs('for-session', 0, 15 * MINUTE_MS)).toBe(Infinity);
  });
});
