// A gate that passed in the working tree has failed all the same where copies show that the work took from
// it what it could before: to pass there, or to fail at all.

import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { readText } from '../../files/reading.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import { type CommandGate, type GateOutcome, hasFailed } from '../../model/gate.ts';
import type { KeptTrial } from '../../model/gate-schema.ts';
import type { TrialCause } from '../../model/trial-cause.ts';
import { isRed, type Row } from '../../proof/row.ts';
import { isSameGate, type ProofSubject } from '../checks/bench.ts';
import { checkOf, type JudgedChecks } from '../checks/judge-goal.ts';
import { copyCause } from '../gates/copy-cause.ts';
import { gateSettings, overridden } from '../gates/gate-settings.ts';
import { ranInCopy } from '../gates/known-trials.ts';

/**
 * `passed`: in the working tree. One more run a gate, in the place of one that a report does without which does not
 * show the fault: the second red, or the planted one.
 */
export async function failedInCopies(
  about: ProofSubject,
  passed: readonly CommandGate[],
  judged: JudgedChecks | undefined,
): Promise<readonly GateOutcome[]> {
  const { ws, goal } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined) return [];
  const outcomes: GateOutcome[] = [];
  for (const gate of passed) {
    const found =
      (await failsInCopy(about, first, gate)) ??
      (await cannotFailNow(about, gate)) ??
      losesCases(judged, gate);
    if (found) outcomes.push(overridden(gate, failure(about, gate, found), gateSettings(ws, goal)));
  }
  return outcomes;
}

/** `shows`: whose output is told. */
type Found = Readonly<{ error: string; shows: Row }>;

/**
 * Only where it could run in a copy when it was tried: else a copy may lack what it needs. It runs once more, so
 * that it is no chance.
 */
async function failsInCopy(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
): Promise<Found | undefined> {
  const { bench } = about;
  const here = bench
    .rows(gate)
    .filter(({ recipe }) => recipe.back === 'nothing' && !recipe.planted);
  if (here.some(({ ended }) => ended === 'pass') || !here.some(isRed)) return undefined;
  const trial = await ranInCopy(about, first, gate);
  if (!trial) return undefined;
  const row = await bench.row({ gate, recipe: { back: 'nothing' }, nth: 2 });
  if (!isRed(row)) return undefined;
  const { linked = [] } = row;
  const seen = { command: gate.command, here: 'pass', copy: 'fail', linked } as const;
  const cause = await copyCause(about.worktree, row.log, seen);
  if (mayBeOutside(trial, cause)) return undefined;
  const then = trial.copy.outcome === 'pass' ? 'it passed' : 'it could run';
  const error = `it passes in the working tree, and fails in a clean copy of the same files (${row.why}), in which ${then} before the work; only what git has, or would add, is in a copy, and installed dependencies`;
  return { error, shows: row };
}

/**
 * A network comes and goes. What passed in a copy lacks nothing else there that the work did not make it
 * need; of what failed there nobody knows whether it had all.
 */
function mayBeOutside({ copy }: KeptTrial, cause: TrialCause | null): boolean {
  return cause !== null && (copy.outcome !== 'pass' || cause.kind === 'network');
}

/** It passes where its tests fail. Where it failed for that before the work, it is the work that made it so. */
async function cannotFailNow(
  { bench }: ProofSubject,
  gate: CommandGate,
): Promise<Found | undefined> {
  const row = bench
    .rows(gate)
    .findLast(({ planted, ended }) => planted && planted.lines > 0 && ended === 'pass');
  if (!row) return undefined;
  const before = await bench.row({ gate, recipe: { ...row.recipe, back: 'program' } });
  const couldFail = before.ended !== 'pass' && (before.planted?.seen ?? 0) > 0;
  if (!couldFail) return undefined;
  const error =
    'it passes where a line that fails stands in its tests, and before the first change it failed there: it could fail, and cannot now';
  return { error, shows: row };
}

/** Where cases are left out that ran without the change, the change is what keeps them from saying no. */
function losesCases(judged: JudgedChecks | undefined, gate: CommandGate): Found | undefined {
  const { verdict } = judged ?? {};
  if (verdict?.is !== 'not-shown' || verdict.because.why !== 'case-gone') return undefined;
  const lost = judged && checkOf(judged);
  if (!lost || !isSameGate(lost, gate)) return undefined;
  const [shows] = verdict.rows;
  const names = verdict.because.cases.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
  const error = `it passes, but cases that run without the change are skipped or gone: ${names.join(', ')}`;
  return shows && { error, shows };
}

const MOST_NAMED = 5;
const END_CHARS = 64 * 1024;

function failure(
  { tree }: ProofSubject,
  { name, mustPass }: CommandGate,
  { error, shows: { log: logFile, exitCode } }: Found,
): GateOutcome {
  const output = readText(logFile).slice(-END_CHARS);
  const ended = exitCode === null ? {} : { exitCode };
  return { gate: name, outcome: 'fail', mustPass, ...ended, error, output, logFile, tree };
}

/** The same gates, with what copies say of those that passed. */
export function withFailed(
  gates: readonly GateOutcome[],
  failed: readonly GateOutcome[],
): readonly GateOutcome[] {
  return gates.map((one) => failed.find(({ gate }) => gate === one.gate) ?? one);
}

/** What the agent has to do about it is said of the gate, and once is enough. */
export function toldByGate(
  verdict: RedGreenVerdict | undefined,
  failed: readonly GateOutcome[],
): RedGreenVerdict | undefined {
  return verdict && failed.some(hasFailed) ? { ...verdict, advice: [] } : verdict;
}
