// CRC-32 (IEEE). A table in JavaScript, because `zlib.crc32` costs a hook 8 % of its start.

const table = new Uint32Array(256).map((_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** Eight lower-case hex digits over `bytes[from, to)`. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let crc = 0xffffffff;
  for (let i = from; i < to; i += 1) {
    crc = (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  }
  return ((crc ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
