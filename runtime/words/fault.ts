// What is said of a goal beside its nodes: whether its fault was shown, in words of any language, and what a person
// decided.

import type { Holds, Standing } from '../kernel/graph/criteria.ts';
import type { Terminal } from '../model/actors/terminal.ts';
import type { Beside, Decided, Fault, OwnTemplate } from '../model/proof.ts';
import type { Saying } from '../model/saying.ts';
import { ENGLISH_END, type EndWords } from './english-end.ts';
import { asSentence } from './plain-text.ts';
import { headIn, limitIn, moreIn, nothingShownIn, unshownIn } from './unshown.ts';

/** What is said first of a goal: whole sentences. */
export function faultText(fault: Fault, words = ENGLISH_END): string {
  switch (fault.kind) {
    case 'shown': {
      const { check, limit, saying } = fault;
      const less = limit === undefined ? undefined : saidLimit(words, limit, saying);
      const head = less === undefined ? words.proven(check) : words.provenToL2(check, less);
      return [head, ...moreIn(words.unshown, saying)].join(words.space);
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
      const what = words.notShown(whyUnshownText(fault, words));
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
export function whyUnshownText(about: Unshown, words: EndWords): string {
  return headIn(words.unshown, about.saying) + saidUnshownText(about, words);
}

/** A log of before has it in English alone. */
export function saidUnshownText({ why, saying }: Unshown, { unshown }: EndWords): string {
  return saying ? unshownIn(unshown, saying) : why;
}

/** What is told at the end of a goal before all else: whole sentences, none of them empty. */
export function endTexts(
  fault: Fault | null | undefined,
  beside: Beside | null | undefined,
  words = ENGLISH_END,
): string[] {
  const first = firstText(beside, words);
  const said = [first, fault ? faultText(fault, words) : '', besideText(beside, words)];
  return said.filter((text) => text !== '');
}

/** What goes before whether the fault was shown: that nobody looked, and whose template it is. */
export function firstText(beside: Beside | null | undefined, words = ENGLISH_END): string {
  const { unseen = 0, own } = beside ?? {};
  return [
    ...(unseen > 0 ? [words.unseen(unseen)] : []),
    ...(own ? [ownTemplateText(own, words)] : []),
  ].join(words.space);
}

/** A template of the repository: in whose place it is, and what it does not ask for. */
export function ownTemplateText(
  { template, replaces, less = {} }: OwnTemplate & Readonly<{ template: string }>,
  { own: words } = ENGLISH_END,
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
export function besideText(beside: Beside | null | undefined, words = ENGLISH_END): string {
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

/** Where a criterion is seen to hold, or why it is not. */
export function standingText(standing: Standing): string {
  switch (standing.is) {
    case 'met':
      return standing.holds.map(holdsText).join(', ');
    case 'accepted': {
      const { by, why } = standing;
      return `accepted by ${by || 'a person'}${why === '' ? '' : `: ${why}`}`;
    }
    case 'open':
      return standing.why;
  }
}

export function holdsText(holds: Holds): string {
  switch (holds.kind) {
    case 'gate':
      return byGateText(holds);
    case 'check':
      return `${holds.command} passed in a copy`;
    case 'changed':
      return `${holds.path} was changed`;
    case 'cited':
      return `${holds.path}:${holds.line}`;
  }
}

/** The name may say anything; what ran is beside it. */
export function byGateText({ gate, command }: Readonly<{ gate: string; command: string }>): string {
  const name = gate === command ? '' : ` ${gate}:`;
  return `by gate${name} \`${command}\``;
}

/** What counts because a person said so: who, when, at which terminal, why, about what. */
export function decidedText({
  what,
  node,
  at,
  by,
  why,
  about,
  terminal,
  session,
}: Decided): string {
  const seat = terminal ? `at ${terminalText(terminal)}` : '';
  const isTyped = session !== undefined || seat === '';
  const where = isTyped ? `in Claude Code ${seat}`.trim() : seat;
  const who = `${by || 'a person'}, ${at.slice(0, 16).replace('T', ' ')} UTC, ${where}`;
  const files = about.length > 0 ? `: ${about.join(', ')}` : '';
  const of = node === null ? '' : `${node}: `;
  return `${of}${WHAT[what]}${files} (${who}).${why === '' ? '' : ` ${asSentence(why)}`}`;
}

const WHAT: Readonly<Record<Decided['what'], string>> = {
  unproven: 'accepted, although the fault was not shown',
  'no-change': 'accepted that nothing had to be changed',
  criterion: 'accepted an open criterion',
  'tests-changed': 'accepted changed tests',
  doubts: 'looked at what was in doubt, and said yes',
  foreign: 'took these changes for their own',
  approve: 'allowed, once',
  trust: 'said that these settings count',
};

/** A terminal made by a program is one as well: what stands above it, and since when, may tell. */
export function terminalText({ name, parents, age_sec: age }: Terminal): string {
  const above = parents.length > 0 ? `below ${parents.join(' < ')}` : '';
  const open = age === null ? '' : `open for ${ageText(age)}`;
  const more = [above, open].filter((text) => text !== '').join(', ');
  return more === '' ? name : `${name}, ${more}`;
}

function ageText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
