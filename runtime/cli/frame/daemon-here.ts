import { isProposal } from '../../kernel/daemon.ts';
import { drivenNodes } from '../../kernel/requests/offer.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { isAlive } from '../../workspace/processes.ts';

/** Whether the daemon that is at work here goes on with it once nothing keeps it back: nobody has to type anything. */
export function isForDaemon(state: State, goal: Goal): boolean {
  if (!state.daemon || !isAlive(state.daemon.process)) return false;
  const isOfSession = goal.owner.kind === 'session' && hasLivingOwner(state, goal, isAlive);
  if (!isOfSession && (!goal.queued || isProposal(goal, state))) return false;
  // What comes next is not told while it is paused; what came last is.
  const isByProgram = Object.values(goal.runs).at(-1)?.by.kind === 'process';
  return goal.status === 'paused' ? isByProgram : drivenNodes(goal).length > 0;
}

export const DAEMON_GOES_ON = 'The daemon goes on with it. To look: wukong daemon';
