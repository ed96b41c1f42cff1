// CRC-32 (IEEE). A table in JavaScript, because loading zlib for its own costs a hook 8 % of its start.

const POLYNOMIAL = 0xedb88320;

/**
 * Filled in 255 steps from its own earlier entries: eight shifts for each of 256 would be the hottest
 * loop of a hook, and V8 would spend more on optimising it than it runs.
 */
export const crcTable = new Uint32Array(256);
for (let bit = 128, crc = 1; bit > 0; bit >>= 1) {
  crc = (crc >>> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
  for (let i = 0; i < 256; i += 2 * bit) crcTable[bit + i] = crc ^ (crcTable[i] ?? 0);
}

/** Eight lower-case hex digits over `bytes[from, to)`. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return crcOf(bytes, from, to).toString(16).padStart(8, '0');
}

/** The same as a number. */
export function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = 0xffffffff;
  for (let i = from; i < to; i += 1) {
    crc = (crcTable[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
