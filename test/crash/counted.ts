import { readFileSync } from 'node:fs';
import type { EventRecord } from '../../runtime/model/event.ts';
import { type Decoded, decodeLog } from '../../runtime/store/irregular.ts';
import { files, type Workspace } from '../../runtime/store/paths.ts';

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
  const { records, damage } = decodeWhole(readFileSync(files.log(ws)));
  if (damage) throw new Error(`the log is damaged at byte ${damage.byte}: ${damage.why}`);
  return records;
}

export function voidSteps(ws: Workspace): number {
  return decodeWhole(readFileSync(files.log(ws))).voidSteps;
}
