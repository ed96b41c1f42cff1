// The highest level, and the seal that can take levels away again. Pure.

import type { LevelReason } from '../model/evidence.ts';
import type { GateOutcome } from '../model/gate.ts';
import { LEVEL_RULES } from '../model/level-rules.ts';
import type { Saying } from '../model/saying.ts';

/** What became of tests and gates that were there before the first change. Absent: none was changed. */
export type SealVerdict = Readonly<{
  /** The gates say the same with the sealed files, or a person accepted the new ones. */
  held: boolean;
  /** Nobody can say: no gate passes in a copy, whatever tests are in it. */
  unchecked?: true;
  /** One sentence, without its full stop. */
  why: string;
  /** What the agent has to do if it does not hold. */
  advice: readonly string[];
}>;

/** The check that shows the fault: red on the first tree, green on this one. Absent: none is asked for. */
export type RedGreenVerdict = Readonly<{
  met: boolean;
  why: string;
  /** The same as data, for other languages; absent where no verdict says it. */
  saying?: Saying | undefined;
  advice: readonly string[];
  /** It is met, but shows less than one that counts for L3: why. */
  limit?: string | undefined;
  /** No gate can show it, whatever an agent does. */
  noCheck?: true | undefined;
  /** All that was changed, where no check opens it: then none can show the fault. */
  documentation?: readonly string[] | undefined;
}>;

type ThirdInput = Readonly<{
  /** Of the gates, those that are commands. */
  commandGates: readonly GateOutcome[];
  /** The tree of the report. */
  tree: string | null;
  redGreen: RedGreenVerdict | undefined;
}>;

export type Third = Readonly<{ reason: LevelReason; advice: readonly string[] }>;

/** L3: every required gate passed on the tree of the report, at least one; red and green too where the goal asks for it. */
export function levelThree(
  { commandGates, tree, redGreen }: ThirdInput,
  secondIsMet: boolean,
): Third {
  const required = commandGates.filter((gate) => gate.mustPass);
  const open = [
    ...(required.length === 0 ? [NO_GATE] : []),
    ...required.flatMap((gate) => gateOpen(gate, tree)),
    ...(redGreen ? shownLess(redGreen) : []),
  ];
  const [first] = open;
  if (first !== undefined) {
    const why = `${upperFirst(open.map((one) => one.why).join('; '))}.`;
    return {
      reason: { level: 'L3', met: false, why },
      advice: open.flatMap(({ advice }) => advice),
    };
  }
  const gates =
    required.length === 1 ? 'The required gate' : `All ${required.length} required gates`;
  const check = redGreen ? `, and ${redGreen.why}` : '';
  const but = secondIsMet ? '' : ', but L2 is not reached';
  const why = `${gates} passed on the tree of the report${check}${but}.`;
  return { reason: { level: 'L3', met: secondIsMet, why }, advice: [] };
}

/** What keeps a check that was asked for from counting here. */
function shownLess({ met, why, advice, limit }: RedGreenVerdict): readonly Open[] {
  if (!met) return [{ why, advice }];
  return limit === undefined ? [] : [{ why: `${why}, but ${limit}`, advice: [limitAdvice(limit)] }];
}

export function limitAdvice(limit: string): string {
  return `L3 is not reached, because ${limit}. If you cannot change that, say so in your summary and report again: then a person decides.`;
}

type Open = Readonly<{ why: string; advice: readonly string[] }>;

export const NO_GATE: Open = {
  why: LEVEL_RULES.L3.without,
  advice: [
    'Report "Status: blocked" and ask the user for a gate: L3 needs a command that the runtime runs itself, and this node has none. Only a person can add one, under `gates:` in .wukong/config.yaml.',
  ],
};

function gateOpen(gate: GateOutcome, tree: string | null): readonly Open[] {
  const name = `"${gate.gate}"`;
  if (gate.outcome === 'pass') {
    if (gate.partial !== undefined) {
      const why = `The gate ${name} does not run every test once (${gate.partial})`;
      return [{ why, advice: [limitAdvice(lowerFirst(why))] }];
    }
    if (gate.tree !== undefined && gate.tree === tree) return [];
    const advice = [
      'Report again, and let no file change until then: a gate passed on another tree.',
    ];
    return [{ why: `The gate ${name} passed on another tree than that of the report`, advice }];
  }
  const why = `The gate ${name} ${gate.outcome === 'unavailable' ? 'is unavailable' : 'did not pass'}${gate.error === undefined ? '' : ` (${gate.error})`}`;
  // Those that failed are reported as gates.
  if (gate.outcome !== 'unavailable') return [{ why, advice: [] }];
  return [{ why, advice: [unavailableText(gate)] }];
}

export function unavailableText({ gate, error = 'no reason is known' }: GateOutcome): string {
  return `Have the gate "${gate}" run: it is unavailable (${error}). Report "Status: blocked" and ask the user.`;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

/** As a sentence begins. */
export function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
