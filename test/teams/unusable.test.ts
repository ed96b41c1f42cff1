// What may pass by itself is waited for, and uses up no attempt; what only a person can put right is said at once.

import { expect, test } from 'vitest';
import { isAway, isUnusable, unusable } from '../../runtime/team/unusable.ts';

const coded = (code: string): Error => Object.assign(new Error('it failed'), { code });

test.each([
  ['a disk that is full', '53100'],
  ['too many connections', '53300'],
  ['a server that is going down', '57P01'],
  ['a server that is starting', '57P03'],
  ['a connection that was lost', '08006'],
  ['a server that only reads', '25006'],
  ['a server that is not there', 'ECONNREFUSED'],
  ['a name that is not known now', 'ENOTFOUND'],
  ['a line that was cut', 'ECONNRESET'],
])('%s (%s) is waited for', (_, code) => {
  expect(isAway(coded(code))).toBe(true);
  expect(isAway(new AggregateError([coded('EACCES'), coded(code)]))).toBe(true);
});

test.each([
  ['a wrong password', '28P01'],
  ['a right that is missing', '42501'],
  ['a database that does not exist', '3D000'],
  ['a table that does not exist', '42P01'],
])('%s (%s) is not', (_, code) => {
  expect(isAway(coded(code))).toBe(false);
  expect(unusable(coded(code))).toMatchObject({ kind: 'refused', isAway: false });
});

test.each(['Query read timeout', 'Connection terminated unexpectedly', 'Client was closed'])(
  'what the driver says without a code is known: %s',
  (message) => expect(isAway(new Error(message))).toBe(true),
);

test.each([
  ['none was found', 'it asks for a password', new Error('SASL: client password must be a string')],
  ['it is a wrong one', 'it failed', coded('28P01')],
])('of a password it is said where it is looked for, as %s', (_, why, error) => {
  const { message, hint } = unusable(error) as Readonly<{ message: string; hint: string }>;
  expect(message).toContain(why);
  expect(hint).toContain('~/.pgpass (mode 600)');
});

test('is told from other refusals', () => {
  expect(isUnusable(unusable(coded('28P01')))).toBe(true);
  expect(isUnusable({ kind: 'refused', message: 'no', hint: '' })).toBe(false);
});

test('is not what a file of this machine refuses', () => {
  const full = Object.assign(coded('ENOSPC'), { syscall: 'write' });
  expect(unusable(full)).toEqual({ kind: 'file-system', code: 'ENOSPC', message: 'it failed' });
  expect(isUnusable(unusable(full))).toBe(false);
  for (const [code, syscall] of [
    ['ECONNRESET', 'read'],
    ['EPIPE', 'write'],
    ['ENOENT', 'connect'],
  ] as const) {
    expect(isUnusable(unusable(Object.assign(coded(code), { syscall })))).toBe(true);
  }
});
