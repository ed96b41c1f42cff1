// The files of one side of a patch as git records them on the branch.

import { readBlobs } from '../../evidence/trees/blobs.ts';
import { oidIn } from '../../evidence/trees/lfs.ts';
import type { FileOfTree } from '../../evidence/trees/overlay.ts';
import { type Result, success } from '../../evidence/trees/result.ts';
import { attributesOf } from './attributes.ts';
import { cleanSide, type Laying } from './clean-side.ts';
import { contentOf } from './lfs-content.ts';

export type Refused = Readonly<{
  path: string;
  why:
    | 'rests-on-uncommitted'
    | 'filter-missing'
    | 'filter-failed'
    | 'lfs-bytes-missing'
    | 'odd-name';
  /** The name of the filter, or git's words. */
  said?: string;
}>;

type Side = Readonly<{ tree: string; files: ReadonlyMap<string, FileOfTree> }>;
type Recorded = Readonly<{
  ids: ReadonlyMap<string, string>;
  refused: readonly Refused[];
}>;

/** Before the patch: only to compare, so that a filter that is not set up leaves the bytes, as git does. */
export async function recordedBefore(laying: Laying, side: Side): Promise<Result<Recorded>> {
  const paths = [...side.files.keys()];
  const found = await pointersIn(laying, side, paths);
  if (!found.ok) return found;
  const { pointers } = found.value;
  const others = paths.filter((path) => !pointers.has(path));
  return clean(laying, side, { others, instead: new Map(), refused: [] }, [...pointers.keys()]);
}

/** After it: this will be published. */
export async function recordedAfter(
  laying: Laying,
  tip: ReadonlyMap<string, FileOfTree>,
  side: Side,
): Promise<Result<Recorded>> {
  const { filters } = laying;
  const paths = [...side.files.keys()];
  const found = await pointersIn(laying, side, paths);
  if (!found.ok) return found;
  const { attributes, pointers, elsewhere } = found.value;
  const refused: Refused[] = [];
  const instead = new Map<string, string>();
  const others: string[] = [];
  const asTheyAre: string[] = [];
  for (const path of paths) {
    const filter = attributes.get(path)?.filter;
    const oid = pointers.get(path);
    if (elsewhere.has(path)) {
      refused.push({ path, why: 'rests-on-uncommitted', said: '.gitattributes' });
    } else if (oid === undefined) {
      if (filter === undefined || filters.setUp.has(filter)) others.push(path);
      else refused.push({ path, why: 'filter-missing', said: filter });
    } else {
      // What the branch has was published, or will be, by whoever committed it.
      const isThere = tip.get(path)?.id === side.files.get(path)?.id;
      const content = isThere ? 'kept' : await contentOf(laying, path, oid);
      if (content === 'kept') asTheyAre.push(path);
      else if (content.file === null) refused.push({ path, why: 'lfs-bytes-missing' });
      else if (filters.cleaning.has('lfs')) instead.set(path, content.file);
      else refused.push({ path, why: 'filter-missing', said: 'lfs' });
    }
  }
  return clean(laying, side, { others, instead, refused }, asTheyAre);
}

async function clean(
  laying: Laying,
  { tree, files }: Side,
  what: Readonly<{
    others: readonly string[];
    instead: ReadonlyMap<string, string>;
    refused: readonly Refused[];
  }>,
  asTheyAre: readonly string[],
): Promise<Result<Recorded>> {
  const cleaned = await cleanSide(laying, tree, what.others, what.instead);
  if (!cleaned.ok) return cleaned;
  const { ids, failed } = cleaned.value;
  const refused = [...failed].map(([path, said]) => ({
    path,
    why: 'filter-failed' as const,
    said,
  }));
  // The program of LFS says what it stored; the pointer of the patch names what was proven.
  const strange = [...what.instead.keys()]
    .filter((path) => ids.has(path) && ids.get(path) !== files.get(path)?.id)
    .map((path) => ({
      path,
      why: 'filter-failed' as const,
      said: 'the filter made another pointer',
    }));
  const own = asTheyAre.map((path) => [path, files.get(path)?.id ?? ''] as const);
  return success({
    ids: new Map([...ids, ...own]),
    refused: [...what.refused, ...refused, ...strange],
  });
}

/** `pointers`: those that are for LFS and have one, with what it names; `elsewhere`: only by attributes not committed. */
async function pointersIn(laying: Laying, { files }: Side, paths: readonly string[]) {
  const attributes = await attributesOf({ ...laying, isOfIndex: true }, paths);
  if (!attributes.ok) return attributes;
  const { repository } = laying.raw;
  const inTree = { cwd: repository.top, env: repository.env, isOfIndex: false };
  const now = await attributesOf(inTree, paths);
  if (!now.ok) return now;
  const isFor = (of: typeof attributes.value, path: string) => of.get(path)?.filter === 'lfs';
  const either = paths.filter((path) => isFor(attributes.value, path) || isFor(now.value, path));
  const blobs = await readBlobs(
    repository,
    either.flatMap((path) => files.get(path)?.id ?? []),
  );
  const pointers = new Map<string, string>();
  const elsewhere = new Set<string>();
  for (const path of either) {
    const oid = oidIn(blobs.get(files.get(path)?.id ?? '') ?? Buffer.alloc(0));
    if (oid === undefined) continue;
    if (isFor(attributes.value, path)) pointers.set(path, oid);
    else elsewhere.add(path);
  }
  return success({ attributes: attributes.value, pointers, elsewhere });
}
