// What judges the program as it was on the first tree of a goal, and where it is not so any more.

import { changedCases } from '../../evidence/changed-cases.ts';
import { asTheyWere, type SealRequest, sealedChanges } from '../../evidence/seal/sealed-changes.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import type { Overlay } from '../../evidence/trees/overlay.ts';
import { patch } from '../../evidence/trees/tree-changes.ts';
import { gatesOfGoal, productAsked, proofOf } from '../../kernel/graph/proof.ts';
import { oneLine } from '../../words/plain-text.ts';
import { type ProofSubject, placeOf } from './copies.ts';

/** By which it is asked what decides what the checks say and is not what it was, whatever a person accepted. */
export function judging(about: ProofSubject, first: string): SealRequest {
  const { goal, tree } = about;
  const byProduct = productAsked(goal);
  const gates = gatesOfGoal(goal);
  return { ...placeOf(about), first, tree, gates, accepted: {}, byProduct };
}

const MOST_NAMED = 3;
/** As much of a file is read for the name of a case. */
const WHOLE = 100_000;

/** Tests that were there before and lost lines, in half a sentence; undefined where there is none. */
export async function weakenedTests(
  about: ProofSubject,
  first: string,
): Promise<string | undefined> {
  const changed = await sealedChanges(judging(about, first));
  if (!changed.ok) return undefined;
  const tests = changed.value.filter(
    ({ path, status, isTest, inline }) =>
      status !== 'A' && (isTest || inline || isTestMaterial(path)),
  );
  if (tests.length === 0) return undefined;
  const paths = tests.map(({ path }) => path);
  const trees = { ...placeOf(about), before: first, after: about.tree, paths, context: WHOLE };
  const found = await patch(trees);
  if (!found.ok) return undefined;
  const cases = changedCases(found.value.toString('utf8'));
  const named = cases.slice(0, MOST_NAMED).map(({ path, line, name }) => {
    const which = name === undefined ? '' : ` ("${oneLine(name, 100)}")`;
    return `${path}:${line}${which}`;
  });
  const more = cases.length - named.length;
  if (named.length === 0) return undefined;
  const rest = more > 0 ? ` and ${more} more` : '';
  return `${named.join(', ')}${rest} ${cases.length === 1 ? 'was a test before, and was' : 'were tests before, and were'} changed`;
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
