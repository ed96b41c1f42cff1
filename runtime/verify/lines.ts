import { createReadStream } from 'node:fs';

/** Lines of a file as text, one at a time; undefined stands for a line longer than `maxLineBytes`. */
export async function* readLines(
  path: string,
  maxLineBytes: number,
): AsyncGenerator<string | undefined> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const take = (): string | undefined => {
    const line = bytes > maxLineBytes ? undefined : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    bytes = 0;
    return line;
  };

  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    let rest: Buffer = chunk;
    for (let end = rest.indexOf(0x0a); end !== -1; end = rest.indexOf(0x0a)) {
      bytes += end;
      if (bytes <= maxLineBytes) pieces.push(rest.subarray(0, end));
      yield take();
      rest = rest.subarray(end + 1);
    }
    bytes += rest.length;
    // The rest of a line that is too long is counted and dropped, so memory stays bounded.
    if (bytes <= maxLineBytes) pieces.push(rest);
    else pieces = [];
  }
  if (bytes > 0) yield take();
}
