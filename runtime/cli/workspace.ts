import { existsSync } from 'node:fs';
import { readLogId } from '../hosts/claude-code/log-id.ts';
import { type Failure, fail, ok, type Result } from '../model/failure.ts';
import type { State } from '../model/state.ts';
import { files, isInstalled, type Workspace } from '../store/paths.ts';
import { findRepository } from '../store/repository.ts';
import { readState } from '../store/step.ts';
import { readTrust, type Trust } from '../store/trust.ts';

/** `trust` is missing where nobody set this clone up, or did so for another log. */
export type Opened = Readonly<{ ws: Workspace; trust: Trust | undefined }>;

/** The workspace of the folder the command was started in. */
export function openWorkspace(folder = process.cwd()): Result<Opened> {
  const ws = findRepository(folder);
  if (!ws) return fail({ kind: 'not-a-repository', folder });
  if (!isInstalled(ws)) return fail({ kind: 'not-installed', root: ws.root });
  const trust = readTrust(ws);
  if (!existsSync(files.log(ws))) {
    return fail(trust ? { kind: 'log-missing' } : { kind: 'foreign', root: ws.root });
  }
  return ok({ ws, trust: trust?.log_id === readLogId(ws) ? trust : undefined });
}

/** For commands that write: they refuse where nobody set this clone up. */
export function openTrusted(): Result<Readonly<{ ws: Workspace; trust: Trust }>> {
  const opened = openWorkspace();
  if (!opened.ok) return opened;
  const { ws, trust } = opened.value;
  return trust ? ok({ ws, trust }) : fail({ kind: 'foreign', root: ws.root });
}

export function stateOf(ws: Workspace): Result<State> {
  const read = readState(ws);
  return read.ok ? ok(read.state) : fail<Failure>(read.failure);
}
