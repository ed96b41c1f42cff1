import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DecodeError, decode } from '../src/index.js';

const packet = (hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test('reads a temperature', () => {
  assert.deepEqual(decode(packet('01 02 00 02 07e9')), [
    { sensor: 2, kind: 'temperature', value: 20.25 },
  ]);
});

test('reads several readings in the order they were sent', () => {
  const readings = decode(packet('01 02 00 02 fe0c 02 01 01 5b'));
  assert.deepEqual(
    readings.map(({ kind, value }) => [kind, value]),
    [
      ['temperature', -5],
      ['humidity', 45.5],
    ],
  );
});

test('reads a label from a sensor with a number above 127', () => {
  assert.deepEqual(decode(packet('01 ac02 02 04 726f6f66')), [
    { sensor: 300, kind: 'label', value: 'roof' },
  ]);
});

test('an empty body holds no readings', () => {
  assert.deepEqual(decode(packet('')), []);
});

test('refuses a version it does not know', () => {
  assert.throws(() => decode(packet('07 02 00 02 07e9')), DecodeError);
});

test('refuses a kind it does not know', () => {
  assert.throws(() => decode(packet('01 02 09 00')), { name: 'DecodeError', offset: 2 });
});
