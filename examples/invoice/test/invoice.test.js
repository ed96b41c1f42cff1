import assert from 'node:assert/strict';
import { test } from 'node:test';
import { netOf, taxOf, totalOf } from '../src/index.js';

const ITEMS = [
  { price: 1999, count: 3, discount: 10 },
  { price: 250, count: 2 },
];

test('adds up what is to be paid without tax', () => {
  assert.equal(netOf(ITEMS), 5897);
});

test('rounds the tax to cents', () => {
  assert.equal(taxOf(ITEMS, 19), 1120);
});

test('adds the tax to the sum', () => {
  assert.equal(totalOf(ITEMS, 19), 7017);
});

test('is nothing for an empty invoice', () => {
  assert.deepEqual([netOf([]), taxOf([], 19), totalOf([], 19)], [0, 0, 0]);
});
