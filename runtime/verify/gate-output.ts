import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const TAIL_BYTES = 64 * 1024;
/** A gate that prints for ever must not fill the disk. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** Takes the output of a gate as it comes: whole into a file (up to 64 MB), its end in memory. */
export class GateOutput {
  #file: number | undefined;
  #logged = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  constructor(logFile: string) {
    mkdirSync(dirname(logFile), { recursive: true });
    this.#file = openSync(logFile, 'w', 0o600);
  }

  /** False once a write failed: the log is not whole then. The gate's own outcome still stands. */
  complete = true;

  add(chunk: Buffer): void {
    this.#log(chunk);
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    for (let first = this.#tail[0]; first !== undefined; first = this.#tail[0]) {
      if (this.#tailBytes - first.length < TAIL_BYTES) break;
      this.#tailBytes -= first.length;
      this.#tail.shift();
    }
  }

  /** At most 64 KB; half a character at the cut becomes U+FFFD. */
  tail(): string {
    return Buffer.concat(this.#tail).subarray(-TAIL_BYTES).toString('utf8');
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #log(chunk: Buffer): void {
    if (this.#file === undefined || !this.complete) return;
    const room = MAX_LOG_BYTES - this.#logged;
    const kept = chunk.length <= room ? chunk : Buffer.concat([chunk.subarray(0, room), CUT]);
    this.complete = chunk.length <= room;
    try {
      // A full disk gives a short count, not an error.
      for (let at = 0; at < kept.length; ) {
        const written = writeSync(this.#file, kept, at);
        if (written === 0) throw new Error('nothing was written');
        at += written;
      }
      this.#logged += kept.length;
    } catch {
      this.complete = false;
    }
  }
}

const CUT = Buffer.from('\n[the rest of the output was not kept]\n');
