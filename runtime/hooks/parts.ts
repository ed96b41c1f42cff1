// The parts of the runtime that only some hooks need, each a file of its own beside this bundle,
// loaded when it is needed and not before.

import { join } from 'node:path';

export function loadBegin(): typeof import('./commands.ts') {
  return require(join(__dirname, 'begin.cjs'));
}

export function loadReport(): typeof import('./report.ts') {
  return require(join(__dirname, 'report.cjs'));
}
