// What judges the program as it was on the first tree of a goal.

import { asTheyWere, type SealRequest, sealedChanges } from '../../evidence/seal/sealed-changes.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import { type ProofSubject, placeOf } from './copies.ts';

/** By which it is asked what decides what the checks say and is not what it was, whatever a person accepted. */
export function judging(about: ProofSubject, first: string): SealRequest {
  const { goal, tree } = about;
  const byProduct = productAsked(goal);
  const gates = gatesOfGoal(goal);
  return { ...placeOf(about), first, tree, gates, accepted: {}, byProduct };
}

/** What was sealed and is not what it was, whether a person accepted that or not. */
export async function testsAsTheyWere(
  about: ProofSubject,
  brought: Overlay | null,
): Promise<Overlay | null | undefined> {
  const { goal, tree } = about;
  const first = proofOf(goal).first?.tree ?? tree;
  const changed = await sealedChanges(judging(about, first));
  if (!changed.ok) return undefined;
  if (changed.value.length === 0 && !brought) return null;
  const sealed = await asTheyWere(placeOf(about), { first, tree }, changed.value, brought);
  return sealed.ok ? sealed.value : undefined;
}
