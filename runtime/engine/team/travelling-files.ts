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
import { contentOf, type KeptFile, keptFiles, putFile } from '../../team/mirrored.ts';
import { makeFolder } from '../../workspace/links.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { filesNamed, MOST_BYTES, mayTravel } from './mirror-rules.ts';

/** Those that records name, as they are here; what is not there yet is put there. What is gone, or too large, is left out. */
export async function putFiles(
  ws: Workspace,
  query: Query,
  log: string,
  records: readonly EventRecord[],
): Promise<KeptFile[]> {
  const named = [...new Set(records.flatMap(filesNamed))];
  if (named.length === 0) return [];
  const put: KeptFile[] = [];
  const there = await keptFiles(query, log, named);
  const kept = new Map(there.map(({ path, sha256 }) => [path, sha256]));
  for (const path of named) {
    const content = contentHere(ws, path);
    if (!content) continue;
    const sha256 = hashOf(content);
    if (kept.get(path) !== sha256) await putFile(query, log, { path, sha256 }, content);
    put.push({ path, sha256 });
  }
  return put;
}

/** By their hashes, as their home signed them; one that was replaced since comes with a later record. `aside`: where what stands in the place of one is moved to, below .wukong. */
export async function takeFiles(
  ws: Workspace,
  query: Query,
  log: string,
  files: readonly KeptFile[],
  aside?: string,
): Promise<void> {
  const last = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  for (const [path, sha256] of last) {
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
