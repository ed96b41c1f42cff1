import { seenCommands } from '../../evidence/commands/seen-commands.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import { runBuiltInGate } from '../../evidence/gates/built-in-gates.ts';
import { confirmCi } from '../../evidence/gates/ci-result.ts';
import { type GradeInput, grade } from '../../evidence/grade.ts';
import type { RedGreenVerdict } from '../../evidence/level-three.ts';
import { namePartial } from '../../evidence/seal/partial-run.ts';
import { isProse } from '../../evidence/seal/product-paths.ts';
import { outsidePaths } from '../../evidence/transcript/outside-paths.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import type { RecordedTree } from '../../evidence/trees/tree-lookup.ts';
import {
  asksRedGreen,
  gatesKnown,
  owesFault,
  proofOf,
  provenCheck,
} from '../../kernel/graph/proof.ts';
import { reproduces, sealBroken } from '../../kernel/graph/reproduced.ts';
import { isProtected } from '../../kernel/requests/guard.ts';
import { specOf } from '../../kernel/state/queries.ts';
import type { Transcript } from '../../model/evidence.ts';
import { ok } from '../../model/failure.ts';
import { type CommandGate, type GateOutcome, isReportGate, isTreeGate } from '../../model/gate.ts';
import { asksToLook } from '../../model/in-doubt.ts';
import type { Report } from '../../model/report.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { CHANGING_ROLES } from '../../model/vocabulary.ts';
import type { Redact } from '../../privacy/redact.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { hasTestsInside, type RunChanges, takeTree, testsOfNode } from '../changes/changes.ts';
import { noGate, notMet } from '../checks/advice.ts';
import { onBench, type ProofSubject } from '../checks/bench.ts';
import { judgeWork, passedGates } from '../checks/judge-goal.ts';
import { excuseOld, unexcused } from '../checks/old-failures.ts';
import { recheckOnReportTree } from '../checks/recheck-on-report-tree.ts';
import { reproduced, sealedBy } from '../checks/reproduced.ts';
import { placeOf } from '../checks/subject.ts';
import { retryUnavailable } from '../checks/unavailable-gates.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import { commandGates, runGates } from '../gates/node-gates.ts';
import { addedLines, quotesAdded } from './added-lines.ts';
import { gatesFor, withGatesNamed } from './cited-gates.ts';
import { lookUpReferences } from './cited-tree.ts';
import { namedGates, withCriteriaRead } from './criteria-of-report.ts';
import { failedInCopies, toldByGate, withFailed } from './failed-in-copies.ts';
import { excuseOf, isUntouched } from './nothing-to-change.ts';
import { programTaken } from './program-taken.ts';
import { testsBefore } from './tests-before.ts';
import { type Examined, keptReferences } from './write-evidence-files.ts';

/** A report, and what was seen of its run. */
type ReportAndRun = Readonly<{
  /** As it came, which is judged. */
  report: Report;
  /** As it is kept, without secrets. */
  said: Report;
  /** What is wrong with the parts it plans. */
  partsProblem: string | undefined;
  transcript: Transcript;
  changes: RunChanges;
  /** The order folder. */
  folder: string;
  clean: Redact;
  /** Why this audit is none. */
  audit: string | undefined;
  /** Ends the gates (engine/gates/node-gates.ts). */
  stop: AbortSignal | undefined;
  spare: SpareCopy;
}>;

