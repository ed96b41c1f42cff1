// A report that was settled is judged once more, by whoever takes up reports without a verifier.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import { asksToLook } from '../../model/in-doubt.ts';
import { waitsForCheck } from '../../model/says-nothing.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { runsOf } from '../graph/graph.ts';
import { nodeState } from '../state/queries.ts';
import { transcriptOf } from '../state/run-by.ts';
import type { Step } from './step.ts';
import { scopeOf } from './tell-owner.ts';

/** Stands for a verifier where there is none: the report waits to be verified. */
export const NOBODY: ProcessRef = { pid: 0, started: null };
/**
 * What alone kept a report from passing was accepted: it is judged once more, by whoever takes up reports
 * without a verifier. False: its node waits for something else.
 */
export function judgeAgain(step: Step, goal: Goal, nodeId: string): boolean {
  const run = runsOf(goal, nodeId).at(-1);
  const because = run?.ended?.because;
  if (!run || !because || !(because.kind === 'tests-changed' || asksToLook(because))) return false;
  return repeatVerify(step, goal, nodeId, run);
}

/**
 * The last report failed at its gates, and a person brought what they lacked: they are run again on the work
 * that is there. If they fail again, another run is given what the person said.
 */
export function gatesAgain(step: Step, goal: Goal, nodeId: string, words: string): boolean {
  const run = runsOf(goal, nodeId).at(-1);
  const because = run?.ended?.because;
  if (!run || !(run.outputs?.failed || (because && waitsForCheck(because)))) return false;
  return repeatVerify(step, goal, nodeId, run, words === '' ? 'silently' : 'with-words');
}

function repeatVerify(
  step: Step,
  goal: Goal,
  nodeId: string,
  run: Run,
  brought?: 'silently' | 'with-words',
): boolean {
  if (nodeState(goal, nodeId).status !== 'blocked' || !run.outputs) return false;
  const payload = {
    key: `again-${goal.as_of}`,
    file: `${run.outputs.dir}/report.md`,
    transcript: transcriptOf(run) ?? '',
    verifier: NOBODY,
    ...(brought && { brought }),
  };
  step.emit({ type: 'verify.repeated', ...scopeOf(goal, run), payload });
  return true;
}
