// What a goal leaves for long-term memory when it ends: what it proposes, what an agent of it accepted, and
// anchors that goals are given in vain.

import { readIfThere } from '../../files/reading.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { readAnchors } from '../../memory/anchors.ts';
import type { Candidate } from '../../memory/candidates.ts';
import { type Known, proposedBy } from '../../memory/known.ts';
import { isDueForRemoval, type Use, unusedGoals } from '../../memory/recall/use.ts';
import { itemsOf, renderRemoval } from '../../memory/review/candidate-items.ts';
import type { FactOf, Recorded } from '../../model/facts/fact.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { Memory } from '../../result/goal-result.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { pastOf } from './past.ts';
import { addToFile, newCandidates, recordCandidates, writeCandidates } from './propose-anchors.ts';

type Removal = Readonly<{ id: string; given: number; unused: number }>;

export type MemoryAtEnd = Readonly<{
  /** Proposed now. */
  fresh: readonly Candidate[];
  /** What of this goal nobody has decided yet. */
  waiting: readonly Known[];
  accepted: ReadonlyArray<Recorded<FactOf<'anchors.accepted_by_run'>>>;
  removals: readonly Removal[];
}>;

/** As it is told. */
export function memoryLeft({ waiting, accepted, removals }: MemoryAtEnd): Memory {
  return {
    waiting: waiting.map(({ id, type, title }) => ({ id, type, title })),
    accepted: accepted.map(({ run_id: run, payload: { id, type, title, role, why } }) => ({
      ...{ id, type, title, role, run, why },
    })),
    removals,
  };
}

export function memoryAtEnd(
  ws: Workspace,
  goal: Goal,
  logId: string,
  past: ReturnType<typeof pastOf>,
  clean: Redact,
): MemoryAtEnd {
  const { records, proposed, uses } = past;
  const fresh = newCandidates(ws, goal, { id: logId, records, proposed }, clean);
  const inFile = waitingIds(ws);
  const earlier = records.flatMap(proposedBy).filter(({ id }) => inFile.has(id));
  const byRuns = records.filter((fact) => fact.type === 'anchors.accepted_by_run');
  const waiting = new Map([...earlier, ...fresh].map((one) => [one.id, one]));
  return {
    fresh,
    waiting: [...waiting.values()],
    // Who was killed before the file was written accepted it twice.
    accepted: [...new Map(byRuns.map((fact) => [fact.payload.id, fact])).values()],
    removals: removalsFrom(uses, new Set(readAnchors(ws).keys())),
  };
}

/** Each costs a person some reading; the others come with the next goal. */
const MOST_REMOVALS = 5;

/** Of the anchors that are there, the longest unused first. */
export function removalsFrom(
  uses: ReadonlyMap<string, Use>,
  there: ReadonlySet<string>,
): Removal[] {
  return [...uses]
    .filter(([id, use]) => there.has(id) && isDueForRemoval(use))
    .map(([id, use]) => ({ id, given: use.given.size, unused: unusedGoals(use) }))
    .sort((a, b) => b.unused - a.unused)
    .slice(0, MOST_REMOVALS);
}

/** In the file first: what the log says was proposed must be there. */
export function writeMemory(ws: Workspace, { fresh, removals }: MemoryAtEnd): void {
  writeCandidates(ws, fresh);
  if (removals.length === 0) return;
  addToFile(ws, (before) =>
    removals
      .filter(({ id }) => !before.includes(`remove ${id}:`))
      .map(({ id, given, unused }) => renderRemoval(id, given, unused))
      .join(''),
  );
}

export function recordMemory(step: Step, goal: Goal, { fresh, removals }: MemoryAtEnd): void {
  recordCandidates(step, goal, fresh);
  if (removals.length === 0) return;
  const payload = { anchors: [...removals] };
  step.emit({ type: 'anchors.removal_proposed', goal_id: goal.id, payload });
}

function waitingIds(ws: Workspace): ReadonlySet<string> {
  const { parts } = itemsOf(readIfThere(files.candidates(ws))?.toString('utf8') ?? '');
  const items = parts.flatMap(({ item }) => (item && 'candidate' in item ? item : []));
  const waiting = items.filter(({ mark }) => mark.kind === 'waits');
  return new Set(waiting.map(({ candidate }) => candidate.id));
}
