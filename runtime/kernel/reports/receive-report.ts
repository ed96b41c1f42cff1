// The first of the three steps by which a report becomes a result (see settle-report.ts for the last).

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { Step } from '../requests/step.ts';
import { scopeOf } from '../requests/tell-owner.ts';
import { type RunAt, runIn, runOfAgent, runOfToolUse } from '../state/queries.ts';
import { isOffer, type Reporter } from '../state/run-by.ts';

type Received =
  /** An agent that is not ours, or one called by hand. */
  | Readonly<{ kind: 'not-ours' }>
  /** Its run is over: written down, and without any effect. */
  | Readonly<{ kind: 'refused'; run: Run }>
  | Readonly<{ kind: 'judge'; goal: Goal; run: Run }>;

export type ReportSeen = Readonly<{
  from: Reporter;
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

export function findReporter(state: State, from: Reporter): RunAt | undefined {
  if (from.kind === 'run') return runIn(state, from.goal, from.run);
  const { agentId, toolUseId } = from;
  return runOfAgent(state, agentId) ?? (toolUseId ? runOfToolUse(state, toolUseId) : undefined);
}

/** Step 1: the report is recorded and its node goes to verify. The run stays active. */
export function receiveReport(
  step: Step,
  seen: ReportSeen,
  isAlive: (verifier: ProcessRef) => boolean,
): Received {
  const { from } = seen;
  const at = findReporter(step.state, from);
  if (!at) return { kind: 'not-ours' };
  const { goal, run } = at;
  const scope = scopeOf(goal, run);
  if (run.ended) {
    const { outcome, because } = run.ended;
    step.emit({ type: 'run.refused', ...scope, payload: { key: seen.key, outcome, because } });
    return { kind: 'refused', run };
  }
  // The same report by a second path: the one that came first judges it.
  if (run.report && isAlive(run.report.verifier)) return { kind: 'not-ours' };
  if (isOffer(run) && from.kind === 'subagent') {
    step.emit({
      type: 'run.started',
      ...scope,
      payload: { agent_id: from.agentId, background: false, via: 'report' },
    });
  }
  const { key, file, transcript, verifier, waiter } = seen;
  step.emit({
    type: 'run.reported',
    ...scope,
    payload: { key, file, transcript, verifier, ...(waiter && { waiter }) },
  });
  return { kind: 'judge', goal, run };
}
