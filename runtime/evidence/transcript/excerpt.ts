// What is shown of an output: its beginning and its end.

export const EXCERPT_HEAD = 797;
export const EXCERPT_TAIL = 1_200;
export const EXCERPT_GAP = '\n…\n';

/** At most 2,000 characters. Secrets have to be taken out before: half of one may pass for a word. */
export function clipped(text: string): string {
  if (text.length <= EXCERPT_HEAD + EXCERPT_GAP.length + EXCERPT_TAIL) return text;
  return `${text.slice(0, EXCERPT_HEAD)}${EXCERPT_GAP}${text.slice(-EXCERPT_TAIL)}`;
}
