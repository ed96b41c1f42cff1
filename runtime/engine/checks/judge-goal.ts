// What a goal's change proves by its checks: the judge of proof/, asked for each check that may show it; and of the
// other gates, whether what judged before the work says the same of it.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { hiddenFiles } from '../../evidence/seal/hidden-files.ts';
import { dependencyFolders, touchedSince } from '../../evidence/trees/dependencies.ts';
import {
  asksRedGreen,
  gatesOfGoal,
  proofOf,
  provenCheck,
  workBegan,
} from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText, type GateOutcome } from '../../model/gate.ts';
import { blinded } from '../../proof/beside.ts';
import type { Change } from '../../proof/change.ts';
import { judge } from '../../proof/judge.ts';
import { type CaseName, isWell, type Row } from '../../proof/row.ts';
import { holds } from '../../proof/seal.ts';
import type { Verdict } from '../../proof/verdict.ts';
import { checksApproved } from '../gates/gate-settings.ts';
import { beyondCopy, inCopies } from '../gates/known-trials.ts';
import { adviceOn, beyondCopies, installedSince, noCheck, notMet } from './advice.ts';
import { isSameGate, type ProofSubject } from './bench.ts';
import { asGate, gateOf, mayRun } from './commands.ts';
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
  /** What each check came to that was asked. */
  told: readonly Told[];
}>;

export type Told = Readonly<{ gate: CommandGate; verdict: Verdict }>;

/** Checks that are judged for one report. */
export const MOST_JUDGED = 4;

/** `passed`: gates that passed in place on this tree; without any, `cited` are what the evidence rests on. */
export async function judgeGoal(
  about: ProofSubject,
  nodeId: string,
  passed: readonly CommandGate[],
  cited: readonly CommandGate[],
): Promise<GoalJudged> {
  const { goal, tree, bench } = about;
  const first = proofOf(goal).first?.tree;
  const asked = asksRedGreen(goal);
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
  const { told, redGreen } = asked
    ? await showFault(about, change, cited)
    : { told: [], redGreen: await unlessInstalled(about) };
  const read = told.flatMap(({ verdict }) =>
    verdict.rows.flatMap((row) => row.opened?.changed ?? []),
  );
  const differing = { judges: judgesIn(change, read), hidden: hidden.value };
  const again = (passed.length > 0 ? passed : cited).filter((gate) => mayRun(about, gate));
  const seal = await checkSeal(about, nodeId, change, { differing, told, again });
  const isOpen = seal.verdict?.held === false;
  return { seal, redGreen: isOpen ? undefined : redGreen, told };
}

const NOT_BEGUN: GoalJudged = { seal: NOTHING_SEALED, redGreen: undefined, told: [] };

type Fault = Readonly<{ told: readonly Told[]; redGreen: RedGreenVerdict }>;

async function showFault(
  about: ProofSubject,
  change: Change,
  cited: readonly CommandGate[],
): Promise<Fault> {
  const { goal, tree, bench } = about;
  if (change.base === tree) return { told: [], redGreen: notMet({ is: 'unchanged' }, []) };
  const known = provenCheck(goal);
  if (known?.green === tree) {
    const { command, limit, saying } = known;
    const why = `the check \`${commandText(command)}\` failed before the first change and passes now`;
    const { cwd } = known;
    const before = await fixedBefore(about, asGate({ command, ...(cwd !== null && { cwd }) }));
    return { told: [], redGreen: { met: true, why, saying, advice: [], limit: before ?? limit } };
  }
  const { may, mayNot } = checksOf(about, cited);
  const { able, beyond } = await inCopies(about, change.base, may);
  const told: Told[] = [];
  for (const gate of able.slice(0, MOST_JUDGED)) {
    const verdict = await bench.tell(gate, judge);
    told.push({ gate, verdict });
    const touched = [...new Set(verdict.rows.flatMap((row) => row.touched ?? []))];
    const dirty = verdict.is === 'shown' ? installedSince(touched) : undefined;
    if (dirty) return { told, redGreen: dirty };
    if (verdict.is === 'shown' || refusal(verdict) !== undefined) break;
  }
  // What a check said no to says more than that another one could not run.
  const best =
    told.find(({ verdict }) => verdict.is === 'shown') ??
    told.find(({ verdict }) => verdict.is === 'not-shown') ??
    told[0];
  if (!best) return { told, redGreen: beyond ? beyondCopies(beyond) : noCheck(mayNot[0]) };
  const redGreen = adviceOn({ ...change, checks: [{ gate: best.gate }] }, best.verdict);
  if (redGreen.met && refusal(best.verdict) === undefined) bench.shown(best.gate, redGreen);
  const before = redGreen.met ? await fixedBefore(about, best.gate) : undefined;
  if (before !== undefined) return { told, redGreen: { ...redGreen, limit: before } };
  const touched = best.verdict.rows.flatMap((row) =>
    row.ended === 'pass' ? [] : (row.touched ?? []),
  );
  const dirty = best.verdict.is === 'unable' ? installedSince([...new Set(touched)]) : undefined;
  return { told, redGreen: dirty ?? redGreen };
}

