/** `Did you mean "needs"?` for a word that is nearly one of `known`; undefined if none is near. */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  const best = nearest(word, known);
  return best === undefined ? undefined : `Did you mean "${best}"?`;
}

/** The one of `known` that the word is nearly; undefined if none is near. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = distanceOf(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** A word that only breaks off (`timeout` for `timeout_sec`) is as near as one wrong letter. */
function distanceOf(word: string, candidate: string): number {
  if (word === candidate) return 0;
  return word.length >= 3 && candidate.startsWith(word) ? 1 : editDistance(word, candidate);
}

const MAX_WORD = 64;

/** Insertions, deletions, replacements, and neighbours that changed places, each one. */
export function editDistance(a: string, b: string): number {
  if (a.length > MAX_WORD || b.length > MAX_WORD) return a === b ? 0 : MAX_WORD;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
