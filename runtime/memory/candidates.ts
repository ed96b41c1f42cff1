// What might be worth remembering, as it waits for a person.

import { createHash } from 'node:crypto';
import { inertLine } from '../words/quoting.ts';

export type Candidate = Readonly<
  {
    id: string;
    type: 'Decision' | 'Constraint' | 'Pattern' | 'Metric';
    title: string;
    text: string;
    /** Log id, events, and the sentence it rests on. */
    source: string;
  } & Partial<Record<Detail, string>>
>;

/** What a person may add below a candidate, and an import brings: labelled lines of the later entry. */
export const DETAILS = ['context', 'when', 'why', 'paths', 'tags', 'expires', 'replaces'] as const;
type Detail = (typeof DETAILS)[number];

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Ends in 4 base32 of the hash of title and first text, so that clones give the same id. */
export function anchorId(year: string, title: string, text: string): string {
  const hash = createHash('sha256').update(`${title}\n${text}`).digest();
  const end = Array.from(hash.subarray(0, 4), (byte) => BASE32[byte % 32]).join('');
  return `A-${year}-${end}`;
}

/** A candidate as it stands in the file a person reviews. */
export function renderCandidate(candidate: Candidate): string {
  const lines = (['text', ...DETAILS, 'source'] as const).flatMap((name) => {
    const value = inOneLine(candidate[name] ?? '');
    return value === '' ? [] : [`  - ${name}: ${inertLine(value)}\n`];
  });
  return `- [ ] ${candidate.id} ${candidate.type}: ${inertLine(candidate.title)}\n${lines.join('')}`;
}

export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
