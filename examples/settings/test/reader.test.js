import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from '../src/reader.js';

test('reads each name with its value', () => {
  assert.deepEqual(readSettings('host=db;port=5432'), { host: 'db', port: '5432' });
});
