// The client on this machine, asked by the words a person would type.

import { spawnSync } from 'node:child_process';
import { ownProgram } from '../../../files/own-programs.ts';

/** Client versions whose hooks were measured. A newer one is used as well, and said to be unknown. */
export const KNOWN_VERSIONS = ['2.1.330'] as const;

/** Newer than each that was measured. */
export function isNewerClient(version: string): boolean {
  return KNOWN_VERSIONS.every((known) => compare(version, known) > 0);
}

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const at = left?.findIndex((part, i) => part !== right?.[i]) ?? -1;
  return at < 0 ? 0 : (left?.[at] ?? 0) - (right?.[at] ?? 0);
}

const LIMIT_MS = 20_000;

/** Undefined: there is no `claude` on PATH, or it does not say. */
export function clientVersion(): string | undefined {
  const program = ownProgram('claude', process.cwd());
  if (program === undefined) return undefined;
  const asked = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: LIMIT_MS });
  return /^(\d+\.\d+\.\d+)\b/.exec(asked.stdout ?? '')?.[1];
}
