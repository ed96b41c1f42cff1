// How a torn tail could be healed without cutting anything off: the next writer appends `log.healed`, which
// names the byte where the torn bytes begin, and readers pass over these bytes because of it. So healing is
// a step like any other, behind the fence. The model searches it beside the way of decodeLog.

import type { EventRecord } from '../../runtime/model/event.ts';
import { crc32 } from '../../runtime/store/crc32.ts';
import type { Decoded } from '../../runtime/store/record.ts';

const BEGIN = '{"event_id":"';
const START = '00000000';

/**
 * A step counts if it names the last counted record; behind torn bytes only if it begins with `log.healed`
 * for just these bytes. Every other whole step that names an earlier record is void, also in the middle of a
 * line, where a writer that had lost the lock landed behind half a line. Anything else is damage.
 */
export function readHealed(file: string): Decoded {
  const records: EventRecord[] = [];
  const counted = new Set([START]);
  let crc = START;
  let voidSteps = 0;
  let torn: number | null = null;
  for (let at = 0; at < file.length; ) {
    const step = wholeStepAt(file, at);
    if (!step) {
      if (file[at] !== '\n') torn ??= at;
      const next = file.indexOf(BEGIN, at + 1);
      at = next < 0 ? file.length : next;
      continue;
    }
    const [first] = step.records;
    const follows = first?.prev === crc;
    const heals = first?.type === 'log.healed' && first.payload.byte === torn;
    if (follows && (torn === null || heals)) {
      records.push(...step.records);
      for (const record of step.records) counted.add(record.crc);
      crc = step.records.at(-1)?.crc ?? crc;
      torn = null;
    } else if (first && counted.has(first.prev)) {
      voidSteps += 1;
    } else {
      const damage = { byte: torn ?? at, why: 'names a record that is not there' };
      return ended(file, records, crc, { voidSteps, tornAt: null, damage });
    }
    at = step.end;
  }
  return ended(file, records, crc, { voidSteps, tornAt: torn, damage: null });
}

function ended(
  file: string,
  records: EventRecord[],
  crc: string,
  more: Pick<Decoded, 'voidSteps' | 'tornAt' | 'damage'>,
): Decoded {
  const cursor = { events: records.length, bytes: file.length, crc };
  return { records, cursor, newer: false, ...more };
}

function wholeStepAt(
  file: string,
  start: number,
): Readonly<{ records: EventRecord[]; end: number }> | undefined {
  const records: EventRecord[] = [];
  for (let at = start; ; ) {
    const newline = file.indexOf('\n', at);
    const line = newline < 0 ? '' : file.slice(at, newline);
    const [, head = '', crc] = /^(\{"event_id":.*),"crc":"([0-9a-f]{8})"\}$/.exec(line) ?? [];
    if (crc === undefined || crc32(Buffer.from(head, 'latin1')) !== crc) return undefined;
    const record: EventRecord = JSON.parse(line);
    const last = records.at(-1);
    if (last && (record.prev !== last.crc || record.left !== last.left - 1)) return undefined;
    records.push(record);
    at = newline + 1;
    if (record.left === 0) return { records, end: at };
  }
}
