// A run whose work needs neither a change nor a test: only documentation was changed, another check shows
// the fault already, or nothing was changed and every gate passes. Told by runs in copies.

import { asksRedGreen, owesFault, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import { type CommandGate, commandText, type GateOutcome, hasFailed } from '../../model/gate.ts';
import type { CheckState } from '../../model/proof.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { RunChanges } from '../changes/changes.ts';
import type { ProofSubject } from '../checks/copies.ts';
import { documentationOf } from '../checks/documentation.ts';
import { passesUntouched } from '../checks/passes-untouched.ts';

export type Excuse = Readonly<{
  /** Why neither a change nor a test is missing; undefined if one is. */
  why: string | undefined;
  /** All that was changed, if no check opens it. */
  documents: readonly string[] | undefined;
  measured: readonly Measured[];
}>;

type Gates = Readonly<{
  changes: RunChanges;
  plan: readonly CommandGate[];
  outcomes: readonly GateOutcome[];
}>;

const NONE: Excuse = { why: undefined, documents: undefined, measured: [] };

export async function excuseOf(
  about: Omit<ProofSubject, 'tree'> & { tree: string | null },
  run: Run,
  report: Report,
  { changes, plan, outcomes }: Gates,
): Promise<Excuse> {
  const { goal, tree } = about;
  if (report.status !== 'done' || !CHANGING_ROLES.includes(run.role)) return NONE;
  const owes =
    !isUntouched(goal, tree) &&
    !provenCheck(goal) &&
    owesFault(goal, run.node) &&
    !outcomes.some(hasFailed);
  const documentation = tree && owes ? await documentationOf({ ...about, tree }) : undefined;
  const documents = documentation?.files;
  const measured = documentation?.measured ?? [];
  // Who was sent back to it by a judge is asked to change something.
  if (nodeState(goal, run.node).reopened > 0) return { why: undefined, documents, measured };
  const untouched =
    tree && passedUntouched(goal, changes, outcomes)
      ? await passesUntouched({ ...about, tree }, plan)
      : undefined;
  return {
    why: documents
      ? 'no test file was changed: no check opens what was changed'
      : (shownAlready(goal) ??
        (untouched?.passes ? 'no file was changed, and every gate passes' : undefined)),
    documents,
    measured: [...measured, ...(untouched?.measured ?? [])],
  };
}

/** No file differs from what there was before the first writing run. */
export function isUntouched(goal: Goal, tree: string | null): boolean {
  return tree !== null && tree === proofOf(goal).first?.tree;
}

function shownAlready(goal: Goal): string | undefined {
  const check = earlierCheck(goal);
  if (!check) return undefined;
  const whose = check.overlay === null ? 'tests that were there' : 'tests of an earlier node';
  return `no test file was changed: ${whose} show the fault (\`${commandText(check.command)}\`)`;
}

/** Its work was done before it, by tests that were there or that another node brought. */
function earlierCheck(goal: Goal): CheckState | undefined {
  return asksRedGreen(goal) ? provenCheck(goal) : undefined;
}

/** Nobody has changed anything that git sees, and every gate passes where it is. */
function passedUntouched(
  goal: Goal,
  { tree, answersFor }: RunChanges,
  gates: readonly GateOutcome[],
): boolean {
  if (!asksRedGreen(goal) || earlierCheck(goal)) return false;
  const passed = gates.length > 0 && gates.every(({ outcome }) => outcome === 'pass');
  return answersFor.length === 0 && isUntouched(goal, tree) && passed;
}
