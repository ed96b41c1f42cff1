import { lstatSync } from 'node:fs';
import { readStored } from '../../cache/read-state.ts';
import { type Rebuilt, rebuildState } from '../../cache/rebuild-state.ts';
import { orFailure } from '../../files/file-failure.ts';
import { readLogId } from '../../log/log-id.ts';
import type { EventRecord } from '../../model/event.ts';
import { type Failure, fail, ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { FORMAT_VERSION } from '../../model/vocabulary.ts';
import { findDamage } from '../../step/repair.ts';
import { readState } from '../../step/run-step.ts';
import { noRepository } from '../../workspace/bare-repository.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import {
  findRepository,
  isInstalled,
  isOwnRepository,
  OWN_REPOSITORY,
} from '../../workspace/repository.ts';
import { readTrust, type Trust } from '../../workspace/trust.ts';
import { colors } from './output.ts';
import { progress } from './progress.ts';

/** `trust` is missing where nobody set this clone up, or did so for another log. */
export type Opened = Readonly<{ ws: Workspace; trust: Trust | undefined }>;

/** The workspace of the folder the command was started in. */
export function openWorkspace(folder = process.cwd()): Result<Opened> {
  const ws = findRepository(folder);
  if (!ws) return fail(noRepository(folder));
  if (isOwnRepository(ws)) {
    const { why, hint } = OWN_REPOSITORY;
    return fail({ kind: 'refused', message: `.wukong ${why}.`, hint });
  }
  if (!isInstalled(ws)) return fail({ kind: 'not-installed', root: ws.root });
  const trust = readTrust(ws);
  // Throws where it may not be read: that is reported as it is, never as a missing log.
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
  // A log whose first line is damaged does not say whose it is: that is reported, not "foreign".
  if (readTrust(ws) && readLogId(ws) === 'unreadable') {
    const search = findDamage(ws);
    if (!search.ok) return fail(search.failure);
  }
  return fail({ kind: 'foreign', root: ws.root });
}

/** The same, with how things stand. */
export function openNow(): Result<Readonly<{ ws: Workspace; trust: Trust; state: State }>> {
  const opened = openTrusted();
  if (!opened.ok) return opened;
  const state = stateOf(opened.value.ws);
  return state.ok ? ok({ ...opened.value, state: state.value }) : state;
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
      shown.update(`${record.event_id} read`);
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

/** The workspace with how things stand, for commands that only look. */
export function openShown(): Result<Opened & Shown> {
  const opened = openWorkspace();
  if (!opened.ok) return opened;
  const read = shownState(opened.value.ws);
  return read.ok ? ok({ ...opened.value, ...read.value }) : read;
}

export function newerNotice(newer: number): string {
  const what = newer === 1 ? 'One record is' : `${newer} records are`;
  return `${what} of a newer version of Wukong: counted, but not understood here. Update Wukong; until then this version does not write.`;
}

/** Behind a record. */
export function newerMark(version: number): string {
  return version > FORMAT_VERSION ? colors.yellow(` (of a newer version: ${version})`) : '';
}
