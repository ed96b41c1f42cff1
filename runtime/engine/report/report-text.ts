// The words of a report. They are judged as they came; what is written down is the same text without
// its secrets.

import { join } from 'node:path';
import { belowData } from '../../executors/order-folder.ts';
import { replaceFile } from '../../files/atomic-write.ts';
import { readIfThere } from '../../files/reading.ts';
import { refuseOdd } from '../../files/real-folder.ts';
import type { RunAt } from '../../kernel/state/queries.ts';
import type { Run } from '../../model/state/run.ts';
import { type Redact, redactor } from '../../privacy/redact.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { LATE_REPORT } from './write-evidence-files.ts';

/** A report as it came, and as it is kept in report.md. */
export type ReportText = Readonly<{ asItCame: string; kept: string }>;

export function reportText(text: string, clean: Redact = redactor(process.env)): ReportText {
  const kept = clean(text);
  return { asItCame: text, kept: kept.endsWith('\n') ? kept : `${kept}\n` };
}

/**
 * Keeps the report before anything is recorded about it. Returns the path below .wukong/. What comes
 * after the report that counts, or is refused, does not touch it.
 */
export function keepReport(
  ws: Workspace,
  { goal, run }: RunAt,
  text: ReportText,
  isRefused = false,
): string {
  const folder = files.orderFolder(ws, goal.artifacts, run.node, run.id);
  makeFolder(ws, folder);
  const name = isRefused || run.ended || isVerified(run) ? LATE_REPORT : REPORT;
  replaceFile(join(folder, name), text.kept, true);
  return belowData(ws, join(folder, name));
}

/** Whether this very report was judged, or is: a delivery that comes again brings nothing new. */
export function isKept(ws: Workspace, { goal, run }: RunAt, text: ReportText): boolean {
  if (run.outputs === null && run.report === null) return false;
  return readKept(files.orderFolder(ws, goal.artifacts, run.node, run.id)) === text.kept;
}

/** Empty if somebody deleted it since: an empty report proves nothing, and the run is done again. */
export function readKept(folder: string): string {
  refuseOdd(join(folder, REPORT));
  return readIfThere(join(folder, REPORT))?.toString('utf8') ?? '';
}

/** Whether a living process verifies a report of this run. */
export function isVerified({ report }: Run): boolean {
  return report !== null && isAlive(report.verifier);
}

const REPORT = 'report.md';
