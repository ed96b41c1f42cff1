// The client on this machine, asked by the words a person would type.

import { spawnSync } from 'node:child_process';
import { ownProgram } from '../../../files/own-programs.ts';

/** Client versions whose hooks were measured. Another one may work; it is not taken unasked. */
export const KNOWN_VERSIONS = ['2.1.330'] as const;

const LIMIT_MS = 20_000;

/** Undefined: there is no `claude` on PATH, or it does not say. */
export function clientVersion(): string | undefined {
  const program = ownProgram('claude', process.cwd());
  if (program === undefined) return undefined;
  const asked = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: LIMIT_MS });
  return /^(\d+\.\d+\.\d+)\b/.exec(asked.stdout ?? '')?.[1];
}
