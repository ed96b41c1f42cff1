// What transcripts have more than was recorded of them. Read without a lock: a step says whether it still is
// news (kernel/budget/record-usage.ts).

import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openToRead } from '../../files/reading.ts';
import { endOf } from '../../kernel/budget/last-words.ts';
import type { UsageSeen } from '../../kernel/budget/record-usage.ts';
import { entry } from '../../kernel/state/queries.ts';
import { subagentOf, transcriptOf } from '../../kernel/state/run-by.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { State } from '../../model/state/state.ts';
import type { ReadTo } from '../../model/usage/usage.ts';
import { type Counted, countUsage } from '../../usage/count-usage.ts';
import { withOwn } from '../../usage/prices.ts';
import { isClientFile } from '../../workspace/client-file.ts';

/** Of the main agent, while the goal is in its focus, and of all runs that may have used something since. */
export function newUsage(state: State, goal: Goal): UsageSeen[] {
  const open = Object.values(goal.runs).filter(({ usage }) => !usage?.final);
  return [usageOfMain(state, goal), ...open.map((run) => usageOfRun(state, goal, run))].filter(
    (seen) => seen !== undefined,
  );
}

/** `path`: of its transcript, where the state does not know it yet. */
export function usageOfRun(
  state: State,
  goal: Goal,
  run: Run,
  path = pathOf(state, goal, run),
): UsageSeen | undefined {
  const from = run.usage?.read ?? { bytes: 0 };
  const seen = path === undefined ? undefined : usageSince(state, path, from);
  return seen && { ...seen, run: run.id };
}

function usageOfMain(state: State, { id, usage }: Goal): UsageSeen | undefined {
  const main = usage?.main;
  const session = main && entry(state.sessions, main.session_id);
  if (!main || session?.focus !== id) return undefined;
  return usageSince(state, session.transcript, main.read);
}

/** Beside the conversation it was dispatched from. */
function pathOf(state: State, goal: Goal, run: Run): string | undefined {
  const known = run.report?.transcript || transcriptOf(run);
  if (known) return known;
  const agent = subagentOf(run);
  if (!agent) return undefined;
  const owner = goal.owner.kind === 'session' ? goal.owner.session_id : undefined;
  const main = entry(state.sessions, agent.session_id) ?? entry(state.sessions, owner);
  if (agent.agent_id === null || !main?.transcript.endsWith('.jsonl')) return undefined;
  const folder = join(main.transcript.slice(0, -'.jsonl'.length), 'subagents');
  return join(folder, `agent-${agent.agent_id}.jsonl`);
}

function usageSince(
  state: State,
  path: string,
  from: ReadTo,
): (UsageSeen & Pick<Counted, 'text'>) | undefined {
  const prices = withOwn(state.config.prices);
  const read = isClientFile(path) ? linesFrom(path, from.bytes) : undefined;
  if (!read) return undefined;
  const { models, last, text } = countUsage(read.lines, from.last, prices);
  return {
    from: from.bytes,
    models,
    read: { bytes: read.bytes, ...(last && { last }) },
    prices: prices.date,
    text,
  };
}

/** At once; what a transcript has more than this is counted at the next occasion. */
const MOST_BYTES = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Whole lines only: the last may be half written. Undefined where the file cannot be read. */
function linesFrom(
  path: string,
  start: number,
): Readonly<{ lines: string[]; bytes: number }> | undefined {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch {
    return undefined; // Not there yet, or gone with its session.
  }
  try {
    const stat = fstatSync(fd);
    const size = Math.min(stat.size - start, MOST_BYTES);
    if (size <= 0) return { lines: [], bytes: start };
    const buffer = Buffer.allocUnsafe(size);
    let filled = 0;
    for (;;) {
      const read = readSync(fd, buffer, filled, size - filled, start + filled);
      filled += read;
      if (read === 0 || filled === size) break;
    }
    const end = buffer.lastIndexOf(NEWLINE, filled - 1) + 1;
    // A line that alone is longer is none of a model.
    if (end === 0 && filled === MOST_BYTES) return { lines: [], bytes: start + filled };
    return { lines: buffer.toString('utf8', 0, end).split('\n'), bytes: start + end };
  } finally {
    closeSync(fd);
  }
}

/** The client may not have written down yet what it has already passed to the hook. */
const SETTLE_MS = 1000;
const POLL_MS = 25;

/** What the main agent said since its goal was closed, as soon as the transcript has the last of it. */
export async function lastWords(
  state: State,
  sessionId: string,
  transcript: string,
  said: string | undefined,
): Promise<UsageSeen | undefined> {
  const end = endOf(state, sessionId);
  if (!end) return undefined;
  for (const deadline = Date.now() + SETTLE_MS; ; await delay(POLL_MS)) {
    const seen = usageSince(state, transcript, end.read);
    const isAll = !seen || said === undefined || seen.text.trim() === said.trim();
    if (isAll || Date.now() > deadline) return seen;
  }
}
