import { closeSync, readSync } from 'node:fs';
import { openToRead } from '../../files/reading.ts';

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

/**
 * Lines of a file as text, one at a time; undefined stands for a line longer than `maxLineBytes`, whose
 * rest is passed over, so memory stays bounded. Read without streams and without copies: of a long
 * transcript that would be as much work as taking its lines apart.
 */
export function readLines(
  path: string,
  maxLineBytes: number,
  onLine: (line: string | undefined) => void,
): void {
  const fd = openToRead(path);
  try {
    let buffer: Buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    /** Bytes of a line that has not ended yet, from the start of the buffer. */
    let kept = 0;
    let isTooLong = false;
    for (;;) {
      if (kept === buffer.length) buffer = larger(buffer, maxLineBytes);
      const bytes = readSync(fd, buffer, kept, buffer.length - kept, null);
      if (bytes === 0) break;
      const filled = kept + bytes;
      let start = 0;
      for (;;) {
        const end = buffer.indexOf(NEWLINE, start === 0 ? kept : start);
        if (end === -1 || end >= filled) break;
        onLine(
          isTooLong || end - start > maxLineBytes ? undefined : buffer.toString('utf8', start, end),
        );
        isTooLong = false;
        start = end + 1;
        kept = 0;
      }
      buffer.copyWithin(0, start, filled);
      kept = filled - start;
      if (kept > maxLineBytes) isTooLong = true;
      if (isTooLong) kept = 0;
    }
    if (isTooLong) onLine(undefined);
    else if (kept > 0) onLine(buffer.toString('utf8', 0, kept));
  } finally {
    closeSync(fd);
  }
}

function larger(buffer: Buffer, maxLineBytes: number): Buffer {
  const grown = Buffer.allocUnsafe(Math.min(buffer.length * 2, maxLineBytes + CHUNK_BYTES));
  buffer.copy(grown);
  return grown;
}
