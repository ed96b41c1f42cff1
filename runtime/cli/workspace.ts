import { lstatSync } from 'node:fs';
import { readLogId } from '../hosts/claude-code/log-id.ts';
import type { EventRecord } from '../model/event.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import { FORMAT_VERSION } from '../model/words.ts';
import { orFailure } from '../store/file-failure.ts';
import { isInstalled } from '../store/is-installed.ts';
import { files, type Workspace } from '../store/paths.ts';
import { type Rebuilt, rebuildState } from '../store/rebuild.ts';
import { lookForDamage } from '../store/repair.ts';
import { findRepository } from '../store/repository.ts';
import { readState } from '../store/step.ts';
import { readStored } from '../store/stored.ts';
import { readTrust, type Trust } from '../store/trust.ts';
import { colors } from './output.ts';
import { progress } from './progress.ts';

/** `trust` is missing where nobody set this clone up, or did so for another log. */
export type Opened = Readonly<{ ws: Workspace; trust: Trust | undefined }>;

/** The workspace of the folder the command was started in. */
export function openWorkspace(folder = process.cwd()): Result<Opened> {
  const ws = findRepository(folder);
  if (!ws) return fail({ kind: 'not-a-repository', folder });
  if (!isInstalled(ws)) return fail({ kind: 'not-installed', root: ws.root });
  const trust = readTrust(ws);
  // Throws where it may not be looked at: that is told as it is, and never as a log that is missing.
  if (!lstatSync(files.log(ws), { throwIfNoEntry: false })) {
    return fail(trust ? { kind: 'log-missing' } : { kind: 'foreign', root: ws.root });
  }
  return ok({ ws, trust: trust?.log_id === readLogId(ws) ? trust : undefined });
}

/** For commands that write: they refuse where nobody set this clone up. */
export function openTrusted(): Result<Readonly<{ ws: Workspace; trust: Trust }>> {
  const opened = openWorkspace();
  if (!opened.ok) return opened;
  const { ws, trust } = opened.value;
  if (trust) return ok({ ws, trust });
  // A log whose first line is damaged does not say whose it is: that is told, not "foreign".
  if (readTrust(ws) && readLogId(ws) === 'unreadable') {
    const looked = lookForDamage(ws);
    if (!looked.ok) return fail(looked.failure);
  }
  return fail({ kind: 'foreign', root: ws.root });
}

export function stateOf(ws: Workspace): Result<State> {
  const stored = readStored(ws);
  const read = stored ? readState(ws, undefined, stored) : orFailure(() => replayed(ws));
  return read.ok ? ok(read.state) : fail<Failure>(read.failure);
}

/** Without a state.json of this version every record is read, which takes its time where the log is long. */
function replayed(ws: Workspace): Rebuilt {
  const shown = progress();
  try {
    return rebuildState(ws, (record) => {
      shown.tell(`${record.event_id} read`);
      return true;
    });
  } finally {
    shown.end();
  }
}

/** `newer`: records of a newer version, which are counted and not understood. */
export type Shown = Readonly<{ state: State; newer: number }>;

/** For commands that only look: they show what they understand of a log of a newer version. */
export function shownState(ws: Workspace): Result<Shown> {
  const read = stateOf(ws);
  if (read.ok) return ok({ state: read.value, newer: 0 });
  if (read.error.kind !== 'log-newer') return read;
  let newer = 0;
  const countNewer = (record: EventRecord): boolean => {
    if (record.v > FORMAT_VERSION) newer += 1;
    return true;
  };
  const rebuilt = orFailure(() => rebuildState(ws, countNewer, 'count'));
  return rebuilt.ok ? ok({ state: rebuilt.state, newer }) : fail(rebuilt.failure);
}

export function newerNotice(newer: number): string {
  const what = newer === 1 ? 'One record is' : `${newer} records are`;
  return `${what} of a newer version of Wukong: counted, but not understood here. Update Wukong; until then this version does not write.`;
}

/** Behind a record. */
export function newerMark(version: number): string {
  return version > FORMAT_VERSION ? colors.yellow(` (of a newer version: ${version})`) : '';
}
