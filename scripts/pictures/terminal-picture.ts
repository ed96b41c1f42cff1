// What a terminal shows as an SVG: text stays text, and the colours follow the reader's light or dark.

import { columns } from '../../runtime/words/plain-text.ts';

const COLUMNS = 100;
const LINE_PX = 18;
const PAD_PX = 16;
/** Of a 13 px monospace letter; every line is given its length, so a font of another width fits too. */
const LETTER_PX = 7.8;

/** By the parameter of the escape sequence: a class of the style below. */
const CLASSES: Readonly<Record<string, string>> = {
  '1': 'bold',
  '2': 'dim',
  '31': 'red',
  '32': 'green',
  '33': 'yellow',
};
/** Which classes the end of a style takes away. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  '22': ['bold', 'dim'],
  '39': ['red', 'green', 'yellow'],
};

const STYLE = `
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre; fill: #1f2328; }
.frame { fill: #f6f8fa; stroke: #d1d9e0; }
.bold { font-weight: 600; }
.dim { fill: #59636e; }
.red { fill: #d1242f; }
.green { fill: #1a7f37; }
.yellow { fill: #9a6700; }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc; }
  .frame { fill: #151b23; stroke: #3d444d; }
  .dim { fill: #9198a1; }
  .red { fill: #f85149; }
  .green { fill: #3fb950; }
  .yellow { fill: #d29922; }
}
`;

type Letter = Readonly<{ text: string; classes: string }>;

export function terminalPicture(shown: string, title: string): string {
  const lines = lettersOf(shown).flatMap(wrapped);
  const width = Math.ceil(COLUMNS * LETTER_PX + 2 * PAD_PX);
  const height = lines.length * LINE_PX + 2 * PAD_PX;
  const rows = lines.map((line, i) => rowOf(line, PAD_PX + (i + 1) * LINE_PX - 5));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    ...rows.filter((row) => row !== ''),
    '</svg>',
    '',
  ].join('\n');
}

/** Its lines, letter by letter, each with how it looks. */
function lettersOf(shown: string): Letter[][] {
  const lines: Letter[][] = [[]];
  const on = new Set<string>();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a terminal begin with one.
  for (const [, codes, text = ''] of shown.matchAll(/\u001b\[([\d;]*)m|([\s\S])/gu)) {
    if (codes !== undefined) switchTo(on, codes);
    else if (text === '\n') lines.push([]);
    else lines.at(-1)?.push({ text, classes: [...on].join(' ') });
  }
  return lines;
}

function switchTo(on: Set<string>, codes: string): void {
  for (const code of codes.split(';')) {
    const begins = CLASSES[code];
    if (begins !== undefined) on.add(begins);
    else for (const name of ENDS[code] ?? []) on.delete(name);
  }
}

/** A line at the width of the picture, broken where a word begins; what follows is indented. */
function wrapped(line: readonly Letter[]): Letter[][] {
  const rows: Letter[][] = [];
  let rest = [...line];
  while (columns(textOf(rest)) > COLUMNS) {
    const at = rest.slice(0, COLUMNS).findLastIndex(({ text }) => text === ' ');
    const end = at > 0 && textOf(rest.slice(0, at)).trim() !== '' ? at : COLUMNS;
    rows.push(rest.slice(0, end));
    const indent = { text: ' ', classes: '' };
    rest = [indent, indent, ...rest.slice(at === end ? end + 1 : end)];
  }
  return [...rows, rest];
}

function rowOf(line: readonly Letter[], y: number): string {
  const spans: { text: string; classes: string }[] = [];
  for (const { text, classes } of line) {
    const last = spans.at(-1);
    if (last?.classes === classes) last.text += text;
    else spans.push({ text, classes });
  }
  if (spans.every(({ text }) => text.trim() === '')) return '';
  const length = Math.round(columns(textOf(line)) * LETTER_PX);
  const inside = spans.map(({ text, classes }) =>
    classes === '' ? escaped(text) : `<tspan class="${classes}">${escaped(text)}</tspan>`,
  );
  return `<text x="${PAD_PX}" y="${y}" textLength="${length}" xml:space="preserve">${inside.join('')}</text>`;
}

function textOf(line: readonly Letter[]): string {
  return line.map(({ text }) => text).join('');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
