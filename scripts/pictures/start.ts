// The pictures of the README: what `npm start` prints.

import { terminalPicture } from './terminal-picture.ts';

export type Picture = Readonly<{ file: string; typed: string; title: string }>;

/** By the example it is of. */
export const PICTURES = {
  fix: {
    file: 'docs/pictures/start.svg',
    typed: 'npm start',
    title: 'npm start: a test run that an agent only claims is caught, and sent back',
  },
  lanes: {
    file: 'docs/pictures/lanes.svg',
    typed: 'npm start -- --example lanes',
    title:
      'npm start: two agents write at once; what is green alone and red together does not land',
  },
} as const satisfies Readonly<Record<string, Picture>>;

export function startPicture({ typed, title }: Picture, printed: string): string {
  return terminalPicture(pictured(printed, typed), title);
}

/** What `npm start` printed up to what was shown and caught, without what differs from run to run. */
export function pictured(printed: string, typed: string): string {
  const lines = inOrder(printed.trim().split('\n'));
  const end = lines.findLastIndex((line) => /^(?:Shown|Caught): /.test(line));
  return [`$ ${typed}`, ...lines.slice(0, end + 1)]
    .join('\n')
    .replace(/ Claude Code [\d.]+\./, ' Claude Code.')
    .replaceAll(/ \((?:\d+ (?:h|min) )*\d+ s\)/g, '')
    .replaceAll(/ in (?:\d+ (?:h|min) )*\d+ s\./g, '.')
    .replaceAll(/\bagent-[0-9a-f]{8,}/g, 'agent-…')
    .replaceAll(/\bS-\d{8}-/g, 'S-20261122-')
    .replaceAll(/\b\d{4}-\d\d-\d\d-(?=[a-z]+-\d{4})/g, '2026-11-22-');
}

/** Of lanes that are made at once, either may be ready first. */
function inOrder(lines: readonly string[]): readonly string[] {
  const from = lines.findIndex(isLane);
  const after = lines.findIndex((line, i) => i > from && !isLane(line));
  return from < 0 ? lines : lines.toSpliced(from, after - from, ...lines.slice(from, after).sort());
}

function isLane(line: string): boolean {
  return line.includes(' works in a lane ');
}
