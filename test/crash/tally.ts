// Quick in `npm test`, full in `npm run soak`: the same tests, more rounds, and a line for the report.

import { appendFileSync } from 'node:fs';
import { expect } from 'vitest';

export const SOAK = process.env.WUKONG_SOAK === '1';

export function rounds(quick: number, full: number): number {
  return SOAK ? full : quick;
}

/** What one promise went through. Leaving the test fails it if anything was lost. */
export class Tally implements Disposable {
  rounds = 0;
  faults = 0;
  readonly losses: string[] = [];
  readonly promise: string;

  constructor(promise: string) {
    this.promise = promise;
  }

  lose(what: string): void {
    this.losses.push(what);
  }

  /** Runs `check` and takes what it throws for a loss, so that the other rounds go on. */
  holds(where: string, check: () => void): void {
    try {
      check();
    } catch (error) {
      this.lose(`${where}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  [Symbol.dispose](): void {
    const { rounds: done, faults, losses } = this;
    const line = { promise: this.promise, rounds: done, faults, losses: losses.length };
    const report = process.env.WUKONG_SOAK_REPORT;
    if (report) appendFileSync(report, `${JSON.stringify(line)}\n`);
    expect(losses).toEqual([]);
  }
}
