// Whether a goal changed nothing but files that no check opens: then no check could show its fault, and
// nothing is missing where none does.

import { isProduct, isProse } from '../../evidence/seal/product-paths.ts';
import { readProduct } from '../../evidence/seal/read-product.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import { mayRun, measure, type ProofSubject, placeOf } from './copies.ts';

export type Documentation = Readonly<{
  /** What was changed, and was not opened. Undefined: something of it was, or nobody can say. */
  files: readonly string[] | undefined;
  measured: readonly Measured[];
}>;

const UNKNOWN: Documentation = { files: undefined, measured: [] };
const MOST_RUNS = 2;
const MOST_FILES = 50;

/**
 * Runs the test gates in copies of the tree and looks what they opened. A run that opened no test file
 * read its program from elsewhere, or from a cache, and says nothing.
 */
export async function documentationOf(about: ProofSubject): Promise<Documentation> {
  const { goal, tree } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined || first === tree) return UNKNOWN;
  const found = await changes({ ...placeOf(about), before: first, after: tree });
  if (!found.ok || found.value.length > MOST_FILES) return UNKNOWN;
  const changed = found.value.map(({ path }) => path);
  const product = await readProduct({ ...placeOf(about), first }, productAsked(goal) || []);
  // A file of the program that no check opens is not tested; that makes it no documentation.
  const isPlain = found.value.every(
    ({ path, status }) =>
      status !== 'D' &&
      !isTestMaterial(path) &&
      (isProse(path) || (product !== undefined && !isProduct(product, path))),
  );
  const gates = gatesOfGoal(goal).filter((gate) => gate.type === 'test' && mayRun(about, gate));
  if (!isPlain || gates.length === 0 || gates.length > MOST_RUNS) return UNKNOWN;
  const measured: Measured[] = [];
  for (const gate of gates) {
    // One test is enough, and the list is cut: none of what was changed may fall off its end.
    let tests = 0;
    const keep = (path: string): boolean => {
      if (changed.includes(path)) return true;
      if (!isTestMaterial(path)) return false;
      tests += 1;
      return tests === 1;
    };
    const { read, ...run } = await measure(about, 'plain', gate, tree, null, { keep });
    const opened = read?.filter((path) => changed.includes(path)) ?? [];
    measured.push({ ...run, ...(read && { read: opened }) });
    // What passes with an installed package that was changed shows nothing.
    const isClean = run.outcome === 'pass' && run.touched.length === 0;
    const isTold = isClean && read?.some(isTestMaterial) === true;
    if (!isTold || opened.length > 0) return { files: undefined, measured };
  }
  return { files: changed, measured };
}
