import { closeSync } from 'node:fs';
import { openFresh, writeAll } from '../../files/atomic-write.ts';
import { plainText } from '../../model/terminal-text.ts';
import { openKeyBlock } from '../../privacy/key-blocks.ts';
import type { Redact } from '../../privacy/redact.ts';

const TAIL_BYTES = 64 * 1024;
/** A gate that prints for ever must not fill the disk. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

/** A line, or a key of many lines, is held back up to here, so that no secret is taken in two. */
const MAX_HELD_BYTES = 256 * 1024;

/**
 * Takes the output of a gate as it comes and keeps it without its secrets and as plain text: whole in a
 * file (up to 64 MB), its end in memory. Both get it line by line. Whatever is shown, compared or sent of
 * an output is read from one of them, so a colour is nobody else's concern.
 */
export class GateOutput {
  #file: number | undefined;
  #logged = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  #held: Buffer[] = [];
  #heldBytes = 0;
  readonly #clean: Redact;

  readonly #maxBytes: number;

  constructor(logFile: string, clean: Redact, maxBytes = MAX_LOG_BYTES) {
    this.#clean = clean;
    this.#maxBytes = maxBytes;
    this.#file = openFresh(logFile);
  }

  /** Why the log is not complete, in half a sentence. The gate's own outcome still stands. */
  cut: string | undefined;

  add(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (!chunk.includes('\n') && this.#heldBytes < MAX_HELD_BYTES) return;
    const all = Buffer.concat(this.#held);
    const cut = all.length < MAX_HELD_BYTES ? endOfLines(all) : endOfWords(all);
    this.#held = [all.subarray(cut)];
    this.#heldBytes = all.length - cut;
    this.#keep(all.subarray(0, cut));
  }

  #keep(original: Buffer): void {
    const text = original.toString('utf8');
    const kept = this.#plain(text);
    // Bytes that are no UTF-8 stay as they came, unless something beside them was taken out.
    const chunk = kept === text ? original : Buffer.from(kept);
    this.#log(chunk);
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    for (let first = this.#tail[0]; first !== undefined; first = this.#tail[0]) {
      if (this.#tailBytes - first.length < TAIL_BYTES) break;
      this.#tailBytes -= first.length;
      this.#tail.shift();
    }
  }

  /** Of a secret that was written over in part, the rest may pass for a word; one may show only when it is plain. */
  #plain(text: string): string {
    const clean = this.#clean(text);
    const plain = plainText(clean);
    return plain === clean ? plain : this.#clean(plain);
  }

  /** At most 64 KB; half a character at the cut becomes U+FFFD. */
  tail(): string {
    return Buffer.concat(this.#tail).subarray(-TAIL_BYTES).toString('utf8');
  }

  /** `ifNothing` is written where nothing was: a file without a byte leaves open whether it is whole. */
  close(ifNothing = ''): void {
    this.#keep(Buffer.concat(this.#held));
    this.#held = [];
    if (this.#logged === 0) this.#log(Buffer.from(ifNothing));
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #log(chunk: Buffer): void {
    if (this.#file === undefined || this.cut !== undefined) return;
    const room = this.#maxBytes - this.#logged;
    const kept = chunk.length <= room ? chunk : Buffer.concat([chunk.subarray(0, room), CUT]);
    try {
      writeAll(this.#file, kept);
      this.#logged += kept.length;
      if (chunk.length > room) this.cut = `only the first ${this.#maxBytes >> 20} MB were kept`;
    } catch (error) {
      this.cut = `it could not be kept (${error instanceof Error ? error.message : error})`;
    }
  }
}

const CUT = Buffer.from('\n[the rest of the output was not kept]\n');

/** Behind the last whole line, but not within a key. */
function endOfLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf('\n') + 1;
  const key = openKeyBlock(bytes.toString('latin1', 0, end));
  return key === -1 ? end : key;
}

/** Too much for one line or one key: behind its last blank. What has none in it is no text. */
function endOfWords(bytes: Buffer): number {
  const end = Math.max(bytes.lastIndexOf('\n'), bytes.lastIndexOf(' '), bytes.lastIndexOf('"')) + 1;
  return bytes.length - end < MAX_HELD_BYTES / 2 ? end : bytes.length;
}
