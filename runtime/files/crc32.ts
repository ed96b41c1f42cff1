// CRC-32 (IEEE), four bits at a time: a table for eight, or loading zlib for its own, costs a hook more
// than it saves.

/** What four bits do to the checksum, as signed numbers: V8 has no small ones beyond 2^31. */
const TABLE = [
  0, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
  -0x12477ce0, -0xff06cbc, -0x29295c18, -0x349e4c74, -0x649b3d50, -0x792c2d2c, -0x5ff51d88,
  -0x42420de4,
];

/** Eight lower-case hex digits over `bytes[from, to)`. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return hexOf(crcOf(bytes, from, to));
}

/** As records and cursors name it. */
export function hexOf(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

/** The same as a number. */
export function crcOf(bytes: Uint8Array, from: number, to: number): number {
  let crc = -1;
  for (let i = from; i < to; i += 1) {
    crc ^= bytes[i] ?? 0;
    crc = (TABLE[crc & 15] ?? 0) ^ (crc >>> 4);
    crc = (TABLE[crc & 15] ?? 0) ^ (crc >>> 4);
  }
  return ~crc >>> 0;
}
