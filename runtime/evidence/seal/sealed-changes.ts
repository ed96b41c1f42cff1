// Which sealed files are not as they were on the first tree of a goal.

import type { ChangeStatus } from '../../model/evidence.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { ProductGlob } from '../../model/gate-schema.ts';
import { git } from '../trees/git.ts';
import { layOver, type Overlay, pick, type TreePlace } from '../trees/overlay.ts';
import { type Result, success } from '../trees/result.ts';
import { listFiles } from '../trees/tree-changes.ts';
import { openRepository } from '../trees/tree-store.ts';
import { differingFiles } from './differing-files.ts';
import { isBuildFile } from './gained-lines.ts';
import { withScripts } from './gate-scripts.ts';
import {
  forTree,
  type InlineChange,
  inlineChanges,
  type Modified,
  type Trees,
} from './inline-changes.ts';
import { newPackages } from './new-packages.ts';
import { isProduct, isProse, judgesProduct } from './product-paths.ts';
import { readProduct } from './read-product.ts';
import { canSway, isManifest, isSealed, saysTheSame } from './sealed-files.ts';
import { testModules } from './test-modules.ts';

/** `after` is the id of the content now, empty if the file is gone. */
export type SealedChange = Readonly<{ path: string; status: ChangeStatus; after: string }> &
  Partial<Pick<InlineChange, 'inline'>> &
  /** A test whose name does not say it. */
  Readonly<{ isTest?: true }>;

export type SealRequest = TreePlace &
  Readonly<{
    first: string;
    tree: string;
    gates: readonly CommandGate[];
    /** By path the content a person accepted in the place of the sealed one; empty: that it is gone. */
    accepted: Readonly<Record<string, string>>;
    /**
     * All that is not of the program is sealed, whatever it is called: by these globs of a person, or,
     * without any, by what manifests say. False: by names alone.
     */
    byProduct: readonly ProductGlob[] | false;
    /** The first tree of the goal, whose manifests count, where `first` is a later one. */
    productOn?: string;
  }>;

/**
 * Sealed files that were changed or deleted, and new ones that would have been sealed, without those a
 * person accepted. A new test or configuration can keep the old tests from running; that of a package
 * which is new itself cannot.
 */
export async function sealedChanges(
  request: SealRequest,
): Promise<Result<readonly SealedChange[]>> {
  const found = await findChanges(request);
  return found.ok ? success(found.value.changed) : found;
}

/** Changed files of the program that may hold tests of which nobody can say where they are. */
export async function unreadTests(request: SealRequest): Promise<readonly string[]> {
  const found = await findChanges(request);
  return found.ok ? found.value.unread : [];
}

type Found = Readonly<{ changed: readonly SealedChange[]; unread: readonly string[] }>;

async function findChanges(request: SealRequest): Promise<Result<Found>> {
  const opened = await openRepository(request.worktree, request.objectsDir);
  if (!opened.ok) return opened;
  const { top, env } = opened.value;
  const differing = await differingFiles(opened.value, request.first, request.tree);
  if (!differing.ok) return differing;
  const { judges, sways } = await whatDecides(request);
  const found: SealedChange[] = [];
  const modified: Modified[] = [];
  const others: SealedChange[] = [];
  for (const { path, what, status, isText, before, after } of differing.value) {
    if (!(status === 'A' ? sways(what) : judges(what))) {
      if (request.byProduct && isText) modified.push({ path, before, now: after });
      if (request.byProduct) others.push({ path, status, after });
      continue;
    }
    if (isAccepted(request, { path, after })) continue;
    if (status === 'M' && (isManifest(path) || isBuildFile(path))) {
      const blob = (object: string) => git({ cwd: top, env, args: ['cat-file', 'blob', object] });
      const [one, two] = [await blob(before), await blob(after)];
      const same =
        one.ok &&
        two.ok &&
        saysTheSame(path, one.value.stdout.toString('utf8'), two.value.stdout.toString('utf8'));
      if (same) continue;
    }
    found.push({ path, status, after });
  }
  const added = found.filter(({ status }) => status === 'A').map(({ path }) => path);
  const own = await newPackages(request, request.first, request.tree, added);
  const modules = await changedModules(request, others);
  if (!modules.ok) return modules;
  const rest = modified.filter(({ path }) => !modules.value.some((one) => one.path === path));
  const inside = await inlineChanges(opened.value, rest);
  const lost = inside.lost.map(({ path, now }) => ({ path, status: 'M', after: now }) as const);
  return success({
    changed: [
      ...found.filter(({ path }) => !own.includes(path)),
      ...[...inside.changed, ...lost, ...modules.value].filter((one) => !isAccepted(request, one)),
    ],
    unread: inside.unread,
  });
}

