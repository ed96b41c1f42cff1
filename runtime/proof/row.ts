// A trial is one run of one check in one copy. What came of it is a row; a verdict rests on rows alone.

import type { Wrote } from '../evidence/gates/check.ts';
import type { TrialCause } from '../model/trial-cause.ts';
import type { ENDED } from '../model/trial-kinds.ts';

/**
 * Which tree a copy holds: that of the change with something put back as it was on the base.
 *
 *   nothing  the tree itself
 *   program  `red`: what judges is that of now, the program that of before
 *   judge    `seal`: the program of now, what judges it as it was
 *   all      the base
 *   [0, 3]   these places of the program alone
 *
 * `planted`: words that fail where they are reached, at the end of each named case or at the top of files. They
 * are made fresh at the edge, and never stand in a recipe.
 */
export type Recipe = Readonly<{
  back: 'nothing' | 'program' | 'judge' | 'all' | readonly number[];
  planted?: Planting;
  /** Files of tests that are taken away, since cases in them fail with the change and without it. */
  without?: readonly string[];
  /**
   * `bare`: just as its words are, with no report asked for. `plain`: the call of its runner alone, without what
   * stands before it.
   */
  how?: 'bare' | 'plain';
}>;

/**
 * `tops`: files with a line at their top, or at the end of cases they did not have, where no report names any.
 * Empty: the tests that changed. `types`: files with an error of types, which says nothing where they are run.
 */
export type Planting = Readonly<
  { cases: readonly CaseName[] } | { tops: readonly string[] } | { types: readonly string[] }
>;

export type Ended = (typeof ENDED)[number];

/** Two cases of one name in one file are told apart by `nth`, from 1. */
export type CaseName = Readonly<{
  /** Below the top of the repository, where the report says it. */
  file: string | null;
  /** The full name, groups first, joined by ` > `. */
  name: string;
  nth: number;
}>;

export type Case = CaseName &
  Readonly<{
    ended: 'passed' | 'failed' | 'skipped';
    /** What it said, of a failure: one line, addresses, times and ids taken out. */
    said?: string;
  }>;

export type Row = Readonly<{
  recipe: Recipe;
  /** Which of the checks of the change. */
  check: number;
  /** The same trial once more counts from 1. */
  nth: number;
  ended: Ended;
  exitCode: number | null;
  /** One sentence without its full stop. */
  why: string;
  /** By the machine report of the runner. Such a report may lower a verdict, and never lifts one. */
  cases?: readonly Case[];
  /** What it counts in its own output: `node pass` 3. */
  totals: Readonly<Record<string, number>>;
  /** Of one that failed, on the program as it was: a test said no, and files of the program that its stacks name. */
  failure?: Readonly<{ asserts: boolean; through: readonly string[] }>;
  /** Of what was planted: how many lines there were, and which of their words were seen. */
  planted?: Readonly<{
    lines: number;
    seen: number;
    /** Where some were seen and not all: the last case, in the order of the text, whose line was not. */
    last?: CaseName | undefined;
    /** Cases whose end has no line, with what stands in the way; files whose error of types nobody told. */
    without: ReadonlyArray<CaseName & Readonly<{ why: string }>>;
  }>;
  /** Of one that did not pass: what it misses, if that is what keeps it from saying anything. */
  cause?: TrialCause;
  /** Where that can be said: files of tests that it opened, and changed ones that are no tests. */
  opened?: Readonly<{ tests: readonly string[]; changed: readonly string[] }>;
  /** Folders of the working tree that it used by a link, and files in them that are younger than the work. */
  linked?: readonly string[];
  touched?: readonly string[];
  /** What runs that count for nothing changed in the working tree; this one ran in a copy of its own. */
  wrote?: readonly Wrote[];
  notes: readonly string[];
  seconds: number;
  /** File with its output. */
  log: string;
}>;

export function wroteIn(rows: readonly Row[]): readonly Wrote[] {
  return rows.flatMap(({ wrote = [] }) => wrote);
}

export type Want = Pick<Row, 'recipe' | 'check' | 'nth'>;

/** It asks for rows, and starts nothing. */
export type Judge<T> = Generator<Want, T, Row>;

export function caseKey({ file, name, nth }: CaseName): string {
  return JSON.stringify([file, name, nth]);
}

/** It passed, and no case of it says otherwise. */
export function isWell(row: Row): boolean {
  return row.ended === 'pass' && failed(row).length === 0;
}

/** That it could not load the program of before is red as well: it needs what the change adds. */
export function isRed({ ended }: Row): boolean {
  return ended === 'fail' || ended === 'cannot-load' || ended === 'cannot-build';
}

export function nameOf({ file, name, nth }: CaseName): CaseName {
  return { file, name, nth };
}

export function failed({ cases = [] }: Row): readonly Case[] {
  return cases.filter(({ ended }) => ended === 'failed');
}

export function filesWith(cases: readonly Case[]): readonly string[] {
  return [...new Set(cases.flatMap(({ file }) => file ?? []))].sort();
}
