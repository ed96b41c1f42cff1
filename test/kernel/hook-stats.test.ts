import { expect, test } from 'vitest';
import { reduce } from '../../runtime/kernel/reduce/reduce.ts';
import { emptyState } from '../../runtime/kernel/state/empty-state.ts';
import { hookStats } from '../../runtime/kernel/views/hook-stats.ts';
import { HOOK_MS, type HostEvent } from '../../runtime/model/vocabulary.ts';

function recorded(type: HostEvent, payloads: readonly object[]) {
  const state = emptyState();
  for (const [i, payload] of payloads.entries()) {
    reduce(state, { type, timestamp: `2026-11-22T10:00:0${i % 10}.000Z`, payload });
  }
  return state;
}

test('the flight recorder tells the marks half and nearly all of the hooks stayed below', () => {
  const times = Array.from({ length: 100 }, (_, i) => ({ ms: i < 50 ? 35 : i < 95 ? 70 : 400 }));
  expect(hookStats(recorded('Stop', times))).toEqual([
    { event: 'Stop', count: 100, errors: 0, last: '2026-11-22T10:00:09.000Z', p50: 40, p95: 80 },
  ]);
});

test('what took longer than the last mark, and what was not measured, has no mark', () => {
  expect(hookStats(recorded('Stop', [{ ms: 3_600_000 }]))[0]).toMatchObject({
    p50: null,
    p95: null,
  });
  expect(hookStats(recorded('Stop', [{}]))[0]).toMatchObject({ count: 1, p50: null });
});

test('a hook that broke down is counted as an error; an API error of the client is none', () => {
  const state = recorded('StopFailure', [{ error: 'rate_limit', ms: 30 }, { hook_error: 'boom' }]);
  expect(hookStats(state)[0]).toMatchObject({ count: 2, errors: 1, p50: 30 });
});

test('however many there are, the counts stay as small', () => {
  const state = recorded(
    'Stop',
    Array.from({ length: 5000 }, (_, i) => ({ ms: i * 31 })),
  );
  expect(state.hooks.Stop?.ms.length).toBeLessThanOrEqual(HOOK_MS.length + 1);
});