/** Looks at everything a report rests on, runs what has to be run, and grades it. */
export async function examine(
  ws: Workspace,
  goal: Goal,
  run: Run,
  seen: ReportAndRun,
): Promise<Examined> {
  const { report, said, transcript, changes, folder, clean, audit, stop, spare } = seen;
  const spec = specOf(goal, run.node);
  const answers = goal.nodes[run.node]?.answers ?? [];
  const request = [goal.request, ...answers].join('\n');
  const now = await recordedTree(ws, goal, run, changes.tree);
  const { from, resolved } = await lookUpReferences(goal, run, now, report.references, request);
  const outside = [
    ...outsidePaths(changes.changes, spec.constraints.allowed_paths_re),
    // Whatever the node may change, never what defines the agents and their permissions.
    ...changes.answersFor.filter(isProtected),
  ];
  const plan = spec.verification_plan;
  const builtIns = plan.deterministic.filter(isReportGate);
  const treeGates = plan.deterministic.filter(isTreeGate);
  // A run that asks or gives up is not measured: its gates would only cost time.
  const commandPlan =
    report.status === 'done' ? gatesFor(goal, run, report, commandGates(plan)) : [];
  const isFirst = reproduces(goal, run.node);
  const named =
    report.status === 'done' && !isFirst ? namedGates(goal, run.role, approvalsFor(ws, goal)) : [];
  const all = [...commandPlan, ...named.filter((gate) => !commandPlan.includes(gate))];
  const mine = await testsOfNode(ws, goal, run, changes);
  const { worktree } = run.lane;
  const { tree } = changes;
  const about = { ws, goal, worktree, folder, clean, run: run.id, stop, spare };
  const proof = tree === null ? undefined : onBench({ ...about, tree });
  const ended = await runGates(ws, goal, all, about);
  const isWork = report.status === 'done' && CHANGING_ROLES.includes(run.role);
  const asked = proof ? await onTree(proof, all, ended) : ended;
  const mayExcuse = proof && isWork && !isFirst && asksRedGreen(goal);
  const outcomes = mayExcuse ? await excuseOld(proof, all, asked) : asked;
  const approvals = approvalsFor(ws, goal);
  const approvedGates = all.filter((gate) => isApproved(gate, approvals));
  const kept =
    proof && report.status === 'done' ? await testsBefore(proof, treeGates, commandPlan) : [];
  const ci = await confirmCi(report.ci ?? [], {
    ...placeOf(about),
    tree: from?.tree ?? null,
    folder,
    approvals,
  });
  const excuse = await excuseOf(goal, proof, run, report, {
    changes,
    plan: commandPlan,
    outcomes,
  });
  const reproducing =
    proof && report.status === 'done' && isFirst
      ? await reproduced(
          proof,
          report.repro.map(({ command }) => command),
        )
      : undefined;
  // Tests that were there may show the fault, and where none can, no file is missing.
  const nothingToChange =
    reproducing && changes.answersFor.length === 0 ? reproducing.why : excuse.why;
  const testsInside =
    builtIns.some(({ name }) => name === 'tests_added') &&
    (await hasTestsInside(ws, goal, run, tree, mine));
  const { partsProblem } = seen;
  const isDocumentation = excuse.documents !== undefined || isProseAlone(changes);
  const added = await addedLines(ws, goal, run, from, resolved, isDocumentation);
  const owesLine = isDocumentation && !resolved.some((one) => quotesAdded(one, added));
  const given = { report, resolved, request, nothingToChange, testsInside, partsProblem };
  const documentation = isDocumentation
    ? { owesLine: owesLine && linesOf(changes).some((one) => one.added !== 0) }
    : undefined;
  const subject = { ...given, documentation, changes: mine };
  const gates = [
    ...builtIns.map((gate) => runBuiltInGate(gate, subject)),
    ...kept,
    ...outcomes,
    ...ci.flatMap(({ gate }) => gate ?? []),
  ];
  const sealedPaths = sealBroken(goal, run.role, linesOf(changes));
  const input: GradeInput = {
    report,
    // It names them in what it asks for.
    resolved: keptReferences(resolved, said, clean),
    gates,
    commandGates: outcomes,
    approvedGates: approvedGates.map(({ name }) => name),
    tree: changes.tree,
    role: run.role,
    required: spec.quality.evidence_level_required,
    writes: CHANGING_ROLES.includes(run.role),
    nothingToChange: nothingToChange !== undefined,
    changedFiles: changes.answersFor,
    outsidePaths: outside,
    sealedPaths,
    runId: run.id,
    audit,
  };
  const proven =
    proof && !reproducing ? await judgeWork(proof, run.node, input, commandPlan) : undefined;
  const failed = proof
    ? await failedInCopies(proof, passedGates(commandPlan, outcomes), proven?.judged)
    : [];
  // A failure of before is forgiven where the change is shown beside it.
  const isShown = proven?.redGreen?.met === true;
  const asJudged = (all: readonly GateOutcome[]): readonly GateOutcome[] =>
    withFailed(isShown ? all : unexcused(all), failed);
  const judgedGates = asJudged(gates);
  const noCheck =
    isWork && !reproducing && asksRedGreen(goal) ? whyNoCheck(goal, outcomes) : undefined;
  const redGreen = reproducing
    ? reproducing
    : excuse.documents
      ? { ...notMet({ is: 'not-opened' }, []), documentation: excuse.documents }
      : withoutCheck(toldByGate(proven?.redGreen, failed), noCheck);
  const graded = grade({
    ...input,
    gates: judgedGates,
    commandGates: asJudged(outcomes),
    seal: proven?.seal.verdict,
    redGreen: redGreen ?? (asksRedGreen(goal) ? notMeasured(goal, tree) : undefined),
    owesFault:
      reproducing !== undefined ||
      (!excuse.documents && !isUntouched(goal, tree) && owesFault(goal, run.node)),
  });
  const seal = proven?.seal.seen ?? null;
  // That a test shows it before anything is fixed says nothing of the fix.
  const isAsked = reproducing ? !reproducing.met : asksRedGreen(goal) && !isUntouched(goal, tree);
  const fault = isAsked ? redGreen : undefined;
  return {
    report,
    transcript,
    commands: seenCommands(report, transcript.observations),
    resolved,
    added,
    tree: from?.tree ?? null,
    ci,
    changes,
    // A person who changed it says so as of any other path.
    outside: [...outside, ...sealedPaths],
    gates: judgedGates,
    measured: proof?.bench.measured() ?? [],
    seal,
    program: proof && (await programTaken(proof)),
    sealAdvice: proven?.seal.verdict?.advice ?? [],
    audit,
    grade: withCriteriaRead(run, withGatesNamed(graded, gatesKnown(goal)), report, goal),
    fault,
    ...(proof && reproducing?.met && { sealed: await sealedBy(proof, changes.answersFor) }),
    ...(proof && fault && isToLook(fault) && { trials: proof.bench.kept() }),
  };
}

