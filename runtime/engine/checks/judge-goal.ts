// What a goal's change proves by its checks: the judge of proof/, asked once for all of them; and of what judged before
// the work, whether it says the same.

import { type GradeInput, grade, rank } from '../../evidence/grade.ts';
import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { hiddenFiles } from '../../evidence/seal/hidden-files.ts';
import { dependencyFolders, touchedSince } from '../../evidence/trees/dependencies.ts';
import {
  asksRedGreen,
  gatesKnown,
  gatesOfGoal,
  proofOf,
  provenCheck,
  workBegan,
} from '../../kernel/graph/proof.ts';
import {
  type CommandGate,
  commandText,
  type GateOutcome,
  hasFailed,
  stands,
} from '../../model/gate.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { Change } from '../../proof/change.ts';
import { judge, readsTypes } from '../../proof/judge.ts';
import { type CaseName, isWell, type Row } from '../../proof/row.ts';
import { holds } from '../../proof/seal.ts';
import type { Verdict } from '../../proof/verdict.ts';
import { checksApproved } from '../gates/gate-settings.ts';
import { beyondCopy, inCopies } from '../gates/known-trials.ts';
import { adviceOn, beyondCopies, installedSince, noCheck, notMet } from './advice.ts';
import { isSameGate, type ProofSubject } from './bench.ts';
import { asGate, gateNamed, gatesCited, mayRun } from './commands.ts';
import { fixedBefore } from './fixed-before.ts';
import {
  causeInCopy,
  type Differing,
  isOnlyNew,
  isOnlyNewTests,
  judgesIn,
  NOTHING_SEALED,
  nameChanges,
  type SealResult,
  sealTold,
} from './seal-told.ts';
import { placeOf } from './subject.ts';

export type GoalJudged = Readonly<{
  seal: SealResult;
  /** Only where the goal asks for it. */
  redGreen: RedGreenVerdict | undefined;
  /** Where the goal asks for it and something could be asked. */
  judged: JudgedChecks | undefined;
}>;

/** `checks`: those of the verdict, in its order. */
export type JudgedChecks = Readonly<{ checks: readonly CommandGate[]; verdict: Verdict }>;

/** Checks for one report, besides gates that have to pass. */
export const MOST_JUDGED = 4;

/** On this tree, of those that have to pass. */
export type GatesSeen = Readonly<{
  passed: readonly CommandGate[];
  /** They fail as they did before the work, and in nothing else. */
  excused: readonly CommandGate[];
  /** The report names them: they may show the fault. */
  cited: readonly CommandGate[];
}>;

/**
 * Of one report, where that can change something: it is good for L2 without it, no gate failed, and the work was a
 * change. `input` is what it would be graded by.
 */
export async function judgeWork(
  about: ProofSubject,
  nodeId: string,
  input: GradeInput,
  gates: readonly CommandGate[],
): Promise<GoalJudged> {
  const isDone = input.report.status === 'done' && CHANGING_ROLES.includes(input.role);
  const isGood = rank(grade(input).level) >= rank('L2') && !input.gates.some(hasFailed);
  if (!isDone || !isGood) return NOT_BEGUN;
  const passed = passedGates(gates, input.gates);
  const excused = excusedGates(gates, input.gates);
  const cited = gatesCited(input.report, gatesKnown(about.goal));
  return judgeGoal(about, nodeId, { passed, excused, cited });
}

export async function judgeGoal(
  about: ProofSubject,
  nodeId: string,
  { passed, excused, cited }: GatesSeen,
): Promise<GoalJudged> {
  const { goal, tree, bench } = about;
  const standing = [...passed, ...excused];
  const first = proofOf(goal).first?.tree;
  if (first === undefined) return NOT_BEGUN;
  const change = await bench.change();
  const hidden = await hiddenFiles({
    ...placeOf(about),
    ...{ first, tree, gates: gatesOfGoal(goal), sinceMs: workBegan(goal) },
  });
  if (!change || !hidden.ok) {
    const none = { nodeId, differing: { judges: [], hidden: [] }, named: [] };
    return { ...NOT_BEGUN, seal: sealTold(about, none, { found: 'not-compared' }) };
  }
  const { judged, redGreen } = asksRedGreen(goal)
    ? await showFault(about, change, { standing, cited })
    : { judged: undefined, redGreen: await unlessInstalled(about) };
  const rows = (judged?.checks ?? []).flatMap((gate) => bench.rows(gate));
  const read = rows.flatMap((row) => row.opened?.changed ?? []);
  const differing = { judges: judgesIn(change, read), hidden: hidden.value };
  const gates = (standing.length > 0 ? standing : cited).filter((gate) => mayRun(about, gate));
  const seal = await checkSeal(about, nodeId, change, { differing, judged, gates, excused });
  const isOpen = seal.verdict?.held === false;
  return { seal, redGreen: isOpen ? undefined : redGreen, judged };
}

const NOT_BEGUN: GoalJudged = { seal: NOTHING_SEALED, redGreen: undefined, judged: undefined };

