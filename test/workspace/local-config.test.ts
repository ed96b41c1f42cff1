// What was confirmed of config.local.yaml, as it is kept below the git directory.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import {
  beginConfirmed,
  confirmedLocal,
  isDeclined,
  keepConfirmed,
  keepDeclined,
  keepNarrowed,
} from '../../runtime/workspace/local-config.ts';
import { files, type Workspace } from '../../runtime/workspace/paths.ts';
import { writeTrust } from '../../runtime/workspace/trust.ts';
import { workspace } from '../documents/workspace.ts';

const TEXT = 'gate_env: [A]\n';

function clone(): Workspace {
  const ws = workspace({ '.wukong/config.local.yaml': TEXT });
  mkdirSync(dirname(files.confirmedConfig(ws)));
  return ws;
}

function trusted(): Workspace {
  const ws = clone();
  writeTrust(ws, { version: 1, log_id: 'L-1', approvals: [] });
  return ws;
}

test('of a clone that nobody set up nothing is confirmed, before and after', () => {
  const ws = clone();
  expect(confirmedLocal(ws)?.text).toBe('');
  beginConfirmed(ws);
  writeTrust(ws, { version: 1, log_id: 'L-1', approvals: [] });
  expect(confirmedLocal(ws)).toMatchObject({ text: '', isAsked: true });
});

test('a text that was changed where it is kept, or is no text, confirms nothing', () => {
  const ws = trusted();
  keepConfirmed(ws, { text: TEXT, isAsked: true });
  expect(confirmedLocal(ws)?.text).toBe(TEXT);
  const kept = { version: 1, sha256: '0'.repeat(64), asked: true, text: TEXT };
  for (const text of [JSON.stringify(kept), '{', 'null', '']) {
    writeFileSync(files.confirmedConfig(ws), text);
    expect(confirmedLocal(ws)?.text, text).toBe('');
  }
});

test('a no leaves what was confirmed, and of what an earlier version let count nothing', () => {
  const ws = trusted();
  keepConfirmed(ws, { text: TEXT, isAsked: true });
  keepDeclined(ws, { text: TEXT, isAsked: true }, 'more');
  const after = confirmedLocal(ws);
  expect(after?.text).toBe(TEXT);
  expect(after && [isDeclined(after, 'more'), isDeclined(after, 'other')]).toEqual([true, false]);
  keepDeclined(ws, { text: TEXT, isAsked: false }, TEXT);
  expect(confirmedLocal(ws)?.text).toBe('');
});

test('what only narrows is what is confirmed from then on; what waits or is faulty is not', () => {
  const ws = trusted();
  keepConfirmed(ws, { text: TEXT, isAsked: true });
  expect(keepNarrowed(ws, { text: undefined, unconfirmed: [] })).toBe(false);
  expect(keepNarrowed(ws, { text: 'gate_env: [B]', unconfirmed: [{}] })).toBe(false);
  expect(confirmedLocal(ws)?.text).toBe(TEXT);
  expect(keepNarrowed(ws, { text: '{}', unconfirmed: [] })).toBe(true);
  expect(keepNarrowed(ws, { text: '{}', unconfirmed: [] })).toBe(false);
  expect(confirmedLocal(ws)?.text).toBe('{}');
});
