// Before a goal is complete: all its gates on the tree as it is at the end, the check that was red, and
// the seal. What passed on this very tree stands; the rest runs once more.

import { join } from 'node:path';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { changes } from '../../evidence/trees/tree-changes.ts';
import {
  asksRedGreen,
  gatesOfGoal,
  hasFinalCheck,
  proofOf,
  provenCheck,
} from '../../kernel/graph/proof.ts';
import type { Measured, SealSeen } from '../../kernel/reports/judged.ts';
import { hasPassedOn } from '../../kernel/state/kept-passes.ts';
import {
  type CommandGate,
  commandText,
  type GateOutcome,
  hasFailed,
  stands,
} from '../../model/gate.ts';
import { asksToLook } from '../../model/in-doubt.ts';
import type { Fault } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { type Redact, redactor } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeTree } from '../changes/changes.ts';
import { onBench } from '../checks/bench.ts';
import { checkOf, excusedGates, type GoalJudged, judgeGoal } from '../checks/judge-goal.ts';
import { besideShown, keptSaying } from '../checks/kept-saying.ts';
import { excuseOld, unexcused } from '../checks/old-failures.ts';
import { recheckOnReportTree } from '../checks/recheck-on-report-tree.ts';
import { NOTHING_SEALED } from '../checks/seal-told.ts';
import { placeOf } from '../checks/subject.ts';
import { runGates } from '../gates/node-gates.ts';
import { dueGates, runOtherGates } from '../trials/other-gates.ts';

export type FinalCheck = Readonly<{
  tree: string | null;
  /** Of the gates that ran, and of the check and the seal if they did not hold. */
  outcomes: readonly GateOutcome[];
  failed: readonly GateOutcome[];
  /** Of the gates that no node asks for. */
  others?: readonly GateOutcome[] | undefined;
  /** Files that changed since what failed had passed; empty if nobody can say. */
  concerned: readonly string[];
  measured: readonly Measured[];
  seal: SealSeen | null;
  /** The check that is still green, as a command line. */
  check: string | null;
  /** What the fault comes to with what a person looked at since. */
  fault?: Fault;
  /** Something was there to hold all evidence against, and it holds. */
  renews: boolean;
}>;

/** Where it was last worked at. */
export function worktreeOf(ws: Workspace, goal: Goal): string {
  const lane = Object.values(goal.runs).at(-1)?.lane;
  return lane?.lands_in ?? lane?.worktree ?? ws.worktree;
}

/** `spare`: one for all that runs at the end. */
export type HowToEnd = Readonly<{ stop: AbortSignal; spare: SpareCopy | undefined }>;

export async function checkFinalTree(
  ws: Workspace,
  goal: Goal,
  { stop, spare }: HowToEnd,
): Promise<FinalCheck> {
  const worktree = worktreeOf(ws, goal);
  const all = gatesOfGoal(goal);
  if (!hasFinalCheck(goal)) return NOTHING;
  const taken = await takeTree(ws, worktree);
  const tree = taken.ok ? taken.value : null;
  const folder = join(files.artifacts(ws, goal.artifacts), 'final');
  const due = all.filter(({ name }) => !hasPassedOn(goal, name, tree));
  const prepare = () => makeFolder(ws, folder);
  if (due.length > 0) prepare();
  const clean = redactor(process.env);
  const ended = await runGates(ws, goal, due, { worktree, folder, run: null, stop });
  const about =
    tree === null ? undefined : onBench({ ws, goal, worktree, tree, folder, clean, stop, spare });
  const rechecked = about ? await recheckOnReportTree(about, due, ended) : ended;
  const isKnown = about && provenCheck(goal) !== undefined;
  const outcomes = isKnown ? await excuseOld(about, due, rechecked) : rechecked;
  const failed = outcomes.filter(hasFailed);
  if (!about || tree === null || failed.length > 0) {
    const concerned = tree === null ? [] : await changedSince(ws, goal, worktree, tree, failed);
    const measured = about?.bench.measured() ?? [];
    return { ...NOTHING, tree, outcomes, failed, concerned, measured };
  }
  prepare();
  const others = await runOtherGates(about, dueGates(about));
  const required = all.filter((gate) => gate.mustPass);
  const standing = required.filter((gate) => standsHere(gate, goal, tree, outcomes));
  const excused = excusedGates(due, outcomes);
  const passed = standing.filter((gate) => !excused.includes(gate));
  const known = provenCheck(goal);
  const { sealed } = proofOf(goal);
  // It held for the work and the gates of then: what came after may say something else.
  const isNews = tree !== sealed || outcomes.length > 0;
  const judged =
    (isNews && (known !== undefined || sealed !== null)) || isLookedAt(goal)
      ? await judgeGoal(about, writerOf(goal), { passed, excused, cited: [] })
      : NOT_JUDGED;
  const { seal, redGreen } = judged;
  const verdict = judged.judged?.verdict;
  const isOpen = seal.verdict?.held === false;
  // What passes in no copy says nothing of the tests, and no agent can put that right.
  const isBroken = isOpen && seal.verdict?.unchecked !== true;
  const idle = outcomes.find(({ mustPass, outcome }) => mustPass && outcome === 'unavailable');
  if (isBroken && standing.length === 0 && idle) throw new CannotSay(idle);
  // What could not run in a copy renews nothing, and is no reason to do the work again.
  const saysNo = verdict?.is === 'not-shown';
  const isRedNow = known !== undefined && redGreen?.met === false && saysNo;
  const broken = [
    ...(seal.verdict && isBroken ? [asOutcome('sealed tests', seal.verdict.why)] : []),
    ...(redGreen && isRedNow && !isOpen ? [asOutcome('check', redGreen.why)] : []),
  ];
  const isShown = known === undefined || redGreen === undefined || redGreen.met;
  // A failure of before is forgiven beside a change that is shown.
  const asJudged = redGreen?.met ? outcomes : unexcused(outcomes);
  const notHere = [...broken, ...asJudged.filter(hasFailed)];
  const holds = standing.length === required.length && !isOpen && isShown;
  return {
    tree,
    outcomes: [...asJudged, ...broken],
    failed: [...notHere, ...others.filter(hasFailed)],
    others,
    concerned: isBroken ? (seal.seen?.changed ?? []).map(pathOf) : [],
    measured: about.bench.measured(),
    seal: seal.seen,
    check: known ? commandText(known.command) : null,
    ...(isLookedAt(goal) && redGreen && { fault: faultNow(judged, redGreen, clean) }),
    renews: notHere.length === 0 && holds && (standing.length > 0 || known !== undefined),
  };
}

