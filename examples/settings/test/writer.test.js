import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeSettings } from '../src/writer.js';

test('writes a name with its value', () => {
  assert.equal(writeSettings({ host: 'db' }), 'host=db');
});
