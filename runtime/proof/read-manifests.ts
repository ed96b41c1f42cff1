// Texts of the files that say what a check runs, of one tree.

import { posix } from 'node:path';
import { listFiles, type TreePlace, textsOf } from '../evidence/trees/overlay.ts';
import type { ReadFile } from './runner-call.ts';

const MANIFESTS: ReadonlySet<string> = new Set(
  'package.json Makefile makefile GNUmakefile justfile Justfile pyproject.toml tox.ini setup.cfg pytest.ini composer.json'.split(
    ' ',
  ),
);
const MOST_READ = 500;

/** Nothing can be read where git cannot: then nothing is known of scripts. */
export async function manifestsOf(place: TreePlace, tree: string): Promise<ReadFile> {
  const listed = await listFiles({ ...place, tree });
  const wanted = (listed.ok ? listed.value : []).filter(
    (path) => MANIFESTS.has(posix.basename(path)) && !path.includes('node_modules/'),
  );
  const texts = await textsOf(place, tree, wanted.slice(0, MOST_READ));
  return (path) => (texts.ok ? texts.value.get(path) : undefined);
}
