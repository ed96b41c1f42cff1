import { expect, test } from 'vitest';
import { toVersion, type Upcaster, upcast } from '../../runtime/kernel/reduce/upcast.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import { FORMAT_VERSION } from '../../runtime/model/vocabulary.ts';

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
  expect(toVersion(record(0, { why: 'x' }), INVENTED, 1)).toEqual(record(1, { reason: 'x' }));
  expect(toVersion(record(0, { why: 'x' }), INVENTED, 2)).toEqual(record(2, { reasons: ['x'] }));
  expect(toVersion(record(1, { reason: 'x' }), INVENTED, 2)).toEqual(record(2, { reasons: ['x'] }));
});

test('a version that changed no meaning needs no upcaster, and a present record is itself', () => {
  expect(toVersion(record(0, { why: 'x' }), {}, 1)).toEqual(record(1, { why: 'x' }));
  const present = record(FORMAT_VERSION, { because: { kind: 'no-change' } });
  expect(upcast(present)).toBe(present);
});

test('a type nobody knows, and a record of a newer version, are the fact unknown', () => {
  const strange = { ...record(1, { x: 1 }), type: 'node.dreamt' };
  const known = { type: 'unknown', payload: { type: 'node.dreamt' } };
  expect(upcast(strange)).toEqual({ ...strange, ...known });
  const newer = record(FORMAT_VERSION + 1, { because: { kind: 'x' } });
  expect(upcast(newer)).toMatchObject({ type: 'unknown', payload: { type: 'run.ended' } });
  // What every object has is no type either.
  expect(upcast({ ...record(1, {}), type: 'constructor' }).type).toBe('unknown');
});

test('a run and an owner of before there were others are an agent of a session, and a session', () => {
  const client = { pid: 7, started: '1' };
  const chain = record(1, {});
  const dispatched = {
    ...chain,
    type: 'run.dispatched',
    session_id: 's1',
    payload: { role: 'body', tool_use_id: 't1', worktree: '/r', client, tree: 'b', head: 'm c' },
  };
  const present = upcast(dispatched);
  expect(present.payload).toEqual({
    role: 'body',
    by: { kind: 'subagent', session_id: 's1', tool_use_id: 't1', client },
    lane: { worktree: '/r', base: 'b', head: 'm c' },
  });
  const owned = { ...chain, type: 'goal.owned', session_id: 's1' };
  expect(upcast({ ...owned, payload: { client, transcript: '/t' } }).payload).toEqual({
    owner: { kind: 'session', session_id: 's1', client },
    transcript: '/t',
  });
});

test('what version 1 said in sentences keeps showing as it was said', () => {
  const ended = record(1, { outcome: 'failed', reason: 'no idea', counts: true, findings: ['x'] });
  expect(upcast(ended).payload).toEqual({
    outcome: 'failed',
    because: { kind: 'text', text: 'no idea' },
    counts: true,
    findings: [{ kind: 'said', text: 'x' }],
  });
  const told = { ...record(1, { text: 'Wukong: look.' }), type: 'notice.added' };
  expect(upcast(told).payload).toEqual({ about: { kind: 'text', text: 'Wukong: look.' } });
  const refused = { ...record(1, { key: 'k', why: 'too late' }), type: 'run.refused' };
  expect(upcast(refused).payload).toEqual({
    key: 'k',
    because: { kind: 'text', text: 'too late' },
  });
});
