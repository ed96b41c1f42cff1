// Goals made in a shell belong to nobody, until a session takes them up with `/wukong_resume G-0007`.

import { resolve } from 'node:path';
import { termsOfNode } from '../../classify/read-terms.ts';
import { configOf } from '../../documents/config.ts';
import type { Wording } from '../../documents/reader/schema-problems.ts';
import { goalEntity } from '../../entities/goals.ts';
import { isProposal } from '../../kernel/daemon.ts';
import { type Plan, startGoal } from '../../kernel/requests/goals.ts';
import type { Said } from '../../kernel/state/said.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { Goal } from '../../model/state/goal.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { termsText } from '../../words/goal.ts';
import { oneLine, timeHere } from '../../words/plain-text.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { depthOf } from '../../workspace/processes.ts';
import { tenantOf } from '../audit/tenant.ts';
import { confirmFirst } from '../config/confirm-local.ts';
import type { Args } from '../frame/command.ts';
import { DAEMON_GOES_ON, isForDaemon } from '../frame/daemon-here.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { personAtTerminal } from '../frame/person.ts';
import { type GoalsRead, readGoalFile } from './goal-file.ts';
import { planOf, planOrFault } from './plan-goal.ts';
import { wantedFrom } from './wanted.ts';
import { warnMissing } from './warn-missing.ts';

export async function addGoals(words: readonly string[], args: Args): Promise<Outcome> {
  const depth = depthOf(process.env);
  if (depth > 0) {
    const why = `An executor started this (WUKONG_DEPTH is ${depth}), and executors begin no goals.`;
    return misused(why, 'Carry out the order, and name in the report what is left to do.');
  }
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  await confirmFirst(ws);
  const file = args.text('from');
  if (file !== undefined) return addFromFile(ws, file, words, args);
  const title = words.join(' ').trim();
  if (title === '') return misused('A goal needs a title.', HOW);
  const wanted = wantedFrom('goal', title, args);
  if (!wanted.ok) return wanted.error;
  const plan = await planOf(ws, wanted.value);
  return plan.ok ? add(ws, [{ plan: plan.value, title }]) : plan.error;
}

const HOW = 'Type: wukong goal add "the decoder crashes on empty input" --priority 80';

/** The same of one node, which has a budget and no other terms. */
export function ofNode(node: string, { budget, ...others }: Terms): Result<Terms, Outcome> {
  const [other] = Object.keys(others);
  if (other !== undefined) {
    return fail(misused(`A node has no ${other} of its own.`, 'See `wukong goal --help`.'));
  }
  const terms = termsOfNode(node, budget ?? {});
  if (terms) return ok(terms);
  return fail(misused('With --node, --budget takes no retries=.', 'They count for all nodes.'));
}

export function termsHere(terms: Terms = {}): string {
  const { deadline } = terms;
  return termsText(deadline === undefined ? terms : { ...terms, deadline: timeHere(deadline) });
}

/** What stands in the file is all that counts: it says of each goal what options would say of all. */
const OF_ONE = [
  'template',
  'priority',
  'budget',
  'deadline',
  'issue',
  'criteria',
  'allow',
  'reproduce',
] as const;

async function addFromFile(
  ws: Workspace,
  file: string,
  words: readonly string[],
  args: Args,
): Promise<Outcome> {
  if (words.length > 0) return misused('Either a title or --from FILE.', HOW);
  const beside = OF_ONE.find((name) => args.text(name) !== undefined);
  if (beside !== undefined) {
    return misused(
      `--${beside} counts for one goal.`,
      `With --from, write it in ${oneLine(file)}.`,
    );
  }
  const plans = await plansOf(ws, readGoalFile(resolve(file), file, new Date().toISOString()));
  return plans.ok ? add(ws, plans.value) : plans.error;
}

type Planned = Readonly<{ plan: Plan; title: string }>;

/** Each plan is made before the first goal is, and what is wrong is said of all of them. */
async function plansOf(
  ws: Workspace,
  { goals, problems }: GoalsRead,
): Promise<Result<Planned[], Outcome>> {
  const plans: Planned[] = [];
  const faults: Wording[] = [];
  let elsewhere: Failure | undefined;
  for (const { index, wanted } of goals) {
    const plan = await planOrFault(ws, wanted);
    if (plan.ok) plans.push({ plan: plan.value, title: wanted.title });
    else if (plan.error.at) {
      const { at, message, hint } = plan.error;
      faults.push({ path: [index, ...at], at: 'value', message, hint });
    } else elsewhere ??= plan.error.failure;
  }
  const wrong = problems(faults);
  if (wrong.length > 0) return fail(failed({ kind: 'bad-file', problems: wrong }));
  return elsewhere ? fail(failed(elsewhere)) : ok(plans);
}

/** All or none: one step. */
function add(ws: Workspace, plans: readonly Planned[]): Outcome {
  const clean = redactor(process.env);
  const queued = queuedBy(ws);
  const made = runStep(ws, (step) =>
    plans.map(({ plan, title }) =>
      startGoal(step, { owner: { kind: 'nobody' } }, clean(title), { ...plan, queued }),
    ),
  );
  if (!made.ok) return failed(made.failure);
  warnMissing(
    ws,
    plans.map(({ plan }) => plan),
  );
  const lines = made.value.map(({ id, title, template, terms }) => {
    const more = termsHere(terms);
    return `${id}  ${oneLine(title, 80)}  (${template.name}${more === '' ? '' : `, ${more}`})`;
  });
  const [first] = made.value;
  const isLeft = made.value.some((goal) => isProposal(goal, configOf(ws)));
  const ids = made.value.map(({ id }) => id).join(' ');
  const proposed = isLeft
    ? [`No person queued it at a terminal; to let a daemon carry it out: wukong goal admit ${ids}`]
    : [];
  const goes = (goal: Goal): string =>
    isForDaemon(made.state, goal) ? DAEMON_GOES_ON : toGoOn(goal);
  const start = first ? goes(first) : '';
  const tenant = tenantOf(ws);
  const goals = made.value.map((goal) => goalEntity(goal, tenant));
  const json = goals.length === 1 && goals[0] ? { ...goals[0] } : { goals };
  return done([...lines, ...proposed, start].join('\n'), json);
}

/** A shell that an agent uses, a script or a pipe is nobody at a terminal. */
function queuedBy(ws: Workspace): Said {
  const state = stateOf(ws);
  const person = personAtTerminal(state.ok ? state.value : undefined, { what: '' });
  return person.ok ? person.value : { by: personName() };
}
