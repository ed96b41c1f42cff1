// Scripts that are called tests and test nothing.

import { splitShell } from '../../../evidence/commands/shell-split.ts';

const PRINTS = /^(?:(?:@?echo|printf|true|false|exit)(?:\s[^`$]*)?|:)$/;
const NODE =
  /^node (?:-e|-p|--eval|--print) (["'])(?:console\.\w+\([^()]*\);? ?|process\.exit\(\d*\);? ?)*\1$/;

/** What is longer does more than print. */
const MOST_READ = 1000;

/** It prints something, or ends as it is told to. `npm init` writes one that does both. */
export function onlyPrints(script: string): boolean {
  if (script.length > MOST_READ) return false;
  const parts = splitShell(script);
  return (
    parts !== undefined &&
    parts.length > 0 &&
    parts.every(({ text, end }) => end !== '|' && (PRINTS.test(text) || NODE.test(text)))
  );
}

const LONGEST = 60;

/** Half a sentence about it. */
export function printsOnly(what: string, script: string): string {
  const line = script.trim().replace(/\s+/g, ' ');
  return `${what} tests nothing: ${line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line}`;
}
