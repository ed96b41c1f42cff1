// What is being checked at this moment: which gate, since when, or what it waits for.

import { oneLine } from '../diagnostics/plain-text.ts';
import type { Goal } from '../model/state.ts';
import type { GateRunner } from '../store/gate-runner.ts';
import { isAlive } from '../store/process-ref.ts';
import { realPath } from '../store/real-path.ts';

export type VerifyView = Readonly<
  | { state: 'gate'; gate: string; since: string }
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
  const tree = realPath(run.worktree) ?? run.worktree;
  const runner = runners.find((one) => one.worktree === tree && isAlive(one.process));
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
  const runner = runners.find((one) => mine(one) && isAlive(one.process));
  return runner ? ofGate(runner) : null;
}

function ofGate({ gate, since }: GateRunner): VerifyView {
  return gate === null ? { state: 'reads' } : { state: 'gate', gate, since };
}

export function describeVerify(view: VerifyView): string {
  switch (view.state) {
    case 'gate':
      return `is being checked: gate ${named(view.gate)} runs since ${view.since}.`;
    case 'waits':
      return `waits to be checked: gate ${named(view.gate)} of ${oneLine(view.for, 60)} runs in the same working tree since ${view.since}.`;
    case 'reads':
      return 'is being checked.';
    case 'gone':
      return 'reported, and nobody checks it at the moment: it is checked when its session goes on or is resumed.';
  }
}

function named(gate: string | null): string {
  return gate === null ? '' : `"${oneLine(gate, 60)}"`;
}
