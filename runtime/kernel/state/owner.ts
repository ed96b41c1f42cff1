// Whose goal it is: the only place, with run-by.ts, that knows sessions from processes.

import type { Owner } from '../../model/actors/owner.ts';
import type { ProcessRef } from '../../model/actors/process-ref.ts';
import type { PayloadOf } from '../../model/facts/fact.ts';
import { unreachable } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { entry, focusOf } from './queries.ts';

/** Whoever starts or resumes a goal, and owns it from then on. */
export type Claim = Readonly<{
  owner: Owner;
  /** The conversation of a session. */
  transcript?: string | undefined;
  /** How long it is by now. */
  atByte?: number | undefined;
}> &
  /** Why a driver takes it up before others, or hands it back. */
  Pick<PayloadOf<'goal.owned'>, 'chosen' | 'left'>;

export function ofSession(
  session_id: string,
  client: ProcessRef | null,
  transcript: string,
  atByte?: number,
): Claim {
  return { owner: { kind: 'session', session_id, client }, transcript, atByte };
}

/** Records name it, and it is told what happens. */
export function sessionOfOwner(owner: Owner): string | undefined {
  return owner.kind === 'session' ? owner.session_id : undefined;
}

/** The process of the owner, as far as it is known. */
export function ownerProcess(owner: Owner): ProcessRef | null {
  switch (owner.kind) {
    case 'session':
      return owner.client;
    case 'driver':
      return owner.ref;
    case 'nobody':
      return null;
    default:
      return unreachable(owner);
  }
}

export function isSameOwner(one: Owner, other: Owner): boolean {
  if (one.kind === 'session') {
    return other.kind === 'session' && other.session_id === one.session_id;
  }
  if (one.kind !== 'driver' || other.kind !== 'driver') return false;
  return one.ref.pid === other.ref.pid && one.ref.started === other.ref.started;
}

/** The goal an owner works at. A driver may have several, and none of them has to make room. */
export function focusOfOwner(state: State, owner: Owner): Goal | undefined {
  return owner.kind === 'session' ? focusOf(state, owner.session_id) : undefined;
}

/**
 * The owner is gone when its process has ended, or its session ended or was cleared. Nobody else may
 * take the goal unless a person says so.
 */
export function hasLivingOwner(
  state: Pick<State, 'sessions'>,
  { owner }: Goal,
  isAlive: (process: ProcessRef) => boolean,
): boolean {
  if (owner.kind === 'session' && entry(state.sessions, owner.session_id)?.ended !== false) {
    return false;
  }
  const process = ownerProcess(owner);
  return process !== null && isAlive(process);
}
