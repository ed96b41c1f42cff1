import type { State } from '../../model/state/state.ts';
import { openStep } from '../requests/step.ts';
import type { Judged } from './judged.ts';
import { settleReport } from './settle-report.ts';

/**
 * Whether its node would be done, as things stand: what cannot be taken back waits for that. Nothing is written; the
 * caller gives up the state.
 */
export function wouldBeDone(
  state: State,
  now: string,
  { run, key }: Readonly<{ run: string; key: string }>,
  judged: Judged,
): boolean {
  const step = openStep(state, now);
  return settleReport(step, run, key, judged, true).kind === 'done';
}
