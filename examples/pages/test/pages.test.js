import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_SIZE, pageOf, pagesOf } from '../src/index.js';

const rows = Array.from({ length: 45 }, (_, i) => i + 1);

test('the last page holds what is left', () => {
  assert.equal(pagesOf(rows, 10), 5);
  assert.deepEqual(pageOf(rows, 5, 10), [41, 42, 43, 44, 45]);
});

test('a page is as long as it says where nothing else is said', () => {
  assert.equal(pageOf(rows, 1).length, PAGE_SIZE);
});

test('there is one page even if it is empty', () => {
  assert.equal(pagesOf([]), 1);
  assert.deepEqual(pageOf([], 1), []);
});

test('a page that is not there is refused', () => {
  assert.throws(() => pageOf(rows, 0), RangeError);
  assert.throws(() => pageOf(rows, 99), RangeError);
});
