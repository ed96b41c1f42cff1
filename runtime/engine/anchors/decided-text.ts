import type { Decided } from '../../memory/review/review.ts';

const NAMED = 5;
const KINDS = ['accepted', 'merged', 'rejected', 'removed', 'kept'] as const;

/** What became of candidates, for a person. */
export function decidedText(decided: readonly Decided[]): string {
  const named = (kind: Decided['kind']): string[] =>
    decided.filter((one) => one.kind === kind).map(nameOf);
  const parts = KINDS.flatMap((kind) => {
    const names = named(kind);
    return names.length > 0 ? [`${kind} ${listed(names)}`] : [];
  });
  return `Wukong: anchor candidates as you decided: ${parts.join('; ')}.`;
}

function nameOf(one: Decided): string {
  return one.kind === 'merged' ? `${one.id} into ${one.into}` : one.id;
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
