import { goalEntity } from '../../entities/goals.ts';
import { admitGoal } from '../../kernel/requests/goals.ts';
import type { Goal } from '../../model/state/goal.ts';
import { runStep } from '../../step/run-step.ts';
import { oneLine } from '../../words/plain-text.ts';
import { tenantOf } from '../audit/tenant.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personAtTerminal } from '../frame/person.ts';
import { goalId } from '../frame/pick-goal.ts';

/** What nobody queued at a terminal may be carried out by the daemon: a person says so. */
export async function admitGoals(named: readonly string[]): Promise<Outcome> {
  if (named.length === 0) {
    return misused(
      'Say which goals.',
      'Type: wukong goal admit G-0001. `wukong daemon` names them.',
    );
  }
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const goals: Goal[] = [];
  for (const id of named.map(goalId)) {
    const goal = state.goals[id];
    if (!goal) return misused(`There is no open goal ${oneLine(id, 40)}.`, 'See: wukong goal list');
    goals.push(goal);
  }
  const person = personAtTerminal(state, {
    what: 'What the daemon may carry out is for a person to say',
  });
  if (!person.ok) return person.error;
  const what = goals.map(({ id, title }) => `${id} (${oneLine(title, 60)})`).join(', ');
  if (!(await isAgreed(person.value, `May the daemon carry out ${what}?`))) {
    return needsPerson(
      'Nothing was admitted.',
      `Type it again: wukong goal admit ${named.join(' ')}`,
    );
  }
  const admitted = runStep(ws, (step) => {
    const open = goals.flatMap(({ id }) => step.state.goals[id] ?? []);
    for (const goal of open) admitGoal(step, goal, person.value);
    return open;
  });
  if (!admitted.ok) return failed(admitted.failure);
  const tenant = tenantOf(ws);
  return done(`Admitted: ${admitted.value.map(({ id }) => id).join(', ')}.`, {
    goals: admitted.value.map((goal) => goalEntity(goal, tenant)),
  });
}
