// The files that travel with a log: put into the database when a record that names them is mirrored, and written
// below .wukong before that record is read elsewhere.

import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../files/atomic-write.ts';
import { makeFolders, move } from '../../files/changing.ts';
import { readIfThere } from '../../files/reading.ts';
import { refuseOdd } from '../../files/real-folder.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Query } from '../../team/database.ts';
import { contentOf, keptFiles, putFile } from '../../team/mirrored.ts';
import { makeFolder } from '../../workspace/links.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { filesNamed, MOST_BYTES, mayTravel } from './mirror-rules.ts';

/** Those that are not there as they are here. What is gone, or too large, is left out. */
export async function putFiles(
  ws: Workspace,
  query: Query,
  log: string,
  records: readonly EventRecord[],
): Promise<void> {
  const named = namedBy(records);
  if (named.length === 0) return;
  const there = await keptFiles(query, log, named);
  const kept = new Map(there.map(({ path, sha256 }) => [path, sha256]));
  for (const path of named) {
    const content = contentHere(ws, path);
    if (!content) continue;
    const sha256 = hashOf(content);
    if (kept.get(path) !== sha256) await putFile(query, log, { path, sha256 }, content);
  }
}

function namedBy(records: readonly EventRecord[]): string[] {
  return [...new Set(records.flatMap(filesNamed))];
}

/** Those that these records name. `aside`: where what stands in the place of one is moved to, below .wukong. */
export async function takeFiles(
  ws: Workspace,
  query: Query,
  log: string,
  records: readonly EventRecord[],
  aside?: string,
): Promise<void> {
  const named = namedBy(records);
  if (named.length === 0) return;
  for (const { path, sha256 } of await keptFiles(query, log, named)) {
    if (!mayTravel(path)) continue;
    const here = contentHere(ws, path);
    if (here && hashOf(here) === sha256) continue;
    const content = await contentOf(query, log, path);
    if (!content || content.length > MOST_BYTES || hashOf(content) !== sha256) continue;
    const to = join(ws.dir, path);
    if (here && aside !== undefined) {
      const kept = join(ws.dir, aside, path);
      makeFolders(dirname(kept));
      move(to, kept);
    }
    makeFolder(ws, dirname(to));
    replaceFile(to, content, true);
  }
}

function contentHere(ws: Workspace, path: string): Buffer | undefined {
  const file = join(ws.dir, path);
  refuseOdd(file);
  const size = lstatSync(file, { throwIfNoEntry: false })?.size;
  return size === undefined || size > MOST_BYTES ? undefined : readIfThere(file);
}

function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
