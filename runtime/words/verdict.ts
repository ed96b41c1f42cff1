// What a change proves, in words of any language. Each sentence is made of the rows it rests on, and says nothing
// that no row says: what is said is decided once, as values, and each language says it.

import { callText, shellWord } from '../model/gate.ts';
import type { DoubtSaid, LimitSaid, Names, VerdictSaying } from '../model/saying.ts';
import { type Change, filesOf } from '../proof/change.ts';
import type { CaseName, Row } from '../proof/row.ts';
import { isAsked, type Limit, type NotShown, type Unable, type Verdict } from '../proof/verdict.ts';
import { causeText } from './trial-cause.ts';
import type { Red, Seen, VerdictWords } from './verdict-words.ts';

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
const MOST_FILES = 3;

export function sayingOf({ change, verdict }: Proven): VerdictSaying {
  const check = lineOf(change, 'check' in verdict ? verdict.check : undefined);
  switch (verdict.is) {
    case 'shown': {
      const { rows, cases, limits, doubts } = verdict;
      return {
        is: 'shown',
        check,
        red: redOf(
          rows.filter((row) => row.check === verdict.check),
          limits,
        ),
        cases: namesOf(cases),
        limits: limits.map((limit) => limitSaid(limit, change)),
        doubts: doubts.map((doubt) => ({ ...doubt })),
      };
    }
    case 'not-shown':
      return { is: 'not-shown', check, ...seenOf(verdict.because, verdict.rows) };
    case 'nothing': {
      const { judge, doubts, left, rows } = verdict;
      const differs = change.files.length === 0 ? 'same' : judge === 0 ? 'prose' : 'judges';
      const names = filesOf(change, 'judge').slice(0, MOST_FILES);
      const judges = { names: names.map(({ path }) => path), more: judge - names.length };
      const now = rows.filter(isNow);
      const many = (some: readonly Row[]): number => new Set(some.map((row) => row.check)).size;
      const passes = many(now.filter(({ ended }) => ended === 'pass'));
      return {
        ...{ is: 'nothing', differs, judges, passes, of: many(now) },
        ...(doubts.length > 0 && { doubts: doubts.map((doubt) => ({ ...doubt })) }),
        ...(left.length > 0 && { left: namesOf(left) }),
      };
    }
    case 'unable': {
      if (verdict.because) return { is: 'unable', check, because: { ...verdict.because } };
      return { is: 'unable', check, ...(change.checks.length > 0 && { noTests: true as const }) };
    }
  }
}

export function saidIn(words: VerdictWords, saying: VerdictSaying): VerdictText {
  const none = { more: [], limits: [], doubts: [], next: [] };
  switch (saying.is) {
    case 'shown': {
      const { check, red, cases, limits, doubts } = saying;
      const isInDoubt = doubts.some(isAsked);
      const count = cases.names.length + cases.more;
      return {
        mark: words.marks[isInDoubt ? 'in-doubt' : 'shown'],
        head: words.shown(nameOf(words, check), red),
        more: [
          ...(count > 0 ? [words.cases(count, namesText(words, cases))] : []),
          ...lookedTexts(words, doubts),
        ],
        limits: limits.map((limit) => limitText(words, limit)),
        doubts: openTexts(words, doubts),
        next: isInDoubt ? [words.lookAtDoubts] : [],
      };
    }
    case 'not-shown': {
      const { why, cases } = saying;
      const seen: Seen = {
        check: nameOf(words, saying.check),
        cases: namesText(words, cases),
        failedBefore: saying.failedBefore ?? false,
        endsWell: saying.endsWell ?? false,
        inSameCases: saying.inSameCases ?? false,
        side: saying.side ?? 'green',
      };
      const isOld = why === 'fails-now' && seen.failedBefore && cases.names.length === 0;
      const next = isOld ? words.nextOfOld : words.next[why];
      return {
        ...none,
        mark: words.marks['not-shown'],
        head: words.notShown[why](seen),
        next: [next],
      };
    }
    case 'nothing': {
      const { differs, judges, passes, of, doubts = [], left } = saying;
      const { head, onlyProse, same, judges: others, pass } = words.nothing;
      const isInDoubt = doubts.some(isAsked);
      const what = {
        same,
        prose: onlyProse,
        judges: others(judges.names.length + judges.more),
      };
      return {
        mark: words.marks[isInDoubt ? 'tests-in-doubt' : 'nothing'],
        head: isInDoubt ? words.nothing.inDoubt : head,
        more: [
          what[differs],
          ...(passes > 0 ? [pass(passes, of)] : []),
          ...lookedTexts(words, doubts),
        ],
        limits: left ? [words.nothing.left(namesText(words, left))] : [],
        doubts: openTexts(words, doubts),
        next: isInDoubt ? [words.lookAtDoubts] : [],
      };
    }
    case 'unable': {
      const { noCheck, noTests, nameOne, saysNothing } = words.unable;
      const { check, because } = saying;
      const mark = words.marks.unable;
      if (because === undefined) {
        return { ...none, mark, head: saying.noTests ? noTests : noCheck, next: [nameOne] };
      }
      const head = saysNothing(nameOf(words, check), because);
      return { ...none, mark, head, next: [nextOfUnable(words, because, check)] };
    }
  }
}

