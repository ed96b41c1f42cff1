import type { HunksTried } from '../../model/proof.ts';

/** What a reader has to know of the lines that no test holds, in whole sentences; none if all are held. */
export function hunkDoubts({
  hunks,
  held,
  not_held: free,
  silent,
  too_slow,
}: HunksTried): string[] {
  if (too_slow) {
    return ['Which lines a test holds was not tried: one run of the check takes over 10 s.'];
  }
  const untried = hunks - held - free.length - silent;
  return [
    ...(free.length > 0
      ? [`The check still passes without the lines at ${free.join(', ')}: no test holds them.`]
      : []),
    ...(untried > 0 ? [`Whether a test holds ${untried} of ${hunks} hunks was not tried.`] : []),
  ];
}
