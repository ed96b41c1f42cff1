// What is said of a goal beside its nodes: whether its fault was shown, and what a person decided.

import type { Holds, Standing } from '../kernel/graph/criteria.ts';
import type { Terminal } from '../model/actors/terminal.ts';
import type { Beside, Decided, Fault, HunksTried, OwnTemplate } from '../model/proof.ts';
import { EXCUSED } from './counts-text.ts';
import { asSentence, counted } from './plain-text.ts';
import { ENGLISH_UNSHOWN, headIn, lookedIn } from './unshown.ts';

/** What is said first of a goal: whole sentences. */
export function faultText(fault: Fault): string {
  switch (fault.kind) {
    case 'shown':
      return [
        fault.limit === undefined
          ? `Proven: \`${fault.check}\` failed before, passes now.`
          : `Proven to L2: \`${fault.check}\` passes now; ${asSentence(fault.limit)}`,
        ...lookedIn(ENGLISH_UNSHOWN, fault.saying),
      ].join(' ');
    case 'nothing-changed':
      return 'The fault was not seen, nothing was changed.';
    case 'not-asked':
      if (fault.why !== undefined) return `Nothing was shown: ${asSentence(fault.why)}`;
      return `Nothing was shown to fail before: the template ${fault.template} asks for no such check.`;
    case 'same':
      return sameText(fault);
    case 'documentation':
      return `Only files that no check opens were changed: ${fault.files.join(', ')}.`;
    case 'not-shown': {
      const what = `${headIn(ENGLISH_UNSHOWN, fault.saying)}${asSentence(fault.why)}`;
      if (fault.accepted === null) return what;
      const { by, why } = fault.accepted;
      return `${what} Accepted by ${by}${why === '' ? '.' : `: ${asSentence(why)}`}`;
    }
  }
}

function sameText(fault: Extract<Fault, { kind: 'same' }>): string {
  const { cases, broken = 0, gone = 0, named = [] } = fault;
  const check = `\`${fault.check}\``;
  if (broken + gone > 0) {
    const what = [
      broken > 0 &&
        `${counted(broken, 'case')} passed before and ${broken === 1 ? 'fails' : 'fail'} now`,
      gone > 0 &&
        `${counted(gone, 'case')} ran before and ${gone === 1 ? 'is' : 'are'} skipped or gone`,
    ].filter(Boolean);
    const more = broken + gone - named.length;
    const names = `${named.map((name) => `"${name}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `Not the same before and after the change: ${what.join(', ')} (${names}): ${check}.`;
  }
  if (cases === undefined) return `${check} passes before and after the change.`;
  return cases === 1
    ? `The same case passes before and after the change: ${check}.`
    : `The same ${cases} cases pass before and after the change: ${check}.`;
}

/** Which lines a test holds: half sentences, without a full stop. */
export function hunksText({ hunks, held, not_held, silent, too_slow, cases }: HunksTried): string {
  const untried = hunks - held - not_held.length - silent;
  return [
    cases && `${counted(cases.caught, 'case')} caught the fault, ${cases.either} passed either way`,
    too_slow
      ? `which of ${counted(hunks, 'hunk')} a test holds was not tried, one run takes over 10 s`
      : `${held} of ${counted(hunks, 'hunk')} ${hunks === 1 ? 'is' : 'are'} held by a test`,
    not_held.length > 0 && `not held: ${not_held.join(', ')}`,
    silent > 0 && `${silent} without which it could not run`,
    untried > 0 && !too_slow && `${untried} not tried`,
  ]
    .filter(Boolean)
    .join('; ');
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
  return `by gate ${gate}: \`${command}\``;
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

/** What is told at the end of a goal before all else: whole sentences, none of them empty. */
export function endTexts(
  fault: Fault | null | undefined,
  beside: Beside | null | undefined,
): string[] {
  const said = [firstText(beside), fault ? faultText(fault) : '', besideText(beside)];
  return said.filter((text) => text !== '');
}

/** What goes before whether the fault was shown: that nobody looked, and whose template it is. */
export function firstText(beside: Beside | null | undefined): string {
  const { unseen = 0, own } = beside ?? {};
  return [
    ...(unseen > 0 ? [`${counted(unseen, 'criterion', 'criteria')} nobody looked at.`] : []),
    ...(own ? [ownTemplateText(own)] : []),
  ].join(' ');
}

/** A template of the repository: in whose place it is, and what it does not ask for. */
export function ownTemplateText({
  template,
  replaces,
  less = {},
}: OwnTemplate & Readonly<{ template: string }>): string {
  const { proof, audit, level, checks = [] } = less;
  const lacks = [
    ...(proof ? ['no check has to fail before the change'] : []),
    ...(audit ? ['nobody audits it'] : []),
    ...(level ? ['its levels are lower'] : []),
    ...(checks.length > 0 ? [`without ${checks.join(', ')}`] : []),
  ];
  const file = `.wukong/templates/${template}.yaml`;
  const whose = replaces
    ? `The template is ${file}, which takes the place of the shipped "${template}"`
    : `The template is ${file} of this repository`;
  const asks =
    lacks.length === 0 ? '' : `${replaces ? ' and asks for less' : ''}: ${lacks.join(', ')}`;
  return `${whose}${asks}.`;
}

/** What stands beside it: one line of whole sentences, empty if there is nothing to say. */
export function besideText(beside: Beside | null | undefined): string {
  if (!beside) return '';
  const { named, accepted, gone, flaky = [], others = [] } = beside;
  const changes = [...grouped(named)].map(([what, places]) => changeText(what, places));
  return [
    ...(changes.length > 0 ? [`${changes.join(', ')}.`] : []),
    ...(flaky.length > 0
      ? [`Failed and then passed on the same files, so a matter of chance: ${listed(flaky)}.`]
      : []),
    ...others.map(otherGateText),
    ...(gone.length > 0 ? [`Not in the tree any more: ${listed(gone)}.`] : []),
    ...accepted.map(({ what, by, why }) => {
      const said = why === '' ? '.' : `: ${asSentence(why)}`;
      return `${ACCEPTED[what]} by ${by}${said}`;
    }),
  ].join(' ');
}

function otherGateText({ gate, outcome, excused }: NonNullable<Beside['others']>[number]): string {
  const how = outcome === 'timeout' ? 'runs out of time' : 'fails';
  if (outcome === 'unavailable') return `The gate "${gate}" could not run.`;
  return `The gate "${gate}" ${how}; ${excused ? EXCUSED[excused] : 'it need not pass'}.`;
}

const ACCEPTED = {
  'tests-changed': 'Changed tests accepted',
  'no-change': 'Accepted that nothing had to be changed,',
  foreign: 'Changes claimed as their own',
} as const;

/** By what was done the places, in the order they were named. */
function grouped(named: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const one of named) {
    const [, place = '', what = one] = /^(.*?:\d+) (.+)$/.exec(one) ?? [];
    found.set(what, [...(found.get(what) ?? []), place]);
  }
  return found;
}

/** `test skipped` at two places is `2 tests skipped (a.js:1, b.js:2)`. */
function changeText(what: string, places: readonly string[]): string {
  const [thing = '', ...done] = what.split(' ');
  const things = places.length === 1 ? thing : `${thing}s`;
  const where = places.filter((place) => place !== '');
  const text = [places.length, things, ...done].join(' ');
  return where.length === 0 ? text : `${text} (${listed(where)})`;
}

const NAMED = 3;

function listed(items: readonly string[]): string {
  const more = items.length - NAMED;
  return items.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
