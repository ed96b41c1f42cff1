// By what the result of a run is found again (issue, change, tests), for outcome.json. A report may say it; what
// it leaves out the runtime fills in from what it saw, so no report is sent back for lacking it.

import type { GateOutcome } from '../../model/gate.ts';
import { NO_TESTS } from '../../model/protocol/vocabulary.ts';
import type { Report } from '../../model/report.ts';

type Seen = Readonly<{ issueRef: string; gates: readonly GateOutcome[]; patch: Buffer }>;

export function reportAnchors(report: Report, { issueRef, gates, patch }: Seen) {
  const { tests, commit, pr } = report;
  const ran = gates.map(({ gate, outcome }) => `${gate} => ${outcome}`);
  return {
    issue_ref: issueRef,
    tests: tests ?? (ran.join('; ') || NO_TESTS),
    commit: commit ?? null,
    pr: pr ?? null,
    patch: patch.length > 0 ? 'patch.diff' : null,
    filled: [
      ...(report.issueRef === undefined ? ['issue_ref'] : []),
      ...(tests === undefined ? ['tests'] : []),
    ],
  };
}
