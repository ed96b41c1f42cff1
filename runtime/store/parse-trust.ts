import type { GateApproval } from '../model/gate.ts';

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

/** Throws if the text is not even JSON. */
export function parseTrust(text: string): Trust | undefined {
  const value = JSON.parse(text);
  const valid =
    value?.version === 1 &&
    typeof value.log_id === 'string' &&
    Array.isArray(value.approvals) &&
    value.approvals.every((one: GateApproval | null) => Array.isArray(one?.command));
  return valid ? value : undefined;
}
