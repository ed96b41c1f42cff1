// Whether an entry of anchors.md is one that somebody accepted or looked at in this log, and reads as it did
// then. Git and an editor bring others.

import { createHash } from 'node:crypto';
import { partsOf } from './anchor-sections.ts';

/** `by_run`: an agent accepted it. `changed`: it was edited since. Undefined: nobody looked at it here. */
export type AnchorReview = 'here' | 'by_run' | 'changed' | undefined;

/** By id, as the state has it: the hash, or its beginning. */
export type ReviewedAnchors = Readonly<
  Record<string, Readonly<{ sha256: string; by_run?: true | undefined }>>
>;

/** By id, of the first entry where one stands twice. */
export function reviewsOf(
  markdown: string,
  reviewed: ReviewedAnchors = {},
): ReadonlyMap<string, AnchorReview> {
  const reviews = new Map<string, AnchorReview>();
  for (const { entry, raw } of partsOf(markdown)) {
    if (entry && !reviews.has(entry.id)) reviews.set(entry.id, reviewOf(entry.id, raw, reviewed));
  }
  return reviews;
}

function reviewOf(id: string, section: string, reviewed: ReviewedAnchors): AnchorReview {
  const known = Object.hasOwn(reviewed, id) ? reviewed[id] : undefined;
  if (!known) return undefined;
  if (!sectionHash(section).startsWith(known.sha256)) return 'changed';
  return known.by_run ? 'by_run' : 'here';
}

export function sectionOf(markdown: string, id: string): string | undefined {
  return partsOf(markdown).find(({ entry }) => entry?.id === id)?.raw;
}

/** SHA-256 of a section as it is read: blank lines at its end and line ends are not the entry's. */
export function sectionHash(section: string): string {
  const text = section.replaceAll(/\r\n?/g, '\n').trimEnd();
  return createHash('sha256').update(text).digest('hex');
}
