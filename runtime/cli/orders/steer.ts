import { entitiesOf } from '../../entities/entities.ts';
import { goalEntity } from '../../entities/goals.ts';
import { ENTITY_FACTS } from '../../entities/history.ts';
import { goalHistories } from '../../inspect/goal-histories.ts';
import { usedOfLimits } from '../../kernel/budget/budget.ts';
import { hoursOf, spentOf } from '../../kernel/budget/spent.ts';
import { spentView } from '../../kernel/budget/spent-view.ts';
import { openGoals, setTerms } from '../../kernel/requests/goals.ts';
import { isOpen } from '../../kernel/state/queries.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { GoalEntity } from '../../model/views/entities/goal.ts';
import { countText, spentText, usdText, usedOfLimitText } from '../../words/goal.ts';
import { oneLine, timeHere } from '../../words/plain-text.ts';
import { toGoOn } from '../../words/waiting.ts';
import { tenantOf } from '../audit/tenant.ts';
import type { Args } from '../frame/command.ts';
import { isForDaemon } from '../frame/daemon-here.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openNow, openShown, openWorkspace } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { goalId, pickGoal } from '../frame/pick-goal.ts';
import { progress } from '../frame/progress.ts';
import { cancel } from '../goals/cancel.ts';
import { ofNode, termsHere } from './add.ts';
import { termsOf } from './wanted.ts';

/** Open goals, most wanted first. */
export function listGoals(): Outcome {
  const opened = openShown();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const tenant = tenantOf(ws);
  const goals = openGoals(state)
    .map((goal) => goalEntity(goal, tenant))
    .sort((a, b) => b.priority - a.priority);
  const lines = goals.map(({ id, priority, status, deadline, title }) => {
    const until = deadline === null ? '' : `  until ${timeHere(deadline)}`;
    return `${id}  ${String(priority).padStart(3)}  ${status.padEnd(8)}  ${oneLine(title, 70)}${until}`;
  });
  return done(lines.length === 0 ? 'No goal is open.' : lines.join('\n'), { goals });
}

/** One goal, open or over; without a name the newest open one, else the last. */
export function showGoal([named]: readonly string[]): Outcome {
  const opened = openWorkspace();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const id = named === undefined ? undefined : goalId(named);
  const shown = progress();
  const read = goalHistories(ws, ENTITY_FACTS, id, shown.update);
  shown.end();
  if (!read.ok) return failed(read.error);
  const history = read.value.findLast(({ goal }) => isOpen(goal)) ?? read.value.at(-1);
  const [entity] = history ? entitiesOf([history], tenantOf(ws)).goals : [];
  if (!history || !entity) {
    const message =
      id === undefined ? 'There is no goal yet.' : `There is no goal ${oneLine(id, 40)}.`;
    return misused(message, 'See `wukong goal list`.');
  }
  const { goal } = history;
  const now = new Date().toISOString();
  return done(describe(goal, entity, now), {
    ...entity,
    spent: spentView(goal, now),
    limits: usedOfLimits(goal, now),
  });
}

function describe(goal: Goal, entity: GoalEntity, now: string): string {
  const { id, title, status, priority, deadline, budget } = entity;
  const { max_tokens, max_hours, max_cost_usd, max_retries } = budget;
  const { template, issue_ref } = entity.metadata;
  const none = (value: number | null): string => (value === null ? 'none' : String(value));
  return [
    `${id}  ${oneLine(title, 100)}`,
    `  ${status}, priority ${priority}, template ${template}, issue ${oneLine(issue_ref, 60)}`,
    `  deadline ${deadline === null ? 'none' : timeHere(deadline)}`,
    `  budget: tokens ${none(max_tokens)}, hours ${none(max_hours)}, USD ${none(max_cost_usd)}, runs a node ${none(max_retries)}`,
    `  used: ${spentText(spentOf(goal), hoursOf(goal, now))}`,
    ...usedByModel(goal),
    ...limitsOfNodes(goal, now),
    ...entity.success_criteria.map(({ description }) => `  - ${oneLine(description, 120)}`),
  ].join('\n');
}

function usedByModel({ usage }: Goal): string[] {
  return Object.entries(usage?.models ?? {}).map(([model, used]) => {
    const { input, output, cache_creation, cache_read, usd } = used;
    const counts = { input, output, 'cache written': cache_creation, 'cache read': cache_read };
    const parts = Object.entries(counts).map(([name, count]) => `${name} ${countText(count)}`);
    return `    ${oneLine(model, 80)}: ${parts.join(', ')}, ${usd === null ? 'no price' : usdText(usd)}`;
  });
}

function limitsOfNodes(goal: Goal, now: string): string[] {
  const own = usedOfLimits(goal, now).filter(({ node }) => node !== undefined);
  return own.map((one) => `  budget of ${usedOfLimitText(one)}`);
}

/** A higher budget widens power, so a person says it at a terminal. */
export async function setGoal([named]: readonly string[], args: Args): Promise<Outcome> {
  const typed = termsOf(args, 'goal');
  if (!typed.ok) return typed.error;
  if (Object.keys(typed.value).length === 0) {
    return misused('Say what to set.', 'Type: wukong goal set G-0001 --priority 80');
  }
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const picked = pickGoal(state, { goal: named, node: args.text('node') }, 'goal set');
  if (!picked.ok) return picked.error;
  const { goal, nodeId } = picked.value;
  const { id } = goal;
  const terms = nodeId === null ? typed : ofNode(nodeId, typed.value);
  if (!terms.ok) return terms.error;
  const person = personHere(state);
  if (!person.ok) return person.error;
  const what = termsHere(terms.value);
  if (!(await isAgreed(person.value, `Set for ${id}: ${what}?`))) {
    return needsPerson('Nothing was set.', `Type it again: wukong goal set ${id}`);
  }
  return goalStep('goal set', { goal: id }, (step, { goal }) => {
    setTerms(step, goal, terms.value, person.value);
    const how = isForDaemon(step.state, goal) ? `Type: wukong resume ${id}` : toGoOn(goal);
    const end = goal.status === 'paused' ? `\n${how}` : '';
    return done(`${id}: ${termsHere(goal.terms)}${end}`, { ...goalEntity(goal, tenantOf(ws)) });
  });
}

/** The one way a goal ends before its end. */
export function cancelGoal([named]: readonly string[], args: Args): Outcome | Promise<Outcome> {
  const text = (name: string): string | undefined => (name === 'goal' ? named : args.text(name));
  return cancel.run({ ...args, text });
}
