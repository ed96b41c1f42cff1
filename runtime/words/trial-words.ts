// The words of single runs and of the page they stand on, in English, and what another language has to say as well
// (words/languages).

import { toolSettings } from '../evidence/commands/tool-variables.ts';
import type { Wrote } from '../evidence/gates/check.ts';
import type { GateApproval } from '../model/gate.ts';
import type { Ended, Recipe } from '../proof/row.ts';
import type { TreeKind } from '../proof/which-trees.ts';
import { wholeLine } from './plain-text.ts';

type Whole = Extract<Recipe['back'], string>;
/** In the order of `Meaning`. */
export type FileCounts = Readonly<Record<'all' | 'program' | 'judge' | 'both' | 'prose', number>>;

export type TrialWords = Readonly<{
  theCheck: string;
  back: Readonly<Record<Whole, string>>;
  placesBack: (count: number) => string;
  planted: string;
  types: string;
  without: (files: readonly string[]) => string;
  how: Readonly<Record<NonNullable<Recipe['how']> | 'asked', string>>;
  ended: Readonly<Record<Ended, string>>;
  cases: (count: number) => string;
  seconds: (seconds: string) => string;
  /** Above the columns of a table: the run, how it ended, its cases, its seconds. */
  columns: readonly [string, string, string, string];
  /** Which of them it is, from 1, and how many are likely. */
  run: (nth: number, of: number, name: string) => string;
  /** Before the first one. */
  runsAhead: (checks: number, runs: number) => string;
  runs: (count: number, seconds: string) => string;
  trees: Readonly<Record<TreeKind, (of: string) => string>>;
  change: (head: string, base: string, counts: FileCounts) => string;
  inDoubt: string;
  andMore: (count: number) => string;
  next: string;
  /** How a person says that what is in doubt is right. */
  sayYes: string;
  endedWith: (run: string) => string;
  /** A check sets a variable that tools read themselves. */
  sets: (setting: string) => string;
  /** Another check runs in the repository. */
  waits: (what: string, pid: number) => string;
  /** A run changed installed packages of the working tree. */
  wrote: (wrote: Wrote) => string;
}>;

export const ENGLISH_TRIALS: TrialWords = {
  theCheck: 'check',
  back: {
    nothing: 'with the change',
    program: 'without the change',
    judge: 'with the change, and the tests of before',
    all: 'before',
  },
  placesBack: (count) => `with ${count} changed ${count === 1 ? 'place' : 'places'} put back`,
  planted: ', and a line in its tests that fails',
  types: ', and an error of types',
  without: (files) => `, and without ${files.join(', ')}`,
  how: { asked: '', bare: ', again', plain: ', its runner alone' },
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
  },
  cases: (count) => (count === 1 ? '1 case' : `${count} cases`),
  seconds: (seconds) => `${seconds} s`,
  columns: ['run', 'ended', 'cases', 's'],
  run: (nth, of, name) => `run ${nth}${nth <= of ? ` of about ${of}` : ''}: ${name}`,
  runsAhead: (checks, runs) =>
    `${checks === 1 ? '1 check' : `${checks} checks`}, about ${runs} ${runs === 1 ? 'run' : 'runs'} in clean copies.`,
  runs: (count, seconds) =>
    `${count} ${count === 1 ? 'run' : 'runs'} in clean copies, ${seconds} s`,
  trees: {
    working: () => 'the working tree',
    last: (of) => `the last commit ${of}`,
    'one-before': (of) => `the commit before ${of}`,
    parted: (of) => `where it left ${of}`,
    named: (of) => of,
  },
  change: (head, base, { all, ...counts }) => {
    const parts = (Object.keys(FILES) as (keyof typeof FILES)[]).flatMap((meaning) =>
      counts[meaning] > 0 ? `${counts[meaning]} ${FILES[meaning]}` : [],
    );
    const what = parts.length > 0 ? `: ${parts.join(', ')}` : '';
    return `${head} against ${base}. ${all === 1 ? '1 file' : `${all} files`}${what}`;
  },
  inDoubt: 'In doubt',
  andMore: (count) => `and ${count} more`,
  next: 'next',
  sayYes: 'If that is right, say so: the same with --accept-doubts.',
  sets: (setting) => `Sets a variable that tools read: ${setting}`,
  waits: (what, pid) =>
    `waiting for \`${what}\` of process ${pid}: one check runs at a time in a repository`,
  wrote: ({ folder, files, count, repair }) => {
    const more = count > files.length ? ` and ${count - files.length} more` : '';
    const back = repair === undefined ? '' : ` If that was not you, this puts them back: ${repair}`;
    return `While a check ran in a copy, files in ${folder} of your working tree were changed: ${files.join(', ')}${more}. That run counts for nothing; it ran again with a copy of ${folder}, as every check of this clone does from now on.${back}`;
  },
  endedWith: (run) => `The run ${run} ended with:`,
};

/** What a check sets that its tools read themselves, for whoever is asked whether it may run: a line each. */
export function settingLines(check: GateApproval, { sets } = ENGLISH_TRIALS): string[] {
  return toolSettings(check).map((one) => sets(wholeLine(one)));
}

const FILES = {
  program: 'of the program',
  judge: 'of what judges it',
  both: 'of both',
  prose: 'prose',
} as const;
