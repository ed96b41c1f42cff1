// Reading Markdown one line at a time. Every pattern here looks at no more than the first
// MAX_PATTERN_CHARS of a line, so hostile input costs time in proportion to its length.

const MAX_PATTERN_CHARS = 2_000;
const MAX_KEY_CHARS = 40;

/** A line and whether it stands inside a code fence. Fence lines themselves are left out. */
export type ReportLine = Readonly<{ text: string; fenced: boolean }>;

type KeyValue = Readonly<{ key: string; value: string }>;

/**
 * Splits a report into lines and marks code. A fence around a whole report (a header line or
 * a heading is among its first ten lines) is removed, and a fence nobody closes is taken for text: otherwise one stray
 * ``` would hide the rest of the report.
 */
export function reportLines(text: string, startsReport: (line: string) => boolean): ReportLine[] {
  const lines = text.split(/\r\n|\r|\n/);
  const lastBare = lastBareFence(lines);
  const out: ReportLine[] = [];
  let started = false;
  let wrapped = false;
  let fence: string | undefined;

  lines.forEach((line, index) => {
    const mark = fenceMark(line);
    if (fence !== undefined) {
      if (mark?.bare && closes(mark.fence, fence)) fence = undefined;
      else out.push({ text: line, fenced: true });
    } else if (mark === undefined) {
      out.push({ text: line, fenced: false });
      started ||= startsReport(line);
    } else if (!started && lines.slice(index + 1, index + 11).some(startsReport)) {
      wrapped = true;
      started = true;
    } else if (wrapped && index === lastBare) {
      wrapped = false;
    } else if (index < lastBare) {
      fence = mark.fence;
    } else {
      out.push({ text: line, fenced: false });
    }
  });
  return out;
}

/** `Key: Value`, with or without list mark, bold or full-width colon. The key is lower case letters. */
export function keyValue(line: string): KeyValue | undefined {
  const text = stripItemMark(line.slice(0, MAX_PATTERN_CHARS));
  const colon = text.slice(0, MAX_KEY_CHARS + 1).search(/[:：]/);
  if (colon < 1) return undefined;
  const key = squash(text.slice(0, colon));
  if (key === '') return undefined;
  const rest = line.slice(line.indexOf(text.slice(0, colon + 1)) + colon + 1);
  return { key, value: unwrap(rest.trim().replace(/^(?:\*\*|__)/, '')) };
}

/** Level and squashed words of a heading: `### **Steps / Findings**` is 3 and `stepsfindings`. */
export function heading(line: string): Readonly<{ level: number; name: string }> | undefined {
  const match = /^ {0,3}(#{1,6})\s+(.*)$/.exec(line.slice(0, MAX_PATTERN_CHARS));
  if (match === null) return undefined;
  const words = (match[2] ?? '').replace(/^\d+[.)]\s*/, '');
  return { level: (match[1] ?? '').length, name: squash(words) };
}

/** A line that is a title without `#`: `**Summary**` or `Summary:`. */
export function bareTitle(line: string): string | undefined {
  const text = line.trim();
  if (text.length > MAX_KEY_CHARS || text.length === 0) return undefined;
  const isBold = /^(?:\*\*|__).+(?:\*\*|__)[:：]?$/.test(text);
  if (!isBold && !/[:：]$/.test(text)) return undefined;
  return squash(text);
}

/** The text of `- item`, `* item`, `1. item`, `2) item`; undefined for other lines. */
export function listItem(line: string): string | undefined {
  const match = /^\s*(?:[-*+•]|\d{1,4}[.)、])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line);
  return match === null ? undefined : (match[1] ?? '').trim();
}

/** `none`, `n/a`, `-` and the like: said so, nothing meant. */
export function isPlaceholder(value: string): boolean {
  return /^(?:none|n\/?a|nil|no|-+|—|无|没有)?[.。]?$/i.test(value.trim());
}

/** Takes one pair of backticks or bold marks off a value. */
export function unwrap(value: string): string {
  const match = /^(\*\*|__|`)(.*)\1$/.exec(value.trim());
  const inner = match?.[2];
  return inner === undefined || inner.includes(match?.[1] ?? '') ? value.trim() : inner.trim();
}

/** Lower case letters and digits of any script, nothing else. */
function squash(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function stripItemMark(line: string): string {
  const item = listItem(line) ?? line.trim().replace(/^>\s?/, '');
  return item.trim();
}

function fenceMark(line: string): Readonly<{ fence: string; bare: boolean }> | undefined {
  const match = /^\s{0,8}(?:[-*+]\s+)?(`{3,}|~{3,})([^`]{0,100})$/.exec(
    line.trimEnd().slice(0, 200),
  );
  const fence = match?.[1];
  if (fence === undefined) return undefined;
  return { fence, bare: (match?.[2] ?? '').trim() === '' };
}

function closes(candidate: string, open: string): boolean {
  return candidate[0] === open[0] && candidate.length >= open.length;
}

function lastBareFence(lines: readonly string[]): number {
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    if (fenceMark(lines[index] ?? '')?.bare) return index;
  }
  return -1;
}
