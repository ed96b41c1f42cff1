import type { Product } from '../../evidence/seal/product-paths.ts';
import { readProduct } from '../../evidence/seal/read-product.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { ProofSubject } from '../checks/bench.ts';
import { placeOf } from '../checks/subject.ts';

/** What was taken for the program on the first tree, for a reader. */
export async function programTaken(about: ProofSubject): Promise<Product | undefined> {
  const { goal } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined) return undefined;
  return readProduct({ ...placeOf(about), first }, goal.pinned?.product ?? []);
}
