// The tree in which the places of a report are looked up.

import { resolveReferences } from '../../evidence/references/resolve-references.ts';
import type { RecordedTree } from '../../evidence/trees/tree-lookup.ts';
import { reachable } from '../../kernel/graph/graph.ts';
import type { ResolvedReference } from '../../model/evidence.ts';
import type { Reference } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';

type Cited = Readonly<{
  from: RecordedTree | undefined;
  resolved: readonly ResolvedReference[];
}>;

/**
 * As the tree is now; or, if a reader has cited what a writer beside it changed meanwhile, as it was when
 * the work before it had ended, provided that all it cites stood there.
 */
export async function lookUpReferences(
  goal: Goal,
  run: Run,
  now: RecordedTree | undefined,
  references: readonly Reference[],
  request: string,
): Promise<Cited> {
  const resolved = await resolveReferences(references, { from: now, request });
  const before = treeBefore(goal, run);
  const isGood = resolved.every((reference) => reference.resolved);
  if (isGood || !now || before === null || before === now.tree) return { from: now, resolved };
  const from = { ...now, tree: before };
  const then = await resolveReferences(references, { from, request });
  return then.every((reference) => reference.resolved)
    ? { from, resolved: then }
    : { from: now, resolved };
}

/** Of the last writing run that ended before a reader; what it was given to judge. */
function treeBefore(goal: Goal, run: Run): string | null {
  if (WRITING_ROLES.includes(run.role)) return null;
  const before = reachable(goal, run.node, false);
  const last = Object.values(goal.runs).findLast(
    ({ node, ended, outputs }) =>
      before.has(node) && ended?.outcome === 'success' && typeof outputs?.tree === 'string',
  );
  return last?.outputs?.tree ?? null;
}
