// What is being checked at this moment: which gate, since when, or what it waits for.

import type { GateRunner } from '../../engine/gates/gate-runner.ts';
import { realPath } from '../../files/real-path.ts';
import type { Goal } from '../../model/state/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { isAlive } from '../../workspace/processes.ts';

export type VerifyView = Readonly<
  /** `copy`: in a clean copy, as what shows the fault and the seal of tests does. */
  | { state: 'gate'; gate: string; since: string; copy?: true; side?: string }
  /** Another run's gates run in the same working tree. */
  | { state: 'waits'; for: string; gate: string | null; since: string }
  | { state: 'reads' }
  /** Its verifier is gone: Stop, resuming, or the next report has it verified again. */
  | { state: 'gone' }
>;

export function viewOfVerify(
  goal: Goal,
  runId: string | null,
  runners: readonly GateRunner[],
): VerifyView | null {
  const run = runId === null ? undefined : goal.runs[runId];
  if (!run?.report || run.ended) return null;
  if (!isAlive(run.report.verifier)) return { state: 'gone' };
  const tree = realPath(run.lane.worktree) ?? run.lane.worktree;
  const living = runners.filter((one) => isAlive(one.process));
  const runner =
    living.find((one) => one.run === run.id) ?? living.find((one) => one.worktree === tree);
  if (!runner) return { state: 'reads' };
  if (runner.run !== run.id) {
    const { gate, since } = runner;
    return { state: 'waits', for: runner.run ?? runner.goal, gate, since };
  }
  return ofGate(runner);
}

/** The gates of a goal on its final tree. */
export function viewOfClosing(goal: Goal, runners: readonly GateRunner[]): VerifyView | null {
  const mine = (one: GateRunner) => one.goal === goal.id && one.run === null;
  const alive = runners.filter((one) => mine(one) && isAlive(one.process));
  // Closing a goal is one lock, the gates it runs another.
  const runner = alive.find((one) => one.gate !== null) ?? alive[0];
  return runner ? ofGate(runner) : null;
}

function ofGate({ gate, since, worktree, side }: GateRunner): VerifyView {
  if (gate === null) return { state: 'reads' };
  const copy = worktree === null && { copy: true as const, ...(side !== undefined && { side }) };
  return { state: 'gate', gate, since, ...copy };
}

/** What runs in a copy, by what it is run for. */
const ON: Readonly<Record<string, string>> = {
  red: 'on the tree before the change',
  green: 'on the tree after the change',
  sealed: 'with the tests as they were before the work',
  planted: 'with a line that throws in each test, to see whether it can fail',
  'planted-first': 'before the change, with a line that throws in each test',
  broken: 'where what was changed is broken on purpose',
};

/** `N-020 runs npm test on the tree before the change, in a clean copy`; undefined while no command of this goal does. */
export function nowInCopy(
  goal: Goal | undefined,
  runners: readonly GateRunner[],
): Readonly<{ text: string; since: string }> | undefined {
  const isIts = (one: GateRunner) => one.goal === goal?.id && one.worktree === null;
  const runner = runners.find((one) => isIts(one) && isAlive(one.process));
  const view = runner && ofGate(runner);
  if (!goal || view?.state !== 'gate') return undefined;
  const node = runner?.run == null ? goal.id : (goal.runs[runner.run]?.node ?? goal.id);
  return { text: `${node} runs ${oneLine(view.gate, 60)}${placeOf(view)}`, since: view.since };
}

function placeOf({ copy, side = '' }: Readonly<{ copy?: true; side?: string }>): string {
  if (!copy) return '';
  const on = Object.hasOwn(ON, side) ? ON[side] : undefined;
  return on === undefined ? ' in a clean copy' : ` ${on}, in a clean copy`;
}

export function describeVerify(view: VerifyView, now = Date.now()): string {
  switch (view.state) {
    case 'gate':
      return `is being checked: gate ${named(view.gate)} has run for ${seconds(view.since, now)}${placeOf(view)}.`;
    case 'waits':
      return `waits to be checked: gate ${named(view.gate)} of ${oneLine(view.for, 60)} has run in the same working tree for ${seconds(view.since, now)}.`;
    case 'reads':
      return 'is being checked.';
    case 'gone':
      return 'reported, but no process is checking it: one will when its session continues or is resumed.';
  }
}

function seconds(since: string, now: number): string {
  return `${Math.max(0, Math.round((now - Date.parse(since)) / 1000))} s`;
}

function named(gate: string | null): string {
  return gate === null ? '' : `"${oneLine(gate, 60)}"`;
}
