// The plan of a goal that is made in a shell, or which of the words about it is wrong.

import { chosenBy, classify } from '../../classify/classify.ts';
import { isIssueRef } from '../../classify/read-terms.ts';
import { listTemplates } from '../../documents/template.ts';
import { planGoal } from '../../engine/goal/begin.ts';
import type { Plan } from '../../kernel/requests/goals.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import { TOOL_WORDS, toolsCalled } from '../../model/tools.ts';
import { redactor } from '../../privacy/redact.ts';
import { didYouMean } from '../../words/did-you-mean.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { failed, joined, misused, type Outcome } from '../frame/outcome.ts';

/** What a person says of a goal to come. */
export type Wanted = Readonly<{
  title: string;
  template?: string | undefined;
  terms: Terms;
  issue?: string | undefined;
  criteria?: readonly string[] | undefined;
  allow?: readonly string[] | undefined;
  /** A test has to show the fault before anything is fixed. */
  reproduce?: 'first' | undefined;
}>;

/** `at`: the field of `Wanted`, and which of its entries. Without it the fault is elsewhere. */
export type Refused =
  | Readonly<{ at: readonly [keyof Wanted, ...number[]]; message: string; hint: string }>
  | Readonly<{ at?: undefined; failure: Failure }>;

/** Of words on a command line there is no place to show. */
export async function planOf(ws: Workspace, wanted: Wanted): Promise<Result<Plan, Outcome>> {
  const plan = await planOrFault(ws, wanted);
  if (plan.ok) return plan;
  const { error } = plan;
  return fail(error.at ? misused(error.message, error.hint) : failed(error.failure));
}

export async function planOrFault(ws: Workspace, wanted: Wanted): Promise<Result<Plan, Refused>> {
  const { title, terms, issue, criteria, reproduce, allow = [] } = wanted;
  const i = allow.findIndex((word) => toolsCalled(word) === undefined);
  if (i !== -1) return fail(noTool(allow[i] ?? '', i));
  if (issue !== undefined && !isIssueRef(issue)) {
    const message = `"${oneLine(issue, 60)}" is no issue.`;
    return fail({ at: ['issue'], message, hint: 'Write it as org/repo#12.' });
  }
  const template = templateFor(ws, wanted);
  if (!template.ok) return template;
  const { name, chosen } = template.value;
  const asked = { request: title, terms, issue, reproduce };
  const plan = await planGoal(ws, name, { ...asked, allow, criteria });
  if (!plan.ok) {
    // What would be a plan without `--allow` is no fault of the template.
    const isTemplate = allow.length === 0 || !(await planGoal(ws, name, asked)).ok;
    return fail(isTemplate ? { failure: plan.error } : tooNarrow(plan.error));
  }
  return ok({ ...plan.value, ...(chosen && { chosen }) });
}

function noTool(word: string, i: number): Refused {
  const known = Object.keys(TOOL_WORDS);
  const hint = didYouMean(word, known) ?? `Known are: ${known.join(', ')}.`;
  return { at: ['allow', i], message: `There is no tool "${oneLine(word, 40)}".`, hint };
}

/** The plan is good, and too little is allowed for it. */
function tooNarrow(failure: Failure): Refused {
  if (failure.kind !== 'bad-file') return { failure };
  const [first] = failure.problems;
  const message = failure.problems.map((problem) => problem.message).join(' ');
  return { at: ['allow'], message, hint: joined([first?.hint, 'Allow one more of them.']) };
}

type Named = Readonly<{ name: string; chosen?: Plan['chosen'] }>;

/** Named, or chosen as `/wukong` would; never guessed. */
function templateFor(ws: Workspace, { title, template }: Wanted): Result<Named, Refused> {
  const templates = listTemplates(ws);
  if (template !== undefined) {
    if (templates.includes(template)) return ok({ name: template });
    const message = `There is no template "${oneLine(template, 40)}".`;
    const hint = joined([didYouMean(template, templates), `There are: ${templates.join(', ')}.`]);
    return fail({ at: ['template'], message, hint });
  }
  const choice = classify(redactor(process.env)(title));
  const name = [choice.template, choice.track].find(
    (one) => one !== null && templates.includes(one),
  );
  if (name) return ok({ name, chosen: chosenBy(choice, name) });
  const [why = ''] = choice.reasons;
  const likely = choice.ask.length > 0 ? choice.ask : templates;
  const message = `Which plan is meant is not clear: ${oneLine(why)}.`;
  return fail({ at: ['title'], message, hint: `Name the template: ${likely.join(' or ')}.` });
}
