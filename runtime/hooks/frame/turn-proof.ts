// `prove: on_stop`: the tree is taken at the first prompt of a session, what it changed is judged after a turn in a
// process of its own, and what came of it is told at the next prompt.

import { startTurn } from '../../engine/report/start-turn.ts';
import { takeBase } from '../../engine/turn/take-base.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { languageOf } from '../../kernel/state/language.ts';
import { entry } from '../../kernel/state/queries.ts';
import { readState } from '../../step/run-step.ts';
import { configStamp } from '../../workspace/config-stamp.ts';
import { dropTurn, readTurn, takeTold } from '../../workspace/turn-record.ts';
import { keepError } from './keep-error.ts';
import type { Delivery } from './read-delivery.ts';
import { isCommand, isProven, type Seen } from './record-unrelated.ts';
import { withTold } from './review.ts';

type Answered = Answer | Promise<Answer>;

export function withProof(delivery: Delivery, at: Seen['at'], answer: Answered): Answered {
  const { event, payload, ws } = delivery;
  if (!isProven(event)) return answer;
  const head = at?.head;
  const isTyped = event !== 'Stop' && payload.prompt !== '' && !payload.prompt.startsWith('<');
  // Whoever types may have set it just before.
  const isNew = isTyped && head?.config.stamp !== configStamp(ws);
  if (head?.config.prove !== 'on_stop' && !isNew) return answer;
  const hasGoal = (entry(head?.sessions ?? {}, payload.session_id)?.focus ?? null) !== null;
  if (event === 'Stop')
    return afterTurn(delivery, { hasGoal, names: head?.config.gate_env }, answer);
  return isTyped ? atPrompt(delivery, hasGoal, answer) : answer;
}

/** A goal of this session proves its own work, so what it changed is no part of what comes after it. */
function afterTurn(
  delivery: Delivery,
  { hasGoal, names = [] }: Readonly<{ hasGoal: boolean; names: readonly string[] | undefined }>,
  answer: Answered,
): Answered {
  const { session_id, running_agents = [] } = delivery.payload;
  const { ws } = delivery;
  if (hasGoal) dropTurn(ws, session_id);
  // Agents in the background still change it, and wake the main agent up when they end.
  if (hasGoal || running_agents.length > 0) return answer;
  if (readTurn(ws, session_id, 'base')?.worktree !== ws.worktree) return answer;
  return startTurn(ws, session_id, names).then(() => answer);
}

async function atPrompt(delivery: Delivery, hasGoal: boolean, given: Answered): Promise<Answer> {
  const { payload, ws } = delivery;
  const { prompt, session_id } = payload;
  const answer = await given;
  try {
    const said = takeTold(ws, session_id);
    const told = said ? phrasesIn(languageOf(prompt)).proved(said) : '';
    const now = readState(ws, () => undefined);
    const isDue = now.ok && now.state.config.prove === 'on_stop' && !hasGoal && !isCommand(prompt);
    const hasBase = readTurn(ws, session_id, 'base')?.worktree === ws.worktree;
    if (isDue && !hasBase) await takeBase(ws, session_id);
    return withTold(answer, told);
  } catch (error) {
    // What a person types goes on without it.
    keepError(delivery, `prove: ${error instanceof Error ? error.message : String(error)}`);
    return answer;
  }
}
