// What need not be proposed again. A candidate that a person deleted leaves no trace in the file it stood
// in, so the log says what was ever proposed.

import type { Fact, UnknownFact } from '../model/facts/fact.ts';
import type { Candidate } from './candidates.ts';

/** As much of an earlier proposal, or of an anchor, as tells that it is the same again. */
export type Known = Readonly<{ id: string; type: string | null; title: string }>;

const ID = /A-\d{4}-[a-z0-9]{4}/g;

/** A line of the candidates file that a person decided: `- [x] …`, `- [-] …`. */
const DECIDED = /^\s*[-*+]\s+\[[^\s\]]\]/;

export function withoutKnown(
  candidates: readonly Candidate[],
  known: readonly Known[],
): Candidate[] {
  return candidates.filter((candidate) => !known.some((one) => isSame(one, candidate)));
}

export function proposedBy(fact: Fact | UnknownFact): readonly Known[] {
  if (fact.type === 'anchors.accepted_by_run') return [fact.payload];
  const isProposal = fact.type === 'anchors.proposed' || fact.type === 'anchors.imported';
  return isProposal ? fact.payload.candidates : [];
}

/** By a person, whether the log that proposed them is still there or not. */
export function decidedIn(candidatesFile: string): Known[] {
  const lines = candidatesFile.split('\n').filter((line) => DECIDED.test(line));
  return lines.flatMap((line) =>
    [...line.matchAll(ID)].map(([id]) => ({ id, type: null, title: '' })),
  );
}

/**
 * An id ends in a hash of title and text; the year before it is that of its goal. A title that was cut
 * off may be that of something else.
 */
function isSame(known: Known, { id, type, title }: Candidate): boolean {
  if (known.type !== null && known.type !== type) return false;
  return hashIn(known.id) === hashIn(id) || (known.title === title && !title.endsWith('…'));
}

function hashIn(id: string): string {
  return id.slice(-4);
}
