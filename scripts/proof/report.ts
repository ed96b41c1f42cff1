// Counts what is kept, and says it as a page.

import { HONEST, VARIANTS } from './forge/table.ts';
import type { FoundIn } from './found.ts';
import { wilson } from './interval.ts';
import { countedAs, type Judged } from './judged.ts';
import type { Repository } from './list.ts';
import type { Mined } from './mine.ts';

export type Tally = Readonly<{ name: string; count: number }>;

export type Honest = Readonly<{
  all: number;
  shown: number;
  limited: number;
  doubted: number;
  rightlyAsked: number;
  /** Refused, not judged, or asked of a person though the tests of before pass as well. */
  wrong: number;
}>;

export type Kind = Readonly<{
  name: string;
  all: number;
  passes: number;
  accepted: number;
  doubted: number;
  refused: number;
  isNamed: boolean;
  variants: readonly string[];
}>;

export type Counts = Readonly<{
  honest: Honest;
  forged: Readonly<{
    all: number;
    /** Their own check passes. */
    passes: number;
    accepted: number;
    doubted: number;
    /** Of kinds that the documentation does not name as not seen. */
    unnamed: number;
    unnamedPasses: number;
    acceptedNamed: number;
  }>;
  kinds: readonly Kind[];
  /** Why honest ones are wrongly refused or asked; why in doubt; which limits. */
  reasons: readonly Tally[];
  doubts: readonly Tally[];
  limits: readonly Tally[];
  /** Each wrong one, for a person to look at. */
  wrong: readonly Judged[];
  accepted: readonly Judged[];
  repositories: ReadonlyArray<Readonly<{ repository: Repository; honest: Honest; mined: number }>>;
  runners: ReadonlyArray<Readonly<{ name: string; honest: Honest }>>;
  cost: Readonly<{ honest: Cost; forged: Cost }>;
}>;

type Cost = Readonly<{ seconds: number; middle: number; runs: number; perCheck: number }>;

type Known = Readonly<{ line: Judged; fix: Mined | undefined }>;

export function reportOf(found: readonly FoundIn[]): Counts {
  const all = found.flatMap(knownIn);
  const honest = all.filter(({ line }) => line.variant === HONEST);
  const forged = all.filter(({ line }) => line.variant !== HONEST).map(({ line }) => line);
  const kinds = kindsOf(forged);
  const unnamed = kinds.filter(({ isNamed }) => !isNamed);
  const sum = (of: readonly Kind[], figure: 'all' | 'accepted' | 'doubted' | 'passes'): number =>
    of.reduce((total, kind) => total + kind[figure], 0);
  const wrong = honest.filter(isWrong).map(({ line }) => line);
  return {
    honest: honestOf(honest),
    forged: {
      all: forged.length,
      passes: sum(kinds, 'passes'),
      accepted: sum(unnamed, 'accepted'),
      doubted: sum(kinds, 'doubted'),
      unnamed: sum(unnamed, 'all'),
      unnamedPasses: sum(unnamed, 'passes'),
      acceptedNamed: sum(kinds, 'accepted') - sum(unnamed, 'accepted'),
    },
    kinds,
    reasons: tally(wrong.map(reasonOf)),
    doubts: tally(
      honest.flatMap(({ line }) => (countedAs(line) === 'in doubt' ? line.doubts : [])),
    ),
    limits: tally(
      honest.flatMap(({ line }) =>
        countedAs(line) === 'limited' ? [...line.limits, ...line.doubts].filter(isLess) : [],
      ),
    ),
    wrong,
    accepted: forged.filter(isAccepted),
    repositories: found.map((here) => ({
      repository: here.repository,
      honest: honestOf(knownIn(here).filter(({ line }) => line.variant === HONEST)),
      mined: here.mined.filter(({ out }) => out === null).length,
    })),
    runners: runnersOf(found),
    cost: { honest: costOf(honest.map(({ line }) => line)), forged: costOf(forged) },
  };
}

