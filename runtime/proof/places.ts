// The places of the program between two trees: the first has the program as it was, and all else as it is
// now. So a manifest or a file with tests inside has only the places of its program.

import type { Difference } from '../evidence/trees/differences.ts';
import { type Hunk, hunksOf, putBack } from '../evidence/trees/hunks.ts';
import { namesPackages } from '../evidence/trees/lock-files.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import { type Result, success } from '../evidence/trees/result.ts';
import { patch } from '../evidence/trees/tree-changes.ts';
import type { Place } from './change.ts';

/** `whole`: a file that has no lines of ours, or whose lines nobody puts back one by one. */
export type Piece = Hunk | (Place & Readonly<{ kind: 'whole' }>);

/** In the order of the files. Of lines the text is one sign a byte, so that any file can be written again. */
export async function piecesBetween(
  place: TreePlace,
  { before, after }: Readonly<{ before: string; after: string }>,
  files: readonly Difference[],
): Promise<Result<readonly Piece[]>> {
  const byLines = files.filter(hasLines);
  const paths = byLines.map(({ path }) => path);
  const text = await patch({ ...place, before, after, paths, context: 0 });
  // More than anybody puts back line by line.
  if (!text.ok && text.error.kind === 'git-output-too-large') return success(files.map(whole));
  if (!text.ok) return text;
  // Content has a sign before each line, so only a new file begins like this.
  const parts = `\n${text.value.toString('latin1')}`.split('\ndiff --git ').slice(1);
  const isWhole = parts.length === byLines.length;
  return success(
    files.flatMap((file): readonly Piece[] => {
      const at = byLines.indexOf(file);
      const part = at === -1 || !isWhole ? undefined : parts[at];
      if (part === undefined) return [whole(file)];
      const found = hunksOf(file.path, file.status, part);
      if (found.length > 0) return found;
      // Only blank lines differ.
      const isText = file.status === 'M' && /^@@ /m.test(part) && !/^GIT binary patch$/m.test(part);
      return isText ? [] : [whole(file)];
    }),
  );
}

function hasLines({ path, status, from, to }: Difference): boolean {
  if (status === 'T' || namesPackages(path)) return false;
  if (status === 'M' && from?.mode !== to?.mode) return false;
  return (to ?? from)?.mode.startsWith('100') === true;
}

function whole({ path }: Difference): Piece {
  return { path, line: 1, size: 1, kind: 'whole' };
}

/** The text of a file with some of its lines as they were. */
export function withoutLines(bytes: Buffer, pieces: readonly Piece[]): Buffer {
  const lines = pieces.filter((one) => one.kind === 'lines');
  // From its end on, so that the places of the others stay what they are.
  const text = [...lines].sort((a, b) => b.at - a.at).reduce(putBack, bytes.toString('latin1'));
  return Buffer.from(text, 'latin1');
}
