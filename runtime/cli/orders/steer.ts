import { openGoals, setTerms } from '../../kernel/requests/goals.ts';
import { goalEntity } from '../../kernel/views/goal-entity.ts';
import type { GoalEntity } from '../../model/views/entities/goal.ts';
import { termsText } from '../../words/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import { readEntities } from '../audit/read-entities.ts';
import { tenantOf } from '../audit/tenant.ts';
import type { Args } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, openWorkspace, shownState, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { pickGoal } from '../frame/pick-goal.ts';
import { abort } from '../goals/abort.ts';
import { termsOf } from './add.ts';

/** Open goals, most wanted first. */
export function listGoals(): Outcome {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const read = shownState(opened.value.ws);
  if (!read.ok) return failed(read.error);
  const tenant = tenantOf(opened.value.ws);
  const goals = openGoals(read.value.state)
    .map((goal) => goalEntity(goal, tenant))
    .sort((a, b) => b.priority - a.priority);
  const lines = goals.map(({ id, priority, status, deadline, title }) => {
    const until = deadline === null ? '' : `  until ${deadline}`;
    return `${id}  ${String(priority).padStart(3)}  ${status.padEnd(8)}  ${oneLine(title, 70)}${until}`;
  });
  return done(lines.length === 0 ? 'No goal is open.' : lines.join('\n'), { goals });
}

/** One goal, open or over; without a name the newest open one, else the last. */
export function showGoal([named]: readonly string[]): Outcome {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const read = readEntities(opened.value.ws, named);
  if (!read.ok) return read.error;
  const { goals } = read.value;
  const isOpen = ({ status }: GoalEntity): boolean =>
    status !== 'completed' && status !== 'cancelled';
  const goal = goals.findLast(isOpen) ?? goals.at(-1);
  return goal
    ? done(describe(goal), { ...goal })
    : misused('There is no goal yet.', 'See `wukong goal list`.');
}

function describe({ id, title, status, priority, deadline, budget, ...goal }: GoalEntity): string {
  const { max_tokens, max_hours, max_cost_usd, max_retries } = budget;
  const { template, issue_ref } = goal.metadata;
  const none = (value: number | null): string => (value === null ? 'none' : String(value));
  return [
    `${id}  ${oneLine(title, 100)}`,
    `  ${status}, priority ${priority}, template ${template}, issue ${oneLine(issue_ref, 60)}`,
    `  deadline ${deadline ?? 'none'}`,
    `  budget: tokens ${none(max_tokens)}, hours ${none(max_hours)}, USD ${none(max_cost_usd)}, runs a node ${none(max_retries)}`,
    ...goal.success_criteria.map(({ description }) => `  - ${oneLine(description, 120)}`),
  ].join('\n');
}

/** A higher budget widens power, so a person says it at a terminal. */
export async function setGoal([named]: readonly string[], args: Args): Promise<Outcome> {
  const terms = termsOf(args);
  if (!terms.ok) return terms.error;
  if (Object.keys(terms.value).length === 0) {
    return misused('Say what to set.', 'Type: wukong goal set G-0001 --priority 80');
  }
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const state = stateOf(ws);
  if (!state.ok) return failed(state.error);
  const picked = pickGoal(state.value, { goal: named }, 'goal set');
  if (!picked.ok) return picked.error;
  const { id } = picked.value.goal;
  const person = personHere(state.value);
  if (!person.ok) return person.error;
  const what = termsText(terms.value);
  if (!(await isAgreed(person.value, `Set for ${id}: ${what}?`))) {
    return needsPerson('Nothing was set.', `Type it again: wukong goal set ${id}`);
  }
  return goalStep('goal set', { goal: id }, (step, { goal }) => {
    setTerms(step, goal, terms.value, person.value);
    const end = goal.status === 'paused' ? `\nTo go on, in Claude Code: /wukong_resume ${id}` : '';
    return done(`${id}: ${termsText(goal.terms)}${end}`, { ...goalEntity(goal, tenantOf(ws)) });
  });
}

/** The one way a goal ends before its end: `wukong abort`. */
export function cancelGoal([named]: readonly string[], args: Args): Outcome | Promise<Outcome> {
  const text = (name: string): string | undefined => (name === 'goal' ? named : args.text(name));
  return abort.run({ ...args, text });
}
