// What ran in copies of trees: the part of evidence.md about it, what was taken for the program there, and
// gates that were tried in one.

import type { Product } from '../evidence/seal/product-paths.ts';
import { needsMoreThanCopy } from '../kernel/state/trials.ts';
import type { PayloadOf } from '../model/facts/fact.ts';
import { commandText } from '../model/gate.ts';
import type { Trial, Tried } from '../model/gate-schema.ts';
import { quotedCell } from './quoting.ts';
import { causeText, noCauseText } from './trial-cause.ts';

type Measured = PayloadOf<'check.measured'>;

const WHERE = {
  red: 'before the first change',
  green: 'with the change',
  sealed: 'with the change and the sealed files',
  plain: 'with the change, as it is',
  planted: 'with the change, and each test file throws',
  'planted-first': 'before the first change, and each test file throws',
} as const;

/** A reason is not cut. */
const MAX_WHY = 2000;

function whereOf({ side, limit }: Measured): string {
  const isPutBack = side === 'red' && limit !== undefined;
  return isPutBack ? 'with the change, put back as far as the tests load' : WHERE[side];
}

const MOST_NAMED = 10;
const MOST_SOURCES = 3;

/** One line. */
export function programSeen(product: Product): string {
  const { names, more, source } = programParts(product);
  const all = names.length === 0 ? 'nothing that is known' : `${list(names)}${more}`;
  return `Taken as the program: ${all} (${quotedCell(source)}).`;
}

/** What it is, and who says so. */
export function programParts({ paths, isGuess, by, globs }: Product) {
  const all = globs?.map(({ glob }) => glob) ?? paths;
  const manifests = by.slice(0, MOST_SOURCES).join(', ') + andMore(by, MOST_SOURCES);
  const source = isGuess ? 'guessed: no manifest says it' : manifests;
  return {
    names: all.slice(0, MOST_NAMED),
    more: andMore(all, MOST_NAMED),
    source: globs ? 'product in the configuration' : source,
  };
}

function andMore(all: readonly string[], shown: number): string {
  return all.length > shown ? ` and ${all.length - shown} more` : '';
}

/** Sections, none where nothing ran. */
export function copies({
  measured = [],
  sealed: seal = null,
}: Readonly<{
  measured?: readonly Measured[];
  sealed?: PayloadOf<'seal.checked'> | null;
}>): string[] {
  return [
    ...(measured.length > 0 ? [checks(measured)] : []),
    ...(seal ? [changedTests(seal)] : []),
  ];
}

function checks(measured: readonly Measured[]): string {
  const rows = measured.map((one) => {
    const { side, command, tree, without, outcome, why, log } = one;
    const less = without.length > 0 ? `, ${without.length} less` : '';
    const on = `${tree.slice(0, 12)}${less}`;
    return `| ${side} | ${quotedCell(commandText(command))} | ${whereOf(one)} | ${on} | ${outcome}: ${quotedCell(why, MAX_WHY)} | ${quotedCell(log.split('/').at(-1) ?? '')} |`;
  });
  const linked = [...new Set(measured.flatMap((one) => one.linked))];
  const notes = [...new Set(measured.flatMap((one) => one.notes))];
  const touched = [...new Set(measured.flatMap((one) => one.touched))];
  return [
    '## In copies',
    '',
    '| | command | where | tree | outcome | output |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(linked.length > 0 ? ['', `Linked from the working tree: ${list(linked)}.`] : []),
    ...notes.flatMap((note) => ['', quotedCell(note)]),
    ...(touched.length > 0
      ? ['', `Files in there that changed since the work began: ${list(touched)}.`]
      : []),
  ].join('\n');
}

function changedTests({ held, unchecked, why, changed, named }: PayloadOf<'seal.checked'>): string {
  const said = held ? 'It holds' : unchecked ? 'It could not be checked' : 'It does not hold';
  return [
    '## Changed tests and gates',
    '',
    `${said}: ${quotedCell(why, MAX_WHY)}.`,
    '',
    ...changed.map((change) => `- ${quotedCell(change)}`),
    ...(named.length > 0 ? ['', 'What was done to them:', ''] : []),
    ...named.map((finding) => `- ${quotedCell(finding, 400)}`),
  ].join('\n');
}

function list(items: readonly string[]): string {
  return items.map((item) => quotedCell(item)).join(', ');
}

/** How it ended, without a full stop; the name of the gate goes before it. */
export function trialText({ here, copy }: Pick<Trial, 'here' | 'copy'>): string {
  if (here === null)
    return `${endText(copy)} in a clean copy; an agent began to write before it ran here`;
  if (here.outcome === copy.outcome) {
    return here.outcome === 'pass'
      ? `passes here and in a clean copy (${here.seconds} s and ${copy.seconds} s)`
      : `${endText(here)} here, and ${endText(copy)} in a clean copy`;
  }
  return `${endText(here)} here, and ${endText(copy)} in a clean copy of the same files`;
}

function endText({ outcome, why }: Tried): string {
  if (outcome === 'pass') return 'passes';
  return outcome === 'fail' ? `fails (${why})` : `cannot run (${why})`;
}

/** What was found, and what a person can do about it: whole sentences; empty where nothing is to be said. */
export function wayOutText(trial: Pick<Trial, 'here' | 'copy' | 'cause'>): string {
  const { here, copy, cause } = trial;
  if (cause) return causeText(cause);
  if (needsMoreThanCopy(trial)) return noCauseText(copy.log);
  if (here && here.outcome !== 'pass' && copy.outcome === 'pass') {
    return `Something that git ignores, or that runs here, makes the difference. Its output is in .wukong/${here.log}.`;
  }
  return '';
}
