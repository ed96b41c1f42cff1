import type { Failure } from '../model/failure.ts';

/** What PostgreSQL and pg-boss say has no password in it; the address may. */
export function unusable(error: unknown): Failure {
  const why = error instanceof Error ? error.message || error.name : String(error);
  const message = `The database of the team cannot be used: ${why}`;
  return {
    kind: 'refused',
    message,
    hint: 'Look whether its server is there, and whether address and password are right.',
  };
}