/**
 * Where all that is not of the program judges it: new files that no name gives away, and prose. Hardly any
 * check reads them, but it may: examples in a README, a list of tests that are known to fail.
 */
export async function otherChanges(request: SealRequest): Promise<Result<readonly SealedChange[]>> {
  const product = await productFor(request);
  if (product === undefined || product.isGuess) return success([]);
  const opened = await openRepository(request.worktree, request.objectsDir);
  if (!opened.ok) return opened;
  const differing = await differingFiles(opened.value, request.first, request.tree);
  if (!differing.ok) return differing;
  const { sways } = await whatDecides(request);
  const found = differing.value.filter(({ path, what, status }) =>
    status === 'A'
      ? !sways(what) && judgesProduct(product, what)
      : isProse(path) && !isProduct(product, path),
  );
  const open = found.filter((one) => !isAccepted(request, one));
  return success(open.map(({ path, status, after }) => ({ path, status, after })));
}

function isAccepted(
  { accepted }: SealRequest,
  { path, after }: Pick<SealedChange, 'path' | 'after'>,
): boolean {
  return Object.hasOwn(accepted, path) && accepted[path] === after;
}

async function productFor({ byProduct, productOn, ...request }: SealRequest) {
  if (!byProduct) return undefined;
  return readProduct({ ...request, first: productOn ?? request.first }, byProduct);
}

async function whatDecides(request: SealRequest) {
  const gates = await withScripts(request, request.first, request.gates);
  const product = await productFor(request);
  return {
    judges: (path: string): boolean => isSealed(path, gates) || judgesProduct(product, path),
    sways: (path: string): boolean => canSway(path, gates),
  };
}

/** New ones are named by a file of now, those that were there by one of then. */
async function changedModules(
  request: SealRequest,
  changed: readonly SealedChange[],
): Promise<Result<readonly SealedChange[]>> {
  const paths = (isNew: boolean) =>
    changed.filter(({ status }) => (status === 'A') === isNew).map(({ path }) => path);
  const before = await testModules(request, request.first, paths(false));
  if (!before.ok) return before;
  const now = await testModules(request, request.tree, paths(true));
  if (!now.ok) return now;
  const found = [...before.value, ...now.value];
  return success(
    changed.filter(({ path }) => found.includes(path)).map((one) => ({ ...one, isTest: true })),
  );
}

/** Puts sealed files back as they were on the first tree, and takes new ones away; but leaves what a check brings. */
export async function asTheyWere(
  place: TreePlace,
  trees: Trees,
  changed: readonly SealedChange[],
  brings: Overlay | null,
): Promise<Result<Overlay>> {
  const inside = changed.filter(({ inline }) => inline).map(({ path }) => path);
  const own = await forTree(place, trees, brings, inside);
  if (!own.ok) return own;
  const brought = own.value;
  const listed = brought ? await listFiles({ ...place, tree: brought.tree }) : success([]);
  if (!listed.ok) return listed;
  const others = changed.filter(({ path, inline }) => !inline && !listed.value.includes(path));
  const paths = (isNew: boolean) =>
    others.filter(({ status }) => (status === 'A') === isNew).map(({ path }) => path);
  const before = await pick(place, trees.first, paths(false));
  if (!before.ok) return before;
  const both = brought ? await layOver(place, before.value.tree, brought.tree) : undefined;
  if (both && !both.ok) return both;
  return success({
    tree: both?.value ?? before.value.tree,
    files: { ...before.value.files, ...brought?.files },
    without: paths(true),
  });
}
