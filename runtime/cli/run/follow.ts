// What a driver does, as it does it: the records of its goal, a line each.

import type { EventRecord } from '../../model/event.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { eventLine } from '../frame/event-line.ts';
import { recordsSince, type Since } from '../frame/follow-log.ts';
import { printLine } from '../frame/output.ts';

const LOOK_EVERY_MS = 300;

export type Follower = Readonly<{
  /** Shows what is left, and ends. */
  end: () => void;
  /** The page of the goal, below .wukong/, once it is written. */
  summary: () => string | undefined;
}>;

export function follow(
  ws: Workspace,
  from: Since['cursor'],
  goal: string,
  json: boolean,
): Follower {
  let cursor = from;
  let summary: string | undefined;
  const look = (): void => {
    const since = recordsSince(ws, cursor);
    // The log may be in the middle of a step: the next look has it.
    if (!since.ok) return;
    cursor = since.value.cursor;
    for (const record of since.value.records.filter(({ goal_id }) => goal_id === goal)) {
      if (record.type === 'summary.written') summary = String(record.payload.file);
      if (json) process.stdout.write(`${JSON.stringify(record)}\n`);
      else if (isTold(record)) printLine(eventLine(record, false));
    }
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      look();
    },
    summary: () => summary,
  };
}

function isTold({ type }: EventRecord): boolean {
  return /^(?:goal|graph|node|run|gate)\./.test(type) && !UNTOLD.includes(type);
}

const UNTOLD = ['goal.owned', 'node.ready', 'node.offered', 'run.reported'];
