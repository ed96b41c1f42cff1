// What is said of a repository in which checks were looked for, beside those that were found.

import { oneLine } from '../../../words/plain-text.ts';
import type { Discovered, Without } from './discovered.ts';

const MOST = 5;
const LONGEST = 200;

/** What looks like a check and is none. */
export function noChecks({ without }: Pick<Discovered, 'without'>): string[] {
  return without.flatMap((one) => {
    return one.why === undefined
      ? []
      : [oneLine(`Not proposed: ${placeText(one)}: ${one.why}`, LONGEST)];
  });
}

/** Where nothing was found: the files that were looked at. */
export function lookedAt({ without }: Pick<Discovered, 'without'>): string {
  if (without.length === 0)
    return 'No file of a tool that it knows is here (docs/gates.md lists them).';
  const names = without.slice(0, MOST).map((one) => {
    return one.why === undefined ? one.source.file : `${placeText(one)} (${one.why})`;
  });
  return oneLine(`Looked at: ${names.join(', ')}${andMore(without.length)}.`, LONGEST * 2);
}

/** Folders with a file of a tool that were not looked into. */
export function leftOut(folders: readonly string[]): string[] {
  const [first] = folders;
  if (first === undefined) return [];
  const names = folders.slice(0, MOST).join(', ');
  const how = `wukong gates ${JSON.stringify(first)}`;
  return [
    oneLine(`Not looked into: ${names}${andMore(folders.length)}. To look: ${how}`, LONGEST * 2),
  ];
}

function placeText({ source: { file, line } }: Without): string {
  return `${file}:${line}`;
}

function andMore(count: number): string {
  return count > MOST ? ` and ${count - MOST} more` : '';
}
