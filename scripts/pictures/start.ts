// The picture of the README: what `npm start` prints.

import { terminalPicture } from './terminal-picture.ts';

export const START_PICTURE = 'docs/pictures/start.svg';

export function startPicture(printed: string): string {
  const title = 'npm start: a test run that an agent only claims is caught, and sent back';
  return terminalPicture(pictured(printed), title);
}

/** What `npm start` printed up to what was caught, without what differs from run to run. */
export function pictured(printed: string): string {
  const lines = printed.trim().split('\n');
  const end = lines.findLastIndex((line) => line.startsWith('Caught: '));
  return ['$ npm start', ...lines.slice(0, end + 1)]
    .join('\n')
    .replace(/ Claude Code [\d.]+\./, ' Claude Code.')
    .replaceAll(/ \((?:\d+ (?:h|min) )*\d+ s\)/g, '')
    .replaceAll(/ in (?:\d+ (?:h|min) )*\d+ s\./g, '.')
    .replaceAll(/\bS-\d{8}-/g, 'S-20261122-')
    .replaceAll(/\b\d{4}-\d\d-\d\d-(?=[a-z]+-\d{4})/g, '2026-11-22-');
}
