// The edge of every hook: reads the delivery, finds the workspace, answers once. Nothing slow here.

import { parseStored } from '../../cache/read-state.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import { deliveryKey } from '../../hosts/claude-code/events/ids.ts';
import { type Payload, readPayload } from '../../hosts/claude-code/events/payload.ts';
import type { State } from '../../model/state/state.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isSameRepository, locateRepository } from '../../workspace/repository.ts';
import type { Trust } from '../../workspace/trust.ts';
import type { Seen } from './record-unrelated.ts';

/** One delivery, with what the edge knows about it. */
export type Delivery = Readonly<{
  event: string;
  payload: Payload;
  /**
   * Names the delivery (hosts/claude-code/events/ids.ts); not every event needs its name. Taken once: the
   * transcript whose length is in it grows while a report is judged.
   */
  key: () => string;
  ws: Workspace;
  trust: Trust;
  /** The text of state.json when the event came. Given once: after that it may be out of date. */
  takeStored: () => string | undefined;
  env: NodeJS.ProcessEnv;
}>;

/**
 * The state as state.json had it, for the file of the program (scripts/hook-files.ts) that goes on with
 * it: an open state belongs to the copy of the store that opened it.
 */
export function storedState({ ws, takeStored }: Delivery): State | undefined {
  const text = takeStored();
  return text === undefined ? undefined : parseStored(ws, text);
}

export type Hook = (delivery: Delivery) => Answer | Promise<Answer>;

export function readDelivery(
  event: string,
  { ids, length, found, at }: Seen,
  env: NodeJS.ProcessEnv,
): Delivery {
  const payload = readPayload(ids);
  let key: string | undefined;
  let stored = at?.stored;
  return {
    event,
    payload,
    key: () => {
      key ??= deliveryKey(event, payload, length, env.CLAUDE_PID ?? '');
      return key;
    },
    ws: sessionsWorktree(found.ws, ids.cwd),
    trust: found.trust,
    takeStored: () => {
      const text = stored;
      stored = undefined;
      return text;
    },
    env,
  };
}

/** The session may stand in a linked worktree of the project the client was started in. */
function sessionsWorktree(ws: Workspace, cwd: string): Workspace {
  const here = cwd !== ws.root && isPath(cwd) ? locateRepository(cwd) : undefined;
  return here && isSameRepository(here, ws) ? { ...ws, worktree: here.worktree } : ws;
}

function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}
