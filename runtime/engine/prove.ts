// What has to be run in copies for one report, in the order in which it can matter.

import { gatesOfGoal, isFix, workBegan } from '../kernel/proof.ts';
import { type CommandGate, hasFailed } from '../model/gate.ts';
import { CHANGING_ROLES } from '../model/words.ts';
import { dependencyFolders, touchedSince } from '../verify/dependencies.ts';
import { type GradeInput, grade, rank } from '../verify/levels.ts';
import type { SeenCommand } from '../verify/observed-commands.ts';
import { type Case, gateOf } from './copies.ts';
import { installedSince, type RedGreenResult, redGreen } from './red-green.ts';
import { checkSeal, NOTHING_SEALED, passedGates, type SealResult } from './seal-check.ts';

/** Where no check is asked for: the gates ran with what is installed, and no tree shows that. */
async function unlessInstalled({ goal, worktree }: Case): Promise<RedGreenResult | undefined> {
  const folders = await dependencyFolders(worktree);
  const touched = folders.ok ? touchedSince(worktree, folders.value, workBegan(goal)).files : [];
  const verdict = installedSince(touched);
  return verdict && { verdict, measured: [] };
}

export type Proven = Readonly<{ seal: SealResult; redGreen: RedGreenResult | undefined }>;

/**
 * A copy is made only if it can change something: the report is good for L2 without it, no gate
 * failed, and the work was a change. `input` is what it would be graded by.
 */
export async function prove(
  about: Case,
  nodeId: string,
  input: GradeInput,
  commands: readonly SeenCommand[],
  gates: readonly CommandGate[],
): Promise<Proven> {
  const isDone = input.report.status === 'done' && CHANGING_ROLES.includes(input.role);
  const isGood = rank(grade(input).level) >= rank('L2') && !input.gates.some(hasFailed);
  if (!isDone || !isGood) return { seal: NOTHING_SEALED, redGreen: undefined };
  const cited = commands.filter((command) => command.proves).map(({ cited: { shown } }) => shown);
  const known = gatesOfGoal(about.goal);
  const plain = cited
    .map((line) => gateOf(line, about.worktree, known))
    .filter((gate) => gate !== undefined);
  const seal = await checkSeal(about, nodeId, passedGates(gates, input.gates), plain);
  if (seal.verdict?.held === false) return { seal, redGreen: undefined };
  if (isFix(about.goal)) return { seal, redGreen: await redGreen(about, cited, seal.measured) };
  return { seal, redGreen: await unlessInstalled(about) };
}
