// What is told of a goal at its end: whether its fault was shown, and what stands beside it. Decided once; each
// language has the sentences (words/fault.ts, words/languages/chinese-fault.ts).

import type { Beside, Fault, HunksTried, OwnTemplate } from '../model/proof.ts';
import type { Saying } from '../model/saying.ts';
import {
  headIn,
  limitIn,
  lookedIn,
  nothingShownIn,
  type UnshownWords,
  unshownIn,
} from './unshown.ts';

type NotSame = Readonly<{ check: string; broken: number; gone: number; named: readonly string[] }>;
type Accepted = Beside['accepted'][number];
type OtherGate = NonNullable<Beside['others']>[number];

/** Whole sentences, but for those of hunks and what is put into others. */
export type EndWords = Readonly<{
  unshown: UnshownWords;
  /** Between sentences. */
  space: string;
  proven: (check: string) => string;
  /** `limit`: why it counts for less, without a full stop. */
  provenToL2: (check: string, limit: string) => string;
  nothingChanged: string;
  nothingShown: (why: string) => string;
  noneAsked: (template: string) => string;
  documentation: (files: readonly string[]) => string;
  notShown: (why: string) => string;
  acceptedBy: (by: string, why: string) => string;
  same: (check: string, cases: number | undefined) => string;
  notSame: (of: NotSame) => string;
  /** Half sentences. */
  hunks: Readonly<{
    join: string;
    caught: (caught: number, either: number) => string;
    tooSlow: (hunks: number) => string;
    held: (held: number, hunks: number) => string;
    notHeld: (places: readonly string[]) => string;
    silent: (count: number) => string;
    untried: (count: number) => string;
  }>;
  unseen: (criteria: number) => string;
  own: Readonly<{
    noProof: string;
    noAudit: string;
    lowerLevel: string;
    without: (checks: readonly string[]) => string;
    /** `lacks`: what it does not ask for, perhaps nothing. */
    template: (name: string, file: string, replaces: boolean, lacks: readonly string[]) => string;
  }>;
  /** What was done to tests, as `path:line what`. */
  changes: (named: readonly string[]) => string;
  flaky: (gates: readonly string[]) => string;
  other: (gate: OtherGate) => string;
  gone: (paths: readonly string[]) => string;
  accepted: (of: Accepted) => string;
}>;

/** What is said first of a goal. */
export function faultIn(words: EndWords, fault: Fault): string {
  switch (fault.kind) {
    case 'shown': {
      const { check, limit, saying } = fault;
      const less = limit === undefined ? undefined : saidLimit(words, limit, saying);
      const head = less === undefined ? words.proven(check) : words.provenToL2(check, less);
      return [head, ...lookedIn(words.unshown, saying)].join(words.space);
    }
    case 'nothing-changed':
      return words.nothingChanged;
    case 'not-asked': {
      const { why, saying, template } = fault;
      if (why === undefined) return words.noneAsked(template);
      return words.nothingShown(saying ? nothingShownIn(words.unshown, saying) : why);
    }
    case 'same': {
      const { check, cases, broken = 0, gone = 0, named = [] } = fault;
      return broken + gone > 0
        ? words.notSame({ check, broken, gone, named })
        : words.same(check, cases);
    }
    case 'documentation':
      return words.documentation(fault.files);
    case 'not-shown': {
      const what = words.notShown(whyUnshownIn(words, fault));
      const { accepted } = fault;
      return accepted
        ? [what, words.acceptedBy(accepted.by, accepted.why)].join(words.space)
        : what;
    }
  }
}

function saidLimit({ unshown }: EndWords, limit: string, saying: Saying | undefined): string {
  return (saying?.is === 'shown' ? limitIn(unshown, saying) : undefined) ?? limit;
}

type Unshown = Readonly<{ why: string; saying?: Saying | undefined }>;

/** With what is said before it, without a full stop. */
export function whyUnshownIn(words: EndWords, about: Unshown): string {
  return headIn(words.unshown, about.saying) + saidUnshownIn(words, about);
}

/** A log of before has it in English alone. */
export function saidUnshownIn({ unshown }: EndWords, { why, saying }: Unshown): string {
  return saying ? unshownIn(unshown, saying) : why;
}

/** Which lines a test holds: half sentences, without a full stop. */
export function hunksIn({ hunks: words }: EndWords, tried: HunksTried): string {
  const { hunks, held, not_held, silent, too_slow, cases } = tried;
  const untried = too_slow ? 0 : hunks - held - not_held.length - silent;
  return [
    ...(cases ? [words.caught(cases.caught, cases.either)] : []),
    too_slow ? words.tooSlow(hunks) : words.held(held, hunks),
    ...(not_held.length > 0 ? [words.notHeld(not_held)] : []),
    ...(silent > 0 ? [words.silent(silent)] : []),
    ...(untried > 0 ? [words.untried(untried)] : []),
  ].join(words.join);
}

/** What is told before all else, none of them empty. */
export function endIn(
  words: EndWords,
  fault: Fault | null | undefined,
  beside: Beside | null | undefined,
): string[] {
  const first = firstIn(words, beside);
  const said = [first, fault ? faultIn(words, fault) : '', besideIn(words, beside)];
  return said.filter((text) => text !== '');
}

/** What goes before whether the fault was shown: that nobody looked, and whose template it is. */
export function firstIn(words: EndWords, beside: Beside | null | undefined): string {
  const { unseen = 0, own } = beside ?? {};
  return [
    ...(unseen > 0 ? [words.unseen(unseen)] : []),
    ...(own ? [ownTemplateIn(words, own)] : []),
  ].join(words.space);
}

/** A template of the repository: in whose place it is, and what it does not ask for. */
export function ownTemplateIn(
  { own: words }: EndWords,
  { template, replaces, less = {} }: OwnTemplate & Readonly<{ template: string }>,
): string {
  const { proof, audit, level, checks = [] } = less;
  const lacks = [
    ...(proof ? [words.noProof] : []),
    ...(audit ? [words.noAudit] : []),
    ...(level ? [words.lowerLevel] : []),
    ...(checks.length > 0 ? [words.without(checks)] : []),
  ];
  return words.template(template, `.wukong/templates/${template}.yaml`, replaces, lacks);
}

/** What stands beside it: one line, empty if there is nothing to say. */
export function besideIn(words: EndWords, beside: Beside | null | undefined): string {
  if (!beside) return '';
  const { named, accepted, gone, flaky = [], others = [] } = beside;
  return [
    ...(named.length > 0 ? [words.changes(named)] : []),
    ...(flaky.length > 0 ? [words.flaky(flaky)] : []),
    ...others.map(words.other),
    ...(gone.length > 0 ? [words.gone(gone)] : []),
    ...accepted.map(words.accepted),
  ].join(words.space);
}
