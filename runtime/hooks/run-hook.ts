// The edge of every hook: reads the delivery, finds the workspace, answers once. Nothing slow here.

import { readFileSync, writeSync } from 'node:fs';
import { type Answer, encodeAnswer } from '../hosts/claude-code/answer.ts';
import { deliveryKey, type Payload, readPayload } from '../hosts/claude-code/payload.ts';
import type { ProcessRef } from '../model/state.ts';
import { isInstalled, isSameRepository, locateRepository, type Workspace } from '../store/paths.ts';
import { clientRef } from '../store/process-ref.ts';
import { readTrust, type Trust } from '../store/trust.ts';

/** One delivery, with what the edge knows about it. */
export type Delivery = Readonly<{
  event: string;
  payload: Payload;
  key: string;
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
  const raw = readFileSync(0);
  const payload = readPayload(raw);
  if (!payload) return undefined;
  const ws = findWorkspace(env, payload);
  if (!ws || !isInstalled(ws)) return undefined;
  const trust = readTrust(ws);
  if (!trust) return undefined;
  const key = deliveryKey(event, payload, raw, env.CLAUDE_PID ?? '');
  const executorRun = env.WUKONG_RUN;
  return { event, payload, key, ws, trust, client: () => clientRef(env), executorRun };
}

/** The project the client was started in; the session may stand in a linked worktree of it. */
function findWorkspace(env: NodeJS.ProcessEnv, payload: Payload): Workspace | undefined {
  const here = isPath(payload.cwd) ? locateRepository(payload.cwd) : undefined;
  const folder = env.CLAUDE_PROJECT_DIR;
  const project = folder && folder !== payload.cwd ? locateRepository(folder) : here;
  if (!project) return undefined;
  return here && isSameRepository(here, project)
    ? { ...project, worktree: here.worktree }
    : project;
}

function isPath(text: string): boolean {
  return text !== '' && !text.includes('\0');
}

/** Writes the whole answer: a pipe may take it in parts. */
export function say(event: string, answer: Answer): void {
  const bytes = Buffer.from(encodeAnswer(event, answer));
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
  }
}
