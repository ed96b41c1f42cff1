// When the lines that a test holds are looked for: at the report after which no node is left to change
// anything, if it passes and the fault is shown. Earlier more tests may come, and behind it the auditor
// needs them in its order; so the report is settled with them, and waits for a minute at most. A report
// that is sent back or waits for a person does not.

import { isSameCheck, owesFault, proofOf, provenCheck } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CheckState, HunksTried } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { Redact } from '../../privacy/redact.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { heldHunks } from '../checks/held-hunks.ts';
import type { Examined } from './write-evidence-files.ts';

/** No report takes longer than that because of it. */
const MOST_MS = 10 * 60_000;

type Seen = Readonly<{
  folder: string;
  ran: readonly string[];
  clean: Redact;
  stop: AbortSignal | undefined;
  /** When judging it began. */
  began: number;
}>;

export async function hunksOfReport(
  ws: Workspace,
  goal: Goal,
  run: Run,
  { report, grade, fault, changes, measured }: Examined,
  { began, ...seen }: Seen,
): Promise<HunksTried | undefined> {
  const { tree } = changes;
  const isShown = report.status === 'done' && grade.passes && fault?.met === true;
  if (!isShown || tree === null || !owesFault(goal, run.node)) return undefined;
  const shown = checkShown(goal, measured);
  const leftMs = MOST_MS - (Date.now() - began);
  if (!shown || leftMs <= 0) return undefined;
  const about = { ws, goal, worktree: run.lane.worktree, tree, run: run.id, ...seen };
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
  const about = { command: [...green.command], cwd: green.cwd, overlay: green.brought };
  const red = measured.findLast(
    (one) =>
      one.side === 'red' &&
      one.outcome === 'fail' &&
      isSameCheck({ command: [...one.command], cwd: one.cwd, overlay: one.brought }, about),
  );
  const check: CheckState | undefined = red
    ? { ...about, red: 'red', why: red.why, log: red.log, green: green.tree }
    : proofOf(goal).checks.find((one) => isSameCheck(one, about));
  return check && { check, tookMs: green.took_ms };
}
