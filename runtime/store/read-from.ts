import { readSync } from 'node:fs';

const FIRST_BYTES = 16 * 1024;

/** Everything from a byte to the end of the file, without asking for its size first. */
export function readFrom(fd: number, start: number): Buffer {
  let bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  for (let at = 0; ; ) {
    // A short count is not the end: only nothing is.
    const read = readSync(fd, bytes, at, bytes.length - at, start + at);
    if (read === 0) return bytes.subarray(0, at);
    at += read;
    if (at === bytes.length) {
      const larger = Buffer.allocUnsafeSlow(bytes.length * 4);
      bytes.copy(larger);
      bytes = larger;
    }
  }
}
