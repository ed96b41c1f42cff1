import { type RunAt, runOfId } from '../../kernel/state/queries.ts';
import { headlessOf } from '../../kernel/state/run-by.ts';
import type { State } from '../../model/state/state.ts';
import { clientRef, descendsFrom } from '../../workspace/processes.ts';
import type { Delivery } from './read-delivery.ts';

/**
 * The run that the client of this hook carries out. `WUKONG_RUN` alone says nothing: anybody can set it, and it
 * stays in shells. It counts where it names a run of a headless client and this client is that process, or was
 * started by it.
 */
export function headlessRun({ env }: Delivery, state: State): RunAt | undefined {
  const at = env.WUKONG_RUN ? runOfId(state, env.WUKONG_RUN) : undefined;
  const given = at && headlessOf(at.run);
  const client = given && clientRef(env);
  // Until the lease says what was started, who started it.
  const noted = at?.run.lease?.process ?? given?.ref;
  return client && noted && descendsFrom(client.pid, noted) ? at : undefined;
}

/** What a record about it names. */
export function idsOf({ goal, run }: RunAt) {
  return { goal_id: goal.id, node_id: run.node, run_id: run.id };
}
