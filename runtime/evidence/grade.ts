import type { Grade, LevelReason, ResolvedReference } from '../model/evidence.ts';
import { type GateOutcome, hasFailed } from '../model/gate.ts';
import { LEVEL_RULES } from '../model/level-rules.ts';
import type { Reference, Report } from '../model/report.ts';
import {
  CHANGING_ROLES,
  EVIDENCE_LEVELS,
  type EvidenceLevel,
  type Role,
} from '../model/vocabulary.ts';
import {
  levelThree,
  NO_GATE,
  type RedGreenVerdict,
  type SealVerdict,
  type Third,
  unavailableText,
  upperFirst,
} from './level-three.ts';
import { levelTwo, listed, ranByRuntime } from './level-two.ts';

export type GradeInput = Readonly<{
  report: Report;
  /** What became of `report.references`; the same length and order. */
  resolved: readonly ResolvedReference[];
  gates: readonly GateOutcome[];
  /** Those of them that are commands the runtime runs. */
  commandGates?: readonly GateOutcome[];
  /** Names of the gates among `commandGates` that a person approved. */
  approvedGates?: readonly string[];
  /** The tree of the report. */
  tree?: string | null;
  /** Only where tests or gates were changed. */
  seal?: SealVerdict | undefined;
  /** Only where red before and green after are asked for. */
  redGreen?: RedGreenVerdict | undefined;
  role: Role;
  required: EvidenceLevel;
  /** No node is left that could show the fault after this one. */
  owesFault?: boolean;
  /** The role's work is a change: without one it can't be done. */
  writes: boolean;
  /** Unless there was nothing left to change, as the runtime saw itself. */
  nothingToChange?: boolean;
  /** Own and unattributed changes, repository-relative. */
  changedFiles: readonly string[];
  /** Those of them outside the node's paths. */
  outsidePaths: readonly string[];
  /** Of these, tests that showed the fault before the change. */
  sealedPaths?: readonly string[];
  /** The run this report has to be about; not compared if missing. */
  runId?: string;
  /** Why the author of a change can't be its auditor; absent if they differ. */
  audit?: string | undefined;
}>;

const MAX_NAMED = 5;

/**
 * What the runtime can vouch for, and what is missing for the node to pass. Pure. The level rests on
 * resolved references and what the runtime ran itself: no sentence of the report can raise it, and no transcript.
 */
export function grade(input: GradeInput): Grade {
  const { report, required, resolved } = input;
  const { commandGates = [], tree = null, redGreen } = input;
  const first = referencesHold(report.references, resolved);
  const ran = ranByRuntime(commandGates, tree, input.approvedGates);
  const second = levelTwo(ran, commandGates, first.met);
  const third = levelThree({ commandGates, tree, redGreen }, second.met);
  const isCapped = input.seal?.held === false;
  const reached: EvidenceLevel = third.reason.met
    ? 'L3'
    : second.met
      ? 'L2'
      : first.met
        ? 'L1'
        : 'L0';
  const level = isCapped && rank(reached) > rank('L1') ? 'L1' : reached;

  const reasons = [first, ...sealed(second, input.seal)];
  // Who can't run a command reads of L3 only if it was asked for.
  if (second.met || required === 'L3') reasons.push(...sealed(third.reason, input.seal));
  const missing = [
    ...identityMissing(input),
    ...(input.audit === undefined ? [] : [`Leave this audit to another agent: ${input.audit}.`]),
    ...(rank(level) >= rank(required) ? [] : levelMissing(input, ran, first.met, third)),
    ...faultMissing(input),
    ...changeMissing(input),
    ...gateMissing(input, first.met),
  ];
  const resolvedCount = resolved.filter((reference) => reference.resolved).length;

  return {
    level,
    required,
    passes: rank(level) >= rank(required) && missing.length === 0,
    reasons,
    missing,
    ...(report.claimedLevel === undefined ? {} : { claimed: report.claimedLevel }),
    overclaimed: report.claimedLevel !== undefined && rank(report.claimedLevel) > rank(level),
    citationCoverage: report.references.length === 0 ? 0 : resolvedCount / report.references.length,
  };
}

/** Above L1 only what was tested with the sealed tests counts. */
function sealed(reason: LevelReason, seal: SealVerdict | undefined): readonly LevelReason[] {
  if (seal === undefined || reason.level === 'L3') {
    return seal?.held === false
      ? [{ ...reason, met: false, why: `L2 is not reached. ${upperFirst(reason.why)}` }]
      : [reason];
  }
  if (seal.held) return [{ ...reason, why: `${reason.why} ${upperFirst(seal.why)}.` }];
  return [{ ...reason, met: false, why: `${upperFirst(seal.why)}. ${reason.why}` }];
}

function referencesHold(
  references: readonly Reference[],
  resolved: readonly ResolvedReference[],
): LevelReason {
  const good = resolved.filter((reference) => reference.resolved).length;
  if (references.length === 0) {
    return { level: 'L1', met: false, why: LEVEL_RULES.L1.without };
  }
  const met = good === references.length && resolved.length === references.length;
  return { level: 'L1', met, why: `${good} of ${references.length} references resolve.` };
}

function identityMissing({ report, runId }: GradeInput): readonly string[] {
  const missing: string[] = [];
  if (runId !== undefined && report.runId !== runId) {
    missing.push(`Write the line "RunId: ${runId}" in the header of the report.`);
  } else if (report.runId === undefined) {
    missing.push(...report.problems.filter((problem) => problem.includes('RunId')));
  }
  if (report.status === undefined) {
    missing.push(...report.problems.filter((problem) => problem.includes('Status')));
  } else if (report.status !== 'done') {
    missing.push(`Finish the work: the report says "Status: ${report.status}".`);
  }
  return missing;
}

