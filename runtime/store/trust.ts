import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './atomic.ts';
import type { Trust } from './parse-trust.ts';
import { trustOf, type Workspace } from './places.ts';

export { readTrust, type Trust } from './read-trust.ts';

export function writeTrust(ws: Workspace, trust: Trust): void {
  mkdirSync(dirname(trustOf(ws)), { recursive: true, mode: 0o700 });
  replaceFile(trustOf(ws), `${JSON.stringify(trust, null, 2)}\n`, true);
}
