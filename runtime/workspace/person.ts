import { hostname, userInfo } from 'node:os';

/** Who is at the keyboard, for the log: `name@host`. */
export function personName(): string {
  return `${userInfo().username}@${hostname()}`.slice(0, 200);
}
