import { type Failure, fail, ok, type Result } from '../model/failure.ts';

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

/** What the database refuses, or what is lost on the way to it, is no fault of Wukong. */
export async function usable<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    return fail(unusable(error));
  }
}
