// What has to be run in copies for one report, in the order in which it can matter.

import type { SeenCommand } from '../../evidence/commands/observed-commands.ts';
import { type GradeInput, grade, rank } from '../../evidence/grade.ts';
import { dependencyFolders, touchedSince } from '../../evidence/trees/dependencies.ts';
import { asksRedGreen, gatesOfGoal, proofOf, workBegan } from '../../kernel/graph/proof.ts';
import { type CommandGate, hasFailed } from '../../model/gate.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import { type Indifferent, indifferentCommands, NONE_TRIED } from './broken-copy.ts';
import { gateOf, type ProofSubject } from './copies.ts';
import { type RedGreenResult, redGreen } from './red-green.ts';
import { checkSeal, NOTHING_SEALED, passedGates, type SealResult } from './seal-check.ts';
import { installedSince } from './unshown-fault.ts';

/** Where no check is asked for: the gates ran with what is installed, and no tree shows that. */
async function unlessInstalled({
  goal,
  worktree,
}: ProofSubject): Promise<RedGreenResult | undefined> {
  const folders = await dependencyFolders(worktree);
  const touched = folders.ok ? touchedSince(worktree, folders.value, workBegan(goal)).files : [];
  const verdict = installedSince(touched);
  return verdict && { verdict, measured: [] };
}

/** What passes by changed tests is as good as the word of whoever accepted them. */
function unlessAccepted({ goal }: ProofSubject, shown: RedGreenResult): RedGreenResult {
  const accepted = Object.keys(proofOf(goal).accepted);
  if (accepted.length === 0) return shown;
  const limit = `a person accepted changed tests (${accepted.slice(0, 3).join(', ')})`;
  return { ...shown, verdict: { ...shown.verdict, limit: shown.verdict.limit ?? limit } };
}

export type CopiesRun = Readonly<{
  seal: SealResult;
  redGreen: RedGreenResult | undefined;
  indifferent: Indifferent;
}>;

/**
 * A copy is made only if it can change something: the report is good for L2 without it, no gate
 * failed, and the work was a change. `input` is what it would be graded by.
 */
export async function runCopies(
  about: ProofSubject,
  nodeId: string,
  input: GradeInput,
  commands: readonly SeenCommand[],
  gates: readonly CommandGate[],
): Promise<CopiesRun> {
  const isDone = input.report.status === 'done' && CHANGING_ROLES.includes(input.role);
  const isGood = rank(grade(input).level) >= rank('L2') && !input.gates.some(hasFailed);
  if (!isDone || !isGood) return { ...NOTHING_RUN, seal: NOTHING_SEALED };
  const cited = commands.filter((command) => command.proves).map(({ cited: { shown } }) => shown);
  const known = gatesOfGoal(about.goal);
  const plain = cited
    .map((line) => gateOf(line, about.worktree, known))
    .filter((gate) => gate !== undefined);
  const passed = passedGates(gates, input.gates);
  const seal = await checkSeal(about, nodeId, passed, plain);
  if (seal.verdict?.held === false) return { ...NOTHING_RUN, seal };
  const shown = asksRedGreen(about.goal)
    ? unlessAccepted(about, await redGreen(about, cited, seal.measured))
    : await unlessInstalled(about);
  // A gate is the choice of a person, and what was red shows that it can be.
  const isGate =
    [...passed, ...plain].some((gate) => known.includes(gate)) || shown?.verdict.met === true;
  const indifferent = isGate ? NONE_TRIED : await indifferentCommands(about, plain);
  return { seal, redGreen: shown, indifferent };
}

const NOTHING_RUN = { redGreen: undefined, indifferent: NONE_TRIED };