type Checks = Readonly<{ may: readonly CommandGate[]; mayNot: readonly CommandGate[] }>;

/** What was red before, what readers named, what the report cites, and the test gates. */
export function checksOf(about: ProofSubject, cited: readonly CommandGate[]): Checks {
  const { ws, goal, worktree } = about;
  const gates = gatesOfGoal(goal);
  const known = [...gates, ...checksApproved(ws, goal).map(asGate)];
  const red = proofOf(goal)
    .checks.filter((check) => check.red === 'red')
    .reverse();
  const was = red.map(({ command, cwd }) => {
    const made = asGate({ command, ...(cwd !== null && { cwd }) });
    return gates.find((gate) => isSameGate(gate, made)) ?? made;
  });
  const named = proofOf(goal).repro.map((line) => gateOf(line, worktree, known));
  const tests = gates.filter((gate) => gate.type === 'test');
  const all = [...was, ...named, ...cited, ...tests].filter((gate) => gate !== undefined);
  const distinct = all.filter((gate, i) => all.findIndex((one) => isSameGate(one, gate)) === i);
  const may = distinct.filter((gate) => mayRun(about, gate));
  return { may, mayNot: distinct.filter((gate) => !may.includes(gate)) };
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
  return isSealed ? undefined : { ...refused, cases: row ? failedIn(row) : [] };
}

type Asked = Readonly<{
  differing: Differing;
  told: readonly Told[];
  /** Gates of which it is asked. */
  again: readonly CommandGate[];
}>;

async function checkSeal(
  about: ProofSubject,
  nodeId: string,
  change: Change,
  { differing, told, again }: Asked,
): Promise<SealResult> {
  const { bench } = about;
  if (differing.judges.length + differing.hidden.length === 0) return NOTHING_SEALED;
  const onlyNew = isOnlyNew(differing);
  const onlyTests = isOnlyNewTests(differing);
  const of = { nodeId, differing, named: await nameChanges(about, differing) };
  if (again.length === 0) {
    return onlyNew ? NOTHING_SEALED : sealTold(about, of, { found: 'nothing-runs' });
  }
  let silent = 0;
  for (const gate of again) {
    const trial = await beyondCopy(about, change.base, gate);
    if (trial) {
      silent += 1;
      if (onlyTests) continue;
      const { cause, copy } = trial;
      return sealTold(about, of, { found: 'in-no-copy', gates: [gate], cause, log: copy.log });
    }
    const own = told.find((one) => isSameGate(one.gate, gate));
    const no = own && refusal(own.verdict);
    if (no) return sealTold(about, of, { gates: [gate], ...no });
    const { green, sealed } = await bench.tell(gate, (of) => holds(of, 0));
    if (!isWell(green)) {
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
    // Another check shows the change, and this one may have been made to say yes to anything.
    const isAsked =
      own?.verdict.is !== 'shown' && told.some(({ verdict }) => verdict.is === 'shown');
    const row = isAsked ? await bench.tell(gate, blinded) : undefined;
    if (row) return sealTold(about, of, { found: 'cannot-fail', gates: [gate], row, cases: [] });
  }
  // Nothing said no, and nothing yes.
  return silent > 0 ? NOTHING_SEALED : sealTold(about, of, { found: 'holds', gates: again });
}

function failedIn({ cases = [] }: Row): readonly CaseName[] {
  return cases.filter(({ ended }) => ended === 'failed');
}

/** Of the gates that ran, those that have to pass and did. */
export function passedGates(
  gates: readonly CommandGate[],
  outcomes: readonly GateOutcome[],
): CommandGate[] {
  return gates.filter(
    (gate) =>
      gate.mustPass &&
      outcomes.some(({ gate: name, outcome }) => name === gate.name && outcome === 'pass'),
  );
}
