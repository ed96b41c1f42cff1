// The files that people answer in, `escalations/ESC-0001.md`: written with the step that asks, and marked by
// the one that closes. What a person wrote is never taken away.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { setTimes } from '../files/changing.ts';
import { readIfThere } from '../files/reading.ts';
import { upcast } from '../kernel/reduce/upcast.ts';
import { readHistory } from '../log/history.ts';
import type { EventRecord } from '../model/event.ts';
import type { FactOf, Recorded } from '../model/facts/fact.ts';
import type { State } from '../model/state/state.ts';
import { asTypedHere } from '../words/in-shell.ts';
import { closedPageIn, pageIn } from '../words/languages/page-in.ts';
import { markOver } from '../workspace/config-stamp.ts';
import { makeFolder } from '../workspace/links.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { shellCommand } from '../workspace/shell-command.ts';
import { readTrust } from '../workspace/trust.ts';

export function writeAsked(ws: Workspace, records: readonly EventRecord[]): void {
  for (const record of records) {
    const fact = upcast(record);
    if (fact.type === 'escalation.opened') putPage(ws, fact);
    if (fact.type === 'escalation.closed') closePage(ws, fact);
  }
}

/** Those that are not there, because their writer was killed or somebody took them away. */
export function writeMissing(ws: Workspace, state: State): void {
  const missing = new Set(
    Object.keys(state.escalations ?? {}).filter((id) => !existsSync(files.escalation(ws, id))),
  );
  if (missing.size === 0) return;
  readHistory(
    ws,
    (record) => {
      const fact = upcast(record);
      if (fact.type === 'escalation.opened' && missing.delete(fact.payload.id)) {
        putPage(ws, fact);
      }
      return missing.size > 0;
    },
    'count',
  );
}

function putPage(ws: Workspace, fact: Recorded<FactOf<'escalation.opened'>>): void {
  const { goal_id: goal, node_id: node = null, timestamp, payload } = fact;
  const path = files.escalation(ws, fact.payload.id);
  makeFolder(ws, dirname(path));
  const page = pageIn({ goal, node, at: timestamp, payload });
  const typed = asTypedHere(page, Boolean(readTrust(ws)?.plugin), () => shellCommand(ws.worktree));
  replaceFile(path, typed, false);
  // As long as it has this time nobody has edited it, and no hook reads it.
  const at = new Date(fact.timestamp);
  setTimes(path, at, at);
}

function closePage(
  ws: Workspace,
  { payload, timestamp }: Recorded<FactOf<'escalation.closed'>>,
): void {
  const path = files.escalation(ws, payload.id);
  const text = readIfThere(path)?.toString('utf8');
  if (text === undefined) return;
  makeFolder(ws, dirname(path));
  replaceFile(path, closedPageIn(text, payload, timestamp), false);
  markOver(path, timestamp);
}
