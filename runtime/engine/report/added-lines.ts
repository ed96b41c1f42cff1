// The lines that a goal added to files that a report cites: a criterion of documentation is met by one of them, and
// so is what a change of documentation alone owes.

import { patch } from '../../evidence/trees/tree-changes.ts';
import type { RecordedTree } from '../../evidence/trees/tree-lookup.ts';
import { criteriaOf, judgesCriteria } from '../../kernel/graph/criteria.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { ResolvedReference } from '../../model/evidence.ts';
import type { Reference } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

/** By path their numbers, from 1, in the tree in which the places were looked up. */
export type AddedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** Nothing where nobody asks for it: neither `isOwed`, nor by a criterion of documentation that the run judges. */
export async function addedLines(
  ws: Workspace,
  goal: Goal,
  run: Run,
  from: RecordedTree | undefined,
  resolved: readonly ResolvedReference[],
  isOwed: boolean,
): Promise<AddedLines> {
  const before = proofOf(goal).first?.tree;
  const isAsked =
    isOwed ||
    (judgesCriteria(goal, run.node) &&
      criteriaOf(goal).some(({ criterion }) => criterion.kind === 'documentation'));
  const paths = [...new Set(resolved.flatMap(({ place }) => place?.path ?? []))];
  const found = new Map<string, ReadonlySet<number>>();
  if (!isAsked || !before || !from) return found;
  const pair = { worktree: from.worktree, objectsDir: files.objects(ws), before, after: from.tree };
  for (const path of paths) {
    const changed = await patch({ ...pair, paths: [path], context: 0 });
    if (changed.ok) found.set(path, new Set(addedIn(changed.value.toString('utf8'))));
  }
  return found;
}

/** Whether these words stand on a line that the goal added. */
export function quotesAdded({ reference, place }: ResolvedReference, added: AddedLines): boolean {
  return (
    place !== undefined && isQuoted(reference) && added.get(place.path)?.has(place.line) === true
  );
}

/** With words: a sign alone says nothing. */
function isQuoted(reference: Reference): boolean {
  return 'quote' in reference && /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(reference.quote ?? '');
}

const HUNK = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@/gm;

/** Of a patch without lines around what changed. */
export function addedIn(patch: string): number[] {
  return [...patch.matchAll(HUNK)].flatMap(([, start = '0', count = '1']) =>
    Array.from({ length: Number(count) }, (_, i) => Number(start) + i),
  );
}
