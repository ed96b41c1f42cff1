// What has to be run in copies for one report. A copy is made only if it can change something: the report is good
// for L2 without it, no gate failed, and the work was a change.

import type { RefutedGate, SeenCommand } from '../../evidence/commands/observed-commands.ts';
import { type GradeInput, grade, rank } from '../../evidence/grade.ts';
import { isTestMaterial } from '../../evidence/seal/sealed-files.ts';
import { gatesOfGoal, proofOf } from '../../kernel/graph/proof.ts';
import { type CommandGate, hasFailed } from '../../model/gate.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { ProofSubject } from './bench.ts';
import { gateOf, mayRun } from './commands.ts';
import { excusedGates, type GoalJudged, judgeGoal, passedGates } from './judge-goal.ts';
import { NOTHING_SEALED } from './seal-told.ts';

type WorkJudged = GoalJudged &
  Readonly<{
    /** Cited commands that pass whatever is in the files that were changed. */
    indifferent: readonly RefutedGate[];
  }>;

const NOTHING: WorkJudged = {
  seal: NOTHING_SEALED,
  redGreen: undefined,
  judged: undefined,
  indifferent: [],
};

/** `input` is what it would be graded by. */
export async function judgeWork(
  about: ProofSubject,
  nodeId: string,
  input: GradeInput,
  commands: readonly SeenCommand[],
  gates: readonly CommandGate[],
): Promise<WorkJudged> {
  const isDone = input.report.status === 'done' && CHANGING_ROLES.includes(input.role);
  const isGood = rank(grade(input).level) >= rank('L2') && !input.gates.some(hasFailed);
  if (!isDone || !isGood) return NOTHING;
  const known = gatesOfGoal(about.goal);
  const cited = commands
    .filter((command) => command.proves)
    .map(({ cited: { shown } }) => gateOf(shown, about.worktree, known))
    .filter((gate) => gate !== undefined);
  const passed = passedGates(gates, input.gates);
  const excused = excusedGates(gates, input.gates);
  const judged = await judgeGoal(about, nodeId, { passed, excused, cited });
  // A gate is the choice of a person, and what was red shows that it can be.
  const isGate =
    [...passed, ...cited].some((gate) => known.includes(gate)) || judged.redGreen?.met === true;
  const isOver = isGate || judged.seal.verdict?.held === false;
  return { ...judged, indifferent: isOver ? [] : await indifferentCommands(about, cited) };
}

const MOST_RUNS = 2;

/** What could not run there says nothing. */
async function indifferentCommands(
  about: ProofSubject,
  cited: readonly CommandGate[],
): Promise<readonly RefutedGate[]> {
  const { goal, tree, worktree, bench } = about;
  const first = proofOf(goal).first?.tree;
  if (first === undefined || first === tree) return [];
  // A path of the working tree leads there from a copy as well.
  const isHere = ({ command }: CommandGate): boolean =>
    command.some((word) => word.includes(worktree));
  const may = cited.filter((gate) => mayRun(about, gate) && !isHere(gate)).slice(0, MOST_RUNS);
  const sources = ((await bench.change())?.files ?? []).filter(
    ({ path, status }) => status !== 'D' && !isTestMaterial(path),
  );
  if (sources.length === 0) return [];
  const found: RefutedGate[] = [];
  for (const gate of may) {
    const row = await bench.row({ gate, recipe: { back: 'nothing', broken: true, how: 'bare' } });
    if (row.ended === 'pass') found.push({ ...gate, isIndifferent: true });
  }
  return found;
}
