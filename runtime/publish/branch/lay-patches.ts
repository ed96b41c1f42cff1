// Patches of runs laid on a commit, as the person's git would record them. Nothing that is not in a patch gets in:
// neither from the working tree, which is read for content of LFS alone, nor from the raw trees.

import { entriesOf, type FileOfTree, type TreePlace } from '../../evidence/trees/overlay.ts';
import { writeTree } from '../../evidence/trees/private-index.ts';
import { inRawDirectory } from '../../evidence/trees/raw-directory.ts';
import { type Result as Said, success } from '../../evidence/trees/result.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { startLaying } from './clean-side.ts';
import { layOne, type Patch } from './lay-one.ts';
import { saidBy } from './persons-git.ts';
import type { Refused } from './recorded.ts';

export type NotLaid =
  /** `patch`: its place in the list. */
  | Readonly<{ kind: 'not-laid'; patch: number; refused: readonly Refused[] }>
  | Readonly<{ kind: 'git'; said: string }>;

/**
 * Trees of the branch with each patch and all before it, as git records them. `from`: a commit. Objects are written into `objectsDir`, by our hand nothing else. */
export async function layPatches(
  place: TreePlace,
  from: string,
  patches: readonly Patch[],
): Promise<Result<readonly string[], NotLaid>> {
  const done = await inRawDirectory<Result<readonly string[], NotLaid>>(place, async (raw) => {
    const laying = await startLaying(raw, from);
    if (!laying.ok) return laying;
    const tip = await filesOf(place, from);
    if (!tip.ok) return tip;
    const files = new Map(tip.value);
    const laid: string[] = [];
    for (const [nth, patch] of patches.entries()) {
      const [before, after] = [
        await filesOf(place, patch.before),
        await filesOf(place, patch.after),
      ];
      if (!before.ok) return before;
      if (!after.ok) return after;
      const sides = { patch, before: before.value, after: after.value };
      const put = await layOne(laying.value, files, sides);
      if (!put.ok) return put;
      if (put.value.length > 0) {
        return success(fail({ kind: 'not-laid', patch: nth, refused: put.value }));
      }
      const tree = await writeTree(laying.value.cwd, laying.value.env);
      if (!tree.ok) return tree;
      laid.push(tree.value);
    }
    return success(ok(laid));
  });
  return done.ok ? done.value : fail({ kind: 'git', said: saidBy(done.error) });
}

async function filesOf(
  place: TreePlace,
  tree: string,
): Promise<Said<ReadonlyMap<string, FileOfTree>>> {
  const listed = await entriesOf(place, tree);
  if (!listed.ok) return listed;
  return success(new Map(listed.value.map(({ path, mode, id }) => [path, { mode, id }])));
}
