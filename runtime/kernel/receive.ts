// The first of the three steps by which a report becomes a result (see judge.ts for the last).

import type { Goal, ProcessRef, Run, State } from '../model/state.ts';
import { scopeOf } from './runs.ts';
import { runOfAgent, runOfToolUse } from './state.ts';
import type { Step } from './step.ts';

export type Received =
  /** An agent that is not ours, or one called by hand. */
  | Readonly<{ kind: 'not-ours' }>
  /** Its run is over: written down, and without any effect. */
  | Readonly<{ kind: 'refused'; why: string }>
  | Readonly<{ kind: 'judge'; goal: Goal; run: Run }>;

export type ReportSeen = Readonly<{
  agentId: string;
  /** From the agent's meta file, for a run that was not bound yet. */
  toolUseId: string | null;
  /** Names this report: its hash and where in the transcript it came. */
  key: string;
  /** Where the text and the transcript lie. */
  file: string;
  transcript: string;
  /** The process that judges it: the hook itself, or one that outlives it. */
  verifier: ProcessRef;
  /** The hook, while it waits for another process and holds the agent. */
  waiter?: ProcessRef | undefined;
}>;

/** Stands for a verifier where there is none: the report waits to be verified. */
export const NOBODY: ProcessRef = { pid: 0, started: null };

export function findReporter(state: State, seen: Pick<ReportSeen, 'agentId' | 'toolUseId'>) {
  return (
    runOfAgent(state, seen.agentId) ??
    (seen.toolUseId ? runOfToolUse(state, seen.toolUseId) : undefined)
  );
}

/** Step 1: the report is recorded and its node goes to verify. The run stays active. */
export function receiveReport(
  step: Step,
  seen: ReportSeen,
  isAlive: (verifier: ProcessRef) => boolean,
): Received {
  const at = findReporter(step.state, seen);
  if (!at) return { kind: 'not-ours' };
  const { goal, run } = at;
  const scope = scopeOf(goal, run);
  if (run.ended) {
    const why = `run ${run.id} is over (${run.ended.outcome}: ${run.ended.reason})`;
    step.emit('run.refused', scope, { key: seen.key, why });
    return { kind: 'refused', why };
  }
  // The same report by a second path: whoever came first judges it.
  if (run.report && isAlive(run.report.verifier)) return { kind: 'not-ours' };
  if (run.agent_id === null) {
    step.emit('run.started', scope, { agent_id: seen.agentId, background: false, via: 'report' });
  }
  const { key, file, transcript, verifier, waiter } = seen;
  step.emit('run.reported', scope, { key, file, transcript, verifier, ...(waiter && { waiter }) });
  return { kind: 'judge', goal, run };
}
