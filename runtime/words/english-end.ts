// What is told of a goal at its end, in English: whether its fault was shown, and what stands beside it. The list of
// what another language has to say as well; which is said, and of what, is decided in fault.ts.

import type { Beside } from '../model/proof.ts';
import { EXCUSED } from './counts-text.ts';
import { asSentence, counted } from './plain-text.ts';
import { ENGLISH_UNSHOWN } from './unshown.ts';

type NotSame = Readonly<{ check: string; broken: number; gone: number; named: readonly string[] }>;
type Accepted = Beside['accepted'][number];
type OtherGate = NonNullable<Beside['others']>[number];

export type EndWords = typeof ENGLISH_END;

/** Whole sentences, but for what is put into others. */
export const ENGLISH_END = {
  unshown: ENGLISH_UNSHOWN,
  /** Between sentences. */
  space: ' ',
  proven: (check: string) => `Proven: \`${check}\` failed before, passes now.`,
  /** `limit`: why it counts for less, without a full stop. */
  provenToL2: (check: string, limit: string) =>
    `Proven to L2: \`${check}\` passes now; ${asSentence(limit)}`,
  nothingChanged: 'The fault was not seen, nothing was changed.',
  nothingShown: (why: string) => `Nothing was shown: ${asSentence(why)}`,
  noneAsked: (template: string) =>
    `Nothing was shown to fail before: the template ${template} asks for no such check.`,
  documentation: (files: readonly string[]) =>
    `Only files that no check opens were changed: ${files.join(', ')}.`,
  notShown: asSentence,
  acceptedBy: (by: string, why: string) => `Accepted by ${by}${because(why)}`,
  same: (check: string, cases: number | undefined) => {
    if (cases === undefined) return `\`${check}\` passes before and after the change.`;
    return cases === 1
      ? `The same case passes before and after the change: \`${check}\`.`
      : `The same ${cases} cases pass before and after the change: \`${check}\`.`;
  },
  notSame: ({ check, broken, gone, named }: NotSame) => {
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
  unseen: (criteria: number) => `${counted(criteria, 'criterion', 'criteria')} nobody looked at.`,
  own: {
    noProof: 'no check has to fail before the change',
    noAudit: 'nobody audits it',
    lowerLevel: 'its levels are lower',
    without: (checks: readonly string[]) => `without ${checks.join(', ')}`,
    /** `lacks`: what it does not ask for, perhaps nothing. */
    template: (name: string, file: string, replaces: boolean, lacks: readonly string[]) => {
      const whose = replaces
        ? `The template is ${file}, which takes the place of the shipped "${name}"`
        : `The template is ${file} of this repository`;
      const asks =
        lacks.length === 0 ? '' : `${replaces ? ' and asks for less' : ''}: ${lacks.join(', ')}`;
      return `${whose}${asks}.`;
    },
  },
  /** What was done to tests, as `path:line what`. */
  changes: (named: readonly string[]) => {
    const changes = [...grouped(named)].map(([what, places]) => changeText(what, places));
    return `${changes.join(', ')}.`;
  },
  flaky: (gates: readonly string[]) =>
    `Failed and then passed on the same files, so a matter of chance: ${listed(gates)}.`,
  other: ({ gate, outcome, excused }: OtherGate) => {
    if (outcome === 'unavailable') return `The gate "${gate}" could not run.`;
    const how = outcome === 'timeout' ? 'runs out of time' : 'fails';
    return `The gate "${gate}" ${how}; ${excused ? EXCUSED[excused] : 'it need not pass'}.`;
  },
  gone: (paths: readonly string[]) => `Not in the tree any more: ${listed(paths)}.`,
  accepted: ({ what, by, why }: Accepted) => `${ACCEPTED[what]} by ${by}${because(why)}`,
};

function because(why: string): string {
  return why === '' ? '.' : `: ${asSentence(why)}`;
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
