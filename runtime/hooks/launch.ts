// Start-up time is a feature, so here is only what an event needs that concerns no goal; the rest is in the
// folder of the version in force (workspace/current-program.ts). A launcher of another version, which came
// with a branch or a pull, writes nothing itself and hands the event over. The client starts the Node that comes
// first on its PATH, so up to where its version is looked at this runs on old ones, too.

import { existsSync, readFileSync } from 'node:fs';
import { mark } from '../files/changing.ts';
import { type GivenIds, idsIn, readGiven } from '../hosts/claude-code/events/ids.ts';
import { isOfOthers } from '../hosts/claude-code/events/not-our-client.ts';
import type { FindStep } from '../step/append-one.ts';
import { currentVersion, programFolder } from '../workspace/current-program.ts';
import { findTrusted, type Trusted } from '../workspace/find-trusted.ts';
import { isBelowFloor } from '../workspace/node-floor.ts';
import { otherClientOf, type Workspace } from '../workspace/paths.ts';
import { isCommand, isSilent, recordQuietly } from './frame/record-unrelated.ts';
import type * as program from './program.ts';
import { onOldNode, stopOnOldNode, whereNotSetUp, withoutProgram } from './without-program.ts';

/** The version that was built together with this launcher. */
declare const WUKONG_PROGRAM: string;

export type First = (
  event: string,
  raw: string,
  ids: GivenIds | undefined,
  found: Trusted | undefined,
) => boolean;

/**
 * `first`: what the plugin looks at before anything else; true if that was all. Else an event belongs to the
 * one of the two that a person gave this clone to.
 */
export function launch(whose: 'project' | 'plugin', first?: First): void {
  const event = process.argv[2] ?? '';
  // A person switched Wukong off for this session.
  if (process.env.WUKONG_OFF === '1') leave();
  let raw = '';
  let program: Program | undefined;
  try {
    raw = readFileSync(0, 'utf8');
    const given = readGiven(raw);
    const ids = given && idsIn(given);
    const project = process.env.CLAUDE_PROJECT_DIR || ids?.cwd || '';
    const found = findTrusted(project);
    if (given && isOfOthers(event, given, process.env.CLAUDE_CODE_SESSION_ID)) {
      if (found) noteOther(found.ws);
      leave();
      return;
    }
    if (isBelowFloor(process.versions.node)) {
      refuseNode(event, whose, ids, found);
      return;
    }
    if (first?.(event, raw, ids, found)) return;
    const version = found && currentVersion(found.ws);
    program = found && programOf(found.ws, version);
    if (!found) {
      if (whose === 'project') whereNotSetUp(ids?.prompt, project);
    } else if (isSilent(event, ids, found) || !isOurs(event, whose, found)) leave();
    else if (!program) withoutProgram(event, found.ws, ids);
    else if (version !== WUKONG_PROGRAM) program().handle(event, raw);
    else take(event, raw.length, ids, found, program);
  } catch (error) {
    if (!program) crash(event, error);
    program().fail(event, raw, error);
  }
}

function refuseNode(
  event: string,
  whose: string,
  ids: GivenIds | undefined,
  found: Trusted | undefined,
): void {
  if (!found) {
    if (isCommand(ids?.prompt)) stopOnOldNode(ids?.prompt ?? '');
  } else if (!isSilent(event, ids, found) && isOurs(event, whose, found)) {
    onOldNode(event, found.ws, ids);
  }
}

/** That another client was here, which `doctor` says; nothing of it, and no word if it cannot be noted. */
function noteOther(ws: Workspace): void {
  try {
    mark(otherClientOf(ws));
  } catch {
    // A full disk, or one that is only read.
  }
}

function isOurs(event: string, whose: string, { trust }: Trusted): boolean {
  // A hook of either starts these.
  return (
    event === 'verify' || event === 'rollup' || (trust.plugin === true) === (whose === 'plugin')
  );
}

function take(
  event: string,
  length: number,
  ids: GivenIds | undefined,
  found: Trusted,
  program: Program,
): void {
  const findStep: FindStep = (...step) => program().findStep(...step);
  const seen = ids && recordQuietly(event, length, ids, found, findStep);
  if (seen) program().handleEvent(event, seen);
  // It asks whether a call may happen, so silence would be a yes.
  else if (event === 'guard') throw new Error('its input cannot be read');
  else leave();
}

/** Loads goal.cjs when it is called. */
type Program = () => typeof program;

function programOf(ws: Workspace, version: string | undefined): Program | undefined {
  const file = `${programFolder(ws, version ?? '')}/goal.cjs`;
  return version !== undefined && existsSync(file) ? () => require(file) : undefined;
}

/** Skips exit handlers and tearing down: everything was written synchronously. */
function leave(): void {
  (process as { reallyExit?: (code: number) => never }).reallyExit?.(0);
}

/** Of the guard the exit code holds the call; a bug of ours elsewhere lets the client go on. */
function crash(event: string, error: unknown): never {
  // What the system refuses names its file.
  const isOurs = error instanceof Error && !('syscall' in error);
  const detail = isOurs ? error.stack : String(error);
  process.stderr.write(`wukong: internal error in the ${event} hook: ${detail}\n`);
  return process.exit(1);
}
