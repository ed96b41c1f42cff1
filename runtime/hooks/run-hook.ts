// The edge of every hook: reads the delivery, finds the workspace, answers once. Nothing slow here.

import type { Answer } from '../hosts/claude-code/answer.ts';
import { deliveryKey } from '../hosts/claude-code/ids.ts';
import { type Payload, readPayload } from '../hosts/claude-code/payload.ts';
import type { State } from '../model/state.ts';
import { mainCheckout, type Workspace } from '../store/places.ts';
import { readTrust, type Trust } from '../store/read-trust.ts';
import { isSameRepository, locateRepository } from '../store/repository.ts';
import { parseStored } from '../store/stored.ts';
import type { Seen } from './quiet.ts';

/** One delivery, with what the edge knows about it. */
export type Delivery = Readonly<{
  event: string;
  payload: Payload;
  /**
   * Names the delivery (hosts/claude-code/ids.ts); not every event needs its name. Taken once: the
   * transcript whose length is in it grows while a report is judged.
   */
  key: () => string;
  ws: Workspace;
  trust: Trust;
  /** What state.json said when the event came. Once: whoever gets it goes on with it. */
  cached: () => State | undefined;
  env: NodeJS.ProcessEnv;
  /** A headless executor of ours: the graph is driven elsewhere, only the guard holds. */
  executorRun: string | undefined;
}>;

export type Hook = (delivery: Delivery) => Answer | Promise<Answer>;

/**
 * Undefined when there is nothing to do: no workspace, or a foreign one (a clone whose committed files
 * must not make anything run here).
 */
export function readDelivery(
  event: string,
  { ids, length, at }: Seen,
  env: NodeJS.ProcessEnv,
): Delivery | undefined {
  const payload = readPayload(ids);
  const found = findWorkspace(env.CLAUDE_PROJECT_DIR || ids.cwd, ids.cwd, at);
  if (!found) return undefined;
  let key: string | undefined;
  let cached = at ? parseStored(at.ws, at.stored) : undefined;
  return {
    event,
    payload,
    key: () => {
      key ??= deliveryKey(event, payload, length, env.CLAUDE_PID ?? '');
      return key;
    },
    ...found,
    cached: () => {
      const state = cached;
      cached = undefined;
      return state;
    },
    env,
    executorRun: env.WUKONG_RUN,
  };
}

/**
 * The project the client was started in, which a person has trusted; the session may stand in a linked
 * worktree of it. Most projects are a main checkout, which is seen by its trust alone.
 */
function findWorkspace(
  project: string,
  cwd: string,
  seen: Seen['at'],
): Readonly<{ ws: Workspace; trust: Trust }> | undefined {
  if (!isPath(project)) return undefined;
  let ws: Workspace | undefined = seen?.ws ?? mainCheckout(project);
  let trust = seen?.trust ?? readTrust(ws);
  if (!trust) {
    ws = locateRepository(project);
    trust = ws && readTrust(ws);
  }
  if (!ws || !trust) return undefined;
  const here = cwd !== project && isPath(cwd) ? locateRepository(cwd) : undefined;
  if (here && isSameRepository(here, ws)) ws = { ...ws, worktree: here.worktree };
  return { ws, trust };
}

function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}
