import { readProduct } from '../../evidence/seal/read-product.ts';
import { unreadTests } from '../../evidence/seal/sealed-changes.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import type { ProgramSeen } from '../../words/evidence-copies.ts';
import { type ProofSubject, placeOf } from '../checks/copies.ts';

/** What was taken for the program on the first tree, for a reader; undefined where names alone decide. */
export async function programTaken(about: ProofSubject): Promise<ProgramSeen | undefined> {
  const { goal, tree } = about;
  const first = proofOf(goal).first?.tree;
  const byProduct = productAsked(goal);
  if (first === undefined || !byProduct) return undefined;
  const place = { ...placeOf(about), first };
  const product = await readProduct(place, byProduct);
  const gates = gatesOfGoal(goal);
  const unread = await unreadTests({ ...place, tree, gates, accepted: {}, byProduct });
  return product && { product, unread };
}
