// What git says of a tree by its id: it never says anything else, so it is asked once. A report asks for the same
// listings and differences again and again, and of many files each takes as long as a copy takes to be moved.

import type { Result } from './result.ts';

/** Of all answers together: those that were asked for last are held. */
const MOST_LINES = 100_000;

export class AskedOnce<T> {
  readonly #answers = new Map<string, Promise<Result<readonly T[]>>>();
  readonly #lines = new Map<string, number>();

  /** `ids`: all that the answer depends on. A failure is asked again. */
  async answer(
    ids: readonly string[],
    ask: () => Promise<Result<readonly T[]>>,
  ): Promise<Result<readonly T[]>> {
    const key = ids.join(' ');
    const asked = this.#answers.get(key) ?? ask();
    this.#forget(key);
    this.#answers.set(key, asked);
    const answer = await asked;
    if (answer.ok) this.#lines.set(key, answer.value.length);
    else this.#forget(key);
    let lines = 0;
    for (const one of [...this.#answers.keys()].reverse()) {
      lines += this.#lines.get(one) ?? 0;
      if (one !== key && lines > MOST_LINES) this.#forget(one);
    }
    return answer;
  }

  #forget(key: string): void {
    this.#answers.delete(key);
    this.#lines.delete(key);
  }
}
