import type { Run } from '../model/state.ts';

/** What a run that reported has come to by now, for those who grep for SubagentStop. */
export function resultOf(run: Run): Record<string, unknown> {
  return {
    agent: run.role,
    result: run.ended ? outcomes(run.ended.outcome) : run.report ? 'verify' : 'incomplete',
    summary: run.outputs?.summary.slice(0, 500) ?? '',
    artifacts: run.outputs?.artifacts ?? [],
    evidence_level: run.outputs?.level ?? 'L0',
    run: run.id,
  };
}

/** Agents report what they are; runs end in what was proven. */
function outcomes(outcome: string): string {
  return outcome === 'success' ? 'done' : outcome;
}
