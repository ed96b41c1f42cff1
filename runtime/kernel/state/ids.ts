import type { State } from '../../model/state/state.ts';
import type { Role } from '../../model/vocabulary.ts';

/** `E-000123`, `G-0007`: counted per workspace, padded so that they sort as text for a long time. */
export function eventId(n: number): string {
  return `E-${String(n).padStart(6, '0')}`;
}

/** 123 of `E-000123`, 7 of `G-0007`. */
export function numberOf(id: string): number {
  return Number(id.slice(id.indexOf('-') + 1));
}

export function goalId(n: number): string {
  return `G-${String(n).padStart(4, '0')}`;
}

export function escalationId(n: number): string {
  return `ESC-${String(n).padStart(4, '0')}`;
}

/**
 * The day that ids are given for. It never goes back: where a clock was set back over midnight, the ids of
 * the day before would be given a second time.
 */
export function dayOf({ counters }: State, timestamp: string): string {
  const day = timestamp.slice(0, 10);
  if (day < counters.day) return counters.day;
  return day;
}

export function artifactSession(state: State, now: string): string {
  const day = dayOf(state, now);
  const n = state.counters.day === day ? state.counters.artifact_sessions + 1 : 1;
  return `S-${day.replaceAll('-', '')}-${String(n).padStart(3, '0')}`;
}

/**
 * `2026-11-21-body-0001`. The sequence is one more than the largest used by this role today and by
 * this issue ref ever, so a run id is never given twice in a workspace.
 */
export function runId(state: State, role: Role, issueSeq: number, now: string) {
  const day = dayOf(state, now);
  const today = state.counters.day === day ? (state.counters.role_seq[role] ?? 0) : 0;
  const seq = Math.max(today, issueSeq) + 1;
  return { id: `${day}-${role}-${String(seq).padStart(4, '0')}`, seq };
}

/** `org/repo#12` and nothing before it. Anywhere else, or without its repository, it is text. */
const NAMED_FIRST = /^\s*([\w.-]+\/[\w.-]+#\d{1,10})(?![\w/#])/;

/** The issue a request is about, or the goal's own number where it names none. */
export function issueRefOf(request: string, goalNumber: number): string {
  return NAMED_FIRST.exec(request)?.[1] ?? `local#${goalNumber}`;
}
