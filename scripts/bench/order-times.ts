// How long each order of a goal took, one after the other, and what of that is ours. Git is counted as ours.

import type { EventRecord } from '../../runtime/model/event.ts';
import { covered, type Note } from './notes.ts';

export const ORDER_ROLES = ['reader', 'writer'] as const;

export type OrderTime = Readonly<{
  role: (typeof ORDER_ROLES)[number];
  allMs: number;
  /** Without what was started and is not git: its executor, its gates. */
  ownMs: number;
  gitMs: number;
}>;

type Line = Pick<EventRecord, 'type' | 'timestamp' | 'run_id' | 'payload'>;

/** `records`: of one goal. Its first order is left out: the driver begins with it. */
export function orderTimes(records: readonly Line[], children: readonly Note[]): OrderTime[] {
  const role = new Map(
    records
      .filter(({ type }) => type === 'run.dispatched')
      .map(
        ({ run_id, payload }) => [run_id, payload.role === 'body' ? 'writer' : 'reader'] as const,
      ),
  );
  const ends = records
    .filter(({ type }) => type === 'run.ended')
    .map(({ run_id, timestamp }) => ({ run: run_id, at: Date.parse(timestamp) }));
  const isGit = ({ program }: Note): boolean => program === 'git';
  return ends.slice(1).map(({ run, at }, i) => {
    const whole = { fromMs: ends[i]?.at ?? at, toMs: at };
    const apart = children.filter((note) => !isGit(note));
    const allMs = whole.toMs - whole.fromMs;
    return {
      role: role.get(run) ?? 'reader',
      allMs,
      ownMs: allMs - covered(apart, whole),
      gitMs: covered(children.filter(isGit), whole),
    };
  });
}
