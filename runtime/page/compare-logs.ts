// Two outputs of one check beside each other: what is the same stands in one row. Of a long output its
// first and last lines are shown. Pure.

import type { LogLine, LogPair, LogRow, LogSide } from './goal-page.ts';

/** A log as it was read; of one that is too long to read as a whole the end is apart. */
export type LogText = Readonly<{
  path: string;
  outcome: string;
  missing?: string | undefined;
  bytes: number;
  head: string;
  tail: string | null;
}>;

/** So many of the first lines, and of the last. */
export const SHOWN_LINES = 200;

export function compareLogs(command: string, red: LogText, green: LogText): LogPair {
  const [before, after] = [partsOf(red), partsOf(green)];
  const gap: LogRow[] =
    before.gap === null && after.gap === null
      ? []
      : [{ kind: 'gap', red: before.gap, green: after.gap }];
  const rows = [...aligned(before.first, after.first), ...gap, ...aligned(before.last, after.last)];
  return {
    command,
    red: sideOf(red, before.gap),
    green: sideOf(green, after.gap),
    first: firstDifference(before.read, after.read),
    rows,
  };
}

/** Also where it is not among the lines that are shown. */
function firstDifference(red: readonly LogLine[], green: readonly LogLine[]): LogPair['first'] {
  for (let i = 0; i < Math.max(red.length, green.length); i += 1) {
    const [a, b] = [red[i], green[i]];
    if (a && b && told(a) === told(b)) continue;
    return { red: a ?? null, green: b ?? null };
  }
  return null;
}

function sideOf({ outcome, path, missing }: LogText, gap: string | null): LogSide {
  return { outcome, path, ...(missing !== undefined && { missing }), gap };
}

type Parts = Readonly<{
  /** From the first line on, as far as they follow each other. */
  read: readonly LogLine[];
  first: readonly LogLine[];
  gap: string | null;
  last: readonly LogLine[];
}>;

function partsOf({ head, tail, bytes }: LogText): Parts {
  // Where it was cut, a line is no whole one.
  const whole = tail === null ? linesOf(head) : linesOf(head).slice(0, -1);
  const read = whole.map((text, i) => ({ number: i + 1, text }));
  const first = read.slice(0, SHOWN_LINES);
  if (tail !== null) {
    const last = linesOf(tail)
      .slice(1)
      .slice(-SHOWN_LINES)
      .map((text) => ({ number: null, text }));
    return { read, first, gap: `the rest of ${Math.ceil(bytes / 1024 / 1024)} MB`, last };
  }
  const left = read.length - 2 * SHOWN_LINES;
  if (left <= 0) return { read, first: read, gap: null, last: [] };
  const gap = `${left} more ${left === 1 ? 'line' : 'lines'}`;
  return { read, first, gap, last: read.slice(-SHOWN_LINES) };
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\n$/, '').split('\n');
}

/** Times, addresses and the folder of a copy differ from run to run, and tell nothing. */
const VARYING =
  /wukong-copy-[\w-]+|\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?Z?|\b0x[0-9a-f]+\b|\b\d+\.\d+\b|\b\d+(?= ?(?:ms|s|sec|seconds)\b)/gi;

function told(line: LogLine): string {
  return line.text.replaceAll(VARYING, '#').trimEnd();
}

/** Longest common subsequence: at most 400 lines a side come here. */
function aligned(red: readonly LogLine[], green: readonly LogLine[]): LogRow[] {
  const numbers = new Map<string, number>();
  const numberOf = (line: LogLine): number => {
    const text = told(line);
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const a = red.map(numberOf);
  const b = green.map(numberOf);
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    const row = common[i];
    if (!row) continue;
    for (let j = b.length - 1; j >= 0; j -= 1) {
      row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const rows: LogRow[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const both = i < a.length && j < b.length;
    if (both && a[i] === b[j]) {
      rows.push({ kind: 'same', red: red[i] ?? null, green: green[j] ?? null });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) {
      rows.push({ kind: 'other', red: red[i] ?? null, green: null });
      i += 1;
    } else {
      rows.push({ kind: 'other', red: null, green: green[j] ?? null });
      j += 1;
    }
  }
  return paired(rows);
}

/** In a stretch that differs, the first line of one side stands beside the first of the other. */
function paired(rows: readonly LogRow[]): LogRow[] {
  const found: LogRow[] = [];
  for (let from = 0; from < rows.length; ) {
    if (rows[from]?.kind !== 'other') {
      found.push(...rows.slice(from, from + 1));
      from += 1;
      continue;
    }
    const end = rows.findIndex(({ kind }, i) => i > from && kind !== 'other');
    const stretch = rows.slice(from, end < 0 ? rows.length : end);
    const reds = stretch.flatMap((row) => (row.kind === 'other' && row.red) || []);
    const greens = stretch.flatMap((row) => (row.kind === 'other' && row.green) || []);
    for (let n = 0; n < Math.max(reds.length, greens.length); n += 1) {
      found.push({ kind: 'other', red: reds[n] ?? null, green: greens[n] ?? null });
    }
    from += stretch.length;
  }
  return found;
}
