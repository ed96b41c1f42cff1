import { readGoals } from '../../inspect/read-goals.ts';
import { lostPlan } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { failed, misused, type Outcome } from '../frame/outcome.ts';
import { choose, goalId } from '../frame/pick-goal.ts';
import { progress } from '../frame/progress.ts';

/** A goal that is open or was: the one named, else the only open one, else the one that ended last. */
export function pickFinished(
  ws: Workspace,
  named: string | undefined,
  command: string,
): Result<Goal, Outcome> {
  const shown = progress();
  const goals = readGoals(ws, named === undefined ? undefined : goalId(named), shown.update);
  shown.end();
  if (!goals.ok) return fail(failed(goals.failure));
  const { open, last } = goals;
  if (named === undefined && open.length > 1) return fail(choose(open, command));
  const goal = named === undefined ? (open[0] ?? last) : goals.named;
  if (!goal) {
    const what =
      named === undefined ? 'There is no goal yet.' : `There is no goal ${oneLine(named, 40)}.`;
    return fail(misused(what, 'See: wukong goal list --all'));
  }
  const lost = lostPlan(goal);
  return lost ? fail(failed(lost)) : ok(goal);
}
