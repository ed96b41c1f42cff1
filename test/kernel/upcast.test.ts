import { expect, test } from 'vitest';
import { type Upcaster, upcast } from '../../runtime/kernel/upcast.ts';
import type { EventRecord } from '../../runtime/model/event.ts';

function record(v: number, payload: EventRecord['payload']): EventRecord {
  const chain = { left: 0, prev: '00000000', crc: '00000000' };
  return { event_id: 'E-000001', type: 'run.ended', timestamp: 't', payload, v, ...chain };
}

/** Invented: version 0 said `why`, version 1 says `reason`, version 2 wants it as a list. */
const INVENTED: Readonly<Record<number, Upcaster>> = {
  0: (old) => ({ ...old, payload: { reason: old.payload.why } }),
  1: (old) => ({ ...old, payload: { reasons: [old.payload.reason] } }),
};

test('a record of an older version is brought to the present one step by step', () => {
  expect(upcast(record(0, { why: 'x' }), INVENTED, 1)).toEqual(record(1, { reason: 'x' }));
  expect(upcast(record(0, { why: 'x' }), INVENTED, 2)).toEqual(record(2, { reasons: ['x'] }));
  expect(upcast(record(1, { reason: 'x' }), INVENTED, 2)).toEqual(record(2, { reasons: ['x'] }));
});

test('a version that changed no meaning needs no upcaster, and a present record is itself', () => {
  expect(upcast(record(0, { why: 'x' }), {}, 1)).toEqual(record(1, { why: 'x' }));
  const present = record(1, { reason: 'x' });
  expect(upcast(present)).toBe(present);
});
