// What a check runs by way of scripts, where the change has edited it: the same words would run something else.

import { createHash } from 'node:crypto';
import { scriptsLedTo } from '../evidence/seal/gate-scripts.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import type { Check } from './change.ts';

/** Of one script. Empty: it is not there. */
type Edit = Readonly<{ name: string; before: string; now: string }>;

export type Scripts = Readonly<{
  /** None: it leads to what the base has. */
  edits: readonly Edit[];
  /** Of all that it leads to now. */
  hash: string;
}>;

/** Of each check. */
export async function editedScripts(
  place: TreePlace,
  { base, head }: Readonly<{ base: string; head: string }>,
  checks: readonly Check[],
): Promise<readonly Scripts[]> {
  const gates = checks.map(({ gate }) => gate);
  const [old, now] = [
    await scriptsLedTo(place, base, gates),
    await scriptsLedTo(place, head, gates),
  ];
  return gates.map((_, at) => {
    const [before, after] = [old[at] ?? new Map(), now[at] ?? new Map()];
    const edits = [...new Set([...before.keys(), ...after.keys()])]
      .map((name) => ({ name, before: before.get(name) ?? '', now: after.get(name) ?? '' }))
      .filter((one) => one.before !== one.now);
    return { edits, hash: hashed([...after].sort()) };
  });
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
