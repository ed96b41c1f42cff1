// A fault that is shown, in doubt: only a person can say that what is in doubt is right.

import type { Reason } from './reason.ts';
import { isSuspicious } from './trial-kinds.ts';

/** Whether a person’s yes is all it waits for. A log of before says it in its sentence alone. */
export function asksToLook(because: Reason): boolean {
  if (because.kind !== 'fault-not-shown') return false;
  const { saying, why } = because;
  if (!saying) return why.includes(IN_DOUBT);
  if (saying.is !== 'shown') return false;
  const unread = saying.limits.find((one) => one.kind === 'not-there-yet');
  return !(unread && unread.back === unread.of) && saying.doubts.some(isSuspicious);
}

export const IN_DOUBT = ', in doubt: ';

/** What a yes to doubts is typed with before its reason: where each has to be named, all of them. */
export function doubtsFlag({
  saying,
  singly,
}: Extract<Reason, { kind: 'fault-not-shown' }>): string {
  if (!singly || saying?.is !== 'shown') return 'doubts';
  const places = saying.doubts
    .filter(isSuspicious)
    .map(({ path, line }) => (line === null ? path : `${path}:${line}`));
  return `${doubtFlags(places)} --doubts`.slice(2);
}

export function doubtFlags(places: readonly string[]): string {
  return [...new Set(places)].map((place) => `--doubt ${wordOf(place)}`).join(' ');
}

function wordOf(place: string): string {
  return /^[\w@%+=:,./-]+$/.test(place) ? place : `"${place}"`;
}
