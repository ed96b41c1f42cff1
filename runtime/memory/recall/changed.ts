import { touches } from './paths.ts';
import type { Anchored } from './standing.ts';

/** A file that was changed by a commit of this day, yyyy-mm-dd. */
export type Change = Readonly<{ day: string; path: string }>;

/**
 * The ids of those whose files changed after the day they were last validated. A change of that very day
 * may have been seen by whoever validated it. `changesSince` is asked once.
 */
export function changedPaths(
  anchors: readonly Anchored[],
  changesSince: (day: string, paths: readonly string[]) => readonly Change[],
): ReadonlySet<string> {
  const dated = anchors.flatMap(({ entry, fields: { validated, paths } }) =>
    validated === null || paths.length === 0 ? [] : [{ id: entry.id, validated, paths }],
  );
  const oldest = dated.map(({ validated }) => validated).toSorted()[0];
  if (oldest === undefined) return new Set();
  const changes = changesSince(oldest, [...new Set(dated.flatMap(({ paths }) => paths))]);
  const isChanged = ({ validated, paths }: (typeof dated)[number]): boolean =>
    changes.some(({ day, path }) => day > validated && paths.some((named) => touches(named, path)));
  return new Set(dated.filter(isChanged).map(({ id }) => id));
}