type Fault = Readonly<{ judged: JudgedChecks | undefined; redGreen: RedGreenVerdict }>;
type Gates = Readonly<{ standing: readonly CommandGate[]; cited: readonly CommandGate[] }>;

/** One verdict of all checks: one has to show it, and none that has to pass may say no. */
async function showFault(
  about: ProofSubject,
  change: Change,
  { standing, cited }: Gates,
): Promise<Fault> {
  const { goal, tree, bench } = about;
  const not = (redGreen: RedGreenVerdict): Fault => ({ judged: undefined, redGreen });
  if (change.base === tree) return not(notMet({ is: 'unchanged' }, []));
  const known = provenCheck(goal);
  if (known?.green === tree) {
    const { command, cwd, limit, saying } = known;
    const why = `the check \`${commandText(command)}\` failed before the first change and passes now`;
    const before = await fixedBefore(about, asGate({ command, ...(cwd !== null && { cwd }) }));
    return not({ met: true, why, saying, advice: [], limit: before ?? limit });
  }
  const { may: tests, mayNot } = checksOf(about, cited);
  // May show a change of types, whether a node asks for it or not.
  const types = gatesKnown(goal).filter((gate) => readsTypes(gate) && mayRun(about, gate));
  const may = [...tests, ...types];
  // A flow may take as long as it likes; it is asked what it says of the tests of before alone.
  const beside = standing.filter((gate) => gate.type !== 'flow' && mayRun(about, gate));
  const all = distinct([...may, ...beside]);
  const { able, beyond } = await inCopies(about, change.base, all);
  const showing = able.filter((gate) => may.some((one) => isSameGate(one, gate)));
  if (showing.length === 0) return not(beyond ? beyondCopies(beyond) : noCheck(mayNot[0]));
  const judged = await judgeChecks(about, able);
  const { checks, verdict } = judged;
  const rested = verdict.rows.filter(({ ended }) => verdict.is === 'shown' || ended !== 'pass');
  const touched = [...new Set(rested.flatMap((row) => row.touched ?? []))];
  const isAboutRuns = verdict.is === 'shown' || verdict.is === 'unable';
  const dirty = isAboutRuns ? installedSince(touched) : undefined;
  if (dirty) return { judged, redGreen: dirty };
  const redGreen = adviceOn({ ...change, checks: checks.map((gate) => ({ gate })) }, verdict);
  const shown = redGreen.met ? checkOf(judged) : undefined;
  if (!shown) return { judged, redGreen };
  if (refusal(verdict) === undefined) bench.shown(shown, redGreen);
  const before = await fixedBefore(about, shown);
  return { judged, redGreen: { ...redGreen, ...(before !== undefined && { limit: before }) } };
}

/**
 * Gates of the goal first, all at once. What else was red, or is cited, may show the fault where they do not, one at a
 * time; none of it has to stand.
 */
async function judgeChecks(
  { goal, bench }: ProofSubject,
  able: readonly CommandGate[],
): Promise<JudgedChecks> {
  const known = gatesOfGoal(goal).filter((gate) => gate.mustPass);
  const gates = able.filter((gate) => known.some((one) => isSameGate(one, gate)));
  const others = able.filter((gate) => !gates.includes(gate)).slice(0, MOST_JUDGED);
  const tellOf = async (checks: readonly CommandGate[]): Promise<JudgedChecks> => ({
    checks,
    verdict: await bench.tell(checks, judge),
  });
  let judged = await tellOf(gates.length > 0 ? gates : others.slice(0, 1));
  for (const other of others) {
    if (judged.verdict.is === 'shown') break;
    const more = await tellOf([...gates, other]);
    if (saysMore(more.verdict, judged.verdict)) judged = more;
  }
  return judged;
}

function saysMore(one: Verdict, other: Verdict): boolean {
  if (one.is === 'shown' || refusal(other) !== undefined) return one.is === 'shown';
  return refusal(one) !== undefined || (other.is === 'unable' && one.is === 'not-shown');
}

export function checkOf({ checks, verdict }: JudgedChecks): CommandGate | undefined {
  return 'check' in verdict && verdict.check !== undefined ? checks[verdict.check] : undefined;
}

function distinct(gates: readonly CommandGate[]): readonly CommandGate[] {
  return gates.filter((gate, i) => gates.findIndex((one) => isSameGate(one, gate)) === i);
}

type Checks = Readonly<{ may: readonly CommandGate[]; mayNot: readonly CommandGate[] }>;

/** What was red before, what readers named, what the report cites, and the test gates. */
export function checksOf(about: ProofSubject, cited: readonly CommandGate[]): Checks {
  const { ws, goal } = about;
  const gates = gatesOfGoal(goal);
  const known = [...gates, ...checksApproved(ws, goal).map(asGate)];
  const red = proofOf(goal)
    .checks.filter((check) => check.red === 'red')
    .reverse();
  const was = red.map(({ command, cwd }) => {
    const made = asGate({ command, ...(cwd !== null && { cwd }) });
    return gates.find((gate) => isSameGate(gate, made)) ?? made;
  });
  const named = proofOf(goal).repro.map((line) => gateNamed(line, known));
  const tests = gates.filter((gate) => gate.type === 'test');
  const all = distinct([...was, ...named, ...cited, ...tests].filter((gate) => gate !== undefined));
  const may = all.filter((gate) => mayRun(about, gate));
  return { may, mayNot: all.filter((gate) => !may.includes(gate)) };
}

