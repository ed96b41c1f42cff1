// What an agent has to do about a verdict, and what counts of it: the words are those of the verdict itself.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { gatesOfGoal } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import type { KeptTrial } from '../../model/gate-schema.ts';
import type { Goal } from '../../model/state/goal.ts';
import { type Change, filesOf } from '../../proof/change.ts';
import { isInDoubt, type Verdict } from '../../proof/verdict.ts';
import { wayOutText } from '../../words/evidence-copies.ts';
import { type VerdictText, verdictIn } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';

const BRING_A_TEST =
  'Bring a test that fails without the change, and run it: the runtime runs the command you cite, or the test gate, with your tests and the program as it was before the first change, and it has to fail there. That shows that the change fixes the fault. If no test can show it, say so in your summary and report again: then a person decides.';

/** `change`: with the check of the verdict alone. */
export function adviceOn(change: Change, verdict: Verdict): RedGreenVerdict {
  const said = textOf(change, verdict);
  const head = withoutStop(said.head);
  if (verdict.is === 'shown') {
    const unread = verdict.limits.find((one) => one.kind === 'not-there-yet');
    if (unread && unread.back === unread.of) return unshown(`${head}: ${NOT_LOADED}`, []);
    const limits = verdict.limits.filter(({ kind }) => kind !== 'no-cases');
    const limit = limitOf(textOf(change, { ...verdict, limits }));
    if (!isInDoubt(verdict)) return { met: true, why: head, advice: [], limit };
    const why = `${head}, in doubt: ${said.doubts.join('; ')}`;
    const advice = `It is shown, but in doubt: ${said.doubts.join('; ')}. Where the work does not need that line, take it back. If it does, say so in your summary and report again: then a person decides.`;
    return notMet(why, [advice]);
  }
  if (verdict.is === 'nothing') return nothingOf(change, verdict);
  const next =
    verdict.is === 'not-shown' && verdict.because.why !== 'passes-before' ? said.next : [];
  const isHere = verdict.is === 'not-shown' && verdict.because.why === 'fails-now';
  return unshown(isHere ? `${head}, in a clean copy of this tree` : head, next);
}

/** As it is recorded and told to agents, whatever its goal is told in. */
export function textOf(change: Change, verdict: Verdict): VerdictText {
  return verdictIn(ENGLISH_VERDICT, { change, verdict });
}

/** A fault was there before, and a test of it has something to say of what there was. */
const NOT_LOADED =
  'its tests need what the change adds, so they show that it is there, and not what it does';

/** What of a verdict keeps it from L3, as a clause. That no report names cases does not. */
export function limitOf({ limits, doubts }: VerdictText): string | undefined {
  const all = [...limits, ...doubts];
  return all.length === 0 ? undefined : all.map((one) => lowerFirst(withoutStop(one))).join('; ');
}

function nothingOf(
  change: Change,
  { judge }: Extract<Verdict, { is: 'nothing' }>,
): RedGreenVerdict {
  const files = filesOf(change, 'judge').map(({ path }) => path);
  const tests =
    judge === 0
      ? ''
      : `; ${judge === 1 ? '1 file of tests or settings differs' : `${judge} files of tests or settings differ`} (${files.slice(0, 3).join(', ')}), with which the checks pass either way`;
  return unshown(`the fault was not seen, and nothing in the program was changed${tests}`, []);
}

function unshown(why: string, next: readonly string[]): RedGreenVerdict {
  const how = next.length > 0 ? `${next.join(' ')} ` : '';
  return notMet(why, [`The fault is not shown: ${why}. ${how}${BRING_A_TEST}`]);
}

export function notMet(why: string, advice: readonly string[]): RedGreenVerdict {
  return { met: false, why, advice };
}

export function noCheck(waiting: CommandGate | undefined): RedGreenVerdict {
  return unshown(
    waiting
      ? `the check \`${commandText(waiting.command)}\` is not approved, so it did not run (wukong trust --approve)`
      : 'no check is known: the goal has no test gate, and no report cites a command that could show it',
    [],
  );
}

/**
 * Of a goal in which no test gate can show anything: there is none, or none of them runs here. Undefined: one
 * can. `outcomes`: of the gates of the node.
 */
export function noGate(goal: Goal, outcomes: readonly GateOutcome[]): RedGreenVerdict | undefined {
  const tests = gatesOfGoal(goal).filter(({ type }) => type === 'test');
  const [first] = tests;
  if (!first) return { ...unshown('the goal has no test gate', []), noCheck: true };
  const seen = tests.map(({ name }) => outcomes.find(({ gate }) => gate === name));
  if (seen.some((one) => one?.outcome !== 'unavailable')) return undefined;
  const why = `the check \`${commandText(first.command)}\` cannot run (${seen[0]?.error ?? 'no reason is known'})`;
  return { ...unshown(why, []), noCheck: true };
}

/** Nothing an agent changes makes it pass there, so none is asked to. */
export function beyondCopies(trial: KeptTrial): RedGreenVerdict {
  const name = `\`${commandText(trial.command)}\``;
  const next = withoutStop(wayOutText(trial));
  const why = `it could not be checked, because ${name} passes here and did not in a clean copy before anything was changed. ${next}`;
  return notMet(why, []);
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

function withoutStop(text: string): string {
  return text.replace(/\.$/, '');
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
