import { readFileSync } from 'node:fs';
import { type Decoded, decodeLog } from '../../runtime/log/irregular.ts';
import { listSegments } from '../../runtime/log/segments.ts';
import type { EventRecord } from '../../runtime/model/event.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';

const START = { events: 0, bytes: 0, crc: '00000000' };

/** Reads a whole log from its first byte, with no cache: the one use of the decoder in these tests. */
export function decodeWhole(bytes: Buffer): Decoded {
  return decodeLog(
    bytes,
    START,
    (crc, before) =>
      crc === START.crc ||
      (bytes.includes(`,"crc":"${crc}"}\n`) && bytes.indexOf(`,"crc":"${crc}"}\n`) < before),
  );
}

/** Every counted record; throws where the log is damaged. A torn tail is none of them. */
export function counted(ws: Workspace): EventRecord[] {
  const { records, damage } = decodeWhole(bytesOf(ws));
  if (damage) throw new Error(`the log is damaged at byte ${damage.byte}: ${damage.why}`);
  return records;
}

export function voidSteps(ws: Workspace): number {
  return decodeWhole(bytesOf(ws)).voidSteps;
}

/** Of all files of the log: at full length a test writes more than one of them holds. */
function bytesOf(ws: Workspace): Buffer {
  const listed = listSegments(ws);
  if (!listed.ok) throw new Error(JSON.stringify(listed.failure));
  return Buffer.concat(
    listed.segments.map(({ path, bytes }) => readFileSync(path).subarray(0, bytes ?? undefined)),
  );
}
