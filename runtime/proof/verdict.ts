// What a change proves, without a word of prose: words/verdict.ts says it, and the level is read off it.

import type { TrialCause } from '../model/trial-cause.ts';
import { isSuspicious } from '../model/trial-kinds.ts';
import type { Doubt } from './change.ts';
import type { Case, CaseName, Ended, Row } from './row.ts';

/** Makes a verdict worth less, and stays on it. */
export type Limit =
  /** The tests need what the change adds. They loaded, and failed, with so many places put back. */
  | Readonly<{ kind: 'not-there-yet'; back: number; of: number }>
  /** It ran into its own time limit without the change: nothing was seen to say no. */
  | Readonly<{ kind: 'no-end'; seconds: number }>
  /** Cases that fail without the change too; the red case was run beside them. */
  | Readonly<{ kind: 'old-failures'; cases: readonly CaseName[] }>
  /** Of files that the change left alone: failed with it, and passed when run once more. */
  | Readonly<{ kind: 'flaky'; cases: readonly CaseName[] }>
  /** A person said yes to these changed tests or settings, and no run did. */
  | Readonly<{ kind: 'accepted'; files: readonly string[] }>
  /** No machine report: by exit code and planted words alone. */
  | Readonly<{ kind: 'no-cases' }>
  /** It reads types and runs nothing. */
  | Readonly<{ kind: 'types-alone' }>
  /** Nothing can be planted in the language of its tests. */
  | Readonly<{ kind: 'not-planted' }>
  /** What judges the change differs too, and could not run as it was. */
  | Readonly<{ kind: 'not-sealed'; ended: Ended; why: string }>
  /** Another check, which says nothing here with the change or without it. */
  | Readonly<{ kind: 'says-nothing'; check: number; because: Unable }>;

/** Why the check is not seen to show the change. Each is one row, or two that are held against each other. */
export type NotShown =
  /** It does not pass on the tree of the change. */
  | Readonly<{ why: 'fails-now'; cases: readonly Case[] }>
  /** It passes without the change. */
  | Readonly<{ why: 'passes-before' }>
  /** It fails without the change, and what judged before says no to the change. */
  | Readonly<{ why: 'fails-as-it-was'; cases: readonly Case[] }>
  /** Cases that ran without the change, the red ones among them or not, were skipped or are gone. */
  | Readonly<{ why: 'case-gone'; cases: readonly CaseName[] }>
  /** It passes though a line that throws was planted; or fails without reaching it. */
  | Readonly<{ why: 'cannot-fail'; cases: readonly CaseName[] }>
  /** It passes and fails by chance. */
  | Readonly<{ why: 'by-chance'; side: 'red' | 'green'; cases: readonly CaseName[] }>;

/** What kept a check from saying anything. */
export type Unable = Readonly<{
  on: 'tree' | 'red' | 'seal' | 'planted';
  ended: Ended;
  why: string;
  /** This case fails before and after, and no file tells it from what the change put right. */
  beside?: string | undefined;
  /** Nothing of it passes, with the change or without it. */
  nowhere?: true | undefined;
  /** What it misses, where that is known. */
  cause?: TrialCause | undefined;
}>;

export type Verdict =
  | Readonly<{
      is: 'shown';
      check: number;
      /** That failed without the change and pass with it; empty where no report names them. */
      cases: readonly CaseName[];
      limits: readonly Limit[];
      doubts: readonly Doubt[];
      /** Rows it rests on. */
      rows: readonly Row[];
    }>
  | Readonly<{ is: 'not-shown'; check: number; because: NotShown; rows: readonly Row[] }>
  /** No file of the program differs. */
  | Readonly<{
      is: 'nothing';
      /** Files of what judges it that do. */
      judge: number;
      /** What was red, and is not, by these files alone. */
      doubts: readonly Doubt[];
      /** Cases that passed before, and are skipped or gone. */
      left: readonly CaseName[];
      check?: number;
      rows: readonly Row[];
    }>
  /** None may run, or none could say anything. */
  | Readonly<{ is: 'unable'; check?: number; because?: Unable; rows: readonly Row[] }>;

const LOOKED_AT: Readonly<Record<NotShown['why'], Unable['on']>> = {
  'fails-now': 'tree',
  'passes-before': 'red',
  'fails-as-it-was': 'seal',
  'case-gone': 'tree',
  'cannot-fail': 'planted',
  'by-chance': 'tree',
};

/** The run whose output tells a person what is wrong; none where all of that kind passed. */
export function tellingRow(verdict: Verdict): Row | undefined {
  if (!('because' in verdict) || verdict.because === undefined) return undefined;
  const { because } = verdict;
  const on = 'on' in because ? because.on : LOOKED_AT[because.why];
  return verdict.rows.findLast((row) => sideOf(row) === on && !isQuiet(row));
}

function sideOf({ recipe: { back, planted } }: Row): Unable['on'] | 'base' {
  if (planted !== undefined) return 'planted';
  const sides = { nothing: 'tree', program: 'red', judge: 'seal', all: 'base' } as const;
  return typeof back === 'string' ? sides[back] : 'red';
}

function isQuiet({ ended, cases = [] }: Row): boolean {
  return ended === 'pass' && cases.every((one) => one.ended !== 'failed');
}

/** Whether nobody has to look: the others wait for a person, or are a failure. */
export function isClean(verdict: Verdict): boolean {
  return doubtsOf(verdict)?.some(isAsked) === false;
}

/** Undefined: it is not shown, or cannot be judged. */
export function doubtsOf(verdict: Verdict): readonly Doubt[] | undefined {
  return verdict.is === 'shown' || verdict.is === 'nothing' ? verdict.doubts : undefined;
}

/** It is shown, and only a person can say whether it is right. */
export function isInDoubt(verdict: Verdict): boolean {
  return verdict.is === 'shown' && verdict.doubts.some(isSuspicious);
}

/** Dependencies are those of this machine for every change: that is told, and nobody has to say yes to it. */
export function isAsked({ kind, looked }: Pick<Doubt, 'kind' | 'looked'>): boolean {
  return looked === undefined && kind !== 'dependencies';
}

/** 3: red before and green after, nothing off. 2: with a limit or a doubt. 1: the rest. */
export function levelOf(verdict: Verdict): 1 | 2 | 3 {
  if (verdict.is !== 'shown') return 1;
  const isLess = verdict.limits.some(({ kind }) => kind !== 'no-cases');
  return isLess || verdict.doubts.some(({ looked }) => looked === undefined) ? 2 : 3;
}
