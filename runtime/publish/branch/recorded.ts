// The files of one side of a patch as git records them on the branch.

import { oidIn } from '../../evidence/trees/lfs.ts';
import type { FileOfTree } from '../../evidence/trees/overlay.ts';
import { readTree } from '../../evidence/trees/private-index.ts';
import { type Result, success } from '../../evidence/trees/result.ts';
import { readBlobs } from '../../evidence/trees/tree-store.ts';
import { type Attributes, attributesOf } from './attributes.ts';
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
type Named = ReadonlyMap<string, Attributes>;
type Pointers = ReadonlyMap<string, string>;
type Recorded = Readonly<{
  ids: ReadonlyMap<string, string>;
  refused: readonly Refused[];
}>;

/** Before the patch: only to compare, so that a filter that is not set up leaves the bytes, as git does. */
export async function recordedBefore(laying: Laying, side: Side): Promise<Result<Recorded>> {
  const paths = [...side.files.keys()];
  const named = await attributesOf(laying, paths);
  if (!named.ok) return named;
  const pointers = await pointersIn(laying, side, named.value);
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
  if (paths.length === 0) return success({ ids: new Map(), refused: [] });
  const named = await attributesOf(laying, paths);
  if (!named.ok) return named;
  const there = await attributesThere(laying, side);
  if (!there.ok) return there;
  const pointers = await pointersIn(laying, side, named.value);
  const refused: Refused[] = [];
  const instead = new Map<string, string>();
  const others: string[] = [];
  const asTheyAre: string[] = [];
  for (const path of paths) {
    const filter = named.value.get(path)?.filter;
    const oid = pointers.get(path);
    if (filter === undefined && there.value.get(path)?.filter !== undefined) {
      // Its bytes would be shown, or a pointer that nobody follows.
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

/** Those that are for LFS and have a pointer, with what it names. */
async function pointersIn({ raw }: Laying, { files }: Side, named: Named): Promise<Pointers> {
  const idOf = (path: string): string => files.get(path)?.id ?? '';
  const forLfs = [...files.keys()].filter((path) => named.get(path)?.filter === 'lfs');
  const blobs = await readBlobs(raw.repository, forLfs.map(idOf));
  return new Map(
    forLfs.flatMap((path) => {
      const oid = oidIn(blobs.get(idOf(path)) ?? Buffer.alloc(0));
      return oid === undefined ? [] : [[path, oid] as const];
    }),
  );
}

/** What attributes say that the raw tree has: those of the person, too, that nobody committed. */
async function attributesThere(laying: Laying, { tree, files }: Side): Promise<Result<Named>> {
  const { cwd } = laying;
  const env = { ...laying.env, GIT_INDEX_FILE: laying.fresh() };
  const read = await readTree(cwd, env, tree);
  return read.ok ? attributesOf({ cwd, env }, [...files.keys()]) : read;
}
