import { readAnchorsFile } from '../../memory/anchors.ts';
import { type AnchorReview, reviewsOf } from '../../memory/reviewed.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';

/** By id. A log that nobody here trusts says nothing of what was reviewed here. */
export function reviewsHere(ws: Workspace): ReadonlyMap<string, AnchorReview> {
  const state = openTrusted().ok ? stateOf(ws) : undefined;
  return reviewsOf(readAnchorsFile(ws), state?.ok ? state.value.reviewed_anchors : {});
}

/** Empty where there is nothing for a person to do. */
export function reviewText(review: AnchorReview): string {
  switch (review) {
    case 'here':
      return '';
    case 'by_run':
      return 'accepted by an agent, no person looked at it';
    case 'changed':
      return 'changed since it was reviewed here';
    default:
      return 'not reviewed here';
  }
}

/** What to type, if there is one to look at. */
export function reviewHint(reviews: ReadonlyMap<string, AnchorReview>): string[] {
  const open = [...reviews].find(([, review]) => review !== 'here')?.[0];
  if (open === undefined) return [];
  return [
    '',
    `Look at one, and say so: wukong anchors show ${open}; wukong anchors accept ${open}`,
  ];
}
