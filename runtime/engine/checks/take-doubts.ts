// A person's yes to what is in doubt, from a session or a shell: which of it they mean, and what follows.

import { inDoubtAt } from '../../kernel/graph/doubts.ts';
import { acceptDoubts } from '../../kernel/requests/accept-doubts.ts';
import type { Step } from '../../kernel/requests/step.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { placeOf } from '../../words/verdict.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { addLooks } from '../../workspace/trust.ts';
import { leftInDoubt, type OpenDoubt } from './open-doubts.ts';

export type Looked = Readonly<{ chosen: readonly OpenDoubt[]; left: readonly OpenDoubt[] }>;

/**
 * By the places they named, or all. At high risk nothing is said yes to that was not named: then, or where one is in
 * no doubt, undefined.
 */
export function lookedAt(
  goal: Goal,
  at: string | null,
  all: readonly OpenDoubt[],
  places: readonly string[],
): Looked | undefined {
  const known = all.map(placeOf);
  const isNamed = places.length > 0 || inDoubtAt(goal, at)?.singly !== true;
  if (!isNamed || !places.every((place) => known.includes(place))) return undefined;
  const isChosen = (one: OpenDoubt) => places.length === 0 || places.includes(placeOf(one));
  return { chosen: all.filter(isChosen), left: all.filter((one) => !isChosen(one)) };
}

/** Kept for this clone. Whether it is judged again; else it goes on waiting, for the rest. */
export function takeLooked(
  step: Step,
  ws: Workspace,
  { goal, at, chosen, left }: Looked & Readonly<{ goal: Goal; at: string | null }>,
  { why, ...said }: Said & Readonly<{ why: string }>,
): boolean {
  const doubts = chosen.map(({ path, blob, line, kind }) => ({ path, blob, line, kind }));
  const now = new Date().toISOString();
  const { by } = said;
  addLooks(
    ws,
    doubts.map((one) => ({ ...one, by, at: now, why })),
  );
  const rest = leftInDoubt(goal, at, left, redactor(process.env));
  return acceptDoubts(step, goal, at, { doubts, why, left: rest, ...said });
}
