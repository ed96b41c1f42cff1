import type { Failure } from '../model/failure.ts';

const HINT = 'Look whether its server is there, and whether address and password are right.';

/** What PostgreSQL and pg-boss say has no password in it; the address may. */
export function unusable(error: unknown): Failure {
  const why = error instanceof Error ? error.message || error.name : String(error);
  return {
    kind: 'refused',
    message: `The database of the team cannot be used: ${why}`,
    hint: HINT,
  };
}

/** It may be there again in a moment. */
export function isUnusable(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.hint === HINT;
}
