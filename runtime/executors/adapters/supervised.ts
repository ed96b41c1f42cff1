// A process that carries out a run, from its start to the end of all it started.

import type { ChildProcess } from 'node:child_process';
import { killTree } from '../../evidence/gates/process-tree.ts';
import type { Ended } from '../../evidence/gates/run-gate.ts';
import type { CutShort, Seen } from './port.ts';

/** How long a process that is to end may take to do so by itself. */
const GRACE_MS = 2_000;

type Limits = Readonly<{
  timeSec: number;
  /** Null: it may be silent for as long as it likes. */
  silentSec: number | null;
  heartbeatMs: number;
}>;

type Exit = Extract<Seen, { kind: 'exit' }>;

/**
 *   started ──► cut short (time, silence, cancelled): SIGTERM, then SIGKILL ──► ended
 *       └───────────────────────────────────────────────────────────────────────►
 *
 * Signals go to its whole group. It has ended when its leader has and its pipes are closed; what stayed in
 * the group is killed then, too.
 */
export class Supervised {
  readonly exit: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #limits: Limits;
  readonly #timers: NodeJS.Timeout[] = [];
  #silence: NodeJS.Timeout | undefined;
  #cut: CutShort | null = null;
  #isOver = false;
  #seen: Seen[] = [];
  #wake: (() => void) | undefined;

  constructor(child: ChildProcess, ended: Promise<Ended>, limits: Limits) {
    this.#child = child;
    this.#limits = limits;
    this.#timers.push(
      setTimeout(() => this.end('time'), limits.timeSec * 1_000),
      setInterval(() => this.#add({ kind: 'alive' }), limits.heartbeatMs),
    );
    this.#listen();
    this.exit = ended.then((how) => this.#ended('code' in how ? how.code : null));
  }

  output(stream: 'stdout' | 'stderr', bytes: number): void {
    this.#listen();
    this.#add({ kind: 'output', stream, bytes });
  }

  end(why: CutShort): void {
    // Once it is over its id may be that of somebody else.
    if (this.#cut !== null || this.#isOver) return;
    this.#cut = why;
    killTree(this.#child, 'SIGTERM');
    this.#timers.push(setTimeout(() => killTree(this.#child, 'SIGKILL'), GRACE_MS));
  }

  async *watch(): AsyncGenerator<Seen> {
    for (;;) {
      const seen = this.#seen;
      this.#seen = [];
      for (const one of seen) {
        yield one;
        if (one.kind === 'exit') return;
      }
      if (this.#seen.length === 0) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }

  #ended(code: number | null): Exit {
    this.#isOver = true;
    for (const timer of this.#timers) clearTimeout(timer);
    clearTimeout(this.#silence);
    // Windows may have given the process id away by now; there taskkill took the children along.
    if (process.platform !== 'win32') killTree(this.#child, 'SIGKILL');
    const exit: Exit = { kind: 'exit', code, cut: this.#cut };
    this.#add(exit);
    return exit;
  }

  #listen(): void {
    const { silentSec } = this.#limits;
    if (silentSec === null) return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.end('silent'), silentSec * 1_000);
  }

  /** Nobody may be watching: of what happens again and again only the last is kept. */
  #add(one: Seen): void {
    const last = this.#seen.at(-1);
    if (one.kind === 'output' && last?.kind === 'output' && last.stream === one.stream) {
      this.#seen[this.#seen.length - 1] = { ...one, bytes: last.bytes + one.bytes };
    } else if (!(one.kind === 'alive' && last?.kind === 'alive')) {
      this.#seen.push(one);
    }
    this.#wake?.();
  }
}
