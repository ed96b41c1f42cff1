// What is being checked at this moment: which gate, since when, or what it waits for.

import type { GateRunner } from '../../engine/gates/gate-runner.ts';
import { realPath } from '../../files/real-path.ts';
import type { Goal } from '../../model/state/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { isAlive } from '../../workspace/processes.ts';

export type VerifyView = Readonly<
  /** `copy`: in a clean copy, as what shows the fault and the seal of tests does. */
  | { state: 'gate'; gate: string; since: string; copy?: true }
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

function ofGate({ gate, since, worktree }: GateRunner): VerifyView {
  if (gate === null) return { state: 'reads' };
  return { state: 'gate', gate, since, ...(worktree === null && { copy: true }) };
}

export function describeVerify(view: VerifyView, now = Date.now()): string {
  switch (view.state) {
    case 'gate':
      return `is being checked: gate ${named(view.gate)} has run for ${seconds(view.since, now)}${view.copy ? ' in a clean copy' : ''}.`;
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
