import { codeOf } from '../files/file-failure.ts';
import { readBytes } from '../files/reading.ts';
import type { Anchor } from '../model/documents/anchor.ts';
import { files, type Workspace } from '../workspace/paths.ts';

/** An entry of anchors.md as it stands there. `type` is null where the heading names none. */
export type AnchorEntry = Readonly<{
  id: string;
  type: Anchor['type'] | null;
  title: string;
  text: string;
}>;

const MAX_BYTES = 1024 * 1024;
const HEADING = /^#{2,4}\s+\[?(A-\d{4}-[a-z0-9]{4})\]?(?:[\s:：–—-]+(.*?))?[\s#]*$/;
const OTHER_HEADING = /^#{1,2}\s/;
const TYPES: readonly Anchor['type'][] = ['Decision', 'Constraint', 'Pattern', 'Metric'];

/**
 * The reviewed anchors by id, from sections `## A-2026-k3f7 Decision: title`. Tolerant: people edit
 * this file and git merges it, so what is no such section is passed over. Of two with the same id
 * the first counts. No file, no anchors.
 */
export function readAnchors(ws: Workspace): Map<string, AnchorEntry> {
  return parseAnchors(readText(files.anchors(ws)));
}

export function parseAnchors(markdown: string): Map<string, AnchorEntry> {
  const anchors = new Map<string, AnchorEntry>();
  let open: { id: string; heading: string; lines: string[] } | undefined;
  let fence: string | undefined;
  const close = (): void => {
    if (open && !anchors.has(open.id)) anchors.set(open.id, entryOf(open));
    open = undefined;
  };
  const lines = markdown.split(/\r\n|\r|\n/);
  const lastFence = lines.findLastIndex((line) => fenceMark(line) !== undefined);
  for (const [at, line] of lines.entries()) {
    const mark = fenceMark(line);
    if (mark && fence !== undefined) {
      if (mark.startsWith(fence)) fence = undefined;
    } else if (mark && at < lastFence) {
      fence = mark; // One that nobody closes is text, or it would hide every anchor behind it.
    }
    const heading = fence === undefined && !mark ? HEADING.exec(line) : null;
    if (heading?.[1]) {
      close();
      open = { id: heading[1], heading: heading[2] ?? '', lines: [] };
    } else if (fence === undefined && OTHER_HEADING.test(line)) {
      close();
    } else {
      open?.lines.push(line);
    }
  }
  close();
  return anchors;
}

function fenceMark(line: string): string | undefined {
  return /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
}

function entryOf(open: Readonly<{ id: string; heading: string; lines: string[] }>): AnchorEntry {
  const named = /^(\w+)\s*[:：]\s*(.*)$/.exec(open.heading);
  const type = TYPES.find((known) => known.toLowerCase() === named?.[1]?.toLowerCase()) ?? null;
  const title = type === null ? open.heading : (named?.[2] ?? '');
  return { id: open.id, type, title: title.trim(), text: open.lines.join('\n').trim() };
}

function readText(path: string): string {
  try {
    const bytes = readBytes(path);
    return bytes.toString('utf8', 0, MAX_BYTES).replace(/^\uFEFF/, '');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return '';
    throw error;
  }
}