/** Where no check is asked for: the gates ran with what is installed, and no tree shows that. */
async function unlessInstalled({
  goal,
  worktree,
}: ProofSubject): Promise<RedGreenVerdict | undefined> {
  const folders = await dependencyFolders(worktree);
  const touched = folders.ok ? touchedSince(worktree, folders.value, workBegan(goal)).files : [];
  return installedSince(touched);
}

type Refusal = Readonly<{
  found: 'refused' | 'cannot-fail';
  row: Row | undefined;
  cases: readonly CaseName[];
}>;

/** That what judged before says no to the change, or that what judges now cannot. */
function refusal(verdict: Verdict): Refusal | undefined {
  const { rows } = verdict;
  const row = rows.findLast(({ recipe }) => recipe.back === 'judge');
  const refused = { found: 'refused', row } as const;
  if (verdict.is === 'not-shown') {
    const { because } = verdict;
    if (because.why === 'fails-as-it-was') return { ...refused, cases: because.cases };
    if (because.why !== 'cannot-fail' || row === undefined) return undefined;
    const planted = rows.findLast((one) => one.planted && one.recipe.back !== 'all');
    return { found: 'cannot-fail', row: planted, cases: [] };
  }
  if (verdict.is === 'unable') {
    return verdict.because?.on === 'seal' ? { ...refused, cases: [] } : undefined;
  }
  const isSealed =
    verdict.is !== 'shown' || verdict.limits.every(({ kind }) => kind !== 'not-sealed');
  if (isSealed) return undefined;
  const no = rows.findLast((one) => one.recipe.back === 'judge' && !isWell(one));
  return { found: 'refused', row: no, cases: no ? failedIn(no) : [] };
}

type Sealing = Readonly<{
  differing: Differing;
  judged: JudgedChecks | undefined;
  /** Gates of which it is asked. */
  gates: readonly CommandGate[];
  excused: readonly CommandGate[];
}>;

async function checkSeal(
  about: ProofSubject,
  nodeId: string,
  change: Change,
  { differing, judged, gates, excused }: Sealing,
): Promise<SealResult> {
  const { bench } = about;
  if (differing.judges.length + differing.hidden.length === 0) return NOTHING_SEALED;
  const onlyNew = isOnlyNew(differing);
  const onlyTests = isOnlyNewTests(differing);
  const of = { nodeId, differing, named: await nameChanges(about, differing) };
  if (gates.length === 0) {
    return onlyNew ? NOTHING_SEALED : sealTold(about, of, { found: 'nothing-runs' });
  }
  const no = judged && refusal(judged.verdict);
  if (judged && no) {
    const gate = judged.checks[no.row?.check ?? -1] ?? checkOf(judged);
    return sealTold(about, of, { gates: gate ? [gate] : [], ...no });
  }
  let silent = 0;
  for (const gate of gates) {
    const trial = await beyondCopy(about, change.base, gate);
    if (trial) {
      silent += 1;
      if (onlyTests) continue;
      const { cause, copy } = trial;
      return sealTold(about, of, { found: 'in-no-copy', gates: [gate], cause, log: copy.log });
    }
    // A gate that passes in place has no failure of before: one in a copy is another fault.
    const mayFail = excused.includes(gate);
    const { green, isSound, sealed } = await bench.tell([gate], (of) => holds(of, 0, mayFail));
    if (!isSound) {
      silent += 1;
      if (onlyTests) continue;
      const cause = await causeInCopy(about, gate, green);
      return sealTold(about, of, { found: 'in-no-copy', gates: [gate], row: green, cause });
    }
    if ('isNew' in sealed) {
      silent += 1;
      if (onlyNew) continue;
      return sealTold(about, of, { found: 'new-check', gates: [gate] });
    }
    const isRefused = 'because' in sealed || sealed.limit !== undefined;
    if (isRefused && sealed.row) {
      const { row } = sealed;
      return sealTold(about, of, { found: 'refused', gates: [gate], row, cases: failedIn(row) });
    }
  }
  // Nothing said no, and nothing yes.
  return silent > 0 ? NOTHING_SEALED : sealTold(about, of, { found: 'holds', gates });
}

function failedIn({ cases = [] }: Row): readonly CaseName[] {
  return cases.filter(({ ended }) => ended === 'failed');
}

/** Of the gates that ran, those that have to pass and did. */
export function passedGates(
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): CommandGate[] {
  return required(gates, outcomes, ({ outcome }) => outcome === 'pass');
}

export function excusedGates(
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): CommandGate[] {
  return required(gates, outcomes, (one) => one.outcome !== 'pass' && stands(one));
}

function required(
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
  is: (outcome: GateOutcome) => boolean,
): CommandGate[] {
  return gates.filter(
    ({ name, mustPass }) => mustPass && outcomes.some((one) => one.gate === name && is(one)),
  );
}
