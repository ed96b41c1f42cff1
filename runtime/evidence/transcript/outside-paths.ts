import type { AttributedChange } from '../../model/evidence.ts';

/**
 * Changes the run answers for (own and unattributed) that none of the node's paths allows, in order.
 * `allowed` are sources of regular expressions, compiled from the node's globs and anchored; none at
 * all means the whole repository. An expression that can't be read allows nothing.
 */
export function outsidePaths(
  changes: readonly AttributedChange[],
  allowed: readonly string[],
): string[] {
  if (allowed.length === 0) return [];
  const expressions = allowed.flatMap(compiled);
  return changes
    .filter((change) => change.attribution !== 'foreign')
    .map((change) => change.path)
    .filter((path) => !expressions.some((expression) => expression.test(path)));
}

function compiled(source: string): RegExp[] {
  try {
    return [new RegExp(source)];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
