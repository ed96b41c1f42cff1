// What leaves the machine with a tree is looked at first: of what is committed its person has decided already.

import { differences } from '../../evidence/trees/differences.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { openRepository, readBlobs } from '../../evidence/trees/tree-store.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { redact } from '../../privacy/redact.ts';
import { saidBy } from '../../publish/branch/persons-git.ts';

/** Larger ones are no text that a person writes. */
const MAX_BYTES = 1024 * 1024;

/** Where the first one stands that no commit has, as `src/a.ts:12`. */
export async function secretsIn(
  place: TreePlace,
  commit: string | null,
  tree: string,
): Promise<Result<string | undefined, string>> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  // Without a first commit all of it is new.
  const found = await differences(place, commit === null ? EMPTY : `${commit}^{tree}`, tree);
  if (!opened.ok) return fail(saidBy(opened.error));
  if (!found.ok) return fail(saidBy(found.error));
  const changed = found.value.filter(({ to }) => to !== null);
  const ids = changed
    .flatMap(({ from, to }) => [from?.id, to?.id])
    .filter((id) => id !== undefined);
  const blobs = await readBlobs(opened.value, ids);
  for (const { path, from, to } of changed) {
    const line = secretLine(textOf(blobs, to?.id), textOf(blobs, from?.id));
    if (line !== undefined) return ok(`${path}:${line}`);
  }
  return ok(undefined);
}

/** Of a repository with SHA-1; git knows it without having it. */
const EMPTY = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

function textOf(blobs: ReadonlyMap<string, Buffer>, id: string | undefined): string {
  const bytes = id === undefined ? undefined : blobs.get(id);
  return bytes && bytes.length <= MAX_BYTES && !bytes.includes(0) ? bytes.toString('utf8') : '';
}

/** The first line, counted from 1, that has one and was not there before. Pure. */
export function secretLine(text: string, before: string): number | undefined {
  const clean = redact(text);
  if (clean === text) return undefined;
  const known = new Set(before.split('\n'));
  const shown = new Set(clean.split('\n'));
  const at = text.split('\n').findIndex((line) => !known.has(line) && !shown.has(line));
  return at < 0 ? undefined : at + 1;
}