function isProseAlone({ answersFor }: RunChanges): boolean {
  return answersFor.length > 0 && answersFor.every(isProse);
}

/** Of what it answers for; null: nobody can count them. */
function linesOf({ answersFor, lines }: RunChanges) {
  return answersFor.map((path) => ({
    path,
    added: lines.find((one) => one.path === path)?.added ?? null,
    removed: lines.find((one) => one.path === path)?.removed ?? null,
  }));
}

/** A person may say yes to it as it is. */
function isToLook({ met, why, saying }: RedGreenVerdict): boolean {
  return !met && asksToLook({ kind: 'fault-not-shown', why, saying });
}

/** Each once more where its first run says too little, and with a name for what leaves tests out. */
async function onTree(
  proof: ProofSubject,
  plan: readonly CommandGate[],
  ended: readonly GateOutcome[],
): Promise<readonly GateOutcome[]> {
  const rechecked = await recheckOnReportTree(proof, plan, ended);
  const retried = await retryUnavailable(proof, plan, rechecked);
  return namePartial(placeOf(proof), proof.tree, plan, retried);
}

function whyNoCheck(goal: Goal, outcomes: readonly GateOutcome[]): RedGreenVerdict | undefined {
  return provenCheck(goal) ? undefined : noGate(goal, outcomes);
}

/** What a check showed goes before there being no gate. */
function withoutCheck(
  seen: RedGreenVerdict | undefined,
  noCheck: RedGreenVerdict | undefined,
): RedGreenVerdict | undefined {
  return seen && !seen.met && noCheck ? { ...seen, noCheck: true } : (seen ?? noCheck);
}

/** What places are looked up in: the tree at the report. Of a role that only reads it is taken now. */
async function recordedTree(
  ws: Workspace,
  goal: Goal,
  run: Run,
  known: string | null,
): Promise<RecordedTree | undefined> {
  const taken = known === null ? await takeTree(ws, run.lane.worktree) : ok(known);
  if (!taken.ok) return undefined;
  const since = proofOf(goal).first?.tree ?? null;
  const { worktree } = run.lane;
  return { worktree, objectsDir: files.objects(ws), tree: taken.value, since };
}

/** What was not good enough without it: as this very tree was judged before, where it was. */
function notMeasured(goal: Goal, tree: string | null): RedGreenVerdict {
  const { unshown: why, unshown_saying: saying, tree: measured } = proofOf(goal);
  if (why === undefined || measured !== tree) return notMet({ is: 'not-measured' }, []);
  return { met: false, why, saying, advice: [] };
}
