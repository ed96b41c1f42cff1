import type { Step } from '../requests/step.ts';
import { scopeOf } from '../requests/tell-owner.ts';
import { runIn } from '../state/queries.ts';

/** A result that was left where one run reports, and names another: on record, and without any effect. */
export function refuseResult(
  step: Step,
  { goal: goalId, run: runId }: Readonly<{ goal: string; run: string }>,
  { key, names }: Readonly<{ key: string; names: string }>,
): void {
  const at = runIn(step.state, goalId, runId);
  if (!at) return;
  const because = { kind: 'executor-ended', how: 'other-run' } as const;
  const payload = { key, names, because };
  step.emit({ type: 'run.refused', ...scopeOf(at.goal, at.run), payload });
}
