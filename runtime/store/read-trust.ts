import { readFileSync } from 'node:fs';
import { codeOf } from './code-of.ts';
import { parseTrust, type Trust } from './parse-trust.ts';
import { trustOf, type Workspace } from './places.ts';

export type { Trust } from './parse-trust.ts';

/** Undefined when there is none, or none that can be read: then nothing is trusted. */
export function readTrust(ws: Workspace): Trust | undefined {
  try {
    return parseTrust(readFileSync(trustOf(ws), 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || ['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error)))
      return undefined;
    throw error;
  }
}
