// What was found before, one JSON object a line: a line is written whole or not at all, so nothing is lost when
// the harness is stopped.

import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export class Kept<T extends object> {
  readonly #path: string;
  readonly lines: T[];

  constructor(path: string) {
    this.#path = path;
    this.lines = existsSync(path) ? readLines<T>(readFileSync(path, 'utf8')) : [];
  }

  add(line: T): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    // One that was torn before ends here.
    const isTorn = existsSync(this.#path) && !/(^|\n)$/.test(readFileSync(this.#path, 'utf8'));
    appendFileSync(this.#path, `${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
    this.lines.push(line);
  }
}

/** A line that was torn is left out. */
export function readLines<T extends object>(text: string): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value as T] : [];
    } catch {
      return [];
    }
  });
}
