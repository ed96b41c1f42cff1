import { configOf } from '../../documents/config.ts';
import { executorNamed } from '../../documents/executors/executor-named.ts';
import { unknownExecutor } from '../../engine/drive/executor-for.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { misused, type Outcome } from '../frame/outcome.ts';

/** Looked at before a goal is made for it. */
export function unknownExecutorIn(ws: Workspace, name: string | undefined): Outcome | undefined {
  if (name === undefined) return undefined;
  const { executors } = configOf(ws);
  if (executorNamed(name, executors)) return undefined;
  const { why, hint } = unknownExecutor(name, executors);
  return misused(why, hint);
}
