// anchors.md as it is written: people edit it and git merges it, so every byte that is not an entry's own
// stays what it was. Its parts, put together again, are the file.

import type { Anchor } from '../model/documents/anchor.ts';

/** An entry of anchors.md as it stands there. `type` is null where the heading names none. */
export type AnchorEntry = Readonly<{
  id: string;
  type: Anchor['type'] | null;
  title: string;
  text: string;
}>;

/** A run of whole lines; `entry` if they are a section of an anchor, from its heading on. */
type Part = Readonly<{ raw: string; line: number; entry?: AnchorEntry }>;

export const ANCHOR_TYPES: readonly Anchor['type'][] = [
  'Decision',
  'Constraint',
  'Pattern',
  'Metric',
];

const HEADING = /^#{2,4}\s+\[?(A-\d{4}-[a-z0-9]{4})\]?(?:[\s:：–—-]+(.*?))?[\s#]*$/;
const OTHER_HEADING = /^#{1,2}\s/;
const LINES = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g;

/** Sections `## A-2026-k3f7 Decision: title`. Tolerant: what is no such section is text. */
export function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  let open: { line: number; raws: string[]; id?: string; heading?: string; lines: string[] } = {
    line: 1,
    raws: [],
    lines: [],
  };
  const close = (line: number): void => {
    const { id, heading = '', lines } = open;
    const raw = open.raws.join('');
    if (raw !== '') {
      const entry = id === undefined ? undefined : entryOf(id, heading, lines);
      parts.push({ raw, line: open.line, ...(entry && { entry }) });
    }
    open = { line, raws: [], lines: [] };
  };
  const raws = markdown.match(LINES) ?? [];
  const lines = raws.map((raw) => withoutEnd(raw).replace(/^\uFEFF/, ''));
  const isQuoted = quotedLines(lines);
  for (const [at, line] of lines.entries()) {
    const [, id, heading = ''] = isQuoted(at) ? [] : (HEADING.exec(line) ?? []);
    if (id !== undefined) {
      close(at + 1);
      Object.assign(open, { id, heading });
    } else {
      if (open.id !== undefined && !isQuoted(at) && OTHER_HEADING.test(line)) close(at + 1);
      if (open.id !== undefined) open.lines.push(line);
    }
    open.raws.push(raws[at] ?? '');
  }
  close(lines.length + 1);
  return parts;
}

export function printParts(parts: readonly Part[]): string {
  return parts.map(({ raw }) => raw).join('');
}

/**
 * Whether a line is inside of code or of a comment, where a heading is none. What nobody closes is text, or
 * it would hide every anchor behind it.
 */
function quotedLines(lines: readonly string[]): (at: number) => boolean {
  const quoted = new Set<number>();
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'));
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = fenceMark(line);
    const isComment = /^ {0,3}<!--/.test(line) && !line.includes('-->') && at < lastEnd;
    if (mark === undefined && !isComment) continue;
    const closes = (other: string): boolean | undefined =>
      mark === undefined ? other.includes('-->') : fenceMark(other)?.startsWith(mark);
    let end = at + 1;
    while (end < lines.length && !closes(lines[end] ?? '')) end += 1;
    if (end === lines.length) continue;
    for (; at < end; at += 1) quoted.add(at);
    quoted.add(end);
  }
  return (at) => quoted.has(at);
}

function fenceMark(line: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
}

function entryOf(id: string, heading: string, lines: readonly string[]): AnchorEntry {
  const named = /^(\w+)\s*[:：]\s*(.*)$/.exec(heading);
  const type = ANCHOR_TYPES.find((known) => known.toLowerCase() === named?.[1]?.toLowerCase());
  const title = type === undefined ? heading : (named?.[2] ?? '');
  return { id, type: type ?? null, title: title.trim(), text: lines.join('\n').trim() };
}

/** Behind everything else, in the file's own line ends. What was there keeps its bytes. */
export function addSection(markdown: string, section: string): string {
  const end = lineEndOf(markdown);
  const before = markdown === '' || /[\r\n]$/.test(markdown) ? markdown : `${markdown}${end}`;
  const isBlank = /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/.test(before);
  const gap = before === '' || isBlank ? '' : end;
  return `${before}${gap}${section.replaceAll('\n', end)}`;
}

/** The same file without an entry, wherever its id stands. */
export function removeSection(markdown: string, id: string): string {
  return printParts(partsOf(markdown).filter(({ entry }) => entry?.id !== id));
}

/** What becomes of the lines of a section: a number is a line as it stands, a text is a new one. */
type Edit = (lines: readonly string[]) => ReadonlyArray<number | string>;

/** The same file with one section edited; the first, where an id stands twice. */
export function editSection(markdown: string, id: string, edit: Edit): string {
  const parts = partsOf(markdown);
  const at = parts.findIndex(({ entry }) => entry?.id === id);
  const end = lineEndOf(markdown);
  return printParts(
    parts.map((part, index) =>
      index === at ? { ...part, raw: editLines(part.raw, end, edit) } : part,
    ),
  );
}

function editLines(raw: string, end: string, edit: Edit): string {
  const raws = raw.match(LINES) ?? [];
  const isOpenEnded = !/[\r\n]$/.test(raw);
  const edited = edit(raws.map(withoutEnd)).map((line) =>
    typeof line === 'number' ? (raws[line] ?? '') : line,
  );
  return edited
    .map((line, at) => {
      const isLast = at === edited.length - 1;
      return /[\r\n]$/.test(line) || (isLast && isOpenEnded) ? line : `${line}${end}`;
    })
    .join('');
}

function withoutEnd(raw: string): string {
  return raw.replace(/[\r\n]+$/, '');
}

function lineEndOf(markdown: string): string {
  return /\r\n|\n|\r/.exec(markdown)?.[0] ?? '\n';
}
