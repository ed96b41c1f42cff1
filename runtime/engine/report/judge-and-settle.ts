// A report judged without a lock, and then settled in one step, by whoever is no hook.

import { keepContextPack } from '../../executors/context-pack.ts';
import type { Judged } from '../../kernel/reports/judged.ts';
import { landed } from '../../kernel/requests/lane.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { keepCopy } from '../../log/keep-copy.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import { runStep } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { waitsForSettings } from '../gates/settings-check.ts';
import { judgeInLane } from './judge-in-lane.ts';
import type { ReportToJudge } from './judge-report.ts';

/** Nobody waits for this process as for a hook. */
const PATIENT = { waitMs: 30_000 } as const;

/** Undefined: it waits for a person, who changed what gives gates power, or its goal was closed meanwhile. */
export async function judgeAndSettle<T>(
  ws: Workspace,
  report: ReportToJudge,
  settle: (step: Step, judged: Judged) => T,
): Promise<Result<T | undefined, Failure>> {
  const { goal, run } = report;
  if (waitsForSettings(ws, goal)) return ok(undefined);
  await using seen = await judgeInLane(ws, report);
  const { judged, hasLanded } = seen;
  // What was taken away meanwhile may have kept a gate from running.
  if (!judged || (!hasLanded && waitsForSettings(ws, goal))) return ok(undefined);
  const settled = runStep(
    ws,
    (step) => {
      if (hasLanded) landed(step, report);
      return settle(step, judged);
    },
    PATIENT,
  );
  if (!settled.ok) return fail(settled.failure);
  const open = settled.state.goals[goal];
  const node = open?.runs[run]?.node;
  if (node !== undefined) keepContextPack(ws, settled.state, open, node, 'run');
  if (open) keepCopy(ws, settled.state.log_id, open.artifacts);
  return ok(settled.value);
}
