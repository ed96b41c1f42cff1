// The one way to the workflow state, for the command and for programs that import this package. Reads only.

import { basename } from 'node:path';
import { namedPlaces } from '../../classify/named-place.ts';
import { STATE_FACTS } from '../../entities/workflow-sources.ts';
import { workflowState } from '../../entities/workflow-state.ts';
import { goalFacts } from '../../inspect/goal-facts.ts';
import { readGoals } from '../../inspect/read-goals.ts';
import type { OnProgress } from '../../inspect/read-log.ts';
import { readLogId } from '../../log/log-id.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { WorkflowState } from '../../model/views/workflow-state.ts';
import { explain } from '../../words/explain-failure.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { findRepository } from '../../workspace/repository.ts';
import { tenantOf } from '../audit/tenant.ts';

/** `root`: a folder of the repository. `tenantId`: who answers for its goals, `name@host`; others see nothing. */
export type WorkflowQuery = Readonly<{ root: string; evaluationId: string; tenantId?: string }>;

/** How a goal stands, open or over; null for an unknown one or another tenant. Throws where the log cannot be read. */
export function getWorkflowState({
  root,
  evaluationId,
  tenantId,
}: WorkflowQuery): WorkflowState | null {
  const ws = findRepository(root);
  if (!ws) throw new Error(`${root} is not in a git repository`);
  const read = readWorkflowState(ws, evaluationId, tenantId ?? tenantOf(ws), () => undefined);
  if (read.ok) return read.value;
  throw new Error(explain(read.error).message);
}

export function readWorkflowState(
  ws: Workspace,
  goalId: string,
  tenant: string,
  onProgress: OnProgress,
): Result<WorkflowState | null, Failure> {
  if (tenant !== tenantOf(ws)) return ok(null);
  const goals = readGoals(ws, goalId, onProgress);
  if (!goals.ok) return fail(goals.failure);
  const goal = goals.named;
  if (goal?.id !== goalId) return ok(null);
  const facts = goalFacts(ws, goalId, STATE_FACTS, onProgress);
  if (!facts.ok) return facts;
  return ok(
    workflowState({
      goal,
      facts: facts.value,
      tenant,
      project: basename(ws.root),
      paths: namedPlaces(goal.request),
      logId: String(readLogId(ws)),
    }),
  );
}
