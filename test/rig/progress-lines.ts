import type { Reporter, TestModule, TestSpecification } from 'vitest/node';

/** How often a run that shows nothing else says that it is alive. */
const EVERY_MS = 20_000;

type Counts = Record<'passed' | 'failed' | 'skipped', number>;

/**
 * Plain lines that read the same in every log: where a run stands every now and then, so that whoever
 * has no terminal sees it move, and what became of it at the end.
 */
export default class ProgressLines implements Reporter {
  readonly #begun = performance.now();
  readonly #running = new Set<string>();
  readonly #counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  #files = 0;
  #ended = 0;
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    if (process.stdout.isTTY) return;
    this.#timer = setInterval(() => this.#say(), EVERY_MS).unref();
  }

  onTestModuleStart({ relativeModuleId }: TestModule): void {
    this.#running.add(relativeModuleId);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(module.relativeModuleId);
    this.#ended += 1;
    if (module.state() === 'failed' && module.errors().length > 0) this.#counts.failed += 1;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') this.#counts[state] += 1;
    }
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
    const { passed, failed, skipped } = this.#counts;
    process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }

  #say(): void {
    const seconds = Math.round((performance.now() - this.#begun) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const { passed, failed } = this.#counts;
    const files = `${this.#ended} of ${this.#files} files`;
    const now = [...this.#running].join(', ');
    process.stdout.write(
      `${time}  ${files}, ${passed} passed, ${failed} failed; running: ${now}\n`,
    );
  }
}
