// Anchor candidates of a goal: what is new of them goes into the file a person reviews, and
// into the log, so that nothing is proposed a second time.

import { readIfThere } from '../../files/reading.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { readAnchors } from '../../memory/anchors.ts';
import { type Candidate, renderCandidate } from '../../memory/candidates.ts';
import { findCandidates } from '../../memory/find-candidates.ts';
import { decidedIn, type Known, proposedBy, withoutKnown } from '../../memory/known.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import { fail, ok } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { type Redact, redactAll } from '../../privacy/redact.ts';
import { explain } from '../../words/explain-failure.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { CHANGING } from '../anchors/carry-out.ts';
import { oneAtATime, replaceIfSame } from '../anchors/people-text.ts';
import { withoutSaid } from './said-in-pages.ts';

const HEAD = `# Anchor candidates

Proposed from the log; nothing here is used until you decide, in this file or with \`wukong anchors\`:

    - [x] A-… Decision: …          accept it as it stands here; shape its text first
    - [x] → A-2025-abcd A-… …      that anchor says it already: confirm that one
    - [-] why A-… Decision: …      reject it
    - [x] remove A-…: …            take an anchor out that nobody uses; [-] why keeps it

What you accept or reject is taken out of here when you next type in a session or run a wukong command.
What you reject or delete is not proposed again.

`;

/** A record has its limit. */
const IN_RECORD = 100;

/** Each costs a person some reading. */
const MOST_OF_A_GOAL = 5;

/**
 * The best of a goal that were never proposed here, that nobody has accepted or rejected, and that no page
 * of the repository says already.
 */
export function newCandidates(
  ws: Workspace,
  goal: Goal,
  log: Readonly<{ id: string; records: readonly Recorded[]; proposed: readonly Known[] }>,
  clean: Redact,
): Candidate[] {
  const found = findCandidates(goal, log.records, log.id, goal.created_at.slice(0, 4));
  const before = new Set(log.records.flatMap(proposedBy).map(({ id }) => id)).size;
  if (before >= MOST_OF_A_GOAL) return [];
  const fresh = withoutDecided(ws, redactAll(found, clean), log.proposed);
  return withoutSaid(ws.worktree, fresh).slice(0, MOST_OF_A_GOAL - before);
}

/** Those that were never proposed, and that nobody has accepted or rejected. */
export function withoutDecided(
  ws: Workspace,
  candidates: readonly Candidate[],
  proposed: readonly Known[],
): Candidate[] {
  const there = [...readAnchors(ws).values()];
  return withoutKnown(candidates, [...proposed, ...there, ...decidedIn(readCandidates(ws))]);
}

/** Adds what is not in the file yet; what a person wrote there stays. */
export function writeCandidates(ws: Workspace, candidates: readonly Candidate[]): void {
  if (candidates.length === 0) return;
  addToFile(ws, (before) =>
    candidates
      .filter(({ id }) => !before.includes(id))
      .map(renderCandidate)
      .join(''),
  );
}

/** Behind what is there, in the line ends of the file. */
export function addToFile(ws: Workspace, linesFor: (before: string) => string): void {
  const added = oneAtATime(ws, () => {
    // A person saves at the same time, but not again and again.
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = readCandidates(ws);
      const lines = linesFor(before);
      if (lines === '') return ok(null);
      const head = before || HEAD;
      const end = /\r\n|\n/.exec(head)?.[0] ?? '\n';
      const gap = /[\r\n]$/.test(head) ? '' : end;
      const after = `${head}${gap}${lines.replaceAll('\n', end)}`;
      if (replaceIfSame(ws, files.candidates(ws), before, after)) return ok(null);
    }
    return fail(CHANGING);
  });
  if (!added.ok) throw new Error(explain(added.error).message);
}

const TRIES = 3;

export function recordCandidates(step: Step, goal: Goal, candidates: readonly Candidate[]): void {
  for (const part of inRecords(candidates)) {
    step.emit({ type: 'anchors.proposed', goal_id: goal.id, payload: { candidates: part } });
  }
}

/** At least one: that nothing was found is said as well. */
export function inRecords(candidates: readonly Candidate[]) {
  const named = candidates.map(({ id, type, title }) => ({ id, type, title }));
  const count = Math.max(1, Math.ceil(named.length / IN_RECORD));
  return Array.from({ length: count }, (_, at) =>
    named.slice(at * IN_RECORD, (at + 1) * IN_RECORD),
  );
}

function readCandidates(ws: Workspace): string {
  return readIfThere(files.candidates(ws))?.toString('utf8') ?? '';
}
