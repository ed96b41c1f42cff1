import { emptyState } from '../kernel/state/empty-state.ts';
import { type Newer, readHistory, type Take } from '../log/history.ts';
import type { Failure } from '../model/failure.ts';
import type { State } from '../model/state/state.ts';
import type { Workspace } from '../workspace/paths.ts';
import { fold, moveTo } from './fold.ts';

export type Rebuilt =
  | Readonly<{ ok: true; state: State; tornAt: number | null; end: number; behind: number }>
  | Readonly<{ ok: false; failure: Failure }>;

/** The state from the first record on. `until` sees each record before it is taken in. */
export function rebuildState(
  ws: Workspace,
  until: Take = () => true,
  newer: Newer = 'refuse',
): Rebuilt {
  const state = emptyState();
  const takeIn: Take = (record) => {
    if (!until(record)) return false;
    fold(state, record, ws);
    return true;
  };
  const history = readHistory(ws, takeIn, newer);
  if (!history.ok) return history;
  moveTo(state, history.cursor);
  const { tornAt, end, voids, voidSteps } = history;
  state.log.void_steps = voidSteps;
  return { ok: true, state, tornAt, end, behind: voids.length - voidSteps };
}
