// The only place, with owner.ts, that looks at who carries out a run. Whatever else the kernel decides
// is the same for an agent, a process and a person.

import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { Called, Process, RunBy, Subagent } from '../../model/actors/run-by.ts';
import { unreachable } from '../../model/failure.ts';
import type { Executor } from '../../model/node.ts';
import type { Run } from '../../model/state/run.ts';
import type { ExecutorType } from '../../model/vocabulary.ts';

type Alive = (process: ProcessRef) => boolean;

/** Given to the agent of a tool call. */
export function toAgent(
  session_id: string,
  tool_use_id: string,
  client: ProcessRef | null,
): Called {
  return { kind: 'subagent', session_id, tool_use_id, client };
}

/**
 * Who gets a run that a session would give to its agent: what a skill does, the agent does; a person's step
 * is the person's, whoever asked for it. Undefined: something that no session can start.
 */
export function givenTo(called: Called, { type, name }: Executor): Called | undefined {
  if (called.kind !== 'subagent') return called;
  if (type === 'human') return { kind: 'person', name };
  return isForSession(type) ? called : undefined;
}

/** Done by agents of a session, or handed out there; a driver starts the others. */
export function isForSession(type: ExecutorType): boolean {
  return type === 'subagent' || type === 'skill' || type === 'human';
}

/** As a run begins: of an agent nothing was seen yet. */
export function begun(called: Called): RunBy {
  if (called.kind !== 'subagent') return called;
  return { ...called, agent_id: null, background: false, guarded: false, unlisted: false };
}

export function subagentOf({ by }: Readonly<{ by: RunBy }>): Subagent | undefined {
  return by.kind === 'subagent' ? by : undefined;
}

/** The name of the executor that is a client of its own, whose hooks see what it does. */
export const HEADLESS = 'headless';

/** Agents of the client, in a session or without one: hooks see what they do, and it keeps their transcripts. */
export function isAgent(by: Called | RunBy): boolean {
  return by.kind === 'subagent' || (by.kind === 'process' && by.name === HEADLESS);
}

/** Nobody sees when a person works on a step: it lies ready for days, and uses no hours. */
export function usesHours({ by }: Readonly<{ by: Called | RunBy }>): boolean {
  return by.kind !== 'person';
}

export function headlessOf({ by }: Readonly<{ by: RunBy }>): Process | undefined {
  return by.kind === 'process' && by.name === HEADLESS ? by : undefined;
}

/** Who started it, from outside of a session. */
export function driverOf({ by }: Readonly<{ by: RunBy }>): ProcessRef | undefined {
  return by.kind === 'process' ? by.ref : undefined;
}

/** Whether its guard was seen to run; undefined where there is none to be seen. */
export function isGuarded(run: Run): boolean | undefined {
  const headless = headlessOf(run);
  return headless ? headless.guarded === true : subagentOf(run)?.guarded;
}

/** The conversation it reported from, or works in, where that is known. */
export function transcriptOf({ by }: Run): string | undefined {
  return by.kind === 'person' ? undefined : by.transcript;
}

/** The session that gave it out, which its records name. */
export function sessionOfRun(run: Run): string | undefined {
  return subagentOf(run)?.session_id;
}

/** What the state knows a run by: its call and its agent, for those who see only these; else its id. */
export function keysOf({ id, by }: Readonly<{ id: string; by: Called | RunBy }>): string[] {
  if (by.kind !== 'subagent') return [id];
  const agent = 'agent_id' in by ? by.agent_id : null;
  return agent === null ? [by.tool_use_id] : [by.tool_use_id, agent];
}

/** Who brings a report, as far as it is seen. */
export type Reporter =
  /** An agent; its call is from the meta file beside its transcript, where it was not bound yet. */
  | Readonly<{ kind: 'subagent'; agentId: string; toolUseId: string | null }>
  /** Whoever was given a run knows it by its id. */
  | Readonly<{ kind: 'run'; goal: string; run: string }>;

/** Whether an executor of that name had it. A skill is carried out by an agent as well. */
export function isBy(by: RunBy, { type, name }: Executor): boolean {
  if (by.kind === 'subagent') return type === 'subagent';
  if (by.kind === 'person') return type === 'human' && by.name === name;
  return type !== 'subagent' && type !== 'human' && by.name === name;
}

/** Given out, and nobody was seen to work at it yet. */
export function isOffer({ by }: Run): boolean {
  return by.kind === 'subagent' && by.agent_id === null;
}

/** The process without which it cannot go on; null where none is known. */
export function processOf(by: Called | RunBy): ProcessRef | null {
  switch (by.kind) {
    case 'subagent':
      return by.client;
    case 'process':
      return by.ref;
    case 'person':
      return null;
    default:
      return unreachable(by);
  }
}

/** It cannot go on: what it lives in is gone, or was never known. A person stays. */
export function isOrphan({ by }: Run, isAlive: Alive): boolean {
  if (by.kind === 'person') return false;
  const process = processOf(by);
  return process === null || !isAlive(process);
}

/** By what two runs are the work of one; undefined where nothing shows that. */
export function sameAuthor(
  one: Run,
  other: Run,
): Readonly<{ by: 'agent' | 'conversation' | 'process'; name: string }> | undefined {
  const [a, b] = [one.by, other.by];
  if (a.kind === 'subagent' && b.kind === 'subagent') {
    if (a.agent_id && a.agent_id === b.agent_id) return { by: 'agent', name: a.agent_id };
    const isSame = a.transcript && a.transcript === b.transcript;
    return isSame ? { by: 'conversation', name: a.transcript ?? '' } : undefined;
  }
  if (a.kind !== 'process' || b.kind !== 'process') return undefined;
  // On workers of the team each order has a process of its own, which is not known here.
  if (one.lease?.process === null || other.lease?.process === null) return undefined;
  // One driver starts many: the author is what it started.
  const [p, q] = [one.lease?.process ?? a.ref, other.lease?.process ?? b.ref];
  const isSame = p.pid === q.pid && p.started === q.started;
  return isSame ? { by: 'process', name: String(p.pid) } : undefined;
}
