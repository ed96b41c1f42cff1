import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { dropCopy } from '../../evidence/trees/kept-copy.ts';
import { removeAll } from '../../files/changing.ts';
import type { Said } from '../../kernel/state/said.ts';
import { signed } from '../../kernel/state/said.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import { runStep } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import type { Collectable } from './plan-collection.ts';

/**
 * The log first: what it says was taken away is looked for by nobody any more, and taken away the next time if
 * this is killed before it is done. A goal that is open now keeps what it has.
 */
export function carryOut(
  ws: Workspace,
  found: readonly Collectable[],
  person: Said,
): Result<readonly Collectable[]> {
  const recorded = runStep(ws, (step) => {
    const taken = found.filter(
      ({ goal }) => goal === null || !Object.hasOwn(step.state.goals, goal),
    );
    for (const { kind, goal, path, ended_at, files, bytes, is_recorded } of taken) {
      if (kind !== 'artifacts' || goal === null || ended_at === null || is_recorded) continue;
      step.emit({
        type: 'artifacts.collected',
        goal_id: goal,
        payload: { dir: path, files, bytes, ended_at, ...signed(person) },
      });
    }
    return taken;
  });
  if (!recorded.ok) return fail(recorded.failure);
  for (const { kind, goal, path, second, only } of recorded.value) {
    if (second !== null) removeAll(second);
    if (kind === 'copy') dropCopy(files.objects(ws));
    else if (only) removeOnly(join(ws.dir, path), only);
    else removeAll(join(ws.dir, path));
    if (kind === 'artifacts' && goal !== null) removeAll(files.goalLink(ws, goal));
  }
  return ok(recorded.value);
}

/** What was written once more since it was found is wanted again. */
function removeOnly(folder: string, { names, before_ms }: NonNullable<Collectable['only']>): void {
  for (const name of names) {
    const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (stat && stat.mtimeMs < before_ms) removeAll(join(folder, name));
  }
}
