// What became of tests and gates that differ from those of before the work: decided once, said in words of any language.

import type { Names, Saying } from '../model/saying.ts';
import { causeText, ENGLISH_CAUSES, noCauseText } from './trial-cause.ts';

export type JudgesDiffer = Extract<Saying, { is: 'judges-differ' }>;

/** `gate`: its name, quoted. `because`: where it runs in no copy, why, without a full stop. */
type FoundAt = JudgesDiffer & Readonly<{ gate: string; because: string }>;

export type JudgesWords = typeof ENGLISH_JUDGES;

/** Clauses. */
export const ENGLISH_JUDGES = {
  causes: ENGLISH_CAUSES,
  changed: (files: Names, added: boolean) =>
    `tests or gates ${added ? 'were added' : 'that were there before were changed'} (${listed(files)})`,
  hidden: (files: Names) => `tests or gates are not what git records (${listed(files)})`,
  and: ', and ',
  /** Before what is said of them, where it is no sentence of its own. */
  which: ', which ',
  gates: (names: readonly string[]) => names.map((name) => `"${name}"`).join(', '),
  output: (why: string, log: string | null) => `${why}; its output is in .wukong/${log}`,
  /** What the runs with those of before say. */
  found: {
    holds: ({ gate }) => `${gate} passes with the sealed versions too`,
    'not-compared': () => 'git cannot compare the trees',
    'nothing-runs': () => 'no gate could run with the sealed versions',
    'new-check': ({ gate }) =>
      `${gate} is a check that was not there, so it says nothing with the sealed versions`,
    'cannot-fail': ({ gate }) =>
      `${gate} passes where a line that fails stands in each of its tests`,
    refused: ({ gate, why, cases: { names, more } }) =>
      `${gate} does not pass with the sealed versions (${why}${names.length === 0 ? '' : `: ${listed({ names: names.map((name) => `"${name}"`), more })}`})`,
    'in-no-copy': ({ gate, because }) =>
      `could not be checked: ${gate} does not pass in a clean copy even without these changes: ${because}`,
  } satisfies Readonly<Record<JudgesDiffer['found'], (at: FoundAt) => string>>,
};

/** A sentence without its stop. */
export function judgesDifferText(saying: JudgesDiffer, words = ENGLISH_JUDGES): string {
  const { files, hidden, added = false, found } = saying;
  const differing = [
    ...(files.names.length > 0 ? [words.changed(files, added)] : []),
    ...(hidden.names.length > 0 ? [words.hidden(hidden)] : []),
  ];
  const how = found === 'in-no-copy' ? words.which : words.and;
  const said = foundText(saying, words);
  return differing.length === 0 ? said : `${differing.join(words.and)}${how}${said}`;
}

/** What the runs with those of before say, as a clause. */
export function foundText(saying: JudgesDiffer, words = ENGLISH_JUDGES): string {
  const { found, gates, why, log, cause } = saying;
  const because = cause
    ? causeText(cause, words.causes)
    : why === ''
      ? noCauseText(log ?? '', words.causes)
      : words.output(why, log);
  const at = { ...saying, gate: words.gates(gates), because: because.replace(/[.。]$/, '') };
  return words.found[found](at);
}

export function listed({ names, more }: Names): string {
  return names.join(', ') + (more > 0 ? `, and ${more} more` : '');
}
