// Results that people saved in the copies of their orders. One is taken once its form is right: while it is
// written it lacks something. What is wrong with it is noted once for each time it was saved.

import { collectResult } from '../../executors/folder/collect-result.ts';
import type { ReadResult } from '../../executors/protocol/read-result.ts';
import type { Problem } from '../../model/failure.ts';
import type { State } from '../../model/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { savedStamp } from '../../workspace/saved-result.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { type ResultAnswer, takeResult } from './take-result.ts';

/** Takes what there is, and closes the goals that are done with it. */
export async function takeSaved(ws: Workspace): Promise<void> {
  const now = readState(ws, ({ handed = {}, goals }) =>
    Object.entries(handed).flatMap(([run, { goal, read }]) => {
      const copy = goals[goal]?.runs[run]?.copy;
      const stamp = copy && savedStamp(copy.dir);
      return copy && stamp !== undefined && stamp !== read ? [{ run, goal, copy, stamp }] : [];
    }),
  );
  if (!now.ok) return;
  for (const { run, goal, copy, stamp } of now.value) {
    const left = collectResult(copy);
    const problems = left.kind === 'collected' ? problemsOf(left.read) : [];
    if (problems.length > 0) {
      noteMisread(ws, run, stamp, problems.map(placed));
      continue;
    }
    // A person is still there, and can be told what is missing.
    const taken = await takeResult(ws, { goal, run, left, canGoOn: true });
    const lacks = taken.ok ? lacking(taken.value) : [];
    if (lacks.length > 0) noteMisread(ws, run, stamp, lacks);
    await finishIfDone(ws, goal);
  }
}

/** What keeps the same file from being looked at again and again. */
function lacking(answer: ResultAnswer): readonly string[] {
  if (answer.kind === 'refused') return [answer.why];
  if (answer.kind !== 'settled' || answer.verdict.kind !== 'send-back') return [];
  return answer.verdict.missing;
}

function placed({ line, column, message }: Problem): string {
  return `${line}:${column} ${message}`;
}

function problemsOf(read: ReadResult): readonly Problem[] {
  switch (read.kind) {
    case 'result':
      return [];
    case 'faulty':
      return read.problems;
    case 'other-version':
      return [read.problem];
    case 'logs-only':
      return [
        { file: 'work_result.txt', line: 1, column: 1, message: 'It says nothing of a run.' },
      ];
  }
}

function noteMisread(ws: Workspace, run: string, stamp: string, problems: readonly string[]): void {
  runStep(ws, (step) => {
    const goal = goalOf(step.state, run);
    const open = goal?.runs[run];
    if (!goal || !open || open.ended) return;
    const scope = { goal_id: goal.id, node_id: open.node, run_id: run };
    step.emit({
      type: 'result.misread',
      ...scope,
      payload: { stamp, problems: problems.slice(0, 20) },
    });
  });
}

function goalOf({ handed, goals }: State, run: string) {
  const at = handed?.[run];
  return at && goals[at.goal];
}
