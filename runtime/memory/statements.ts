// What was said in one sentence, as the candidate it becomes: a `Decision:` line of a report, an answer.

import { ANCHOR_TYPES } from './anchor-sections.ts';
import { anchorId, type Candidate } from './candidates.ts';

/** An entry has at most 4,000 characters, and a person may still add some. */
export const MAX_TEXT = 3000;

type Stated = Pick<Candidate, 'type' | 'title' | 'text'>;

export function stated(said: string): Stated {
  const { type, text } = labelled(said);
  return { type, title: firstWords(text), text };
}

/** By the id it would have: of a goal of this year. */
export function statedWithId(said: string, year: string): Stated & Pick<Candidate, 'id'> {
  const one = stated(said);
  const text = one.text.slice(0, MAX_TEXT);
  return { ...one, text, id: anchorId(year, one.title, text) };
}

/** Decisions stand without their label; the others with it (evidence/report/report-statements.ts). */
export function labelled(said: string): Readonly<{ type: Candidate['type']; text: string }> {
  const [, label = '', text = ''] = /^(\w+)\s*[:：]\s*([\s\S]*)$/.exec(said.trim()) ?? [];
  const type = ANCHOR_TYPES.find((one) => one.toLowerCase() === label.toLowerCase());
  return type === undefined || text === '' ? { type: 'Decision', text: said } : { type, text };
}

export function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
