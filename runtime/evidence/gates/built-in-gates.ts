import type { Change, ResolvedReference } from '../../model/evidence.ts';
import type { GateOutcome, ReportGate } from '../../model/gate.ts';
import { type Report, SEVERITIES, VERDICTS } from '../../model/report.ts';
import { onlyShows } from '../commands/only-shows.ts';
import { splitShell } from '../commands/shell-split.ts';
import { isComparison, isEmptyStatement, isExact, repeats } from '../report/empty-statement.ts';
import { planBProblem } from '../report/plan-b.ts';

type BuiltInGateInput = Readonly<{
  report: Report;
  resolved: readonly ResolvedReference[];
  /** Own and unattributed changes of the run. */
  changes: readonly Change[];
  /** What the user asked for. */
  request?: string;
  /** Why no test has to be added: those that were there show the fault, say. */
  nothingToChange?: string | undefined;
  /** What is wrong with the parts it plans. */
  partsProblem?: string | undefined;
  /** Tests were added or changed that stand inside files of the program. */
  testsInside?: boolean;
  /** Only documentation was changed, so no command shows it. `owesLine`: the report quotes no line that was added. */
  documentation?: Readonly<{ owesLine: boolean }> | undefined;
}>;

/** Checks with one rule each, over the report and the changes. Pure; never unavailable. */
export function runBuiltInGate(gate: ReportGate, input: BuiltInGateInput): GateOutcome {
  const error = whatIsWrong(gate, input);
  const outcome = { gate: gate.name, mustPass: gate.mustPass };
  if (error !== undefined) return { ...outcome, outcome: 'fail', error };
  const note = gate.name === 'tests_added' ? withoutFile(input) : undefined;
  return { ...outcome, outcome: 'pass', ...(note !== undefined && { notes: [note] }) };
}

/** Why it passes although no test file was added or changed. */
function withoutFile(input: BuiltInGateInput): string | undefined {
  const { changes, testsInside = false, nothingToChange } = input;
  if (changes.some(bringsTest)) return undefined;
  return testsInside ? 'tests were added or changed inside files of the program' : nothingToChange;
}

function bringsTest({ status, path }: Change): boolean {
  return status !== 'D' && isTestFile(path);
}

function whatIsWrong(gate: ReportGate, input: BuiltInGateInput): string | undefined {
  const { report, resolved, changes, request = '' } = input;
  const { nothingToChange, testsInside = false, documentation } = input;
  switch (gate.name) {
    case 'references': {
      const bad = resolved.filter((reference) => !reference.resolved).length;
      if (report.references.length === 0) return 'the report cites no file and line';
      if (bad > 0 || resolved.length < report.references.length) {
        return `${resolved.length - bad} of ${report.references.length} references resolve`;
      }
      return undefined;
    }
    case 'criteria':
      return criteriaProblem(report.criteria, request);
    case 'verdict':
      return verdictProblem(report);
    case 'summary':
      return tooLittle('Summary', report.summary, 'say in a sentence what came out');
    case 'plan':
      return (
        tooLittle('Steps', report.steps, 'say step by step what is to be done') ??
        input.partsProblem
      );
    case 'plan_b':
      return planBProblem(report.steps);
    case 'tests_added':
      return nothingToChange !== undefined || testsInside || changes.some(bringsTest)
        ? undefined
        : 'no test file was added or changed';
    case 'repro_steps':
      return reproProblem(report, documentation);
    case 'risk_assessment':
      return tooLittle('Risks', report.risks, 'say what could break, or why nothing can');
  }
}

function reproProblem(
  { repro }: Report,
  documentation: BuiltInGateInput['documentation'],
): string | undefined {
  if (repro.some(({ command }) => !isIdle(command))) return undefined;
  if (documentation) {
    return documentation.owesLine
      ? 'only documentation was changed: quote a line that was added under "References:", as `path:line "words"`'
      : undefined;
  }
  return repro.length === 0
    ? 'there is no command under "Repro:"'
    : 'no command under "Repro:" shows anything';
}

function tooLittle(section: string, text: string, ask: string): string | undefined {
  if (text === '') return `the section "## ${section}" is empty`;
  return isEmptyStatement(text) ? `the section "## ${section}" says too little: ${ask}` : undefined;
}

function criteriaProblem(criteria: readonly string[], request: string): string | undefined {
  if (criteria.length === 0) return 'no line "Criterion: …" says what counts as done';
  const saying = criteria.filter((criterion) => isExact(criterion) || !isEmptyStatement(criterion));
  if (saying.length === 0) return 'no criterion says what can be checked';
  return saying.every((criterion) => !isComparison(criterion) && repeats(criterion, request))
    ? 'the criteria only repeat the request: name the input and the outcome'
    : undefined;
}

/** Sending work back without saying where sends it back for nothing. */
function verdictProblem({ verdict, findings }: Report): string | undefined {
  if (verdict === undefined) {
    return `the header has no line "Verdict: ${VERDICTS.join('", "')}"`;
  }
  if (verdict === 'accept') {
    return findings.some(({ severity }) => severity === 'blocker')
      ? '"Verdict: accept" contradicts a finding of severity blocker'
      : undefined;
  }
  const isPlaced = findings.some(
    ({ severity, path, line }) => severity !== '' && path !== undefined && line !== undefined,
  );
  return isPlaced
    ? undefined
    : `"Verdict: ${verdict}" needs a line "Finding: <${SEVERITIES.join('|')}> path:line what is wrong"`;
}

function isIdle(command: string): boolean {
  const parts = splitShell(command) ?? [];
  return parts.every(onlyShows);
}

/** By the customs of the common test runners: `test/…`, `a.test.ts`, `a_test.go`, `ATest.java`, `A.Tests/B.cs`. */
export function isTestFile(path: string): boolean {
  const parts = path.replaceAll('\\', '/').split('/');
  const name = parts.pop() ?? '';
  return (
    parts.some((part) => TEST_FOLDERS.some((pattern) => pattern.test(part))) ||
    /(?:^|\/)src\/it\/(?:java|kotlin|groovy|scala|resources)\//.test(path) ||
    /(?:^|\/)t\/(?:.*\/)?[^/]+\.t$/.test(path) ||
    // Surefire runs them; below `src/main/` they are what users test with.
    (/^Test[A-Z]\w*\.(?:java|kt|groovy|scala)$/.test(name) && !/(?:^|\/)src\/main\//.test(path)) ||
    TEST_NAMES.some((pattern) => pattern.test(name))
  );
}

const TEST_FOLDERS = [
  /^(?:tests?|__tests__|specs?|e2e|testing|cypress|step_definitions)$/i,
  /^(?:android|common|integration|functional|acceptance|jvm|native|js|ios|desktop)Test$|^testFixtures$/,
  /\.(?:\w*Tests?|Specs?)$/,
];
const TEST_NAMES = [
  /[._-](?:test|tests|unittests?|spec|e2e|cy)\.[^.]+$/i,
  // Of types, as tsd and vitest read them.
  /\.(?:test|spec)-d\.[cm]?ts$/,
  /^test[._-].+\.[^.]+$/i,
  /^(?:tests?|specs?)\.[^.]+$/i,
  /^[A-Z].*(?:Test|Tests|TestCase|Spec)\.[^.]+$/,
  /^[A-Z].*[a-z\d]IT\.(?:java|kt|groovy|scala)$/,
  /\w_SUITE\.erl$|^[A-Z].*Suite\.scala$|^runtests\.jl$/,
  /\.(?:feature|robot|bats)$/,
];
