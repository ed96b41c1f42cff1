import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as durations from '../src/index.js';

const { formatDuration } = durations;

test('writes the largest unit first', () => {
  assert.equal(formatDuration(3725), '1 h 2 min 5 s');
  assert.equal(formatDuration(90_061), '1 d 1 h 1 min 1 s');
});

test('leaves out units of which there are none', () => {
  assert.equal(formatDuration(7200), '2 h');
  assert.equal(formatDuration(86_405), '1 d 5 s');
});

test('writes nothing at all as 0 s', () => {
  assert.equal(formatDuration(0), '0 s');
});

test('refuses what is no duration', () => {
  for (const value of [-1, 1.5, Number.NaN, '60']) {
    assert.throws(() => formatDuration(value), RangeError);
  }
});
