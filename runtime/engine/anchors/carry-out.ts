// Carries out what a person decided about candidates: first anchors.md, then the log, then the file of
// candidates. Whoever is killed in between leaves the mark, and the next look does the rest.

import { fileFailure } from '../../files/file-failure.ts';
import { type Decided, review, type Said } from '../../memory/review/review.ts';
import type { Terminal } from '../../model/actors/terminal.ts';
import type { Fact } from '../../model/facts/fact.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { AcceptingRole } from '../../model/vocabulary.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { oneAtATime, readPeopleText, replaceIfSame } from './people-text.ts';
import { writeIndex } from './write-index.ts';

export type Decider = Readonly<{ by: string; via: 'file' | 'command'; terminal?: Terminal }>;

/** Somebody may write at the same time; not again and again. */
const TRIES = 3;
const MAX_WHY = 500;

/** By the marks in the file, or by what was said of one candidate. Problems of the file: `bad-file`. */
export function carryOut(ws: Workspace, decider: Decider, said?: Said): Result<readonly Decided[]> {
  return carry(ws, (one, clean) => factOf(one, decider, clean), said);
}

type ByRun = Readonly<{
  goal_id: string;
  node_id: string;
  run_id: string;
  role: AcceptingRole;
  why: string;
}>;

/** A candidate that the report of a run named, where its role may accept. */
export function acceptForRun(ws: Workspace, id: string, run: ByRun): Result<readonly Decided[]> {
  const mark = { kind: 'accept', by: run.run_id } as const;
  return carry(ws, (one, clean) => factOfRun(one, run, clean), { id, mark });
}

type ToFact = (decided: Decided, clean: (text: string) => string) => Fact;

function carry(ws: Workspace, toFact: ToFact, said?: Said): Result<readonly Decided[]> {
  try {
    return oneAtATime(ws, () => attempt(ws, toFact, said));
  } catch (error) {
    return fail(fileFailure(error));
  }
}

function attempt(ws: Workspace, toFact: ToFact, said?: Said): Result<readonly Decided[]> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const candidates = readPeopleText(files.candidates(ws), 'anchors_candidates.md');
    if (!candidates.ok) return candidates;
    const anchors = readPeopleText(files.anchors(ws), 'anchors.md');
    if (!anchors.ok) return anchors;
    const before = { candidates: candidates.value, anchors: anchors.value };
    const after = review(before, today(), said);
    const { decided, problems } = after;
    if (problems.length > 0) return fail({ kind: 'bad-file', problems });
    if (decided.length === 0) return ok([]);
    if (!replaceIfSame(ws, files.anchors(ws), before.anchors, after.anchors)) continue;
    const clean = redactor(process.env);
    const recorded = runStep(ws, (step) => {
      for (const one of decided) step.emit(toFact(one, clean));
    });
    if (!recorded.ok) return fail(recorded.failure);
    replaceIfSame(ws, files.candidates(ws), before.candidates, after.candidates);
    writeIndex(ws, after.anchors);
    return ok(decided);
  }
  return fail(CHANGING);
}

export const CHANGING: Failure = {
  kind: 'refused',
  message: 'anchors.md or its candidates were changed while they were read.',
  hint: 'Try again when nobody writes it.',
};

export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

function factOf(decided: Decided, decider: Decider, clean: (text: string) => string): Fact {
  switch (decided.kind) {
    case 'accepted': {
      const { id, title, edited, sha256 } = decided;
      const payload = { id, title: clean(title), ...(edited && { edited }), sha256, ...decider };
      return { type: 'anchors.accepted', payload };
    }
    case 'merged': {
      const { id, into, sha256 } = decided;
      return { type: 'anchors.merged', payload: { id, into, sha256, ...decider } };
    }
    case 'rejected': {
      const why = clean(decided.why).slice(0, MAX_WHY);
      return { type: 'anchors.rejected', payload: { id: decided.id, why, ...decider } };
    }
    case 'removed':
      return { type: 'anchors.removed', payload: { id: decided.id, ...decider } };
    case 'kept': {
      const why = clean(decided.why).slice(0, MAX_WHY);
      return { type: 'anchors.kept', payload: { id: decided.id, why, ...decider } };
    }
  }
}

function factOfRun(
  decided: Decided,
  { role, why, ...ids }: ByRun,
  clean: (text: string) => string,
): Fact {
  if (decided.kind !== 'accepted') throw new Error(`a run ${decided.kind} ${decided.id}`);
  const { id, type, title, sha256 } = decided;
  const payload = { id, type, title: clean(title), role, why: clean(why), sha256 };
  return { type: 'anchors.accepted_by_run', ...ids, payload };
}
