// Red before, green after: a check that fails on the tree before the goal's first change, with only its
// own files laid over, and passes on the tree that is judged, in the same kind of copy.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { broughtTests } from '../../evidence/seal/brought-tests.ts';
import { otherChanges, sealedChanges } from '../../evidence/seal/sealed-changes.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { belowData } from '../../executors/order-folder.ts';
import { copyWhole } from '../../files/atomic-write.ts';
import { gatesOfGoal, isSameCheck, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { CheckState } from '../../model/proof.ts';
import { checksApproved } from '../gates/gate-settings.ts';
import { inCopies } from '../gates/known-trials.ts';
import { ableToFail } from './able-to-fail.ts';
import { asGate, freeLog, gateOf, mayRun, measure, type ProofSubject, placeOf } from './copies.ts';
import { findRed, type Red } from './red.ts';
import { judging, testsAsTheyWere, weakenedTests } from './tests-as-they-were.ts';
import {
  besides,
  beyondCopies,
  cannotFail,
  installedSince,
  noCheck,
  notMet,
  notRed,
  redOnlyOnce,
  unredOf,
} from './unshown-fault.ts';

export type RedGreenResult = Readonly<{ verdict: RedGreenVerdict; measured: readonly Measured[] }>;

type Candidate = Readonly<{ gate: CommandGate; overlay: Overlay | null; known?: CheckState }>;

/** Checks measured again for one report. */
const MAX_NEW = 4;

/** `cited`: commands of the report that were seen to pass. `already`: what was measured for it before. */
export async function redGreen(
  about: ProofSubject,
  cited: readonly string[],
  already: readonly Measured[],
): Promise<RedGreenResult> {
  const first = proofOf(about.goal).first?.tree;
  if (first === undefined || first === about.tree) {
    return { verdict: notMet('nothing was changed yet', []), measured: [] };
  }
  const measured: Measured[] = [];
  const commands = commandsOf(about, cited);
  const { able, beyond } = await inCopies(about, first, commands.may);
  // Checks that were tried for an earlier report are not tried again.
  const tried = proofOf(about.goal)
    .checks.filter(({ red }) => red !== 'red')
    .map(unredOf);
  let unred = tried.findLast(({ passes }) => passes) ?? tried.at(-1);
  let verdict = unred ? notRed(unred) : beyond ? beyondCopies(beyond) : noCheck(commands.mayNot[0]);
  let left = MAX_NEW;
  for await (const candidate of candidates(about, first, able)) {
    let again: Red['again'] | undefined;
    let limit = candidate.known?.limit;
    // What was red for an earlier report, and never green, has to be red with what is around it now.
    if (!candidate.known?.green) {
      if (left === 0) break;
      left -= 1;
      const { red, ...more } = await findRed(about, first, candidate.gate, candidate.overlay);
      again = more.again;
      limit = red.limit;
      measured.push(red);
      if (red.outcome !== 'fail') {
        // That it passes says more than that another one could not run.
        const passes = red.outcome === 'pass';
        if (unred?.passes && !passes) continue;
        const { command } = candidate.gate;
        unred = { command, passes, why: red.why, brings: candidate.overlay !== null };
        verdict = (passes ? undefined : installedSince(red.touched)) ?? notRed(unred);
        continue;
      }
      const dirty = installedSince(red.touched);
      if (dirty) return { verdict: dirty, measured };
    }
    const found = await tryGreen(about, candidate, already, limit);
    const { green } = found;
    verdict = found.verdict;
    const isTried = verdict.met && green && candidate.known?.able !== true;
    const planted = isTried
      ? await ableToFail(about, 'planted', candidate.gate, green, found.overlay)
      : undefined;
    if (planted?.able === false) {
      verdict = cannotFail(planted.command, planted.outcome !== 'pass', planted.log);
    }
    // A check that cannot fail needs no second red: that run is left for the first tree (failed-in-copies.ts).
    if (verdict.met && again && candidate.overlay) {
      const second = await again();
      measured.push(second);
      // What fails once and passes then has kept something, or is a matter of chance.
      if (second.outcome !== 'fail') verdict = redOnlyOnce(candidate.gate.command, second.why);
    }
    // In this order in the log: a red that comes later begins the check from the start.
    measured.push(...[green, found.again, planted].filter((one) => one !== undefined));
    if (verdict.met) break;
  }
  const weakened = verdict.met ? undefined : await weakenedTests(about, first);
  return { verdict: weakened ? besides(verdict, weakened) : verdict, measured };
}

/** The check that was red before; then what readers named and what runs anyway; then the tests it brings. */
async function* candidates(
  about: ProofSubject,
  first: string,
  commands: readonly CommandGate[],
): AsyncGenerator<Candidate> {
  const { goal, tree } = about;
  const { checks } = proofOf(goal);
  for (const check of checks.filter(({ red }) => red === 'red').reverse()) {
    const known = candidateOf(about, check);
    if (mayRun(about, known.gate)) yield known;
  }
  const isNew = (gate: CommandGate, overlay: Overlay | null): boolean =>
    !checks.some((check) => isSameCheck(check, keyOf(gate, overlay)));
  for (const gate of commands) if (isNew(gate, null)) yield { gate, overlay: null };

  const found = await changes({ ...placeOf(about), before: first, after: tree });
  if (!found.ok) return;
  const brought = found.value.filter(({ status }) => status !== 'D').map(({ path }) => path);
  const request = judging(about, first);
  const changed = await sealedChanges(request);
  const others = await otherChanges(request);
  const overlay = await broughtTests(request, brought, {
    judges: changed.ok ? changed.value : [],
    others: others.ok ? others.value : [],
  });
  if (!overlay) return;
  for (const gate of commands) {
    if (isNew(gate, overlay)) yield { gate, overlay };
  }
}

type Commands = Readonly<{ may: readonly CommandGate[]; mayNot: readonly CommandGate[] }>;

/** What readers named, what the report cites, and the test gates. */
function commandsOf(about: ProofSubject, cited: readonly string[]): Commands {
  const { ws, goal, worktree } = about;
  const gates = gatesOfGoal(goal);
  const testGates = gates.filter((gate) => gate.type === 'test');
  const named = [...proofOf(goal).repro, ...cited];
  const known = [...gates, ...checksApproved(ws, goal).map(asGate)];
  const lines = named.map((line) => gateOf(line, worktree, known));
  const all = distinct([...lines, ...testGates].filter((gate) => gate !== undefined));
  const may = all.filter((gate) => mayRun(about, gate));
  return { may, mayNot: all.filter((gate) => !may.includes(gate)) };
}

export function candidateOf({ goal }: Pick<ProofSubject, 'goal'>, known: CheckState): Candidate {
  const gate = gatesOfGoal(goal).find((one) =>
    isSameCheck({ ...known, overlay: null }, keyOf(one, null)),
  );
  const named = { type: 'command', name: known.command.join(' '), mustPass: true } as const;
  const { command, cwd } = known;
  const made = { ...named, command, cwd: cwd ?? undefined, expect_exit: 0, timeout_sec: 300 };
  const overlay = known.overlay === null ? null : { tree: known.overlay, files: {} };
  return { gate: gate ?? made, overlay, known };
}

/** Whether a check that was red and green is still green on another tree. */
export async function checkGreen(
  about: ProofSubject,
  known: CheckState,
  already: readonly Measured[],
): Promise<RedGreenResult> {
  const candidate = candidateOf(about, known);
  if (known.green !== about.tree && !mayRun(about, candidate.gate)) {
    return { verdict: notMet('the check is not approved any more', []), measured: [] };
  }
  const { verdict, green } = await tryGreen(about, candidate, already, known.limit);
  return { verdict, measured: green ? [green] : [] };
}

function keyOf({ command, cwd }: CommandGate, overlay: Overlay | null) {
  return { command: [...command], cwd: cwd ?? null, overlay: overlay?.tree ?? null };
}

function distinct(gates: readonly CommandGate[]): CommandGate[] {
  return gates.filter(
    (gate, i) =>
      gates.findIndex((other) => isSameCheck(keyOf(other, null), keyOf(gate, null))) === i,
  );
}

/** `overlay`: what was laid over the tree. `again`: the second run of a green that failed both times. */
type Tried = Readonly<{
  verdict: RedGreenVerdict;
  green?: Measured;
  again?: Measured | undefined;
  overlay: Overlay | null;
}>;

async function tryGreen(
  about: ProofSubject,
  { gate, overlay, known }: Candidate,
  already: readonly Measured[],
  limit: string | undefined,
): Promise<Tried> {
  const name = `\`${commandText(gate.command)}\``;
  if (known) keepRedLog(about, known);
  const met = `the check ${name} failed before the first change and passes now`;
  const shown = { met: true, why: met, advice: [], limit };
  // What was seen to pass whatever its tests do is asked again.
  if (known?.green === about.tree && known.able !== false) return { verdict: shown, overlay };
  // Beside what the check brings are the tests and gates that were there: on both trees the same.
  const asWas = await testsAsTheyWere(about, overlay);
  if (asWas === undefined) {
    const cannot = `git cannot put the tests and gates back as they were for ${name}`;
    return { verdict: notMet(cannot, []), overlay };
  }
  const run = (): Promise<Measured> =>
    measure(about, 'green', gate, about.tree, asWas, { keep: isTestMaterial });
  const same = already.find((one) => isSameMeasure(one, gate, about.tree, asWas));
  const brought = overlay?.tree ?? null;
  let green = { ...(same ? takeOver(about, same) : await run()), brought };
  // It passed in the working tree. What fails here and passes the next time is a matter of chance.
  const again = green.outcome === 'fail' ? await run() : undefined;
  if (again?.outcome === 'pass') green = { ...again, brought, limit: FLAKY };
  if (green.outcome === 'pass') {
    const verdict = installedSince(green.touched) ?? { ...shown, limit: green.limit ?? limit };
    return { verdict, green, overlay: asWas };
  }
  const why = `the check ${name} failed before the first change, and does not pass in a clean copy of this tree${asWas === overlay ? '' : ' with the tests and gates as they were'} (${green.why})`;
  const dirty = green.outcome === 'unavailable' ? installedSince(green.touched) : undefined;
  if (dirty) return { verdict: dirty, green, overlay: asWas };
  const advice = `Make ${name} pass in a clean copy of your tree: there it does not (${green.why}). Only what git has, or would add, is in the copy, and installed dependencies. Its output is in .wukong/${green.log}.`;
  return { verdict: notMet(why, [advice]), green, again, overlay: asWas };
}

const FLAKY = 'on one and the same tree it failed once, and passed once';

function isSameMeasure(
  one: Measured,
  gate: CommandGate,
  tree: string,
  overlay: Overlay | null,
): boolean {
  return (
    one.tree === tree &&
    one.overlay === (overlay?.tree ?? null) &&
    one.without.join('\0') === (overlay?.without ?? []).join('\0') &&
    isSameCheck({ ...one, command: [...one.command], overlay: null }, keyOf(gate, null))
  );
}

/** The seal was checked on the very same tree: its run is the green one. */
function takeOver({ ws, folder }: ProofSubject, same: Measured): Measured {
  const log = freeLog(folder, 'green');
  copyWhole(join(ws.dir, same.log), log);
  return { ...same, side: 'green', log: belowData(ws, log) };
}

/** The output of an earlier node's red stands beside the green of this one. */
function keepRedLog({ ws, folder }: ProofSubject, { log }: CheckState): void {
  const from = join(ws.dir, log);
  const to = join(folder, 'red.log');
  if (from !== to && existsSync(from) && !existsSync(to)) copyWhole(from, to);
}
