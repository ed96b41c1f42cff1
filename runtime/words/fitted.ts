// A code host takes a text of so many characters, and refuses all of a longer one.

/** 65,536, less some: a mark that stands for a secret may be longer than that was. */
const MAX_CHARS = 60_000;

/** Two parts of Markdown as one. Of the first whole lines go where it is too long, and `cut` stands there instead. */
export function fitted(text: string, end: string, cut: string): string {
  const whole = `${text}\n\n${end}`;
  if (whole.length <= MAX_CHARS) return whole;
  const rest = `\n\n${cut}\n\n${end}`;
  return `${linesWithin(text, MAX_CHARS - rest.length)}${rest}`;
}

/** A block that would be left open goes as a whole: what follows would stand in it. */
function linesWithin(text: string, maxChars: number): string {
  let chars = 0;
  let kept = 0;
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    chars += line.length + 1;
    if (chars > maxChars) break;
    const [, mark] = /^ *(`{3,})[^`]*$/.exec(line) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark === fence) fence = undefined;
    if (fence === undefined) kept = chars;
  }
  return text.slice(0, kept).trimEnd();
}
