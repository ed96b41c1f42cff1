// The edge of every hook: reads the delivery, finds the workspace, answers once. Nothing slow here.

import { readFileSync } from 'node:fs';
import type { Answer } from '../hosts/claude-code/answer.ts';
import { deliveryKey, type Payload, readPayload } from '../hosts/claude-code/payload.ts';
import type { ProcessRef } from '../model/state.ts';
import { mainCheckout, type Workspace } from '../store/paths.ts';
import { clientRef } from '../store/process-ref.ts';
import { isSameRepository, locateRepository } from '../store/repository.ts';
import { readTrust, type Trust } from '../store/trust.ts';

/** One delivery, with what the edge knows about it. */
export type Delivery = Readonly<{
  event: string;
  payload: Payload;
  /**
   * Names the delivery (hosts/claude-code/payload.ts); not every event needs its name. Taken once: the
   * transcript whose length is in it grows while a report is judged.
   */
  key: () => string;
  ws: Workspace;
  trust: Trust;
  /** The client's process; looking it up costs a little, and few hooks need it. */
  client: () => ProcessRef | null;
  /** A headless executor of ours: the graph is driven elsewhere, only the guard holds. */
  executorRun: string | undefined;
}>;

export type Hook = (delivery: Delivery) => Answer | Promise<Answer>;

/**
 * Undefined when there is nothing to do: no payload of the client, no workspace, or a foreign one
 * (a clone whose committed files must not make anything run here).
 */
export function readDelivery(event: string, env: NodeJS.ProcessEnv): Delivery | undefined {
  const raw = readFileSync(0, 'utf8');
  const payload = readPayload(raw);
  if (!payload) return undefined;
  const found = findWorkspace(env.CLAUDE_PROJECT_DIR || payload.cwd, payload.cwd);
  if (!found) return undefined;
  let key: string | undefined;
  return {
    event,
    payload,
    key: () => {
      key ??= deliveryKey(event, payload, raw.length, env.CLAUDE_PID ?? '');
      return key;
    },
    ...found,
    client: () => clientRef(env),
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
): Readonly<{ ws: Workspace; trust: Trust }> | undefined {
  if (!isPath(project)) return undefined;
  let ws: Workspace | undefined = mainCheckout(project);
  let trust = readTrust(ws);
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
