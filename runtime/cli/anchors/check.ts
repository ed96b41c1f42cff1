import { readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { today } from '../../engine/anchors/carry-out.ts';
import { readPeopleText } from '../../engine/anchors/people-text.ts';
import { isIndexCurrent, writeIndex } from '../../engine/anchors/write-index.ts';
import { changesSince } from '../../engine/goal/past-changes.ts';
import { type AnchorFault, checkAnchors } from '../../memory/review/check-anchors.ts';
import { oneLine } from '../../words/plain-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome } from '../frame/outcome.ts';

/** Exit code 1 if something is to be done. Only index.json is written, which is derived. */
export function checkAll(ws: Workspace, words: readonly string[]): Outcome {
  if (words.length > 0) return misused('`wukong anchors check` takes no words.', 'Leave them out.');
  const read = readPeopleText(files.anchors(ws), 'anchors.md');
  if (!read.ok) return failed(read.error);
  const faults = checkAnchors(read.value, today(), {
    isThere: (path) => isThere(ws.worktree, path),
    changesSince: (day, paths) => changesSince(ws.worktree, day, paths),
  });
  const index = renewIndex(ws, read.value);
  const lines = [...faults.map(faultText), ...(index === 'renewed' ? [RENEWED] : [])];
  const json = { findings: faults, index };
  if (faults.length === 0)
    return done([...lines, 'Nothing is wrong with the anchors.'].join('\n'), json);
  return { exit: EXIT.failed, text: lines.join('\n'), json, isAnswer: true };
}

const RENEWED = 'index.json did not say what anchors.md says; it was written again.';

/** Where nobody set this clone up, nothing is written. */
function renewIndex(ws: Workspace, anchors: string): 'current' | 'renewed' | 'stale' {
  if (isIndexCurrent(ws, anchors)) return 'current';
  if (!openTrusted().ok) return 'stale';
  writeIndex(ws, anchors);
  return 'renewed';
}

/** What was cut at a star is there if something begins with it. Outside of the repository nothing is looked at. */
function isThere(root: string, path: string): boolean {
  const plain = normalize(path);
  if (isAbsolute(plain) || plain.startsWith('..')) return true;
  try {
    const name = path.endsWith('/') ? '' : basename(plain);
    return readdirSync(join(root, name === '' ? plain : dirname(plain))).some((one) =>
      one.startsWith(name),
    );
  } catch {
    return false; // No such folder.
  }
}

function faultText({ id, line, message, hint }: AnchorFault): string {
  return `.wukong/anchors/anchors.md:${line}  ${id}  ${oneLine(message, 300)}\n  hint: ${oneLine(hint, 300)}`;
}
