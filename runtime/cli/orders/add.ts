// Goals made in a shell belong to nobody, until a session takes them up with `/wukong_resume G-0007`.

import { resolve } from 'node:path';
import { chosenBy, classify } from '../../classify/classify.ts';
import { isIssueRef, readTerms } from '../../classify/read-terms.ts';
import { listTemplates } from '../../documents/template.ts';
import { planGoal } from '../../engine/goal/begin.ts';
import { readIfThere } from '../../files/reading.ts';
import { type Plan, startGoal } from '../../kernel/requests/goals.ts';
import { goalEntity } from '../../kernel/views/goal-entity.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import { TOOL_WORDS, toolsCalled } from '../../model/tools.ts';
import { redactor } from '../../privacy/redact.ts';
import { runStep } from '../../step/run-step.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { termsText } from '../../words/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { depthOf } from '../../workspace/processes.ts';
import { tenantOf } from '../audit/tenant.ts';
import type { Args } from '../frame/command.ts';
import { openTrusted } from '../frame/open-workspace.ts';
import { done, failed, joined, misused, type Outcome } from '../frame/outcome.ts';
import { readGoalFile, type Wanted } from './goal-file.ts';

export async function addGoals(words: readonly string[], args: Args): Promise<Outcome> {
  const depth = depthOf(process.env);
  if (depth > 0) {
    const why = `An executor started this (WUKONG_DEPTH is ${depth}), and executors begin no goals.`;
    return misused(why, 'Carry out the order, and name in the report what is left to do.');
  }
  const opened = openTrusted();
  if (!opened.ok) return failed(opened.error);
  const { ws } = opened.value;
  const file = args.text('from');
  if (file !== undefined) {
    if (words.length > 0) return misused('Either a title or --from FILE.', HOW);
    const read = readGoalFile(resolve(file), file, new Date().toISOString());
    return read.ok ? addAll(ws, read.value) : failed(read.error);
  }
  const wanted = fromOptions(words.join(' ').trim(), args);
  return wanted.ok ? addAll(ws, [wanted.value]) : wanted.error;
}

const HOW = 'Type: wukong goal add "the decoder crashes on empty input" --priority 80';

function fromOptions(title: string, args: Args): Result<Wanted, Outcome> {
  if (title === '') return fail(misused('A goal needs a title.', HOW));
  const terms = termsOf(args);
  if (!terms.ok) return terms;
  const path = args.text('criteria');
  const text = path === undefined ? undefined : readIfThere(resolve(path))?.toString('utf8');
  const criteria = text?.split('\n').flatMap((line) => line.trim() || []);
  if (path !== undefined && !criteria?.length) {
    return fail(misused(`${oneLine(path, 100)} holds no criterion.`, 'Write one a line.'));
  }
  return ok({
    title,
    template: args.text('template'),
    terms: terms.value,
    issue: args.text('issue'),
    criteria,
    allow: args.texts('allow'),
  });
}

/** Of `--priority`, `--budget` and `--deadline`. */
export function termsOf(args: Args): Result<Terms, Outcome> {
  const typed = {
    priority: args.text('priority'),
    budget: args.text('budget'),
    deadline: args.text('deadline'),
  };
  const read = readTerms(typed, new Date().toISOString());
  if (read.ok) return ok(read.terms);
  return fail(misused(`--${read.flag} takes ${read.why}.`, 'See `wukong goal --help`.'));
}

/** All or none: each plan is made before the first goal is. */
async function addAll(ws: Workspace, wanted: readonly Wanted[]): Promise<Outcome> {
  const plans: Array<Readonly<{ plan: Plan; title: string }>> = [];
  for (const one of wanted) {
    const plan = await planOf(ws, one);
    if (!plan.ok) return plan.error;
    plans.push({ plan: plan.value, title: redactor(process.env)(one.title) });
  }
  const made = runStep(ws, (step) =>
    plans.map(({ plan, title }) => startGoal(step, { owner: { kind: 'nobody' } }, title, plan)),
  );
  if (!made.ok) return failed(made.failure);
  const lines = made.value.map(({ id, title, template, terms }) => {
    const more = termsText(terms);
    return `${id}  ${oneLine(title, 80)}  (${template.name}${more === '' ? '' : `, ${more}`})`;
  });
  const [first] = made.value;
  const start = `To start it, in Claude Code: /wukong_resume ${first?.id}`;
  const goals = made.value.map((goal) => goalEntity(goal, tenantOf(ws)));
  const json = goals.length === 1 && goals[0] ? { ...goals[0] } : { goals };
  return done([...lines, start].join('\n'), json);
}

export async function planOf(ws: Workspace, wanted: Wanted): Promise<Result<Plan, Outcome>> {
  const { title, terms, issue, criteria, allow = [] } = wanted;
  const wrong = allow.find((word) => toolsCalled(word) === undefined);
  if (wrong !== undefined) {
    const known = Object.keys(TOOL_WORDS);
    const hint = didYouMean(wrong, known) ?? `Known are: ${known.join(', ')}.`;
    return fail(misused(`There is no tool "${oneLine(wrong, 40)}".`, hint));
  }
  if (issue !== undefined && !isIssueRef(issue)) {
    return fail(misused(`"${oneLine(issue, 60)}" is no issue.`, 'Write it as org/repo#12.'));
  }
  const template = templateFor(ws, wanted);
  if (!template.ok) return template;
  const { name, chosen } = template.value;
  const plan = await planGoal(ws, name, { request: title, allow, terms, issue });
  if (!plan.ok) return fail(failed(plan.error));
  const own = criteria?.length ? { success_criteria: [...criteria] } : {};
  return ok({ ...plan.value, ...own, ...(chosen && { chosen }) });
}

type Named = Readonly<{ name: string; chosen?: Plan['chosen'] }>;

/** Named, or chosen as `/wukong` would; never guessed. */
function templateFor(ws: Workspace, { title, template }: Wanted): Result<Named, Outcome> {
  const templates = listTemplates(ws);
  if (template !== undefined) {
    if (templates.includes(template)) return ok({ name: template });
    const message = `There is no template "${oneLine(template, 40)}".`;
    const there = `There are: ${templates.join(', ')}.`;
    return fail(misused(message, joined([didYouMean(template, templates), there])));
  }
  const choice = classify(redactor(process.env)(title));
  const name = [choice.template, choice.track].find(
    (one) => one !== null && templates.includes(one),
  );
  if (name) return ok({ name, chosen: chosenBy(choice, name) });
  const [why = ''] = choice.reasons;
  const ask = choice.ask.map((name) => `--template ${name}`).join(' or ');
  return fail(
    misused(`Which plan is not clear: ${oneLine(why)}.`, `Add ${ask || '--template NAME'}.`),
  );
}
