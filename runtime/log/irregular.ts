// What stands in a log where no regular next step does: a void step, torn bytes, or damage. Seldom
// needed, so a hook loads it only then.

import type { EventRecord } from '../model/event.ts';
import { type Cursor, follows, readStep, takeSteps } from './record.ts';

const HEALED = 'log.healed';

export type Damage = Readonly<{ byte: number; why: string }>;

/** A step whose writer had lost the lock: where it begins, its bytes and its records. */
export type Void = Readonly<{ byte: number; bytes: number; records: number }>;

export type Decoded = Readonly<{
  records: EventRecord[];
  /** Behind the last counted step. */
  cursor: Cursor;
  /** All there are; `voidSteps` of them stand before the cursor. */
  voids: readonly Void[];
  voidSteps: number;
  /** Where torn bytes begin that nobody has healed yet. */
  tornAt: number | null;
  damage: Damage | null;
}>;

/** Whether a checksum belongs to a record before a byte: a step that names one is void. */
type IsEarlier = (crc: string, before: number) => boolean;

/**
 * Counts the records in `bytes`, which begin at `from.bytes` in the file and reach to its end.
 *
 * Nothing is ever cut off a log: a writer frozen before such a cut would take away what others
 * recorded meanwhile. Torn bytes stay, and are passed over because of a step that begins with
 * `log.healed` and names where they begin. Any other whole step behind them is void: its writer had
 * read the log before they were there. It may stand in the middle of a line, behind half of one. A writer
 * that was killed leaves the beginning of a step: a whole step behind anything else is no void one, unless
 * the bytes were healed and the healer was killed at blanking them, and what stands there is damage.
 */
export function decodeLog(bytes: Buffer, from: Cursor, isEarlier: IsEarlier): Decoded {
  const records: EventRecord[] = [];
  let cursor = from;
  const voids: Void[] = [];
  let voidSteps = 0;
  let broken: Damage | null = null;
  let unlikely: Damage | null = null;
  let tornAt: number | null = null;
  const ended = (damage: Damage | null): Decoded => ({
    records,
    cursor,
    voids,
    voidSteps,
    tornAt: damage ? null : tornAt,
    damage,
  });
  const count = (step: readonly EventRecord[], end: Cursor): void => {
    for (const record of step) records.push(record);
    cursor = end;
    voidSteps = voids.length;
    tornAt = null;
    broken = null;
    unlikely = null;
  };
  for (let at = 0; at < bytes.length; ) {
    const byte = from.bytes + at;
    if (tornAt === null) {
      const taken = takeSteps(bytes, at, { ...cursor, bytes: byte });
      if (taken.end > at) {
        count(taken.records, taken.cursor);
        at = taken.end;
        continue;
      }
    }
    const step = readStep(bytes, at);
    if (!step.ok) {
      if (bytes[at] !== NEWLINE) {
        tornAt ??= byte;
        broken ??= { byte: from.bytes + step.brokenAt, why: step.why };
      }
      // From each of the lines before the one it breaks at, it would break there as well.
      at = nextBegin(bytes, Math.max(at + 1, step.brokenAt));
      continue;
    }
    const prev = step.records[0]?.prev ?? '';
    if (heals(step.records, cursor, tornAt)) {
      const crc = step.records.at(-1)?.crc ?? '';
      const events = cursor.events + step.records.length;
      count(step.records, { events, bytes: from.bytes + step.end, crc });
    } else if (prev === cursor.crc && tornAt === null) {
      return ended({ byte, why: 'event ids are not in order' });
    } else if (prev === cursor.crc || isEarlier(prev, cursor.bytes)) {
      voids.push({ byte, bytes: step.end - at, records: step.records.length });
      if (tornAt !== null && !isBegun(bytes, tornAt - from.bytes)) unlikely = broken;
    } else {
      const why = `names ${prev} as the record before, which is not there`;
      return ended(broken ?? { byte, why });
    }
    at = step.end;
  }
  return ended(unlikely);
}

const NEWLINE = 10;
/** In a text inside a record its quotes would be escaped. */
const BEGIN = '{"event_id":"';

/** Whether a step begins there, as much as there is of it: behind it comes another, or a healer's new line. */
function isBegun(bytes: Buffer, at: number): boolean {
  for (let i = 0; i < BEGIN.length; i += 1) {
    const is = bytes[at + i];
    if (is !== BEGIN.charCodeAt(i)) {
      return i > 0 && (is === BEGIN.charCodeAt(0) || is === NEWLINE);
    }
  }
  return true;
}

function nextBegin(bytes: Buffer, from: number): number {
  const next = bytes.indexOf(BEGIN, from);
  return next < 0 ? bytes.length : next;
}

/** `byte` may lie before what is left of the torn bytes: the healer blanks them (set-aside-torn.ts). */
function heals(step: readonly EventRecord[], last: Cursor, tornAt: number | null): boolean {
  const [first] = step;
  if (tornAt === null || first?.type !== HEALED) return false;
  return Number(first.payload.byte) <= tornAt && follows(step, last.events, last.crc);
}
