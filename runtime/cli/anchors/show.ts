import { readAnchors } from '../../memory/anchors.ts';
import { type Candidate, renderCandidate } from '../../memory/candidates.ts';
import { fieldsOf } from '../../memory/recall/fields.ts';
import { oneLine, visible } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { done, misused, type Outcome } from '../frame/outcome.ts';
import { reviewsHere, reviewText } from './reviews.ts';
import { waitingCandidates } from './waiting.ts';

export function showOne(ws: Workspace, words: readonly string[]): Outcome {
  const [id, more] = words;
  if (id === undefined || more !== undefined) {
    return misused('Show which one?', 'For example: wukong anchors show A-2026-k3f7');
  }
  const anchor = readAnchors(ws).get(id);
  if (anchor) {
    const { type, title, text } = anchor;
    const head = type === null ? title : `${type}: ${title}`;
    const review = reviewsHere(ws).get(id);
    const note = reviewText(review);
    const { rest: _, ...fields } = fieldsOf(anchor);
    return done(visible(`${id} ${head}${note && ` (${note})`}\n\n${text}`), {
      anchor: { ...anchor, ...fields, reviewed: review ?? 'no' },
    });
  }
  const candidate = waitingCandidates(ws).find((one) => one.id === id);
  return candidate ? shownCandidate(candidate) : unknownId(id);
}

function shownCandidate(candidate: Candidate): Outcome {
  const text = `A candidate, which waits for you:\n\n${renderCandidate(candidate).trimEnd()}`;
  return done(visible(text), { candidate });
}

export function unknownId(id: string): Outcome {
  return misused(`There is no anchor or candidate ${oneLine(id, 40)}.`, 'wukong anchors list');
}
