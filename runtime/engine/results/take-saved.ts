// Results that people saved in the copies of their orders. One is taken once its form is right: while it is
// written it lacks something. What is wrong with it is noted once for each time it was saved.

import { collectResult } from '../../executors/folder/collect-result.ts';
import { problemsOf } from '../../executors/protocol/read-result.ts';
import { writerNow } from '../../kernel/state/writers.ts';
import type { Problem } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { readState, runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { savedAt, savedStamp } from '../../workspace/saved-result.ts';
import { writerAt } from '../anchors/saved-in-run.ts';
import { finishIfDone } from '../goal/finish-goal.ts';
import { removeCopies } from './remove-copies.ts';
import { type ResultAnswer, takeResult } from './take-result.ts';

/** Takes what there is, closes the goals that are done with it, and removes the folders nobody needs. */
export async function takeSaved(ws: Workspace): Promise<void> {
  await takeResults(ws);
  await removeCopies(ws);
}

async function takeResults(ws: Workspace): Promise<void> {
  const now = readState(ws, (state) => {
    const { handed = {}, goals } = state;
    // Nobody can say whose words are saved while an agent may write: they are looked at when it has ended.
    if (writerNow(state) !== undefined) return [];
    return Object.entries(handed).flatMap(([run, { goal, read }]) => {
      const copy = goals[goal]?.runs[run]?.copy;
      const stamp = copy && savedStamp(copy.dir);
      return copy && stamp !== undefined && stamp !== read ? [{ run, goal, copy, stamp }] : [];
    });
  });
  if (!now.ok) return;
  for (const { run, goal, copy, stamp } of now.value) {
    const writer = writerAt(ws, savedAt(stamp));
    if (writer !== undefined) {
      noteMisread(ws, run, stamp, [savedMeanwhile(writer, run)]);
      continue;
    }
    const left = collectResult(copy);
    const problems = left.kind === 'collected' ? problemsOf(left.read, 'work_result.txt') : [];
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

function savedMeanwhile(writer: string, run: string): string {
  return `It was saved while run ${writer} could write here. Save it once more, or type: wukong submit ${run}`;
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
