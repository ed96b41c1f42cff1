// Cases tried one by one as tests ask for them. Those that share a run are tried together, once.

import { inRuns } from './batches.ts';
import type { Case } from './case.ts';
import { type Prepared, prepare } from './prepared.ts';
import { type Tried, tryRun } from './try-case.ts';

export class Tries {
  /** The run of each case. */
  readonly #runs: ReadonlyMap<Case, readonly Case[]>;
  /** Begun by the first case that asks for it. */
  readonly #begun = new Map<readonly Case[], Promise<Tried[]>>();
  #prepared: Prepared | undefined;

  constructor(cases: readonly Case[]) {
    this.#runs = new Map(inRuns(cases).flatMap((run) => run.map((one) => [one, run] as const)));
  }

  async begin(): Promise<void> {
    this.#prepared = await prepare();
  }

  end(): unknown {
    return this.#prepared?.remove();
  }

  async of(one: Case): Promise<Tried | undefined> {
    if (!this.#prepared) throw new Error('nothing is prepared yet');
    const run = this.#runs.get(one) ?? [one];
    const all = this.#begun.get(run) ?? tryRun(this.#prepared, run);
    this.#begun.set(run, all);
    return (await all)[run.indexOf(one)];
  }
}
