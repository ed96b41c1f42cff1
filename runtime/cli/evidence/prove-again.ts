// The proof of a goal, from the trees that the log names, whatever is in the working tree by now: made once more
// (`wukong evidence --verify --run`), or asked which lines its test holds (`wukong show --lines`).

import { isSameGate, onBench, type ProofSubject } from '../../engine/checks/bench.ts';
import { asGate, mayRun } from '../../engine/checks/commands.ts';
import { GatesStopped } from '../../engine/gates/node-gates.ts';
import { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { isTreeThere } from '../../evidence/trees/tree-files.ts';
import { gatesOfGoal, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { type CommandGate, commandText } from '../../model/gate.ts';
import type { CheckState } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { type HeldPlaces, heldPlaces } from '../../proof/held-places.ts';
import { judge } from '../../proof/judge.ts';
import { Stopped } from '../../proof/judge-change.ts';
import type { Want } from '../../proof/row.ts';
import type { GoalResult } from '../../result/goal-result.ts';
import { verdictText } from '../../words/languages/verdict-text.ts';
import { ENGLISH_TRIALS } from '../../words/trial-words.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { atWork } from '../frame/progress.ts';
import { trialName } from '../prove/trial-text.ts';

export type ProvenAgain = Readonly<{ text: string; holds: boolean }>;

/**
 * `goal`: with the commands in it that may run. `folder`: for what is printed. Undefined: the goal has no proof. What
 * cannot be judged here refutes nothing.
 */
export async function proveAgain(
  ws: Workspace,
  goal: Goal,
  folder: string,
): Promise<ProvenAgain | undefined> {
  const check = provenCheck(goal);
  const tree = check?.green;
  if (!check || !tree) return undefined;
  const about = `proof by ${commandText(check.command)}`;
  await using spare = new SpareCopy();
  const found = await benchOf({ ws, goal, folder, spare, tree }, check);
  if (!found.ok) return { text: `${about}: ${found.error.why}`, holds: found.error.holds };
  const { bench, gate } = found.value;
  const change = await bench.change();
  if (!change) return { text: `${about}: git cannot read its trees`, holds: false };
  const verdict = await bench.tell([gate], judge);
  const { head } = verdictText({ ...change, checks: [{ gate }] }, verdict, 'en');
  const holds = verdict.is === 'shown' || verdict.is === 'unable';
  return { text: `${about}, made again: ${head}`, holds };
}

/** `folder`: for what is printed. */
export type LinesAsked = Readonly<{ seconds: number; folder: string; stop: AbortSignal }>;

/** The error says why nobody can tell. Throws `Stopped`. */
export async function linesOfGoal(
  ws: Workspace,
  { nodes, trees }: GoalResult,
  goal: Goal,
  { seconds, folder, stop }: LinesAsked,
): Promise<Result<HeldPlaces, string>> {
  const check = provenCheck(goal);
  const tree = trees.after ?? check?.green;
  if (!check || !tree) return fail('no check of it was red and is green');
  const name = commandText(check.command);
  await using spare = new SpareCopy();
  const found = await benchOf({ ws, goal, folder, spare, tree, stop }, check);
  if (!found.ok) return fail(`${name}: ${found.error.why}`);
  const { bench, gate } = found.value;
  const change = await bench.change();
  if (!change) return fail('git cannot read its trees');
  const of = { ...change, checks: [{ gate }] };
  const row = ({ recipe }: Pick<Want, 'recipe'>, left: number) => {
    const timeout_sec = Math.min(gate.timeout_sec, left);
    const run = () => bench.row({ gate: { ...gate, timeout_sec }, recipe });
    return atWork(trialName(ENGLISH_TRIALS, of, { recipe, check: 0, nth: 1 }), run);
  };
  const paths = new Set(nodes.flatMap(({ touched }) => touched));
  const concerns = (path: string): boolean => paths.has(path);
  try {
    const whole = await row({ recipe: { back: 'nothing' } }, gate.timeout_sec);
    if (whole.ended !== 'pass') return fail(`${name} does not pass on its tree: ${whole.why}`);
    return ok(await heldPlaces(of, { whole, seconds, concerns, run: row }));
  } catch (error) {
    throw error instanceof GatesStopped ? new Stopped() : error;
  }
}

type Again = Readonly<{
  ws: Workspace;
  goal: Goal;
  folder: string;
  spare: SpareCopy;
  tree: string;
  stop?: AbortSignal;
}>;

type Bench = Readonly<{ bench: ProofSubject['bench']; gate: CommandGate }>;

/** `holds`: what keeps it from running says nothing against the proof. */
async function benchOf(
  { ws, goal, tree, ...about }: Again,
  { command, cwd }: CheckState,
): Promise<Result<Bench, Readonly<{ why: string; holds: boolean }>>> {
  const made = asGate({ command, ...(cwd !== null && { cwd }) });
  const gate = gatesOfGoal(goal).find((one) => isSameGate(one, made)) ?? made;
  if (!mayRun({ ws, goal }, gate)) {
    return fail({ why: 'not run, the command is not approved', holds: true });
  }
  const { worktree } = ws;
  for (const one of [proofOf(goal).first?.tree ?? tree, tree]) {
    const place = { worktree, objectsDir: files.objects(ws), tree: one, since: null };
    if (await isTreeThere(place)) continue;
    return fail({ why: `its tree ${one.slice(0, 12)} is gone`, holds: false });
  }
  const clean = redactor(process.env);
  const { bench } = onBench({ ws, goal, worktree, tree, clean, ...about });
  return ok({ bench, gate });
}