/** No agent can put that right. */
class CannotSay extends Error {
  constructor({ gate, error = 'no reason is known' }: GateOutcome) {
    super(`tests or settings were changed, and the gate "${gate}" cannot run with them: ${error}`);
  }
}

/** It waited at its end for a person to look, and they said yes. */
function isLookedAt(goal: Goal): boolean {
  const { looked = [], unshown: why = '', unshown_saying: saying } = proofOf(goal);
  const isOpen = asksRedGreen(goal) && provenCheck(goal) === undefined;
  return isOpen && looked.length > 0 && asksToLook({ kind: 'fault-not-shown', why, saying });
}

function faultNow(
  { judged }: GoalJudged,
  { met, why, limit, saying }: NonNullable<GoalJudged['redGreen']>,
  clean: Redact,
): Fault {
  const shown = judged && checkOf(judged);
  if (!met || !shown) {
    const said = saying && { saying: keptSaying(saying, clean) };
    return { kind: 'not-shown', why: clean(why), ...said, accepted: null };
  }
  const check = clean(commandText(shown.command));
  const less = limit !== undefined && { limit: clean(limit) };
  return { kind: 'shown', check, ...less, ...besideShown(saying, clean) };
}

const NOT_JUDGED = { seal: NOTHING_SEALED, redGreen: undefined, judged: undefined };

function writerOf(goal: Goal): string {
  return Object.values(goal.runs).findLast((run) => run.lane.base !== null)?.node ?? '';
}

const NOTHING: FinalCheck = {
  tree: null,
  outcomes: [],
  failed: [],
  concerned: [],
  measured: [],
  seal: null,
  check: null,
  renews: false,
};

function standsHere(
  { name }: CommandGate,
  goal: Goal,
  tree: string,
  outcomes: readonly GateOutcome[],
): boolean {
  const again = outcomes.find(({ gate }) => gate === name);
  return again ? stands(again) : hasPassedOn(goal, name, tree);
}

/** What differs between the trees on which these gates passed and this one. */
async function changedSince(
  ws: Workspace,
  goal: Goal,
  worktree: string,
  tree: string,
  failed: readonly GateOutcome[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { gate } of failed) {
    const before = goal.proven[gate];
    if (before === undefined) continue;
    const changed = await changes({ ...placeOf({ ws, worktree }), before, after: tree });
    if (changed.ok) found.push(...changed.value.map(({ path }) => path));
  }
  return [...new Set(found)];
}

function asOutcome(gate: string, error: string): GateOutcome {
  return { gate, outcome: 'fail', mustPass: true, error };
}

/** `M test/a.test.js` */
function pathOf(change: string): string {
  return change.slice(2);
}
