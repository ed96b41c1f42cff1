import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as queue from '../src/queue.js';
import { answer } from '../src/server.js';

test('keeps a note and has it mailed', () => {
  const { status, body } = answer('POST', '/notes', { text: 'buy milk' });
  assert.equal(status, 201);
  assert.deepEqual(answer('GET', '/notes'), { status: 200, body: ['buy milk'] });
  assert.equal(queue.next(), body.number);
});

test('refuses a note without text', () => {
  assert.equal(answer('POST', '/notes', {}).status, 400);
});

test('knows no other path', () => {
  assert.equal(answer('GET', '/').status, 404);
});