function isLess(word: string): boolean {
  return word !== 'no-cases';
}

function knownIn({ mined, judged }: FoundIn): readonly Known[] {
  const fixes = new Map(mined.flatMap((one) => (one.out === null ? [[one.commit, one]] : [])));
  return judged.flatMap((line) =>
    fixes.has(line.commit) ? [{ line, fix: fixes.get(line.commit) }] : [],
  );
}

/** A person has to be asked where the tests of before say no, and a plain run said so. */
function isWrong({ line, fix }: Known): boolean {
  const counted = countedAs(line);
  if (counted === 'asked') return fix?.oldTests === 'pass';
  return counted === 'refused' || counted === 'unable';
}

function honestOf(honest: readonly Known[]): Honest {
  const count = (wanted: string): number =>
    honest.filter(({ line }) => countedAs(line) === wanted).length;
  const wrong = honest.filter(isWrong).length;
  return {
    all: honest.length,
    shown: count('shown'),
    limited: count('limited'),
    doubted: count('in doubt'),
    rightlyAsked: honest.length - count('shown') - count('limited') - count('in doubt') - wrong,
    wrong,
  };
}

function reasonOf({ verdict, why, sentence, doubts }: Judged): string {
  if (verdict === 'in-doubt') return `asked: ${doubts.join(', ')}`;
  if (why !== null) return `${verdict}: ${why}`;
  return `${verdict}: ${sentence.replace(/`[^`]*`/g, '…').slice(0, 120)}`;
}

function isAccepted(line: Judged): boolean {
  return countedAs(line) === 'shown' || countedAs(line) === 'limited';
}

function kindsOf(forged: readonly Judged[]): readonly Kind[] {
  const kinds = new Map<string, { isNamed: boolean; lines: Judged[]; variants: Set<string> }>();
  for (const { name, kind, isNamed } of VARIANTS) {
    const key = isNamed ? `${kind} (named)` : kind;
    const lines = forged.filter(({ variant }) => variant === name);
    const was = kinds.get(key) ?? { isNamed: isNamed === true, lines: [], variants: new Set() };
    was.lines.push(...lines);
    was.variants.add(name);
    kinds.set(key, was);
  }
  return [...kinds].map(([name, { lines, variants, isNamed }]) => {
    const accepted = lines.filter(isAccepted).length;
    const doubted = lines.filter((line) => countedAs(line) === 'in doubt').length;
    return {
      name,
      all: lines.length,
      passes: lines.filter(({ passes }) => passes).length,
      accepted,
      doubted,
      refused: lines.length - accepted - doubted,
      isNamed,
      variants: [...variants],
    };
  });
}

function runnersOf(found: readonly FoundIn[]): Counts['runners'] {
  const names = [...new Set(found.map(({ repository }) => repository.runner))].sort();
  return names.map((name) => {
    const here = found.filter(({ repository }) => repository.runner === name).flatMap(knownIn);
    return { name, honest: honestOf(here.filter(({ line }) => line.variant === HONEST)) };
  });
}

function costOf(lines: readonly Judged[]): Cost {
  const ratios = lines.flatMap(({ seconds, checkSeconds }) =>
    checkSeconds > 0 ? seconds / checkSeconds : [],
  );
  return {
    seconds: lines.reduce((total, { seconds }) => total + seconds, 0),
    middle: middleOf(lines.map(({ seconds }) => seconds)),
    runs: middleOf(lines.map(({ runs }) => runs)),
    perCheck: middleOf(ratios),
  };
}

function middleOf(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function tally(words: readonly string[]): readonly Tally[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** `3 of 40: 7.5 % (2.6 to 19.9)`. */
export function rateText(count: number, of: number): string {
  const interval = wilson(count, of);
  if (interval === undefined) return '0 of 0';
  const [rate, low, high] = [interval.rate, interval.low, interval.high].map(percent);
  return `${count} of ${of}: ${rate} % (${low} to ${high})`;
}

function percent(rate: number): string {
  return (rate * 100).toFixed(1);
}
