// The checksum by zlib, for whoever reads a whole log. A hook that reads a few lines must not pay for
// loading zlib (crc32.ts), so it is asked for here, and not imported.

import { crcOf } from './crc32.ts';
import type { Checksum } from './record.ts';

/** Below this, loading zlib would cost more than it saves. */
const MANY_BYTES = 256 * 1024;

/** How to take checksums of the lines of so many bytes. */
export function checksumFor(length: number): Checksum {
  if (length < MANY_BYTES) return crcOf;
  const native = process.getBuiltinModule?.('node:zlib').crc32;
  return native ? (bytes, from, to) => native(bytes.subarray(from, to)) : crcOf;
}
