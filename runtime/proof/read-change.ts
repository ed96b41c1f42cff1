// A change read from git, once: every file that differs with what it is to the program, the places of the
// program, and what is in doubt. Objects are written to `objectsDir`, and nothing to the repository.

import { isBuildFile, onlyGained } from '../evidence/seal/gained-lines.ts';
import { commandsLedTo, filesLedTo } from '../evidence/seal/gate-scripts.ts';
import { readProduct } from '../evidence/seal/read-product.ts';
import { testModules } from '../evidence/seal/tests-inside.ts';
import { differences, isInner } from '../evidence/trees/differences.ts';
import type { FilteredFile } from '../evidence/trees/filters.ts';
import type { TreePlace } from '../evidence/trees/overlay.ts';
import { withSettingsOf } from '../evidence/trees/own-files.ts';
import { failure, type Result, success } from '../evidence/trees/result.ts';
import { gitIn, openRepository, readBlobs } from '../evidence/trees/tree-store.ts';
import type { ProductGlob } from '../model/gate-schema.ts';
import type { Change, ChangedFile, Check, Doubt, LookedAt, Place } from './change.ts';
import { languageOf } from './code-lines.ts';
import { composer, programPieces } from './compose.ts';
import { type File, type Known, meaningsOf, type Said } from './meaning.ts';
import { readMentions } from './mentions.ts';
import { inDoubt, youngDependencies } from './outside.ts';
import { mayHaveParts, splitFile } from './parts.ts';
import { readDoubts } from './read-doubts.ts';

type ChangeRequest = TreePlace &
  Readonly<{
    /** Trees, or commits, by their ids. */
    base: string;
    tree: string;
    /** Which files are the program, by a person; none: what manifests say. */
    product: readonly ProductGlob[];
    checks: readonly Check[];
    /** By path the content of what judges that a person said yes to; empty: that it is gone. */
    accepted?: Readonly<Record<string, string>>;
    /** By path the content of tests that showed the fault before the change. */
    sealed?: Readonly<Record<string, string>> | undefined;
    /** What persons said yes to though it was in doubt. */
    looked?: readonly LookedAt[];
    /** Whoever asks looks itself at what is installed, by each run. */
    isWatched?: boolean;
    /** Files that a program outside of the trees has a part in. */
    filtered?: readonly FilteredFile[];
    /** When the base was made: what no tree holds, and is younger, is in doubt. */
    sinceMs?: number;
    /** Paths that a tree holds in another way than the working tree. */
    unheld?: readonly string[];
  }>;

export async function readChange(request: ChangeRequest): Promise<Result<Change>> {
  const place = { worktree: request.worktree, objectsDir: request.objectsDir };
  const opened = await openRepository(place.worktree, place.objectsDir);
  if (!opened.ok) return opened;
  const trees = await treesOf(place, [request.base, request.tree]);
  if (!trees.ok) return trees;
  const [recorded = '', tree = ''] = trees.value;
  const compared = await withSettingsOf(place, recorded, tree);
  if (!compared.ok) return compared;
  const base = compared.value;
  const differing = await differences(place, base, tree);
  if (!differing.ok) return differing;
  const parted = differing.value.filter(
    ({ path, status, to }) =>
      (mayHaveParts(path) || isBuildFile(path)) && status !== 'T' && to?.mode.startsWith('100'),
  );
  const blobs = await readBlobs(
    opened.value,
    parted.flatMap(({ from, to }) => [from?.id ?? [], to?.id ?? []].flat()),
  );
  const read = differing.value.map((one): File => {
    const { path, status, from, to } = one;
    const text = (id = ''): string => blobs.get(id)?.toString('utf8') ?? '';
    const hasParts = parted.includes(one) && from?.id !== to?.id;
    const [before, after] = hasParts ? [text(from?.id), text(to?.id)] : ['', ''];
    const split = hasParts ? splitFile(path, before, after) : undefined;
    const gains = hasParts && status === 'M' && onlyGained(path, before, after);
    return { path, status, isInner: isInner(one), split, gains };
  });
  const known = await whatIsKnown({ ...request, base, tree }, read);
  if (!known.ok) return known;
  const said = meaningsOf(read, known.value);
  const { accepted = {}, sealed = {} } = request;
  const files = read.map(({ path, status }, i): ChangedFile => {
    const { meaning, because } = said[i] ?? NOT_SAID;
    const after = differing.value[i]?.to?.id ?? '';
    const isAccepted = Object.hasOwn(accepted, path) && accepted[path] === after;
    const kept = Object.hasOwn(sealed, path) &&
      meaning === 'judge' && { sealed: sealed[path] ?? '' };
    const one = { path, status, meaning, because, after, ...kept };
    return isAccepted && meaning !== 'program' ? { ...one, accepted: true } : one;
  });
  const sides = { base, tree, files };
  const pieces = await programPieces(place, sides, composer(sides, place));
  if (!pieces.ok) return pieces;
  const told = differing.value.map((file, i) => ({ file, said: said[i] ?? NOT_SAID }));
  const doubts = await readDoubts(place, opened.value, sides, told, pieces.value);
  if (!doubts.ok) return doubts;
  const places = pieces.value.map((one): Place => {
    const { path, line, size } = one;
    return doubts.value.tests.has(one) ? { path, line, size, isTest: true } : { path, line, size };
  });
  const young =
    places.length > 0 && request.isWatched !== true
      ? await youngDependencies(place.worktree, request.sinceMs)
      : success([]);
  if (!young.ok) return young;
  const through = places.length > 0 ? throughFilters(request.filtered ?? [], files) : [];
  const unheld = places.length > 0 ? (request.unheld ?? []).map(inDoubt) : [];
  const all = [...doubts.value.doubts, ...through, ...unheld, ...young.value];
  const { checks, looked } = request;
  return success({ ...sides, places, checks, doubts: all, ...(looked && { looked }) });
}

