// What differs between two trees, with what each has there.

import type { ChangeStatus } from '../../model/evidence.ts';
import { AskedOnce } from './asked-once.ts';
import { fields } from './git.ts';
import type { FileOfTree, TreePlace } from './overlay.ts';
import { type Result, success } from './result.ts';
import { gitIn } from './tree-store.ts';

/** Null: that one does not have it. */
export type FileSides = Readonly<{ path: string; from: FileOfTree | null; to: FileOfTree | null }>;

export type Difference = FileSides & Readonly<{ status: ChangeStatus }>;

export const DIFF = [
  'diff-tree',
  '-r',
  '--no-renames',
  '--ignore-submodules=none',
  '--no-ext-diff',
];

const known = new AskedOnce<Difference>();

/** In the order of the paths. A rename is two of them. */
export async function differences(
  place: TreePlace,
  from: string,
  to: string,
): Promise<Result<readonly Difference[]>> {
  // What a name stands for may be another one later.
  const areIds = [from, to].every((one) => /^[0-9a-f]{40,64}$/.test(one));
  if (!areIds) return compare(place, from, to);
  return known.answer([place.objectsDir, from, to], () => compare(place, from, to));
}

async function compare(
  place: TreePlace,
  from: string,
  to: string,
): Promise<Result<readonly Difference[]>> {
  const args = [...DIFF, '--raw', '-z', '--no-abbrev', from, to];
  const output = await gitIn(place, { args });
  if (!output.ok) return output;
  const parts = fields(output.value);
  const found: Difference[] = [];
  // `:100644 100644 <id> <id> M`, then the path.
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const said = (parts[at] ?? '').slice(1).split(' ');
    const [was = '', is = '', before = '', after = '', letter = ''] = said;
    const side = (mode: string, id: string) => (mode === '000000' ? null : { mode, id });
    const status = letter === 'A' || letter === 'D' || letter === 'T' ? letter : 'M';
    found.push({ path: parts[at + 1] ?? '', status, from: side(was, before), to: side(is, after) });
  }
  return success(found);
}

/** A repository inside: of it there is only its commit, and all that is in it may be different. */
export function isInner({ from, to }: Difference): boolean {
  return from?.mode === '160000' || to?.mode === '160000';
}
