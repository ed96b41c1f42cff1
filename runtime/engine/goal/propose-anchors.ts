// Anchor candidates at the end of a goal: what is new of them goes into the file a person reviews, and
// into the log, so that nothing is proposed a second time.

import { dirname } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { readAnchors } from '../../memory/anchors.ts';
import { type Candidate, findCandidates, renderCandidate } from '../../memory/candidates.ts';
import { decidedIn, type Known, withoutKnown } from '../../memory/known.ts';
import type { Recorded } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state.ts';
import { type Redact, redactAll } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

const HEAD =
  '# Anchor candidates\n\nProposed from the log; nothing here is used until a person puts it into anchors.md.\nWhat you delete or reject (`[-]`) is not proposed again.\n\n';

/** A record has its limit. */
const IN_RECORD = 100;

/** Those of a goal that were never proposed here, and that nobody has accepted or rejected. */
export function newCandidates(
  ws: Workspace,
  goal: Goal,
  log: Readonly<{ id: string; records: readonly Recorded[]; proposed: readonly Known[] }>,
  clean: Redact,
): Candidate[] {
  const found = findCandidates(goal, log.records, log.id, goal.created_at.slice(0, 4));
  return withoutKnown(redactAll(found, clean), [
    ...log.proposed,
    ...readAnchors(ws).values(),
    ...decidedIn(readCandidates(ws)),
  ]);
}

/** Adds what is not in the file yet; what a person wrote there stays. */
export function writeCandidates(ws: Workspace, candidates: readonly Candidate[]): void {
  const before = readCandidates(ws);
  const fresh = candidates.filter(({ id }) => !before.includes(id));
  if (fresh.length === 0) return;
  const path = files.candidates(ws);
  makeFolder(ws, dirname(path));
  replaceFile(path, `${before || HEAD}${fresh.map(renderCandidate).join('')}`, true);
}

export function recordCandidates(step: Step, goal: Goal, candidates: readonly Candidate[]): void {
  const named = candidates.map(({ id, type, title }) => ({ id, type, title }));
  for (let from = 0; from === 0 || from < named.length; from += IN_RECORD) {
    const part = named.slice(from, from + IN_RECORD);
    step.emit({ type: 'anchors.proposed', goal_id: goal.id, payload: { candidates: part } });
  }
}

function readCandidates(ws: Workspace): string {
  return readIfThere(files.candidates(ws))?.toString('utf8') ?? '';
}
