// The words of single runs and of the page they stand on, in English: the list of what another language has to say
// as well (words/languages).

import { toolSettings } from '../evidence/commands/tool-variables.ts';
import type { Wrote } from '../evidence/gates/check.ts';
import type { GateApproval } from '../model/gate.ts';
import type { HeldPlaces } from '../proof/held-places.ts';
import type { Ended, Recipe } from '../proof/row.ts';
import type { TreeKind } from '../proof/which-trees.ts';
import { counted, wholeLine } from './plain-text.ts';

type Whole = Extract<Recipe['back'], string>;
/** In the order of `Meaning`. */
type FileCounts = Readonly<Record<'all' | 'program' | 'judge' | 'both' | 'prose', number>>;

export type TrialWords = typeof ENGLISH_TRIALS;

export const ENGLISH_TRIALS = {
  theCheck: 'check',
  back: {
    nothing: 'with the change',
    program: 'without the change',
    judge: 'with the change, and the tests of before',
    all: 'before',
  } satisfies Readonly<Record<Whole, string>>,
  placesBack: (count: number) =>
    `with ${count} changed ${count === 1 ? 'place' : 'places'} put back`,
  planted: ', and a line in its tests that fails',
  types: ', and an error of types',
  without: (files: readonly string[]) => `, and without ${files.join(', ')}`,
  how: { asked: '', bare: ', again', plain: ', its runner alone' } satisfies Readonly<
    Record<NonNullable<Recipe['how']> | 'asked', string>
  >,
  ended: {
    pass: 'passes',
    fail: 'fails',
    'cannot-load': 'cannot load',
    'cannot-build': 'does not build',
    'no-tests': 'no tests',
    'not-started': 'did not start',
    timeout: 'no end in time',
    elsewhere: 'tests another program',
    disturbed: 'was disturbed',
  } satisfies Readonly<Record<Ended, string>>,
  cases: (count: number) => (count === 1 ? '1 case' : `${count} cases`),
  seconds: (seconds: string) => `${seconds} s`,
  /** Above the columns of a table: the run, how it ended, its cases, its seconds. */
  columns: ['run', 'ended', 'cases', 's'] as readonly [string, string, string, string],
  /** Which of them it is, from 1, and how many are likely. */
  run: (nth: number, of: number, name: string) =>
    `run ${nth}${nth <= of ? ` of about ${of}` : ''}: ${name}`,
  /** Before the first one. */
  runsAhead: (checks: number, runs: number) =>
    `${checks === 1 ? '1 check' : `${checks} checks`}, about ${runs} ${runs === 1 ? 'run' : 'runs'} in clean copies.`,
  runs: (count: number, seconds: string) =>
    `${count} ${count === 1 ? 'run' : 'runs'} in clean copies, ${seconds} s`,
  trees: {
    working: () => 'the working tree',
    last: (of) => `the last commit ${of}`,
    'one-before': (of) => `the commit before ${of}`,
    parted: (of) => `where it left ${of}`,
    named: (of) => of,
  } satisfies Readonly<Record<TreeKind, (of: string) => string>>,
  change: (head: string, base: string, { all, ...counts }: FileCounts) => {
    const parts = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((meaning) =>
      counts[meaning] > 0 ? `${counts[meaning]} ${FILES[meaning]}` : [],
    );
    const what = parts.length > 0 ? `: ${parts.join(', ')}` : '';
    return `${head} against ${base}. ${all === 1 ? '1 file' : `${all} files`}${what}`;
  },
  /** A glob of `--product`, or of `product:` in the settings. */
  namesNone: (glob: string, head: string, base: string) =>
    `product "${glob}" names no file, neither of ${head} nor of ${base}.`,
  nameOther: 'Name what is there, for example: --product "src/**"',
  inDoubt: 'In doubt',
  andMore: (count: number) => `and ${count} more`,
  next: 'next',
  /** How a person says that what is in doubt is right. */
  sayYes: 'If that is right, say so: the same with --accept-doubts.',
  /** A check sets a variable that tools read themselves. */
  sets: (setting: string) => `Sets a variable that tools read: ${setting}`,
  /** Another check runs in the repository. */
  waits: (what: string, pid: number) =>
    `waiting for \`${what}\` of process ${pid}: one check runs at a time in a repository`,
  /** A run changed installed packages of the working tree. */
  wrote: ({ folder, files, count, repair }: Wrote) => {
    const more = count > files.length ? ` and ${count - files.length} more` : '';
    const back = repair === undefined ? '' : ` If that was not you, this puts them back: ${repair}`;
    return `While a check ran in a copy, files in ${folder} of your working tree were changed: ${files.join(', ')}${more}. That run counts for nothing; from now on every check of this clone runs with a copy of ${folder}.${back}`;
  },
  /** Of a submodule. */
  unheld: (path: string) => `${path} changed here, and no commit of it holds that: no copy has it.`,
  /** Which changed places of the program a test holds. */
  held: {
    all: (halves: readonly string[]) => `${halves.join('; ')}.`,
    held: (held: number, places: number) =>
      `${held} of ${counted(places, 'changed place')} ${held === 1 ? 'is' : 'are'} held by a test`,
    free: (places: readonly string[]) => `not held: ${places.join(', ')}`,
    silent: (count: number) => `${count} without which it could not run`,
    untried: (count: number) => `${count} not tried, for want of time`,
    none: 'No changed place of the program can be put back alone.',
    /** A change that no check shows. */
    notShown: 'Which lines a test holds is told of a change that a check shows.',
  },
  endedWith: (run: string) => `The run ${run} ended with:`,
};

/** What a check sets that its tools read themselves, for whoever is asked whether it may run: a line each. */
export function settingLines(check: GateApproval, { sets } = ENGLISH_TRIALS): string[] {
  return toolSettings(check).map((one) => sets(wholeLine(one)));
}

/** Which places of a change a test holds: one sentence. */
export function heldText(
  { held, free, silent, untried }: HeldPlaces,
  { held: words } = ENGLISH_TRIALS,
): string {
  const places = held.length + free.length + silent + untried;
  if (places === 0) return words.none;
  const half = [
    words.held(held.length, places),
    ...(free.length > 0 ? [words.free(free.map(wholeLine))] : []),
    ...(silent > 0 ? [words.silent(silent)] : []),
    ...(untried > 0 ? [words.untried(untried)] : []),
  ];
  return words.all(half);
}

/** What runs changed in the working tree: once a folder, whichever run it was. */
export function wroteLines(all: readonly Wrote[], words = ENGLISH_TRIALS): readonly string[] {
  const first = new Map(all.map((one) => [one.folder, one]));
  return [...first.values()].map(words.wrote);
}

const FILES = {
  program: 'of the program',
  judge: 'of what judges it',
  both: 'of both',
  prose: 'prose',
} as const;
