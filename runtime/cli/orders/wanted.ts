// What a person says of a goal to come, by the options of the command that begins it.

import { resolve } from 'node:path';
import { readTerms } from '../../classify/read-terms.ts';
import { readIfThere } from '../../files/reading.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Args } from '../frame/command.ts';
import { misused, type Outcome } from '../frame/outcome.ts';
import type { Wanted } from './plan-goal.ts';

/** `wukong run` takes some of the options. */
export function wantedFrom(
  command: 'goal' | 'run',
  title: string,
  args: Args,
): Result<Wanted, Outcome> {
  const terms = termsOf(args, command);
  if (!terms.ok) return terms;
  const reproduce = args.text('reproduce');
  if (reproduce !== undefined && reproduce !== 'first') {
    return fail(misused('--reproduce takes "first".', `See \`wukong ${command} --help\`.`));
  }
  const criteria = criteriaIn(args.text('criteria'));
  if (!criteria.ok) return criteria;
  return ok({
    title,
    template: args.text('template'),
    terms: terms.value,
    issue: args.text('issue'),
    criteria: criteria.value,
    allow: args.texts('allow'),
    reproduce,
  });
}

/** Of `--priority`, `--budget` and `--deadline`. */
export function termsOf(args: Args, command: 'goal' | 'run'): Result<Terms, Outcome> {
  const typed = {
    priority: args.text('priority'),
    budget: args.text('budget'),
    deadline: args.text('deadline'),
  };
  const read = readTerms(typed, new Date().toISOString());
  if (read.ok) return ok(read.terms);
  return fail(misused(`--${read.flag} takes ${read.why}.`, `See \`wukong ${command} --help\`.`));
}

/** One a line. */
function criteriaIn(path: string | undefined): Result<string[] | undefined, Outcome> {
  if (path === undefined) return ok(undefined);
  const shown = oneLine(path, 100);
  const text = readIfThere(resolve(path))?.toString('utf8');
  if (text === undefined) return fail(misused(`There is no file ${shown}.`, '--criteria FILE'));
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  return lines.length > 0
    ? ok(lines)
    : fail(misused(`${shown} holds no criterion.`, 'Write one a line.'));
}
