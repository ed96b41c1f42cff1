import { expect, test } from 'vitest';
import { notDone, ownFault } from '../../runtime/engine/team/work-here.ts';
import { mayGiveBack } from '../../runtime/engine/team/worker.ts';
import { ok } from '../../runtime/model/failure.ts';

test('a worker gives back what it cannot do once, and tells its home of it the second time', () => {
  const full = ownFault('no space left');
  expect(mayGiveBack(full, false, false)).toBe(true);
  expect(mayGiveBack(full, true, false)).toBe(false);
});

test('a worker gives back what its person ended, and never what is done or what the order itself lacks', () => {
  const none = notDone('its work_order.json is no JSON');
  expect(mayGiveBack(none, false, true)).toBe(true);
  expect(mayGiveBack(none, false, false)).toBe(false);
  for (const isStopped of [true, false])
    expect(mayGiveBack(ok('it'), false, isStopped)).toBe(false);
});
