// Whether two runs failed with the same error: what differs from run to run is taken out of the message, and what
// is left is hashed. The file it names stays, without the folder and the line, which move.

import { plainText } from '../../model/terminal-text.ts';
import { sha256 } from './sha256.ts';

const MOST = 4000;

const CLOCK = '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?';
/** In this order: what is longer goes before what is part of it. */
const VARYING: ReadonlyArray<readonly [RegExp, string]> = [
  [/\\+/g, '/'],
  [/file:\/\//g, ''],
  [/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '<id>'],
  // Of runs, goals, nodes, events and calls.
  [/\b\d{4}-\d{2}-\d{2}-[a-z]{3,6}-\d{4}\b|\b[GNELS]-\d{3,8}(?:-\d{3})?\b|\btoolu_\w+/g, '<id>'],
  [new RegExp(`\\d{4}-\\d{2}-\\d{2}(?:[T ]${CLOCK}(?:Z|[+-]\\d{2}:?\\d{2})?)?`, 'g'), '<time>'],
  [new RegExp(`(?<![\\w:.])${CLOCK}(?: ?[ap]m)?\\b`, 'gi'), '<time>'],
  // Of a path from the root, the last name.
  [
    /(?<![\w/.:<>-])(?:[A-Za-z]:|~)?(?:\/[^\s/:*?"'`<>|()[\],;]+)*\/([^\s/:*?"'`<>|()[\],;]+)/g,
    '$1',
  ],
  [/(?<![\w.])\.\//g, ''],
  [/\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{7,64}\b/gi, '<hex>'],
  [/:\d+(?::\d+)?\b/g, ''],
  [
    /(?<![A-Za-z_\d])\d+(?:[.,]\d+)*(?: ?(?:ns|ms|s|sec|min|m|h|[kmg]i?b|%)(?![A-Za-z_]))?(?![A-Za-z_\d])/gi,
    '<n>',
  ],
  [/\s+/g, ' '],
];

/** The message without numbers, hex, folders, times, ids and colours. */
export function normalized(message: string): string {
  const clipped = plainText(message).slice(0, MOST);
  return VARYING.reduce((text, [what, by]) => text.replace(what, by), clipped).trim();
}

/**
 * `sha256:` and 64 hex digits. Earlier versions wrote `fnv1a:` and 16: no such one is like one of these, so in a
 * node that failed before an update the same error counts as another.
 */
export function signatureOf(message: string): string {
  return `sha256:${sha256(normalized(message))}`;
}
