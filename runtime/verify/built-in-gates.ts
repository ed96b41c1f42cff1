import type { Change, ResolvedReference } from '../model/evidence.ts';
import type { BuiltInGate, GateOutcome } from '../model/gate.ts';
import { type Report, VERDICTS } from '../model/report.ts';

export type BuiltInGateInput = Readonly<{
  report: Report;
  resolved: readonly ResolvedReference[];
  /** Own and unattributed changes of the run. */
  changes: readonly Change[];
}>;

/** Checks with one rule each, over the report and the changes. Pure; never unavailable. */
export function runBuiltInGate(gate: BuiltInGate, input: BuiltInGateInput): GateOutcome {
  const error = whatIsWrong(gate, input);
  const outcome = { gate: gate.name, mustPass: gate.mustPass };
  return error === undefined
    ? { ...outcome, outcome: 'pass' }
    : { ...outcome, outcome: 'fail', error };
}

function whatIsWrong(gate: BuiltInGate, input: BuiltInGateInput): string | undefined {
  const { report, resolved, changes } = input;
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
      return report.criteria.length > 0
        ? undefined
        : 'no line "Criterion: …" says what counts as done';
    case 'verdict':
      return report.verdict !== undefined
        ? undefined
        : `the header has no line "Verdict: ${VERDICTS.join('", "')}"`;
    case 'summary':
      return report.summary !== '' ? undefined : 'the section "## Summary" is empty';
    case 'plan':
      return report.steps !== '' ? undefined : 'the section "## Steps" is empty';
    case 'tests_added':
      return changes.some((change) => change.status !== 'D' && isTestFile(change.path))
        ? undefined
        : 'no test file was added or changed';
    case 'repro_steps':
      return report.repro.length > 0 ? undefined : 'no command stands under "Repro:"';
    case 'risk_assessment':
      return report.risks !== '' ? undefined : 'the section "## Risks" is empty';
  }
}

/** By the customs of the common test runners: `test/…`, `a.test.ts`, `a_test.go`, `ATest.java`. */
export function isTestFile(path: string): boolean {
  const parts = path.replaceAll('\\', '/').split('/');
  const name = parts.pop() ?? '';
  if (parts.some((part) => /^(?:tests?|__tests__|specs?|e2e|testing)$/i.test(part))) return true;
  return (
    /[._-](?:test|tests|spec|e2e)\.[^.]+$/i.test(name) ||
    /^test[._-].+\.[^.]+$/i.test(name) ||
    /^[A-Z].*(?:Test|Tests|Spec)\.[^.]+$/.test(name)
  );
}
