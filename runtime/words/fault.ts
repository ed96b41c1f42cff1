// What is said of a goal beside its nodes, in English: whether its fault was shown, and what a person decided.

import type { Holds, Standing } from '../kernel/graph/criteria.ts';
import type { Terminal } from '../model/actors/terminal.ts';
import type { Beside, Decided, Fault, HunksTried, OwnTemplate } from '../model/proof.ts';
import { EXCUSED } from './counts-text.ts';
import {
  besideIn,
  type EndWords,
  endIn,
  faultIn,
  firstIn,
  hunksIn,
  ownTemplateIn,
} from './goal-end.ts';
import { asSentence, counted } from './plain-text.ts';
import { ENGLISH_UNSHOWN } from './unshown.ts';

export const ENGLISH_END: EndWords = {
  unshown: ENGLISH_UNSHOWN,
  space: ' ',
  proven: (check) => `Proven: \`${check}\` failed before, passes now.`,
  provenToL2: (check, limit) => `Proven to L2: \`${check}\` passes now; ${asSentence(limit)}`,
  nothingChanged: 'The fault was not seen, nothing was changed.',
  nothingShown: (why) => `Nothing was shown: ${asSentence(why)}`,
  noneAsked: (template) =>
    `Nothing was shown to fail before: the template ${template} asks for no such check.`,
  documentation: (files) => `Only files that no check opens were changed: ${files.join(', ')}.`,
  notShown: asSentence,
  acceptedBy: (by, why) => `Accepted by ${by}${because(why)}`,
  same: (check, cases) => {
    if (cases === undefined) return `\`${check}\` passes before and after the change.`;
    return cases === 1
      ? `The same case passes before and after the change: \`${check}\`.`
      : `The same ${cases} cases pass before and after the change: \`${check}\`.`;
  },
  notSame: ({ check, broken, gone, named }) => {
    const what = [
      ...(broken > 0
        ? [`${counted(broken, 'case')} passed before and ${broken === 1 ? 'fails' : 'fail'} now`]
        : []),
      ...(gone > 0
        ? [`${counted(gone, 'case')} ran before and ${gone === 1 ? 'is' : 'are'} skipped or gone`]
        : []),
    ];
    const more = broken + gone - named.length;
    const names = `${named.map((name) => `"${name}"`).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `Not the same before and after the change: ${what.join(', ')} (${names}): \`${check}\`.`;
  },
  hunks: {
    join: '; ',
    caught: (caught, either) =>
      `${counted(caught, 'case')} caught the fault, ${either} passed either way`,
    tooSlow: (hunks) =>
      `which of ${counted(hunks, 'hunk')} a test holds was not tried, one run takes over 10 s`,
    held: (held, hunks) =>
      `${held} of ${counted(hunks, 'hunk')} ${hunks === 1 ? 'is' : 'are'} held by a test`,
    notHeld: (places) => `not held: ${places.join(', ')}`,
    silent: (count) => `${count} without which it could not run`,
    untried: (count) => `${count} not tried`,
  },
  unseen: (criteria) => `${counted(criteria, 'criterion', 'criteria')} nobody looked at.`,
  own: {
    noProof: 'no check has to fail before the change',
    noAudit: 'nobody audits it',
    lowerLevel: 'its levels are lower',
    without: (checks) => `without ${checks.join(', ')}`,
    template: (name, file, replaces, lacks) => {
      const whose = replaces
        ? `The template is ${file}, which takes the place of the shipped "${name}"`
        : `The template is ${file} of this repository`;
      const asks =
        lacks.length === 0 ? '' : `${replaces ? ' and asks for less' : ''}: ${lacks.join(', ')}`;
      return `${whose}${asks}.`;
    },
  },
  changes: (named) => {
    const changes = [...grouped(named)].map(([what, places]) => changeText(what, places));
    return `${changes.join(', ')}.`;
  },
  flaky: (gates) =>
    `Failed and then passed on the same files, so a matter of chance: ${listed(gates)}.`,
  other: ({ gate, outcome, excused }) => {
    if (outcome === 'unavailable') return `The gate "${gate}" could not run.`;
    const how = outcome === 'timeout' ? 'runs out of time' : 'fails';
    return `The gate "${gate}" ${how}; ${excused ? EXCUSED[excused] : 'it need not pass'}.`;
  },
  gone: (paths) => `Not in the tree any more: ${listed(paths)}.`,
  accepted: ({ what, by, why }) => `${ACCEPTED[what]} by ${by}${because(why)}`,
};

function because(why: string): string {
  return why === '' ? '.' : `: ${asSentence(why)}`;
}

const ACCEPTED = {
  'tests-changed': 'Changed tests accepted',
  'no-change': 'Accepted that nothing had to be changed,',
  foreign: 'Changes claimed as their own',
} as const;

/** What is said first of a goal: whole sentences. */
export function faultText(fault: Fault): string {
  return faultIn(ENGLISH_END, fault);
}

/** Which lines a test holds: half sentences, without a full stop. */
export function hunksText(tried: HunksTried): string {
  return hunksIn(ENGLISH_END, tried);
}

/** What is told at the end of a goal before all else: whole sentences, none of them empty. */
export function endTexts(
  fault: Fault | null | undefined,
  beside: Beside | null | undefined,
): string[] {
  return endIn(ENGLISH_END, fault, beside);
}

export function firstText(beside: Beside | null | undefined): string {
  return firstIn(ENGLISH_END, beside);
}

export function ownTemplateText(own: OwnTemplate & Readonly<{ template: string }>): string {
  return ownTemplateIn(ENGLISH_END, own);
}

export function besideText(beside: Beside | null | undefined): string {
  return besideIn(ENGLISH_END, beside);
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
