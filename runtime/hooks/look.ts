import type { State } from '../model/state.ts';
import { readQuiet } from '../store/append-one.ts';
import { closeLog, openLog } from '../store/open-log.ts';
import { readState, type StepResult } from '../store/step.ts';
import type { Delivery } from './run-hook.ts';

/** The state for a hook that only looks; mostly as state.json has it, and then nothing is folded. */
export function lookAtState<T>(delivery: Delivery, look: (state: State) => T): StepResult<T> {
  const state = delivery.cached();
  const short = state && lookShort(delivery, state, look);
  return short ?? readState(delivery.ws, look, state);
}

function lookShort<T>(
  { ws }: Delivery,
  state: State,
  look: (state: State) => T,
): StepResult<T> | undefined {
  try {
    const log = openLog(ws);
    try {
      if (!readQuiet(log.fd, state)) return undefined;
    } finally {
      closeLog(log);
    }
    return { ok: true, value: look(state), state, records: [] };
  } catch {
    return undefined; // Whoever looks with care says what is wrong.
  }
}
