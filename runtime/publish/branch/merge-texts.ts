import { join } from 'node:path';
import { git } from '../../evidence/trees/git.ts';
import { type Result, success } from '../../evidence/trees/result.ts';
import { readBlobs } from '../../evidence/trees/tree-store.ts';
import { putFile } from '../../files/atomic-write.ts';
import { makeNew } from '../../files/changing.ts';
import type { Laying } from './clean-side.ts';

type Three = Readonly<{ base: string; ours: string; theirs: string }>;

/** By how many conflicts it ends; 255 is a file that is no text. */
const ENDS = [...Array.from({ length: 128 }, (_, conflicts) => conflicts), 255];

/** Id of what the three come to; undefined: they meet in some line, or are no texts. */
export async function mergeTexts(
  laying: Laying,
  { base, ours, theirs }: Three,
): Promise<Result<string | undefined>> {
  const { env, raw } = laying;
  const blobs = await readBlobs(raw.repository, [base, ours, theirs]);
  const cwd = laying.fresh();
  makeNew(cwd);
  for (const [name, id] of Object.entries({ base, ours, theirs })) {
    const bytes = blobs.get(id);
    if (bytes === undefined) return success(undefined);
    putFile(join(cwd, name), bytes);
  }
  const args = ['merge-file', '-p', '-q', 'ours', 'base', 'theirs'];
  const merged = await git({ cwd, env: raw.repository.env, args, expect: ENDS });
  if (!merged.ok) return merged;
  if (merged.value.exitCode !== 0) return success(undefined);
  const store = ['hash-object', '-w', '--stdin', '--no-filters'];
  const stored = await git({ cwd: laying.cwd, env, args: store, input: merged.value.stdout });
  return stored.ok ? success(stored.value.stdout.toString('utf8').trim()) : stored;
}
