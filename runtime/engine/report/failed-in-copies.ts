// A gate that passed in the working tree has failed all the same where copies show that the work took from
// it what it could before: to pass there, or to fail at all.

import { join } from 'node:path';
import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { readText } from '../../files/reading.ts';
import { isSameCheck, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import { type CommandGate, type GateOutcome, hasFailed } from '../../model/gate.ts';
import type { KeptTrial, TrialCause } from '../../model/gate-schema.ts';
import { ableToFail } from '../checks/able-to-fail.ts';
import { measure, type ProofSubject } from '../checks/copies.ts';
import { copyCause } from '../gates/copy-cause.ts';
import { gateSettings, overridden } from '../gates/gate-settings.ts';
import { ranInCopy } from '../gates/known-trials.ts';

export type FailedInCopies = Readonly<{
  outcomes: readonly GateOutcome[];
  measured: readonly Measured[];
}>;

export const NONE_FAILED: FailedInCopies = { outcomes: [], measured: [] };

/**
 * `passed`: in the working tree. `already`: what ran in copies for this report. One more run a gate, in the
 * place of one that a report does without which does not show the fault: the second red, or the planted one.
 */
export async function failedInCopies(
  about: ProofSubject,
  passed: readonly CommandGate[],
  already: readonly Measured[],
): Promise<FailedInCopies> {
  const { ws, goal, clean } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined) return NONE_FAILED;
  const outcomes: GateOutcome[] = [];
  const measured: Measured[] = [];
  for (const gate of passed) {
    const check = { command: gate.command.map(clean), cwd: gate.cwd ?? null, overlay: null };
    const own = already.filter((one) => isSameCheck({ ...one, overlay: null }, check));
    const found =
      (await failsInCopy(about, first, gate, own)) ??
      (await cannotFailNow(about, first, gate, own));
    if (!found) continue;
    measured.push(found.run);
    if (found.error === undefined) continue;
    outcomes.push(overridden(gate, failure(about, gate, found), gateSettings(ws, goal)));
  }
  return { outcomes, measured };
}

/** `run`: what was run for it. Without an `error` it shows nothing. `shows`: whose output is told. */
type Found = Readonly<{ run: Measured; error?: string; shows: Measured }>;

/**
 * Only where it could run in a copy when it was tried: else a copy may lack what it needs. It runs once more,
 * as the tree is, so that it is neither chance nor the tests as they were.
 */
async function failsInCopy(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
  own: readonly Measured[],
): Promise<Found | undefined> {
  const here = own.filter(
    ({ side, tree }) => tree === about.tree && (side === 'green' || side === 'plain'),
  );
  const isPassing = here.some(({ outcome, overlay }) => outcome === 'pass' && overlay === null);
  if (isPassing || !here.some(({ outcome }) => outcome === 'fail')) return undefined;
  const trial = await ranInCopy(about, first, gate);
  if (!trial) return undefined;
  const run = await measure(about, 'plain', gate, about.tree, null);
  const found = { run, shows: run };
  if (run.outcome !== 'fail') return found;
  const { linked } = run;
  const seen = { command: gate.command, here: 'pass', copy: 'fail', linked } as const;
  const cause = await copyCause(about.worktree, join(about.ws.dir, run.log), seen);
  if (mayBeOutside(trial, cause)) return found;
  const then = trial.copy.outcome === 'pass' ? 'it passed' : 'it could run';
  const error = `it passes in the working tree, and fails in a clean copy of the same files (${run.why}), in which ${then} before the work; only what git has, or would add, is in a copy, and installed dependencies`;
  return { ...found, error };
}

/**
 * A network comes and goes. What passed in a copy lacks nothing else there that the work did not make it
 * need; of what failed there nobody knows whether it had all.
 */
function mayBeOutside({ copy }: KeptTrial, cause: TrialCause | null): boolean {
  return cause !== null && (copy.outcome !== 'pass' || cause.kind === 'network');
}

/** It passes where its tests throw. Where it failed for that before the work, it is the work that made it so. */
async function cannotFailNow(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
  own: readonly Measured[],
): Promise<Found | undefined> {
  const planted = own.find(
    ({ side, able, outcome }) => side === 'planted' && able === false && outcome === 'pass',
  );
  // A green by chance ran twice already: then there is no run left.
  const isChance = own.some(({ side, limit }) => side === 'green' && limit !== undefined);
  if (!planted || isChance) return undefined;
  const { brought } = planted;
  const red = own.findLast(({ side, brought: its }) => side === 'red' && its === brought);
  const { read, without = [] } = red ?? {};
  const overlay = brought === null ? null : { tree: brought, files: {}, without };
  const before = { ...about, tree: first };
  const seen = { brought, ...(read && { read }) };
  const run = await ableToFail(before, 'planted-first', gate, seen, overlay);
  if (!run) return undefined;
  const found = { run, shows: planted };
  if (run.able !== true) return found;
  const error =
    'it passes where each of its test files throws, and before the first change it failed there: it could fail, and cannot now';
  return { ...found, error };
}

const END_CHARS = 64 * 1024;

function failure(
  { ws, tree }: ProofSubject,
  { name, mustPass }: CommandGate,
  { error, shows }: Found,
): GateOutcome {
  const logFile = join(ws.dir, shows.log);
  const output = readText(logFile).slice(-END_CHARS);
  const ended = shows.exit_code === null ? {} : { exitCode: shows.exit_code };
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