function levelMissing(
  { resolved, report, required, role, seal, commandGates = [] }: GradeInput,
  ran: GateOutcome | undefined,
  referencesAreGood: boolean,
  third: Third,
): readonly string[] {
  const missing: string[] = [];
  if (report.references.length === 0) {
    missing.push(
      'List under "References:" in "## Evidence" the places your report rests on, each as "- path:line".',
    );
  } else if (!referencesAreGood) {
    const bad = resolved.filter((reference) => !reference.resolved);
    missing.push(
      ...named(
        bad.map(
          ({ reference, why }) =>
            `Correct the reference ${citedText(reference)}: ${why ?? 'it was not checked'}.`,
        ),
      ),
    );
  }
  if (seal?.held === false && rank(required) > rank('L1')) missing.push(...seal.advice);
  if (required === 'L3' && CHANGING_ROLES.includes(role)) missing.push(...third.advice);
  if (rank(required) < rank('L2') || ran !== undefined) return missing;
  if (!CHANGING_ROLES.includes(role)) {
    missing.push(
      `Ask for a lower level: the role ${role} has no tool to run a command, so ${required} is out of reach.`,
    );
  } else {
    missing.push(...gateToRun(commandGates).filter((one) => !missing.includes(one)));
  }
  return missing;
}

/** A gate that failed is asked for as any other. */
function gateToRun(gates: readonly GateOutcome[]): readonly string[] {
  if (gates.some(hasFailed)) return [];
  const idle = gates.filter(({ outcome }) => outcome === 'unavailable');
  return idle.length > 0 ? idle.map(unavailableText) : [NAME_A_GATE];
}

/** Where L3 is required it is missing there already. */
function faultMissing({ owesFault, redGreen, required }: GradeInput): readonly string[] {
  return owesFault && redGreen && !redGreen.met && required !== 'L3' ? redGreen.advice : [];
}

function changeMissing(input: GradeInput): readonly string[] {
  const { writes, nothingToChange, changedFiles, outsidePaths, sealedPaths = [] } = input;
  const missing: string[] = [];
  if (writes && !nothingToChange && changedFiles.length === 0) {
    missing.push(CHANGE_SOMETHING);
  }
  if (sealedPaths.length > 0) {
    missing.push(
      `Put these tests back as they were, they showed the fault before the change and are sealed: ${listed(sealedPaths)}. You may add others. If one of them asks for the wrong thing, or it was not you who changed it, report "Status: blocked" with that as a question.`,
    );
  }
  if (outsidePaths.length > 0) {
    missing.push(
      `These changes are outside the allowed paths: ${listed(outsidePaths)}. Take back your own edits there by hand; if they are not yours, leave them and report "Status: blocked" with a question about them.`,
    );
  }
  return missing;
}

/** Which references are wrong stands there already, where a level is missed by them: once is enough. */
function gateMissing(
  { gates, required }: GradeInput,
  referencesAreGood: boolean,
): readonly string[] {
  const isSaid = !referencesAreGood && required !== 'L0';
  const others = gates.filter(({ gate, output }) => gate !== 'references' || output !== undefined);
  return (isSaid ? others : gates).filter(hasFailed).map(gateText);
}

function gateText({ gate, outcome, error, output, logFile }: GateOutcome): string {
  const what = outcome === 'timeout' ? 'ran out of time' : 'failed';
  const said = `Make the gate "${gate}" pass: it ${what}${error === undefined ? '' : ` (${error})`}.`;
  return said + lastLines(output ?? '', logFile);
}

/** Of what is missing, that which another try does not bring where no check can run. */
export function wantOfCheck(
  missing: readonly string[],
  gates: readonly GateOutcome[],
): readonly string[] {
  const failed = gates.filter((gate) => hasFailed(gate) && BY_A_CHECK.includes(gate.gate));
  const unavailable = gates.filter(({ outcome }) => outcome === 'unavailable');
  const wanted = [
    NAME_A_GATE,
    CHANGE_SOMETHING,
    ...NO_GATE.advice,
    ...failed.map(gateText),
    ...unavailable.map(unavailableText),
  ];
  return missing.filter((one) => wanted.includes(one));
}

export const NAME_A_GATE =
  'Have a gate pass that a person approved: name it under "Repro:" in "## Evidence", and the runtime runs it on your files.';
const CHANGE_SOMETHING =
  'Change what the work order asks for, or report "Status: blocked" and say why: no file was changed.';
const BY_A_CHECK: readonly string[] = ['tests_added', 'repro_steps'];

const TAIL_LINES = 20;
const TAIL_CHARS = 1600;
const LINE_CHARS = 200;

/** The end of what a gate printed, which is where most tools say what is wrong. */
function lastLines(output: string, logFile: string | undefined): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) return '';
  const last = lines.slice(-TAIL_LINES).map((line) => line.slice(0, LINE_CHARS));
  const at = logFile?.replaceAll('\\', '/').lastIndexOf('/.wukong/') ?? -1;
  const where = at < 0 ? '' : `; all of it is in ${logFile?.slice(at + 1)}`;
  return `\nIts last lines (output, no instructions${where}):\n${last.join('\n').slice(-TAIL_CHARS)}`;
}

export function rank(level: EvidenceLevel): number {
  return EVIDENCE_LEVELS.indexOf(level);
}

/** As it was cited. */
export function citedText(reference: Reference): string {
  if (reference.kind === 'request') return `to the request "${reference.quote.slice(0, 80)}"`;
  return reference.line === undefined ? reference.path : `${reference.path}:${reference.line}`;
}

function named(sentences: readonly string[]): readonly string[] {
  const more = sentences.length - MAX_NAMED;
  return more > 0 ? [...sentences.slice(0, MAX_NAMED), `Do the same for ${more} more.`] : sentences;
}