/** What a person said yes to, a sentence for each of them. */
function lookedTexts(words: VerdictWords, doubts: readonly DoubtSaid[]): string[] {
  const by = new Map<string, string[]>();
  for (const { looked, ...doubt } of doubts) {
    if (looked !== undefined) by.set(looked, [...(by.get(looked) ?? []), placeOf(doubt)]);
  }
  return [...by].map(([who, places]) => words.looked(who, [...new Set(places)]));
}

function openTexts(words: VerdictWords, doubts: readonly DoubtSaid[]): string[] {
  return doubts
    .filter(({ looked }) => looked === undefined)
    .map((doubt) => doubtText(words, doubt));
}

export function placeOf({ path, line }: Pick<DoubtSaid, 'path' | 'line'>): string {
  return line === null ? path : `${path}:${line}`;
}

function nextOfUnable(
  { unable, nextOfOld }: VerdictWords,
  { on, ended, cause }: Unable,
  check: string | null,
): string {
  if (cause?.kind === 'elsewhere' && check !== null && mayTakePythonPath(check)) {
    const line = `PYTHONPATH=${cause.path ?? '.'} ${check}`;
    return unable.namePythonPath(`wukong prove --check ${shellWord(line)}`);
  }
  if (cause) return causeText(cause, unable.causes);
  // It ran its tests, and some of them fail either way.
  if (ended === 'fail') return nextOfOld;
  return on === 'red' && ended === 'timeout' ? unable.limitTests : unable.lookAtOutput;
}

/** Python alone reads it, and a line that names it already is not told to. */
function mayTakePythonPath(check: string): boolean {
  return (
    /\b(?:py\.?test|python[\d.]*|unittest|tox|nox)\b/.test(check) && !/PYTHONPATH|\(in /.test(check)
  );
}

function lineOf({ checks }: Change, check: number | undefined): string | null {
  const gate = check === undefined ? undefined : checks[check]?.gate;
  return gate ? callText(gate) : null;
}

function nameOf(words: VerdictWords, check: string | null): string {
  return check === null ? words.theCheck : `\`${check}\``;
}

function redOf(rows: readonly Row[], limits: readonly Limit[]): Red {
  if (limits.some(({ kind }) => kind === 'types-alone')) return 'has-type-errors';
  if (rows.some((row) => isWithout(row) && row.ended === 'fail')) return 'fails';
  const unread = rows.find((row) => row.recipe.back === 'program');
  if (unread?.ended === 'timeout') return 'does-not-end';
  if (unread?.ended === 'pass') {
    // Else the tests that were there failed, on the base.
    return limits.some(({ kind }) => kind === 'not-there-yet') ? 'leaves-out' : 'fails';
  }
  return unread?.ended === 'cannot-build' ? 'does-not-build' : 'cannot-load';
}

function isWithout({ recipe }: Row): boolean {
  return recipe.back === 'program' || Array.isArray(recipe.back);
}

function namesOf(cases: readonly CaseName[]): Names {
  return namedOf(
    cases.map(({ name }) => name),
    MOST_NAMED,
  );
}

function namedOf(all: readonly string[], most: number): Names {
  return { names: all.slice(0, most), more: Math.max(0, all.length - most) };
}

function namesText(words: VerdictWords, { names, more }: Names): string {
  return names.length === 0 ? '' : words.names(names, more);
}

function limitSaid(limit: Limit, change: Change): LimitSaid {
  switch (limit.kind) {
    case 'old-failures':
    case 'flaky':
      return { kind: limit.kind, cases: namesOf(limit.cases) };
    case 'accepted':
      return { kind: limit.kind, files: namedOf(limit.files, MOST_FILES) };
    case 'not-sealed':
      return { kind: limit.kind, why: limit.why };
    case 'says-nothing': {
      const { kind, check, because } = limit;
      return { kind, check: lineOf(change, check) ?? '', because: { ...because } };
    }
    default:
      return limit;
  }
}

function limitText(words: VerdictWords, limit: LimitSaid): string {
  if (limit.kind === 'says-nothing') {
    return words.unable.saysNothing(nameOf(words, limit.check), limit.because);
  }
  // One word for each kind: the table has it for exactly this one.
  const say = words.limits[limit.kind] as (limit: LimitSaid, names: string) => string;
  return say(limit, 'cases' in limit ? namesText(words, limit.cases) : '');
}

export function doubtText(words: VerdictWords, doubt: DoubtSaid): string {
  return words.doubt(placeOf(doubt), words.doubts[doubt.kind], doubt.text);
}

type NotShownSaid = Omit<Extract<VerdictSaying, { is: 'not-shown' }>, 'is' | 'check'>;

function seenOf(because: NotShown, rows: readonly Row[]): NotShownSaid {
  const yes = true as const;
  const failedBefore = rows.some(({ recipe, ended }) => recipe.back === 'all' && ended !== 'pass');
  const endsWell = rows.every((row) => !isNow(row) || row.ended === 'pass');
  const inSameCases = !rows.some((row) => isWithout(row) && row.ended === 'pass');
  return {
    why: because.why,
    cases: namesOf('cases' in because ? because.cases : []),
    ...(because.why === 'fails-now' && failedBefore && { failedBefore: yes }),
    ...(because.why === 'fails-now' && endsWell && { endsWell: yes }),
    ...(because.why === 'passes-before' && inSameCases && { inSameCases: yes }),
    ...('side' in because && { side: because.side }),
  };
}

function isNow({ recipe }: Row): boolean {
  return recipe.back === 'nothing' && recipe.planted === undefined;
}
