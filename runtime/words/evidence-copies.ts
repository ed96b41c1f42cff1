// The part of evidence.md about what ran in copies of trees.

import type { HunksTried } from '../model/proof.ts';
import { hunksText } from './fault.ts';
import { quotedCell } from './quoting.ts';

export type CheckShown = Readonly<{
  side: 'red' | 'green' | 'sealed' | 'plain' | 'planted' | 'broken';
  command: readonly string[];
  tree: string;
  overlay: string | null;
  without: readonly string[];
  outcome: string;
  why: string;
  log: string;
  linked: readonly string[];
  notes: readonly string[];
  touched: readonly string[];
}>;

export type SealShown = Readonly<{
  held: boolean;
  why: string;
  changed: readonly string[];
  named: readonly string[];
}>;

const WHERE = {
  red: 'before the first change',
  green: 'with the change',
  sealed: 'with the change and the sealed files',
  plain: 'with the change, as it is',
  planted: 'with the change, and each test file throws',
  broken: 'with the changed files broken',
} as const;

/** Sections, none where nothing ran. */
export function copies({
  measured = [],
  sealed: seal = null,
  hunks,
}: Readonly<{
  measured?: readonly CheckShown[];
  sealed?: SealShown | null;
  hunks?: HunksTried | undefined;
}>): string[] {
  return [
    ...(measured.length > 0 ? [checks(measured)] : []),
    ...(hunks ? [heldLines(hunks)] : []),
    ...(seal ? [changedTests(seal)] : []),
  ];
}

function checks(measured: readonly CheckShown[]): string {
  const rows = measured.map(({ side, command, tree, overlay, without, outcome, why, log }) => {
    const less = without.length > 0 ? `, ${without.length} less` : '';
    const on = `${tree.slice(0, 12)}${overlay ? ` + ${overlay.slice(0, 12)}` : ''}${less}`;
    return `| ${side} | ${quotedCell(command.join(' '))} | ${WHERE[side]} | ${on} | ${outcome}: ${quotedCell(why)} | ${quotedCell(log.split('/').at(-1) ?? '')} |`;
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

/** What is not held is a place to look at, and no fault: comments and messages rarely are. */
function heldLines(hunks: HunksTried): string {
  const how = `By ${quotedCell(hunks.command.join(' '))}, with each hunk of the program put back alone.`;
  return ['## Which lines a test holds', '', `${quotedCell(hunksText(hunks), 2000)}`, '', how].join(
    '\n',
  );
}

function changedTests({ held, why, changed, named }: SealShown): string {
  return [
    '## Changed tests and gates',
    '',
    `${held ? 'It holds' : 'It does not hold'}: ${quotedCell(why)}.`,
    '',
    ...changed.map((change) => `- ${quotedCell(change)}`),
    ...(named.length > 0 ? ['', 'What was done to them:', ''] : []),
    ...named.map((finding) => `- ${quotedCell(finding, 400)}`),
  ].join('\n');
}

function list(items: readonly string[]): string {
  return items.map((item) => quotedCell(item)).join(', ');
}
