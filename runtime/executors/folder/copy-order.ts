// The folder an executor outside of a session works from: a copy of its order folder, outside of `.wukong/`
// and of the repository, for it alone. Nothing is ever read back from it as an order.

import { createHash, randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyPlaces } from '../../evidence/trees/copy-place.ts';
import { createFile } from '../../files/atomic-write.ts';
import { makeFolders, makeNew, removeAll } from '../../files/changing.ts';
import { isDirectory } from '../../files/folders.ts';
import { readIfThere } from '../../files/reading.ts';
import { refuseOdd } from '../../files/real-folder.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { WorkOrderFile } from '../../model/protocol/work-order.ts';
import { visibleJson } from '../../words/plain-text.ts';
import { howToHandIn } from '../protocol/result-form.ts';
import { orderTextproto } from '../protocol/textproto.ts';

/** Names of what an executor leaves; they are never in the copy it gets. */
export const RESULT_FILES = ['work_result.json', 'work_result.txt'] as const;

/** Where a run outside of a session works from, and what it was given there, by name with its SHA-256. */
export type OrderCopy = Readonly<{ dir: string; given: Readonly<Record<string, string>> }>;

type CopyRequest = Readonly<{
  /** As it was written into the order folder (executors/order-folder.ts). */
  order: WorkOrderFile;
  /** The order folder in `.wukong/`, as an absolute path. */
  folder: string;
  /** Top of the repository, which the copy must not lie in. */
  root: string;
  /** Folders it may lie in, the first that will do; the system's if left out. */
  places?: readonly string[];
}>;

const SPEC = 'spec_snapshot.md';
/** What people and programs read there. One that has nothing to say is left out. */
const QUOTED = [SPEC, 'constraints.md', 'links.md', 'manifest.txt'] as const;

/** What may be in a new one. */
export const GIVEN_FILES = ['work_order.json', 'work_order.textproto', ...QUOTED] as const;

const PREFIX = 'wukong-order-';

/** A copy that is not there yet. Whoever is killed while it is made has noted before where it lies. */
type CopyPlan = Readonly<{
  copy: OrderCopy;
  texts: ReadonlyArray<readonly [name: string, text: string | Buffer]>;
}>;

/** A new place for each run. Throws what the file system throws. */
export function planCopy({ folder, ...request }: CopyRequest): Result<CopyPlan, string> {
  const { order } = request;
  const quoted = QUOTED.flatMap((name) => {
    refuseOdd(join(folder, name));
    const text = readIfThere(join(folder, name));
    if (!text?.length) return [];
    const whole =
      name === SPEC ? `${text.toString('utf8').trimEnd()}\n${howToHandIn(order)}` : text;
    return [[name, whole] as const];
  });
  return planWith(quoted, request);
}

/** The same where the texts came from elsewhere; of names that are none of theirs nothing is taken. */
export function planFrom(
  files: Readonly<Record<string, string>>,
  request: Omit<CopyRequest, 'folder'>,
): Result<CopyPlan, string> {
  const quoted = QUOTED.filter((name) => Object.hasOwn(files, name));
  return planWith(
    quoted.map((name) => [name, files[name] ?? '']),
    request,
  );
}

function planWith(
  quoted: CopyPlan['texts'],
  { order, root, places }: Omit<CopyRequest, 'folder'>,
): Result<CopyPlan, string> {
  const base = placeFor(root, places ?? copyPlaces());
  if (base === undefined) {
    const why = 'each folder for temporary files is inside of the repository: set TMPDIR';
    return fail(why);
  }
  const texts: CopyPlan['texts'] = [
    ['work_order.json', `${visibleJson(JSON.stringify(order, null, 1))}\n`],
    ['work_order.textproto', orderTextproto(order)],
    ...quoted,
  ];
  const dir = join(base, `${PREFIX}${order.run_id}-${randomBytes(6).toString('hex')}`);
  const given = texts.map(([name, text]) => [name, sha256(text)] as const);
  return ok({ copy: { dir, given: Object.fromEntries(given) }, texts });
}

/** Throws what the file system throws, also if there is something of this name. */
export function makeCopy({ copy, texts }: CopyPlan): OrderCopy {
  // 0700: an order may quote what is nobody else's to read.
  makeNew(copy.dir);
  for (const [name, text] of texts) createFile(join(copy.dir, name), text);
  return copy;
}

export function copyOrder(request: CopyRequest): Result<OrderCopy, string> {
  const plan = planCopy(request);
  return plan.ok ? ok(makeCopy(plan.value)) : plan;
}

/** A record may say anything: no other folder is searched for processes, or removed. */
export function isCopy({ dir }: OrderCopy): boolean {
  return basename(dir).startsWith(PREFIX);
}

/** Once what was left in it is kept. */
export function removeCopy({ dir }: OrderCopy): void {
  removeAll(dir, 5);
}

export function sha256(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function placeFor(root: string, places: readonly string[]): string | undefined {
  const top = realpathSync(root);
  // The last one is ours to make, and the others are there or are none.
  const own = places.at(-1);
  if (own !== undefined) makeFolders(own);
  return places
    .filter(isDirectory)
    .map((place) => realpathSync(place))
    .find((place) => relativeInside(top, place) === undefined);
}