/**
 * Those that changed, and sources: a filter may have git say that they are the same. What LFS keeps is known by
 * its hash; a source that it keeps nobody has read.
 */
function throughFilters(
  filtered: readonly FilteredFile[],
  files: readonly ChangedFile[],
): readonly Doubt[] {
  const changed = new Set(files.map(({ path }) => path));
  const looked = filtered.filter(
    ({ path, filter }) => languageOf(path) !== undefined || (filter !== 'lfs' && changed.has(path)),
  );
  const by = new Map(looked.map(({ path, filter }) => [path, filter]));
  return [...by].map(([path, filter]) => ({ path, line: null, text: filter, kind: 'filtered' }));
}

const NOT_SAID: Said = { meaning: 'judge', because: '' };

async function treesOf(
  place: TreePlace,
  ids: readonly string[],
): Promise<Result<readonly string[]>> {
  const input = ids.map((id) => `${id}^{tree}\n`).join('');
  const found = await gitIn(place, { args: ['cat-file', '--batch-check'], input });
  if (!found.ok) return found;
  const said = found.value.toString('utf8').split('\n');
  const trees = ids.flatMap(
    (_, at) => /^([0-9a-f]{40,64}) tree \d+$/.exec(said[at] ?? '')?.[1] ?? [],
  );
  if (trees.length === ids.length) return success(trees);
  const none = { kind: 'git-failed', command: 'git cat-file', exitCode: null } as const;
  return failure({ ...none, stderr: 'git has no tree of that id' });
}

async function whatIsKnown(
  { base, tree, product, checks, ...place }: ChangeRequest,
  files: readonly File[],
): Promise<Result<Known>> {
  const [before, now] = [
    await readProduct({ ...place, first: base }, product),
    await readProduct({ ...place, first: tree }, product),
  ];
  if (!before || !now) {
    const said = { kind: 'git-failed', command: 'git ls-tree', exitCode: null } as const;
    return failure({ ...said, stderr: 'git cannot read the manifests' });
  }
  const gates = checks.map(({ gate }) => gate);
  const [old, own] = [await filesLedTo(place, base, gates), await filesLedTo(place, tree, gates)];
  const commands: string[] = [];
  for (const one of [base, tree]) {
    for (const gate of gates) commands.push(...(await commandsLedTo(place, one, gate)).flat());
  }
  const paths = (isNew: boolean): readonly string[] =>
    files.filter(({ status }) => (status === 'A') === isNew).map(({ path }) => path);
  const [kept, added] = [
    await testModules(place, base, paths(false)),
    await testModules(place, tree, paths(true)),
  ];
  if (!kept.ok) return kept;
  if (!added.ok) return added;
  const both = { base: before, tree: now };
  return success({
    product: both,
    named: { all: new Set([...old.all, ...own.all]), run: new Set([...old.run, ...own.run]) },
    testModules: new Set([...kept.value, ...added.value]),
    namedIn: await readMentions(place, { base, tree }, files, both),
    commands,
  });
}
