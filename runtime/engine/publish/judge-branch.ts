// What a branch has is not what the tree of its goal has, where a person worked in that too: then it is judged once
// more, in copies of its own, before anybody is told that it holds.

import { join } from 'node:path';
import { isApproved } from '../../evidence/gates/approval.ts';
import type { TreePlace } from '../../evidence/trees/overlay.ts';
import { makeFolders } from '../../files/changing.ts';
import { gatesOfGoal, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { VerdictTold } from '../../model/vocabulary.ts';
import { composer } from '../../proof/compose.ts';
import { judgeChange, readAsked, Stopped } from '../../proof/judge-change.ts';
import { runTrial, type Trials } from '../../proof/run-trial.ts';
import { doubtsOf, isAsked } from '../../proof/verdict.ts';
import { type Trees, treesBetween } from '../../proof/which-trees.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { oneLine } from '../../words/plain-text.ts';
import { doubtText } from '../../words/verdict.ts';
import { ENGLISH_VERDICT } from '../../words/verdict-words.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isOwnerGone, ownerHere } from '../../workspace/processes.ts';
import { asGate } from '../checks/commands.ts';
import { placeOf } from '../checks/subject.ts';
import { approvalsFor, gateSettings, startOf } from '../gates/gate-settings.ts';
import { worktreeOf } from '../goal/final-check.ts';

export type BranchJudged = Readonly<{
  verdict: VerdictTold;
  /** Nothing of a person's is in the tree that the goal was judged on, and that stands. */
  same: boolean;
  /** That do not pass with it, by name. */
  failed: readonly string[];
  /** What only a person can say of it. */
  doubts?: readonly string[] | undefined;
}>;

export type HowToJudge = Readonly<{
  /** A folder for what is printed. */
  own: string;
  stop: AbortSignal;
  onRun: (command: string) => void;
}>;

/** `base`, `head`: trees as git has them. Throws `Stopped`. */
export async function judgeBranch(
  ws: Workspace,
  { goal, result }: Readonly<{ goal: Goal; result: GoalResult }>,
  sides: Readonly<{ base: string; head: string }>,
  how: HowToJudge,
): Promise<BranchJudged> {
  if (goal.status !== 'completed') return { verdict: 'open', same: false, failed: [] };
  const place = placeOf({ ws, worktree: worktreeOf(ws, goal) });
  const { before, after } = result.trees;
  const made = await treesBetween(place, { ...sides, like: after ?? undefined });
  if (!made.ok) return UNABLE;
  const trees = made.value;
  const told = toldOf(result);
  if (before === trees.base.tree && after === trees.head.tree) {
    const { passed, total } = result.counts.gates;
    const failed = result.gates.filter(({ outcome }) => outcome !== 'pass').map(({ gate }) => gate);
    return { verdict: told, same: true, failed: passed.length < total ? [...new Set(failed)] : [] };
  }
  return judged(ws, goal, { place, trees, told }, how);
}

const MOST_DOUBTS = 12;
const MAX_CHARS = 300;

const UNABLE: BranchJudged = { verdict: 'unable', same: false, failed: [] };

/** In one word, by what the goal came to. */
function toldOf({ verdict, fault }: GoalResult): VerdictTold {
  if (verdict === 'in-doubt') return fault?.kind === 'not-shown' ? 'not-shown' : 'in-doubt';
  if (fault?.kind === 'shown') return 'shown';
  return fault?.kind === 'same' ? 'same' : 'nothing';
}

type Judging = Readonly<{
  place: ReturnType<typeof placeOf>;
  trees: Trees;
  told: VerdictTold;
}>;

async function judged(
  ws: Workspace,
  goal: Goal,
  { place, trees, told }: Judging,
  { own, stop, onRun }: HowToJudge,
): Promise<BranchJudged> {
  const approvals = approvalsFor(ws, goal);
  const settings = gateSettings(ws, goal);
  const gates = gatesOfGoal(goal).filter((gate) => isApproved(gate, approvals));
  const given = { own, stop, owner: ownerHere(), isGone: isOwnerGone };
  const startOfGate = (gate: CommandGate | undefined) => {
    if (!gate) return {};
    onRun(commandText(gate.command));
    const found = startOf(gate, settings);
    return found.ok ? { start: found.value } : {};
  };
  const failed = await failedOn({ place, tree: trees.head.tree, gates }, given, startOfGate);
  // What was not meant to fail before has to pass now, and that is all.
  if (told === 'same' || told === 'nothing') return { verdict: told, same: false, failed };
  const checks = checksOf(goal, gates).map((gate) => ({ gate }));
  const product = goal.pinned?.product ?? [];
  const asked = { place, trees, checks, product, looked: proofOf(goal).looked };
  const read = await readAsked(asked);
  if (!read.ok) return UNABLE;
  const { verdict } = await judgeChange(asked, read.value, {
    ...given,
    show: (_want, _before, run) => run(),
    startOf: ({ check }) => startOfGate(checks[check]?.gate),
  });
  const doubts = (doubtsOf(verdict) ?? [])
    .filter(isAsked)
    .map((one) => oneLine(doubtText(ENGLISH_VERDICT, one), MAX_CHARS));
  const word = doubts.length > 0 ? 'in-doubt' : verdict.is;
  return { verdict: word, same: false, failed, doubts: doubts.slice(0, MOST_DOUBTS) };
}

/** The one that showed the fault first. */
function checksOf(goal: Goal, gates: readonly CommandGate[]): CommandGate[] {
  const known = provenCheck(goal);
  const first = known && asGate({ ...known, cwd: known.cwd ?? undefined });
  const all = [...(first ? [first] : []), ...gates.filter(({ type }) => type === 'test')];
  const key = ({ cwd = '.', command }: CommandGate): string => JSON.stringify([cwd, command]);
  return [...new Map(all.map((gate) => [key(gate), gate])).values()];
}

type Given = Readonly<{ own: string; stop: AbortSignal }> & Pick<Trials, 'owner' | 'isGone'>;

/** Each gate once, in a copy of the tree. */
async function failedOn(
  {
    place,
    tree,
    gates,
  }: Readonly<{
    place: TreePlace;
    tree: string;
    gates: readonly CommandGate[];
  }>,
  { own, ...given }: Given,
  startOfGate: (gate: CommandGate | undefined) => Pick<Trials, 'start'>,
): Promise<readonly string[]> {
  const folder = join(own, 'gates');
  makeFolders(folder);
  const checks = gates.map((gate) => ({ gate }));
  const change = { base: tree, tree, files: [], places: [], checks, doubts: [] };
  const about = { ...place, change, compose: composer(change, place), product: undefined };
  const failed: string[] = [];
  for (const [check, gate] of gates.entries()) {
    const trials = { ...about, ...given, ...startOfGate(gate), folder, sinceMs: Date.now() };
    const row = await runTrial(trials, { recipe: { back: 'nothing', how: 'bare' }, check, nth: 1 });
    if (given.stop.aborted) throw new Stopped(row.wrote);
    if (row.ended !== 'pass') failed.push(gate.name);
  }
  return failed;
}
