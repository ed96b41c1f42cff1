import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, writeSettings } from '../src/index.js';

test('reads what it wrote', () => {
  for (const settings of [{ host: 'db' }, { host: 'db', port: '5432', user: 'ada' }]) {
    assert.deepEqual(readSettings(writeSettings(settings)), settings);
  }
});
