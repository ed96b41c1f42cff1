// The hunks of one file between two trees, and its text with one of them put back as it was. Pure.

import type { ChangeStatus } from '../../model/evidence.ts';

export type Hunk = Readonly<{
  path: string;
  /** The first of its lines now that is not blank; of what is gone, the line before it. */
  line: number;
  /** Lines taken away and added. */
  size: number;
}> &
  (
    | Readonly<{
        kind: 'lines';
        /** Where its lines begin now, from 0, and how many they are. */
        at: number;
        added: number;
        /** What was there in their place, each with its line end. */
        removed: readonly string[];
      }>
    /** The whole file is new, or gone: putting it back takes it away, or brings it. */
    | Readonly<{ kind: 'added' | 'deleted' }>
  );

type LineHunk = Extract<Hunk, { kind: 'lines' }>;

const HEADER = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/;
const NO_END = '\\ No newline at end of file';

/**
 * `patch`: what git prints of this file without lines around (`-U0`). None of a binary file, of one that
 * is no text by our reading, of a change of its mode alone, and of blank lines.
 */
export function hunksOf(path: string, status: ChangeStatus, patch: string): readonly Hunk[] {
  if (status === 'T' || patch.includes('\uFFFD')) return [];
  const found = lineHunks(path, patch);
  if (status === 'M') return found;
  const size = found.reduce((sum, one) => sum + one.size, 0);
  const kind = status === 'A' ? 'added' : 'deleted';
  return size === 0 ? [] : [{ path, line: 1, size, kind }];
}

function lineHunks(path: string, patch: string): Hunk[] {
  const found: Hunk[] = [];
  const lines = patch.split('\n');
  for (let i = 0; i < lines.length; i += 1) {
    const [header, start = '', count = '1'] = HEADER.exec(lines[i] ?? '') ?? [];
    if (header === undefined) continue;
    const gone: string[] = [];
    const here: string[] = [];
    for (; /^[-+\\]/.test(lines[i + 1] ?? ''); i += 1) {
      const line = lines[i + 1] ?? '';
      const end = lines[i + 2]?.startsWith(NO_END) ? '' : '\n';
      if (line.startsWith('-')) gone.push(line.slice(1) + end);
      if (line.startsWith('+')) here.push(line.slice(1));
    }
    if ([...gone, ...here].every(isBlank)) continue;
    const added = Number(count);
    // With nothing added git names the line before.
    const at = added === 0 ? Number(start) : Number(start) - 1;
    const blank = here.findIndex((text) => !isBlank(text));
    const line = Math.max(1, Number(start) + Math.max(0, blank));
    const size = gone.length + here.length;
    found.push({ path, line, size, kind: 'lines', at, added, removed: gone });
  }
  return found;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** `text`: the file as it is now. */
export function putBack(text: string, { at, added, removed }: LineHunk): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return [...lines.slice(0, at), ...removed, ...lines.slice(at + added)].join('');
}
