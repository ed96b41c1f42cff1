import type { Decided } from '../../memory/review/review.ts';

const NAMED = 5;

/** What became of candidates, for a person. */
export function decidedText(decided: readonly Decided[]): string {
  const accepted = decided.flatMap((one) => (one.kind === 'accepted' ? one.id : []));
  const merged = decided.flatMap((one) =>
    one.kind === 'merged' ? `${one.id} into ${one.into}` : [],
  );
  const rejected = decided.flatMap((one) => (one.kind === 'rejected' ? one.id : []));
  const parts = [
    ...(accepted.length > 0 ? [`accepted ${named(accepted)}`] : []),
    ...(merged.length > 0 ? [`merged ${named(merged)}`] : []),
    ...(rejected.length > 0 ? [`rejected ${named(rejected)}`] : []),
  ];
  return `Wukong: anchor candidates as you decided: ${parts.join('; ')}.`;
}

function named(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
