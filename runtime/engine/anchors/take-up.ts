// What a person decided in anchors_candidates.md with an editor. Nothing is taken from it while it may be
// half-finished, nor while an agent that may write is at work: then nobody can say whose marks they are.

import { statSync } from 'node:fs';
import { readIfThere } from '../../files/reading.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import { itemsOf } from '../../memory/review/candidate-items.ts';
import type { Decided } from '../../memory/review/review.ts';
import type { Failure } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { explain } from '../../words/explain-failure.ts';
import { candidatesStamp, hasNewReview } from '../../workspace/config-stamp.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { carryOut } from './carry-out.ts';
import { decidedText } from './decided-text.ts';
import { writerAt } from './saved-in-run.ts';

/** A person who goes on editing saves again within this time. */
export const QUIET_MS = 10_000;

/** What to say of it, if there is something. `quietMs`: for how long the file must not have changed. */
export function takeUpReview(ws: Workspace, logId: string, quietMs: number): string | undefined {
  const now = readState(ws, (state) => state.log_id === logId && canTakeUp(ws, state));
  // What is wrong with the log is said by whoever came for something else.
  if (!now.ok || !now.value) return undefined;
  const stamp = candidatesStamp(ws);
  const savedMs = statSync(files.candidates(ws), { throwIfNoEntry: false })?.mtimeMs;
  // A time ahead of the clock was not set by saving it.
  if (savedMs === undefined || Math.abs(Date.now() - savedMs) < quietMs) return undefined;
  const carried = carriedOut(ws, savedMs);
  if (carried.kind === 'done') return decidedText(carried.decided);
  const { said, again } = carried;
  // The same file is not read again, unless what was wrong lies outside of it.
  if (!again) {
    const payload = { stamp, problem: said ?? null };
    runStep(ws, (step) => step.emit({ type: 'candidates.read', payload }));
  }
  return said === undefined
    ? undefined
    : `Wukong: nothing of your review of anchor candidates was taken up. ${said}`;
}

type Carried =
  | Readonly<{ kind: 'done'; decided: readonly Decided[] }>
  | Readonly<{ kind: 'nothing'; said?: string; again: boolean }>;

function carriedOut(ws: Workspace, savedMs: number): Carried {
  const writer = hasMarks(ws) ? writerAt(ws, savedMs) : undefined;
  if (writer !== undefined) {
    const said = `The file was saved while ${writer} could write, so that nobody can say whose marks these are. Look through it and save it again.`;
    return { kind: 'nothing', said, again: false };
  }
  const done = carryOut(ws, { by: personName(), via: 'file' });
  if (!done.ok) {
    const again = done.error.kind !== 'bad-file';
    return { kind: 'nothing', said: problemText(done.error), again };
  }
  return done.value.length > 0
    ? { kind: 'done', decided: done.value }
    : { kind: 'nothing', again: false };
}

function hasMarks(ws: Workspace): boolean {
  const { parts } = itemsOf(readIfThere(files.candidates(ws))?.toString('utf8') ?? '');
  return parts.some(({ item }) => item !== undefined && item.mark.kind !== 'waits');
}

function canTakeUp(ws: Workspace, state: State): boolean {
  return hasNewReview(ws, state.candidates) && !isWritten(state);
}

export function isWritten(state: State): boolean {
  return openGoals(state).some((goal) =>
    activeRuns(goal).some(({ role }) => WRITING_ROLES.includes(role)),
  );
}

function problemText(failure: Failure): string {
  if (failure.kind !== 'bad-file') {
    const { message, hint } = explain(failure);
    return `${message} ${hint}`;
  }
  const [first] = failure.problems;
  const more = failure.problems.length - 1;
  const place = `${first?.file}:${first?.line}: ${first?.message} ${first?.hint ?? ''}`.trim();
  return more > 0 ? `${place} And ${more} more.` : place;
}
