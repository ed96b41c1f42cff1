import { crc32 as reference } from 'node:zlib';
import fc from 'fast-check';
import { test as property } from 'vitest';
import { crc32, crcOf } from '../../runtime/files/crc32.ts';

property('the checksum is the one everybody calls CRC-32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      return Number.parseInt(crc32(bytes), 16) === reference(bytes);
    }),
  );
});

property('so is the one of a part of some bytes', () => {
  const range = fc.tuple(fc.uint8Array({ maxLength: 2000 }), fc.nat(2000), fc.nat(2000));
  fc.assert(
    fc.property(range, ([bytes, a, b]) => {
      const [from = 0, to = 0] = [a, b].map((n) => n % (bytes.length + 1)).sort((x, y) => x - y);
      return crcOf(bytes, from, to) === reference(bytes.subarray(from, to));
    }),
  );
});
