// What keeps a command from passing in a copy: looked for in what it printed there, and in what the working
// tree has and the copy has not.

import { existsSync } from 'node:fs';
import { type TrialSeen, trialCause } from '../../evidence/gates/trial-cause.ts';
import { leftOutOfCopies } from '../../evidence/trees/dependencies.ts';
import { readText } from '../../files/reading.ts';
import type { TrialCause } from '../../model/trial-cause.ts';

const END_CHARS = 64 * 1024;

/** `log`: what it printed in the copy. */
export async function copyCause(
  worktree: string,
  log: string,
  seen: Omit<TrialSeen, 'output' | 'missing'>,
): Promise<TrialCause | null> {
  if (seen.copy === 'pass') return null;
  const output = existsSync(log) ? readText(log).slice(-END_CHARS) : '';
  return trialCause({ ...seen, output, missing: await leftOutOfCopies(worktree) });
}
