import { crc32 as reference } from 'node:zlib';
import fc from 'fast-check';
import { test as property } from 'vitest';
import { crc32 } from '../../runtime/store/crc32.ts';

property('the checksum is the one everybody calls CRC-32', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
      return Number.parseInt(crc32(bytes), 16) === reference(bytes);
    }),
  );
});
