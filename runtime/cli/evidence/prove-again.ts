// `wukong evidence --verify --run`: the proof of a goal, made once more from the trees that the log names, whatever
// is in the working tree by now.

import { isSameGate, onBench } from '../../engine/checks/bench.ts';
import { asGate, mayRun } from '../../engine/checks/commands.ts';
import { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { isTreeThere } from '../../evidence/trees/tree-files.ts';
import { gatesOfGoal, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import { commandText } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { judge } from '../../proof/judge.ts';
import { verdictText } from '../../words/languages/verdict-text.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

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
  const { first } = proofOf(goal);
  const check = provenCheck(goal);
  const tree = check?.green;
  if (!first || !check || !tree) return undefined;
  const { command, cwd } = check;
  const about = `proof by ${commandText(command)}`;
  const { worktree } = ws;
  const made = asGate({ command, ...(cwd !== null && { cwd }) });
  const gate = gatesOfGoal(goal).find((one) => isSameGate(one, made)) ?? made;
  if (!mayRun({ ws, goal, ran: [] }, gate)) {
    return { text: `${about}: not made again, the command is not approved`, holds: true };
  }
  for (const one of [first.tree, tree]) {
    const place = { worktree, objectsDir: files.objects(ws), tree: one, since: null };
    if (await isTreeThere(place)) continue;
    return { text: `${about}: its tree ${one.slice(0, 12)} is gone`, holds: false };
  }
  await using spare = new SpareCopy();
  const clean = redactor(process.env);
  const { bench } = onBench({ ws, goal, worktree, tree, folder, ran: [], clean, spare });
  const change = await bench.change();
  if (!change) return { text: `${about}: git cannot read its trees`, holds: false };
  const verdict = await bench.tell([gate], judge);
  const { head } = verdictText({ ...change, checks: [{ gate }] }, verdict, 'en');
  const holds = verdict.is === 'shown' || verdict.is === 'unable';
  return { text: `${about}, made again: ${head}`, holds };
}
