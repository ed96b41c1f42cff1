// L2: a check passed, seen in the agent's own transcript or run by the runtime, and none that has to pass failed. Pure.

import type { LevelReason } from '../model/evidence.ts';
import { type GateOutcome, hasFailed, stands } from '../model/gate.ts';
import { LEVEL_RULES } from '../model/level-rules.ts';
import type { SeenCommand } from './commands/observed-commands.ts';
import { upperFirst } from './level-three.ts';

const MAX_NAMED = 5;

/**
 * A gate that the runtime itself saw stand on exactly the tree of the report, cited or not. Only what a person
 * approved: one that may run because an agent ran the same command shows no more than that command.
 */
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
  commands: readonly SeenCommand[],
  ran: GateOutcome | undefined,
  gates: readonly GateOutcome[],
  referencesAreGood: boolean,
): LevelReason {
  const seen = commands.find((command) => command.proves)?.why;
  const proof =
    seen ?? (ran && `the gate "${ran.gate}" ${howRan(ran)} when the runtime ran it on this tree`);
  const failed = gates.filter(hasFailed);
  if (proof !== undefined && failed.length > 0) {
    const names = listed(failed.map(({ gate }) => `"${gate}"`));
    return { level: 'L2', met: false, why: `${upperFirst(proof)}, but not ${names}.` };
  }
  if (proof !== undefined) {
    const why = referencesAreGood ? `${proof}.` : `${proof}, but L1 is not reached.`;
    return { level: 'L2', met: referencesAreGood, why: upperFirst(why) };
  }
  if (commands.length === 0) return { level: 'L2', met: false, why: LEVEL_RULES.L2.without };
  const why = `${listed(commands.map((command) => command.why))}.`;
  return { level: 'L2', met: false, why: upperFirst(why) };
}

function howRan({ outcome }: GateOutcome): string {
  return outcome === 'pass' ? 'passed' : 'failed as it did before the work, and in nothing else,';
}

export function listed(items: readonly string[]): string {
  const more = items.length > MAX_NAMED ? `, and ${items.length - MAX_NAMED} more` : '';
  return items.slice(0, MAX_NAMED).join(', ') + more;
}
