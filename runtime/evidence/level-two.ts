// L2: a gate that a person approved stands, as the runtime ran it, and none that has to pass failed. Pure.

import type { LevelReason } from '../model/evidence.ts';
import { type GateOutcome, hasFailed, stands } from '../model/gate.ts';
import { LEVEL_RULES } from '../model/level-rules.ts';

const MAX_NAMED = 5;

/** A gate that the runtime itself saw stand on exactly the tree of the report, named there or not. */
export function ranByRuntime(
  gates: readonly GateOutcome[],
  tree: string | null,
  approved: readonly string[] = [],
): GateOutcome | undefined {
  return gates.find(
    (one) => stands(one) && tree !== null && one.tree === tree && approved.includes(one.gate),
  );
}

/** `gates`: all that the runtime ran. One that passed makes up for none that failed, whichever comes first. */
export function levelTwo(
  ran: GateOutcome | undefined,
  gates: readonly GateOutcome[],
  referencesAreGood: boolean,
): LevelReason {
  const failed = gates.filter(hasFailed);
  const names = listed(failed.map(({ gate }) => `"${gate}"`));
  if (!ran) {
    const them = failed.length === 1 ? 'it' : 'them';
    const why = `${names} did not pass when the runtime ran ${them}.`;
    return { level: 'L2', met: false, why: failed.length > 0 ? why : LEVEL_RULES.L2.without };
  }
  const proof = `The gate "${ran.gate}" ${howRan(ran)} when the runtime ran it on this tree`;
  if (failed.length > 0) return { level: 'L2', met: false, why: `${proof}, but not ${names}.` };
  const why = referencesAreGood ? `${proof}.` : `${proof}, but L1 is not reached.`;
  return { level: 'L2', met: referencesAreGood, why };
}

function howRan({ outcome }: GateOutcome): string {
  return outcome === 'pass' ? 'passed' : 'failed as it did before the work, and in nothing else,';
}

export function listed(items: readonly string[]): string {
  const more = items.length > MAX_NAMED ? `, and ${items.length - MAX_NAMED} more` : '';
  return items.slice(0, MAX_NAMED).join(', ') + more;
}
