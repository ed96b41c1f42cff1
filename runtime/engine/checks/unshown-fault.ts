// Why no check shows the fault, and what an agent can do about it.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import type { KeptTrial } from '../../model/gate-schema.ts';
import type { CheckState } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { wayOutText } from '../../words/evidence-copies.ts';

const BRING_A_TEST =
  'Bring a test that fails without the change, and run it: the runtime lays your test files over the tree before the first change, runs the command you cite or the test gate there, and it has to fail. That shows that the change fixes the fault. If no test can show it, say so in your summary and report again: then a person decides.';

/** A check that did not fail on the first tree. */
export type Unred = Readonly<{
  command: readonly string[];
  passes: boolean;
  why: string;
  brings: boolean;
}>;

export function unredOf({ command, red, why, overlay }: CheckState): Unred {
  return { command, passes: red === 'passes', why, brings: overlay !== null };
}

export function notRed({ command, passes, why, brings }: Unred): RedGreenVerdict {
  const name = `\`${commandText(command)}\``;
  const how = passes ? 'passes' : `shows nothing (${why})`;
  const what = brings ? ' with the new tests laid over it' : '';
  return unshown(`the check ${name} ${how} on the tree before the first change${what}`);
}

export function noCheck(waiting: CommandGate | undefined): RedGreenVerdict {
  return unshown(
    waiting
      ? `the check \`${commandText(waiting.command)}\` is not approved, so it did not run (wukong trust --approve)`
      : 'no check is known: the goal has no test gate, and no report cites a command that could show it',
  );
}

/**
 * Of a goal in which no test gate can show anything: there is none, or none of them runs here. Undefined: one
 * can. `outcomes`: of the gates of the node.
 */
export function noGate(goal: Goal, outcomes: readonly GateOutcome[]): RedGreenVerdict | undefined {
  const tests = gatesOfGoal(goal).filter(({ type }) => type === 'test');
  const [first] = tests;
  if (!first) return { ...unshown('the goal has no test gate'), noCheck: true };
  const seen = tests.map(({ name }) => outcomes.find(({ gate }) => gate === name));
  if (seen.some((one) => one?.outcome !== 'unavailable')) return undefined;
  const why = `the check \`${commandText(first.command)}\` cannot run (${seen[0]?.error ?? 'no reason is known'})`;
  return { ...unshown(why), noCheck: true };
}

/** The test that showed it may be the one that was changed, so it is named. */
export function besides(verdict: RedGreenVerdict, weakened: string): RedGreenVerdict {
  const advice = `Look at what you changed there: ${weakened}. Where the request does not ask for that, put it back.`;
  return { ...verdict, why: `${verdict.why}; ${weakened}`, advice: [...verdict.advice, advice] };
}

/** Nothing an agent changes makes it pass there, so none is asked to. */
export function beyondCopies(trial: KeptTrial): RedGreenVerdict {
  const name = `\`${commandText(trial.command)}\``;
  const next = wayOutText(trial).replace(/\.$/, '');
  const why = `it could not be checked, because ${name} passes here and did not in a clean copy before anything was changed. ${next}`;
  return notMet(why, []);
}

function unshown(why: string): RedGreenVerdict {
  return notMet(why, [`The fault is not shown: ${why}. ${BRING_A_TEST}`]);
}

/** Of a check that was red and is green, and that does not fail where its tests throw. */
export function cannotFail(
  command: readonly string[],
  hasFailed: boolean,
  log: string,
): RedGreenVerdict {
  const name = `\`${commandText(command)}\``;
  const how = hasFailed
    ? 'fails there, but shows nothing of it'
    : 'passes all the same, so it cannot fail';
  const why = `with a line that throws in each test file it opens, the check ${name} ${how}`;
  const advice = `The fault is not shown: ${why}. Make ${name} run these tests and show why they fail; its output is in .wukong/${log}. If that is not yours to change, say so in your summary and report again: then a person decides.`;
  return notMet(why, [advice]);
}

/** Of a check that was red with new files and passed when it was tried again. */
export function redOnlyOnce(command: readonly string[], why: string): RedGreenVerdict {
  return unshown(
    `the check \`${commandText(command)}\` failed on the tree before the first change once, and not when it was run again (${why})`,
  );
}

/** A test that passes may pass because of a file that no tree shows. */
export function installedSince(touched: readonly string[]): RedGreenVerdict | undefined {
  if (touched.length === 0) return undefined;
  const files = touched.join(', ');
  return notMet(
    `installed dependencies were changed since the work began (${files}), which no tree shows`,
    [
      `Report "Status: blocked": files in dependency folders were changed since the work began (${files}), so it is unknown what passes because of them. A person can look at them and start a new goal.`,
    ],
  );
}

export function notMet(why: string, advice: readonly string[]): RedGreenVerdict {
  return { met: false, why, advice };
}
