// What programs print for a terminal, as text: colours, titles and links are taken out, and a line that was
// written over reads as it stood in the end. `stripVTControlCharacters` of Node leaves most of a title, of a
// device string and of a colour with colons standing.
// biome-ignore-all lint/suspicious/noControlCharactersInRegex: these are what is looked for.

const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;
const LINE_ENDS = /(?<!\r)\r+\n|[\v\f\u0085]/g;
/** To their end (BEL or ST) on the same line. One without an end loses its opening only: nothing is hidden. */
const STRINGS =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])(?:[^\u0007\u001b\u0080-\u009f\n]{0,4096}(?:\u0007|\u001b\\|\u009c))?/g;
/** Parameters and a final byte; not a mark that a secret was there. What erases a line waits for its line. */
const SEQUENCES = /(?:\u001b\[(?!redacted:)|\u009b)(?![0-2]?K)[0-?]{0,256}[ -/]{0,64}[@-~]/g;
/** Character sets and other single ones. */
const SINGLE = /\u001b[ -/]{0,64}[0-Z\\^-~]/g;
const WRITTEN_OVER = /[\r\b]|(?:\u001b\[|\u009b)[0-2]?K/;
const PARTS = /(?:\u001b\[|\u009b)([0-2]?)K|./gsu;

/** Of control characters only tabs and line feeds are left. Twice is the same as once. */
export function plainText(printed: string): string {
  if (!CONTROLS.test(printed)) return printed;
  return printed
    .replace(LINE_ENDS, '\n')
    .replace(STRINGS, '')
    .replace(SEQUENCES, '')
    .replace(SINGLE, '')
    .split('\n')
    .map((line) => (WRITTEN_OVER.test(line) ? inTheEnd(line) : line))
    .join('\n')
    .replaceAll(new RegExp(CONTROLS, 'g'), '');
}

/** A carriage return goes to the first column, a backspace one to the left; what follows is written over. */
function inTheEnd(line: string): string {
  const shown: string[] = [];
  let column = 0;
  for (const [part, erased] of line.matchAll(PARTS)) {
    if (part === '\r') column = 0;
    else if (part === '\b') column = Math.max(0, column - 1);
    else if (erased !== undefined) erase(shown, column, erased);
    else shown[column++] = part;
  }
  return shown.join('').trimEnd();
}

/** From the cursor on, which is the default; `1`: up to it; `2`: all of the line. */
function erase(shown: string[], column: number, what: string): void {
  if (what === '1') shown.fill(' ', 0, column + 1);
  else if (what === '2') shown.fill(' ');
  else shown.length = Math.min(shown.length, column);
}
