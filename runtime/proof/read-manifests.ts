// Texts of the files that say what a check runs, of one tree.

import { posix } from 'node:path';
import { readBlobs } from '../evidence/trees/blobs.ts';
import { entriesOf, type TreePlace } from '../evidence/trees/overlay.ts';
import { openRepository } from '../evidence/trees/tree-store.ts';

const MANIFESTS: ReadonlySet<string> = new Set(
  'package.json Makefile makefile GNUmakefile justfile Justfile pyproject.toml tox.ini setup.cfg pytest.ini composer.json'.split(
    ' ',
  ),
);
const MOST_READ = 500;

type ReadManifest = (path: string) => string | undefined;

/** Nothing can be read where git cannot: then nothing is known of scripts. */
export async function manifestsOf(place: TreePlace, tree: string): Promise<ReadManifest> {
  const opened = await openRepository(place.worktree, place.objectsDir);
  const listed = await entriesOf(place, tree);
  if (!opened.ok || !listed.ok) return () => undefined;
  const wanted = listed.value
    .filter(({ path }) => MANIFESTS.has(posix.basename(path)) && !path.includes('node_modules/'))
    .slice(0, MOST_READ);
  const blobs = await readBlobs(
    opened.value,
    wanted.map(({ id }) => id),
  );
  const texts = new Map(wanted.map(({ path, id }) => [path, blobs.get(id)?.toString('utf8')]));
  return (path) => texts.get(path);
}
