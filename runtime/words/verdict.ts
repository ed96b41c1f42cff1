// What a change proves, in words of any language. Each sentence is made of the rows it rests on, and says nothing
// that no row says.

import { commandText } from '../model/gate.ts';
import type { Change, Doubt } from '../proof/change.ts';
import type { CaseName, Row } from '../proof/row.ts';
import type { Limit, NotShown, Unable, Verdict } from '../proof/verdict.ts';
import { isClean } from '../proof/verdict.ts';
import type { Red, VerdictWords } from './verdict-words.ts';

export type VerdictText = Readonly<{
  /** One or two words: `shown`, `not shown`. */
  mark: string;
  /** One sentence. */
  head: string;
  /** A sentence each. */
  more: readonly string[];
  /** Why it shows less than it could, a sentence each. */
  limits: readonly string[];
  /** What stands in doubt, most telling first. */
  doubts: readonly string[];
  /** What can be done about it. */
  next: readonly string[];
}>;

export type Proven = Readonly<{ change: Change; verdict: Verdict }>;

const MOST_NAMED = 5;

export function verdictIn(words: VerdictWords, { change, verdict }: Proven): VerdictText {
  const check = nameOfCheck(words, change, 'check' in verdict ? verdict.check : undefined);
  const none = { more: [], limits: [], doubts: [], next: [] };
  switch (verdict.is) {
    case 'shown': {
      const { rows, cases, limits, doubts } = verdict;
      const isInDoubt = !isClean(verdict);
      const named = cases.length > 0 ? [words.cases(cases.length, namesOf(words, cases))] : [];
      return {
        mark: words.marks[isInDoubt ? 'in-doubt' : 'shown'],
        head: words.shown(check, redOf(rows, limits)),
        more: named,
        limits: limits.map((limit) => limitText(words, limit)),
        doubts: doubts.map((doubt) => doubtText(words, doubt)),
        next: isInDoubt ? [words.lookAtDoubts] : [],
      };
    }
    case 'not-shown': {
      const { because, rows } = verdict;
      const seen = seenOf(words, check, because, rows);
      const head = words.notShown[because.why](seen);
      const isOld = because.why === 'fails-now' && seen.failedBefore && seen.cases === '';
      const next = isOld ? words.nextOfOld : words.next[because.why];
      return { ...none, mark: words.marks['not-shown'], head, next: [next] };
    }
    case 'nothing': {
      const { judge, rows } = verdict;
      const { head, onlyProse, same, judges, pass } = words.nothing;
      const passes = rows.filter(({ ended }) => ended === 'pass').length;
      const more = [
        change.files.length === 0 ? same : judge === 0 ? onlyProse : judges(judge),
        ...(passes > 0 ? [pass(passes, rows.length)] : []),
      ];
      return { ...none, mark: words.marks.nothing, head, more };
    }
    case 'unable': {
      const { noCheck, noTests, nameOne, saysNothing } = words.unable;
      const mark = words.marks.unable;
      if (verdict.because === undefined) {
        const head = change.checks.length === 0 ? noCheck : noTests;
        return { ...none, mark, head, next: [nameOne] };
      }
      const next = nextOfUnable(words, verdict.because);
      return { ...none, mark, head: saysNothing(check, verdict.because), next: [next] };
    }
  }
}

function nextOfUnable({ unable, nextOfOld }: VerdictWords, { on, ended }: Unable): string {
  // It ran its tests, and some of them fail either way.
  if (ended === 'fail') return nextOfOld;
  return on === 'red' && ended === 'timeout' ? unable.limitTests : unable.lookAtOutput;
}

function nameOfCheck(words: VerdictWords, { checks }: Change, check: number | undefined): string {
  const gate = check === undefined ? undefined : checks[check]?.gate;
  return gate ? `\`${commandText(gate.command)}\`` : words.theCheck;
}

function redOf(rows: readonly Row[], limits: readonly Limit[]): Red {
  if (limits.some(({ kind }) => kind === 'types-alone')) return 'has-type-errors';
  if (rows.some((row) => isWithout(row) && row.ended === 'fail')) return 'fails';
  const unread = rows.find((row) => row.recipe.back === 'program');
  if (unread?.ended === 'timeout') return 'does-not-end';
  if (unread?.ended === 'pass') return 'leaves-out';
  return unread?.ended === 'cannot-build' ? 'does-not-build' : 'cannot-load';
}

function isWithout({ recipe }: Row): boolean {
  return recipe.back === 'program' || Array.isArray(recipe.back);
}

function namesOf(words: VerdictWords, cases: readonly CaseName[]): string {
  const named = cases.slice(0, MOST_NAMED).map(({ name }) => name);
  return words.names(named, cases.length - named.length);
}

function limitText(words: VerdictWords, limit: Limit): string {
  // One word for each kind: the table has it for exactly this one.
  const say = words.limits[limit.kind] as (limit: Limit, names: string) => string;
  return say(limit, 'cases' in limit ? namesOf(words, limit.cases) : '');
}

function doubtText(words: VerdictWords, { path, line, text, kind }: Doubt): string {
  return words.doubt(line === null ? path : `${path}:${line}`, words.doubts[kind], text);
}

function seenOf(
  words: VerdictWords,
  check: string,
  because: NotShown,
  rows: readonly Row[],
): Parameters<VerdictWords['notShown'][NotShown['why']]>[0] {
  const cases = 'cases' in because ? because.cases : [];
  return {
    check,
    cases: cases.length > 0 ? namesOf(words, cases) : '',
    failedBefore: rows.some(({ recipe, ended }) => recipe.back === 'all' && ended !== 'pass'),
    endsWell: rows.every((row) => !isNow(row) || row.ended === 'pass'),
    inSameCases: !rows.some((row) => isWithout(row) && row.ended === 'pass'),
    side: 'side' in because ? because.side : 'green',
  };
}

function isNow({ recipe }: Row): boolean {
  return recipe.back === 'nothing' && recipe.planted === undefined;
}
