// Whether the change of a session is judged now, by the trees alone.

export type Turn = Readonly<{
  /** At the first prompt, and as it is. */
  base: string;
  tree: string;
  /** What somebody judges at this moment. */
  judging: string | undefined;
  /** What was judged last, told or not. */
  last: string | undefined;
}>;

/**
 *   judge  nobody did, and whoever is at work on another tree ends
 *   leave  it was judged, or somebody is at it
 *   drop   there is nothing to judge, and what is untold or under way is of files that are no more
 */
export function whatNow({ base, tree, judging, last }: Turn): 'judge' | 'leave' | 'drop' {
  if (tree === base) return 'drop';
  if (judging !== undefined) return judging === tree ? 'leave' : 'judge';
  return last === tree ? 'leave' : 'judge';
}
