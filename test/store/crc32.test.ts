import { crc32 as reference } from 'node:zlib';
import fc from 'fast-check';
import { test as property } from 'vitest';
import { crc32 } from '../../runtime/store/crc32.ts';
import { crcOfMany } from '../../runtime/store/crc32-of-many.ts';

property('the checksum is the one everybody calls CRC-32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      return Number.parseInt(crc32(bytes), 16) === reference(bytes);
    }),
  );
});

property('so is the one of a long log, from any byte to any other', () => {
  const range = fc.tuple(fc.uint8Array({ maxLength: 2000 }), fc.nat(2000), fc.nat(2000));
  fc.assert(
    fc.property(range, ([bytes, a, b]) => {
      const [from = 0, to = 0] = [a, b].map((n) => n % (bytes.length + 1)).sort((x, y) => x - y);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      return crcOfMany(view, from, to) === reference(bytes.subarray(from, to));
    }),
  );
});
