// What is asked, as the state has it now: from a file an answer is only taken to what waits still.

import type { AskedAt } from '../../kernel/escalations/follow.ts';
import { packetOf } from '../../kernel/escalations/packet.ts';
import { entry } from '../../kernel/state/queries.ts';
import type { Reason } from '../../model/reason.ts';
import type { State } from '../../model/state/state.ts';
import { optionsOf } from './options.ts';
import { isRaise } from './raise.ts';
import type { Asked, Letter, Option } from './way.ts';

/** Undefined: nothing waits there any more. */
export function askedNow(state: State, { goal: id, node, reason }: AskedAt): Asked | undefined {
  const goal = entry(state.goals, id);
  const because = goal && whyIt(goal, node);
  return goal && because && { goal: id, node, reason, packet: packetOf(goal, node, because) };
}

function whyIt(goal: State['goals'][string], node: string | null): Reason | undefined {
  if (node === null) return goal.paused ?? undefined;
  const at = entry(goal.nodes, node);
  return at?.status === 'blocked' ? at.because : undefined;
}

/** The one that is ticked. Whoever only writes something where a budget or the time is used up means to give more. */
export function optionMeant(
  asked: Asked,
  letter: Letter | null,
  words: string,
): Option | undefined {
  const options = optionsOf(asked);
  if (letter !== null) return options.find(({ option }) => option === letter);
  if (words === '') return undefined;
  return options.find(({ does }) => isRaise(does));
}
