// The fault of the example `decoder` and its fix, for tests in which agents are played by hand.

import type { Words } from '../hooks/agents.ts';
import { TESTS_BY_NODE } from './repository.ts';
import type { Rig } from './rig.ts';

export const SOURCE = 'src/decoder.js';
export const TEST = 'test/decoder.test.js';
/** Its tests fail of this line. */
export const CRASH = '  const version = bytes.readUInt8(0);';
export const GUARD = '  if (bytes.length === 0) return [];';
/** The test that shows it. */
export const FAILING = /test\('an empty body holds no readings'[\s\S]*?\n\}\);\n/;
export const CHECK = TESTS_BY_NODE.command.join(' ');
export const TESTED: Words = { command: CHECK, references: [`${SOURCE}:1`] };

export function mend(rig: Rig): void {
  rig.write(SOURCE, rig.file(SOURCE).replace(CRASH, `${GUARD}\n${CRASH}`));
}
