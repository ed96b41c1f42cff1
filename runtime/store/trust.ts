import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GateApproval } from '../model/gate.ts';
import { replaceFile } from './atomic.ts';
import { codeOf } from './code-of.ts';
import { files, type Workspace } from './paths.ts';

/**
 * What a person allowed on this clone. It lies in the common git directory, which no clone or pull
 * carries: without it, or with another log's id in it, a workspace is foreign and hooks do nothing.
 */
export type Trust = Readonly<{
  version: 1;
  log_id: string;
  /** Of runtime/hook.cjs as init installed it. */
  bundle_sha256: string;
  /**
   * SHA-256 of every file init put in, by its path below the main checkout. Versions that hashed only
   * hook.cjs left it out; the next init adds it.
   */
  files?: Readonly<Record<string, string>>;
  approvals: readonly GateApproval[];
}>;

/** Undefined when there is none, or none that can be read: then nothing is trusted. */
export function readTrust(ws: Workspace): Trust | undefined {
  try {
    const value = JSON.parse(readFileSync(files.trust(ws), 'utf8'));
    const valid =
      value?.version === 1 && typeof value.log_id === 'string' && Array.isArray(value.approvals);
    return valid ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR')
      return undefined;
    throw error;
  }
}

export function writeTrust(ws: Workspace, trust: Trust): void {
  mkdirSync(dirname(files.trust(ws)), { recursive: true, mode: 0o700 });
  replaceFile(files.trust(ws), `${JSON.stringify(trust, null, 2)}\n`, true);
}
