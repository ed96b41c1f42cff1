// When the lines that a test holds are looked for: at the report after which no node is left to change
// anything, if it passes and the fault is shown. Earlier more tests may come, and behind it the auditor
// needs them in its order; so the report is settled with them, and waits for a minute at most. A report
// that is sent back or waits for a person does not.

import { owesFault, provenCheck } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CheckState, HunksTried } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { ProofSubject } from '../checks/bench.ts';
import { heldHunks } from '../checks/held-hunks.ts';
import type { Examined } from './write-evidence-files.ts';

/** No report takes longer than that because of it. */
const MOST_MS = 10 * 60_000;

/** `began`: when judging it began. */
export async function hunksOfReport(
  about: ProofSubject,
  run: Run,
  { report, grade, fault, changes, measured }: Examined,
  began: number,
): Promise<HunksTried | undefined> {
  const { goal } = about;
  const isShown = report.status === 'done' && grade.passes && fault?.met === true;
  if (!isShown || !owesFault(goal, run.node)) return undefined;
  const shown = checkShown(goal, measured);
  const leftMs = MOST_MS - (Date.now() - began);
  if (!shown || leftMs <= 0) return undefined;
  return heldHunks(about, { ...shown, leftMs, changed: changes.answersFor });
}

/** The check that was green for this report, which the goal does not know of yet; or that of an earlier one. */
function checkShown(
  goal: Goal,
  measured: readonly Measured[],
): Readonly<{ check: CheckState; tookMs?: number | undefined }> | undefined {
  const green = measured.findLast(({ side, outcome }) => side === 'green' && outcome === 'pass');
  const known = provenCheck(goal);
  if (!green) return known && { check: known };
  const about = { command: [...green.command], cwd: green.cwd };
  const { why, log, tree } = green;
  return { check: { ...about, red: 'red', why, log, green: tree }, tookMs: green.took_ms };
}
