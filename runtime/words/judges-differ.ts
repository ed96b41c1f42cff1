// What became of tests and gates that differ from those of before the work, in words of any language.

import type { Names, Saying } from '../model/saying.ts';
import { causeText, noCauseText } from './trial-cause.ts';

export type JudgesDiffer = Extract<Saying, { is: 'judges-differ' }>;

/** A sentence without its stop. */
export function judgesDifferText(saying: JudgesDiffer): string {
  const how = saying.found === 'in-no-copy' ? ', which ' : ', and ';
  return [differing(saying), foundText(saying)].filter((part) => part !== '').join(how);
}

/** What the runs with those of before say, as a clause. */
export function foundText(saying: JudgesDiffer): string {
  const { found, gates, why, cases } = saying;
  const gate = gates.map((name) => `"${name}"`).join(', ');
  switch (found) {
    case 'holds':
      return `${gate} passes with the sealed versions too`;
    case 'not-compared':
      return 'git cannot compare the trees';
    case 'nothing-runs':
      return 'no gate and no plain command of the report could run with the sealed versions';
    case 'new-check':
      return `${gate} is a check that was not there, so it says nothing with the sealed versions`;
    case 'cannot-fail':
      return `${gate} passes where a line that fails stands in each of its tests`;
    case 'refused': {
      const which = cases.names.length === 0 ? '' : `: ${listed(quoted(cases))}`;
      return `${gate} does not pass with the sealed versions (${why}${which})`;
    }
    case 'in-no-copy':
      return `could not be checked: ${gate} does not pass in a clean copy even without these changes: ${causeOf(saying).replace(/\.$/, '')}`;
  }
}

function causeOf({ cause, why, log }: JudgesDiffer): string {
  if (cause) return causeText(cause);
  return why === '' ? noCauseText(log ?? '') : `${why}; its output is in .wukong/${log}`;
}

function differing({ files, hidden, added }: JudgesDiffer): string {
  const what = added ? 'were added' : 'that were there before were changed';
  return [
    ...(files.names.length > 0 ? [`tests or gates ${what} (${listed(files)})`] : []),
    ...(hidden.names.length > 0
      ? [`tests or gates are not what git records (${listed(hidden)})`]
      : []),
  ].join(', and ');
}

export function listed({ names, more }: Names): string {
  return names.join(', ') + (more > 0 ? `, and ${more} more` : '');
}

function quoted({ names, more }: Names): Names {
  return { names: names.map((name) => `"${name}"`), more };
}
