// A run whose work needs neither a change nor a test: only documentation was changed, another check shows
// the fault already, or nothing was changed and every gate passes. Told by runs in copies.

import { asksRedGreen, owesFault, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import { nodeState } from '../../kernel/state/queries.ts';
import { type CommandGate, commandText, type GateOutcome, hasFailed } from '../../model/gate.ts';
import type { CheckState } from '../../model/proof.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { RunChanges } from '../changes/changes.ts';
import type { ProofSubject } from '../checks/bench.ts';
import { mayRun } from '../checks/commands.ts';
import { documentationOf } from '../checks/documentation.ts';
import { judgeGoal, passedGates } from '../checks/judge-goal.ts';

type Excuse = Readonly<{
  /** Why neither a change nor a test is missing; undefined if one is. */
  why: string | undefined;
  /** All that was changed, if no check opens it. */
  documents: readonly string[] | undefined;
}>;

type Gates = Readonly<{
  changes: RunChanges;
  plan: readonly CommandGate[];
  outcomes: readonly GateOutcome[];
}>;

const NONE: Excuse = { why: undefined, documents: undefined };

export async function excuseOf(
  goal: Goal,
  /** Undefined: there is no tree. */
  about: ProofSubject | undefined,
  run: Run,
  report: Report,
  { changes, plan, outcomes }: Gates,
): Promise<Excuse> {
  const tree = about?.tree ?? null;
  if (report.status !== 'done' || !CHANGING_ROLES.includes(run.role)) return NONE;
  const owes =
    !isUntouched(goal, tree) &&
    !provenCheck(goal) &&
    owesFault(goal, run.node) &&
    !outcomes.some(hasFailed);
  const documents = about && owes ? await documentationOf(about) : undefined;
  // Who was sent back to it by a judge is asked to change something.
  if (nodeState(goal, run.node).reopened > 0) return { why: undefined, documents };
  const passes =
    about && passedUntouched(goal, changes, outcomes) && (await passesUntouched(about, plan));
  const shown =
    shownAlready(goal) ??
    (about && owes ? await shownSince(about, run, passedGates(plan, outcomes)) : undefined);
  return {
    why: documents
      ? 'no test file was changed: no check opens what was changed'
      : (shown ?? (passes ? 'no file was changed, and every gate passes' : undefined)),
    documents,
  };
}

/** Where a person looked at what was in doubt of it, after it was judged. */
async function shownSince(
  about: ProofSubject,
  { node }: Run,
  passed: readonly CommandGate[],
): Promise<string | undefined> {
  if ((proofOf(about.goal).looked ?? []).length === 0) return undefined;
  const { redGreen } = await judgeGoal(about, node, { passed, excused: [], cited: [] });
  return redGreen?.met ? `no test file was changed: ${redGreen.why}` : undefined;
}

/**
 * Not because of what no tree shows: settings that git ignores, an installed package. Of a gate that passes in no
 * copy a person says what it shows.
 */
async function passesUntouched(
  about: ProofSubject,
  gates: readonly CommandGate[],
): Promise<boolean> {
  for (const gate of gates.filter((one) => one.mustPass && mayRun(about, one))) {
    const row = await about.bench.row({ gate, recipe: { back: 'nothing' } });
    if (row.ended !== 'pass' || (row.touched ?? []).length > 0) return false;
  }
  return true;
}

/** No file differs from what there was before the first writing run. */
export function isUntouched(goal: Goal, tree: string | null): boolean {
  return tree !== null && tree === proofOf(goal).first?.tree;
}

function shownAlready(goal: Goal): string | undefined {
  const check = earlierCheck(goal);
  if (!check) return undefined;
  return `no test file was changed: the fault is shown already (\`${commandText(check.command)}\`)`;
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
