// Why the database of a team cannot be used, and whether that may pass by itself.

import { codeOf, fileFailure } from '../files/file-failure.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';

export type Unusable = Failure & Readonly<{ isAway?: boolean }>;

/** What PostgreSQL and pg-boss say has no password in it; the address may. */
export function unusable(error: unknown): Unusable {
  if (isOfFiles(error)) return fileFailure(error);
  const said = error instanceof Error ? error.message || error.name : String(error);
  // What the driver says where it has none, of the step at which it noticed.
  const hasNone = /password must be a (?:non-empty )?string/.test(said);
  const why = hasNone ? 'it asks for a password, and none was found' : said;
  return {
    kind: 'refused',
    message: `The database of the team cannot be used: ${why}`,
    hint: hasNone || NOT_LET_IN.test(codeOf(error)) ? PASSWORD : SERVER,
    isAway: isAway(error),
  };
}

const SERVER = 'Look whether its server is there, and whether address and password are right.';
const PASSWORD =
  'It is looked for in PGPASSWORD, then in ~/.pgpass (mode 600), in a line of the form host:port:database:user:password.';
const NOT_LET_IN = /^28...$/;

/** What was read or written beside it: a disk that is full here is no fault of its server. */
function isOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const call = 'syscall' in error ? error.syscall : 'connect';
  const isLine = call === 'connect' || call === 'getaddrinfo' || NO_LINE.test(codeOf(error));
  return 'inTheWay' in error || !isLine;
}

const NO_LINE = /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_AGAIN)|ENOTFOUND)/;
/** Of PostgreSQL: no connection, no room, going down, and nothing may be written now. */
const NOT_NOW = /^(?:08|53|57)...$|^25006$/;

/** Whether it may be otherwise a moment later, with nobody doing anything here. */
export function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  const code = codeOf(error);
  if (code !== '') return NO_LINE.test(code) || NOT_NOW.test(code);
  const message = error instanceof Error ? error.message : '';
  return /timeout|terminated|not queryable|closed/i.test(message);
}

/** It may be there again in a moment, or once somebody has put it right. */
export function isUnusable(failure: Unusable): boolean {
  return 'isAway' in failure;
}

/** What the database refuses, or what is lost on the way to it, is no fault of Wukong. */
export async function usable<T>(work: () => Promise<T>): Promise<Result<T, Unusable>> {
  try {
    return ok(await work());
  } catch (error) {
    return fail(unusable(error));
  }
}
