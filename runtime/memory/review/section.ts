// A section of anchors.md. Its first line, the line of its type and its last line are its own: where two
// branches add an entry each, git keeps the lines of both, but lines that are the same only once if many
// stand together or last. So the source is the last line, and no four that may be alike follow each other.

import { inertLine } from '../../words/quoting.ts';
import { type Candidate, inOneLine } from '../candidates.ts';

/** `today` is yyyy-mm-dd: the day on which a person confirmed it. */
export function renderSection(candidate: Candidate, today: string): string {
  const { id, type, title, context, when, text, why, paths, tags, expires, replaces, source } =
    candidate;
  const validated = `${today}.${expires ? ` Expires: ${inOneLine(expires)}` : ''}`;
  const fields = [
    ['Context', context],
    ['When', when],
    [type, text],
    ['Why', why],
    ['Paths', paths],
    ['Tags', tags],
    ['Validated', validated],
    ['Replaces', replaces],
    ['Source', source],
  ] as const;
  const lines = fields.flatMap(([label, value]) => {
    const line = inertLine(value ?? '');
    return line === '' ? [] : [`${label}: ${line}\n`];
  });
  return `## ${id} ${type}: ${inertLine(title)}\n\n${lines.join('')}`;
}

/** The lines of a section whose entry was confirmed once more, from another source. */
export function confirmed(
  lines: readonly string[],
  source: string,
  today: string,
): ReadonlyArray<number | string> {
  return withLine(renewed(lines, today), lines, `Source: ${inOneLine(source)}`);
}

/** The last day on which it counts; it takes the place of the one that was said. */
export function expiring(lines: readonly string[], day: string): ReadonlyArray<number | string> {
  const at = lines.findIndex((line) => EXPIRES.test(line));
  const edited = Array.from(lines, (line, index) =>
    index === at ? line.replace(EXPIRES, `$1Expires: ${day}`) : index,
  );
  return at >= 0 ? edited : withLine(edited, lines, `Expires: ${day}`);
}

const VALIDATED = /^(Validated[ \t]*[:：][ \t]*)(\d{4}-\d\d-\d\d)?/i;
const EXPIRES = /^(Validated\b.*?[.。;；][ \t]+)?Expires[ \t]*[:：].*$/i;

function renewed(lines: readonly string[], today: string): ReadonlyArray<number | string> {
  const at = lines.findIndex((line) => VALIDATED.test(line));
  const kept = lines.map((line, index) =>
    index === at ? line.replace(VALIDATED, `$1${today}`) : index,
  );
  return at >= 0 ? kept : withLine(kept, lines, `Validated: ${today}.`);
}

/** Below the last line that says something, and only if no line says it already. */
function withLine(
  edited: ReadonlyArray<number | string>,
  lines: readonly string[],
  line: string,
): ReadonlyArray<number | string> {
  if (lines.some((one) => one.trim() === line)) return edited;
  const said = edited.map((one) => (typeof one === 'number' ? (lines[one] ?? '') : one));
  const last = said.findLastIndex((one) => one.trim() !== '');
  return [
    ...edited.slice(0, last + 1),
    ...(last === 0 ? [''] : []),
    line,
    ...edited.slice(last + 1),
  ];
}
