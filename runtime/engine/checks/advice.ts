// What an agent has to do about a verdict, and what counts of it: the words are those of the verdict itself, in
// English, with the values they are made of, for people who are told it in another language.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import type { KeptTrial } from '../../model/gate-schema.ts';
import type { Saying } from '../../model/saying.ts';
import { saysNothing } from '../../model/says-nothing.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Change } from '../../proof/change.ts';
import type { NotReproduced } from '../../proof/reproduces.ts';
import { isInDoubt, type Verdict } from '../../proof/verdict.ts';
import { doubtsIn, ENGLISH_UNSHOWN, limitIn, unshownIn } from '../../words/unshown.ts';
import { saidIn, sayingOf } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';

const BRING_A_TEST =
  'Bring a test that fails without the change: the runtime runs the test gate with your tests and the program as it was before the first change, and it has to fail there. That shows that the change fixes the fault. If no test can show it, say so in your summary and report again: then a person decides.';

const BRING_A_RED_TEST =
  'Bring a test that fails on the code as it is, by an assertion or inside of the program: the runtime runs the test gate on the files as they were before the first change with your test in them, and it has to fail there twice. If no test can show the fault, report "Status: blocked" and ask whether to go on without one.';

/** `change`: with the check of the verdict alone. */
export function adviceOn(change: Change, verdict: Verdict): RedGreenVerdict {
  const saying = sayingOf({ change, verdict });
  if (saying.is === 'shown') {
    const unread = saying.limits.find((one) => one.kind === 'not-there-yet');
    if (unread && unread.back === unread.of) return unshown(saying, []);
    if (!isInDoubt(verdict)) {
      const why = clause(saidIn(ENGLISH_VERDICT, saying).head);
      const limit = limitIn(ENGLISH_UNSHOWN, saying);
      return { met: true, why, saying, advice: [], limit };
    }
    const doubts = doubtsIn(ENGLISH_UNSHOWN, saying).join('; ');
    const advice = `It is shown, but in doubt: ${doubts}. Where the work does not need that line, take it back. If it does, say so in your summary and report again: then a person decides.`;
    return notMet(saying, [advice]);
  }
  if (saysNothing(saying)) return notMet(saying, []);
  const isAsked = saying.is === 'not-shown' && saying.why !== 'passes-before';
  return unshown(saying, isAsked ? saidIn(ENGLISH_VERDICT, saying).next : []);
}

function unshown(saying: Saying, next: readonly string[] = []): RedGreenVerdict {
  const how = next.length > 0 ? `${next.join(' ')} ` : '';
  const why = unshownIn(ENGLISH_UNSHOWN, saying);
  return notMet(saying, [`The fault is not shown: ${why}. ${how}${BRING_A_TEST}`]);
}

export function notMet(saying: Saying, advice: readonly string[]): RedGreenVerdict {
  return { met: false, why: unshownIn(ENGLISH_UNSHOWN, saying), saying, advice };
}

/** `said`: how it ended there. */
export function notReproduced(check: string, why: NotReproduced, said: string): RedGreenVerdict {
  const saying = { is: 'not-reproduced', check, why, said: said.slice(0, 500) } as const;
  const advice = `The fault is not shown: ${unshownIn(ENGLISH_UNSHOWN, saying)}. ${BRING_A_RED_TEST}`;
  return notMet(saying, [advice]);
}

export function noCheck(waiting: CommandGate | undefined): RedGreenVerdict {
  return unshown(
    waiting
      ? { is: 'not-approved', check: commandText(waiting.command) }
      : { is: 'no-check-known' },
  );
}

/**
 * Of a goal in which no test gate can show anything: there is none, or none of them runs here. Undefined: one
 * can. `outcomes`: of the gates of the node.
 */
export function noGate(goal: Goal, outcomes: readonly GateOutcome[]): RedGreenVerdict | undefined {
  const tests = gatesOfGoal(goal).filter(({ type }) => type === 'test');
  const [first] = tests;
  if (!first) return { ...unshown({ is: 'no-gate' }), noCheck: true };
  const seen = tests.map(({ name }) => outcomes.find(({ gate }) => gate === name));
  if (seen.some((one) => one?.outcome !== 'unavailable')) return undefined;
  const check = commandText(first.command);
  const saying = { is: 'cannot-run', check, why: seen[0]?.error ?? null } as const;
  return { ...unshown(saying), noCheck: true };
}

/** Nothing an agent changes makes it pass there, so none is asked to. */
export function beyondCopies({ command, cause, copy }: KeptTrial): RedGreenVerdict {
  const check = commandText(command);
  return notMet({ is: 'beyond-copies', check, cause, log: copy.log }, []);
}

/** A test that passes may pass because of a file that no tree shows. */
export function installedSince(touched: readonly string[]): RedGreenVerdict | undefined {
  if (touched.length === 0) return undefined;
  return notMet({ is: 'installed', files: [...touched] }, [
    `Report "Status: blocked": files in dependency folders were changed since the work began (${touched.join(', ')}), so it is unknown what passes because of them. A person can look at them and start a new goal.`,
  ]);
}

function clause(text: string): string {
  return text.replace(/\.$/, '');
}
