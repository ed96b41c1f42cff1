// The parts of the runtime that only some hooks need, each a file of its own beside this bundle,
// loaded when it is needed and not before.

import { join } from 'node:path';

export function loadBegin(): typeof import('./commands.ts') {
  return require(join(__dirname, 'begin.cjs'));
}

/** For hooks that keep a text and need nothing else of the other parts. */
export function loadPrivacy(): typeof import('../privacy/redact.ts') {
  return require(join(__dirname, 'privacy.cjs'));
}

export function loadReport(): typeof import('./report.ts') {
  return require(join(__dirname, 'report.cjs'));
}
