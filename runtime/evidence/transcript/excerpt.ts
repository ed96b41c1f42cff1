// What is shown of an output: its beginning and its end.

const EXCERPT_HEAD = 797;
const EXCERPT_TAIL = 1_200;
const EXCERPT_GAP = '\n…\n';
/** Longer than any secret: the largest private keys in use take 6,400 characters. */
const MAX_KEY_CHARS = 8_000;

/** At most 2,000 characters. Secrets have to be taken out before: half of one may pass for a word. */
export function clipped(text: string): string {
  if (text.length <= EXCERPT_HEAD + EXCERPT_GAP.length + EXCERPT_TAIL) return text;
  return `${text.slice(0, EXCERPT_HEAD)}${EXCERPT_GAP}${text.slice(-EXCERPT_TAIL)}`;
}

/**
 * Beginning and end, in whole lines: a test run says at its end whether it passed, and none but a key
 * block goes over the end of a line, so no secret is cut in two before it is taken out.
 */
export function excerptOf(output: string): string {
  const more = output.includes('-----BEGIN') ? MAX_KEY_CHARS : 0;
  const head = endOfLine(output, EXCERPT_HEAD + more);
  const tail = startOfLine(output, output.length - EXCERPT_TAIL - more);
  const text =
    head >= tail ? output : `${output.slice(0, head)}${EXCERPT_GAP}${output.slice(tail)}`;
  return detached(text);
}

/** At most so far from where it was asked for: a line can be as long as the output. */
function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return Math.min(end === -1 ? text.length : end, at + MAX_KEY_CHARS);
}

function startOfLine(text: string, at: number): number {
  return Math.max(text.lastIndexOf('\n', Math.max(at, 0)) + 1, at - MAX_KEY_CHARS, 0);
}

/** A copy: a slice of a string keeps the whole string alive in V8, here the output of every command. */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
