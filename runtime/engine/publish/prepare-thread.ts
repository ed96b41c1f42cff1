// What the thread of an issue was told and will be, and the file of the outbox that says so.

import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { readHistory } from '../../log/history.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { threadOf } from '../../result/thread-of.ts';
import { readState } from '../../step/run-step.ts';
import { type OutboxGoal, outboxText } from '../../words/publish/outbox.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { type Issue, issueAt, type ThreadLine, threadLines } from './post-thread.ts';
import { readGoal } from './prepare.ts';
import { publishedOf } from './publish-goal.ts';

export type ThreadPlan = Readonly<{
  issue: Issue | undefined;
  lines: readonly ThreadLine[];
  logId: string;
  /** The file of the outbox, as it was just written. */
  file: string;
}>;

/** What the issue of a goal was told and will be; the file says it of all goals that have this issue. */
export function prepareThread(
  ws: Workspace,
  goal: Goal,
  result: GoalResult,
): Result<ThreadPlan, Failure> {
  const now = readState(ws, ({ log_id }) => log_id);
  if (!now.ok) return fail(now.failure);
  const logId = now.value;
  const clean = redactor(process.env);
  const issue = issueAt(goal.issue_ref, readTrust(ws));
  const linesOf = (one: Goal, of: GoalResult): ThreadLine[] =>
    threadLines(threadOf(one, of, publishedOf(ws, one.id)), publishedOf(ws, one.id), {
      ws,
      artifacts: one.artifacts,
      logId,
      clean,
    });
  const own = linesOf(goal, result);
  const others = goalsOfIssue(ws, goal.issue_ref).filter((id) => id !== goal.id);
  const told = others.flatMap((id) => {
    const read = readGoal(ws, id);
    return read.ok
      ? [{ goal: read.value.goal, lines: linesOf(read.value.goal, read.value.result) }]
      : [];
  });
  const all = [...told, { goal, lines: own }]
    .sort((one, other) => one.goal.id.localeCompare(other.goal.id))
    .map(({ goal: { id, title }, lines }) => ({ goal: id, title: clean(title), lines }));
  const file = writeOutbox(ws, goal.issue_ref, issue, all);
  return ok({ issue, lines: own, logId, file });
}

/** A `local#` issue is of one goal. */
function goalsOfIssue(ws: Workspace, issue: string): readonly string[] {
  const found: string[] = [];
  if (issue.startsWith('local#')) return found;
  readHistory(
    ws,
    ({ type, goal_id, payload }) => {
      if (type === 'goal.created' && goal_id && payload.issue_ref === issue) found.push(goal_id);
      return true;
    },
    'count',
  );
  return found;
}

/** The path of the file, absolute. */
function writeOutbox(
  ws: Workspace,
  issue: string,
  at: Issue | undefined,
  goals: readonly OutboxGoal[],
): string {
  const file = files.outbox(ws, issue);
  makeFolder(ws, dirname(file));
  replaceFile(file, outboxText(issue, whereTo(issue, at), goals), false);
  return file;
}

function whereTo(issue: string, at: Issue | undefined) {
  if (at) return { to: `${at.to}#${at.number}` };
  const repository = issue.replace(/#\d+$/, '');
  const why = issue.startsWith('local#')
    ? 'It is an issue of this clone alone: nothing is posted.'
    : `Nothing is posted until a person says: wukong trust --publish github.com/${repository}`;
  return { to: null, why };
}
