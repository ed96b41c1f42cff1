// What a daemon says as it works: a line for each step of its goals, as `wukong run` prints them, and what went wrong.

import type { Tell } from '../../engine/daemon/run-daemon.ts';
import { recordsSince } from '../../log/read-on.ts';
import type { Cursor } from '../../log/record.ts';
import type { EventRecord } from '../../model/event.ts';
import type { Failure } from '../../model/failure.ts';
import { explain } from '../../words/explain-failure.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { eventLine } from '../frame/event-line.ts';
import { stateOf } from '../frame/open-workspace.ts';
import { printLine, warn } from '../frame/output.ts';

export function spoken(ws: Workspace): Tell {
  const end = (): Cursor | undefined => {
    const read = stateOf(ws);
    return read.ok ? read.value.log : undefined;
  };
  let cursor = end();
  let lastFault = '';
  return {
    looked() {
      const since = cursor && recordsSince(ws, cursor);
      // Cut back by a repair: what comes from here on.
      cursor = since?.ok ? since.value.cursor : end();
      if (!since?.ok) return;
      for (const record of since.value.records.filter(isTold)) printLine(eventLine(record, false));
      lastFault = '';
    },
    failed(error) {
      const fault = faultText(error);
      // Said once for as long as it lasts.
      if (fault !== lastFault) warn(`${new Date().toISOString()}  ${fault}`);
      lastFault = fault;
    },
  };
}

function faultText(error: unknown): string {
  if (typeof error === 'string') return error;
  if (error instanceof Error) return error.stack ?? error.message;
  const { message, hint } = explain(error as Failure);
  return `${message} ${hint}`;
}

function isTold({ type }: EventRecord): boolean {
  return (
    /^(?:goal|graph|node|run|gate|daemon|escalation|edge|branch|post)\./.test(type) &&
    !UNTOLD.includes(type)
  );
}

const UNTOLD = ['node.ready', 'node.offered', 'run.reported', 'post.intended'];
