// What a run has come to, for people who grep the log for the event that brought its report.

import type { Run } from '../../model/state/run.ts';
import type { EvidenceLevel, Role } from '../../model/vocabulary.ts';
import type { Judged } from './judged.ts';

export type RunResult = Readonly<{
  agent: Role;
  result: string;
  summary: string;
  artifacts: string[];
  /** What was proven by then. */
  evidence_level: EvidenceLevel;
}>;

export function resultOf(run: Run): RunResult {
  const { outputs, ended, report } = run;
  return {
    agent: run.role,
    result: ended ? outcomes(ended.outcome) : report ? 'verify' : 'incomplete',
    summary: clip(outputs?.summary ?? ''),
    artifacts: outputs?.artifacts ?? [],
    evidence_level: outputs?.level ?? 'L0',
  };
}

/** The same for a report that was judged and is settled in the step this is written with. */
export function resultOfReport(run: Run, judged: Judged): RunResult {
  return {
    agent: run.role,
    result: judged.status === 'done' && !judged.passes ? 'incomplete' : judged.status,
    summary: clip(judged.summary),
    artifacts: judged.artifacts.map(({ name }) => name),
    evidence_level: judged.level,
  };
}

/** A report that counts for nothing. */
export function refusedResult(run: Run, why: string): RunResult {
  return { ...resultOf(run), result: 'refused', summary: clip(why) };
}

/** Agents report what they are; runs end in what was proven. */
function outcomes(outcome: string): string {
  return outcome === 'success' ? 'done' : outcome;
}

function clip(text: string): string {
  return text.slice(0, 500);
}
