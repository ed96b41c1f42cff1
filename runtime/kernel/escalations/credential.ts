import type { Cause } from '../../model/reason.ts';
import { namesCredential } from '../../model/telling-line.ts';

/** What stops the gate is nothing an agent can change. */
export function lacksCredential({
  error,
  printed = '',
}: Extract<Cause, { kind: 'gate-stuck' }>): boolean {
  return namesCredential([error, printed]);
}
