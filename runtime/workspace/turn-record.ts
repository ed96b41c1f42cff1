// What is known of a session's change where `prove: on_stop` is set: a folder below .wukong for each session. Nothing
// in the log rests on it, and whoever takes it away has the next turn judged from the next prompt on.

import { replaceFile } from '../files/atomic-write.ts';
import { move, removeAll, removeIfThere } from '../files/changing.ts';
import { codeOf } from '../files/file-failure.ts';
import { isObject, parseJson } from '../files/parse-json.ts';
import { readIfThere } from '../files/reading.ts';
import { refuseOdd } from '../files/real-folder.ts';
import type { ProcessRef } from '../model/actors/process-ref.ts';
import type { ProductGlob } from '../model/gate-schema.ts';
import type { TurnSaying } from '../model/saying.ts';
import { safeName, turnsOf, type Workspace } from './paths.ts';

type TurnVerdict = Readonly<{ tree: string; said: TurnSaying }>;

type TurnRecord = Readonly<{
  /** The working tree at the first prompt. */
  base: Readonly<{
    worktree: string;
    tree: string;
    filtered: ReadonlyArray<Readonly<{ path: string; filter: string; isSetUp: boolean }>>;
    sinceMs: number;
    /** Globs of the program at that moment. */
    product: readonly ProductGlob[];
  }>;
  /** Who judges it at this moment, and of which tree: the last that wrote this here. */
  judging: Readonly<{ process: ProcessRef; tree: string }>;
  /** What nobody was told yet. */
  verdict: TurnVerdict;
  told: TurnVerdict;
}>;

function fileOf(ws: Workspace, session: string, name: keyof TurnRecord): string {
  return `${turnsOf(ws)}/${safeName(session)}/${name}.json`;
}

/** Undefined: it is not there, or nobody can read it. */
export function readTurn<Name extends keyof TurnRecord>(
  ws: Workspace,
  session: string,
  name: Name,
): TurnRecord[Name] | undefined {
  const path = fileOf(ws, session, name);
  refuseOdd(path);
  const value = parseJson(readIfThere(path)?.toString('utf8') ?? '');
  return isObject(value) ? (value as TurnRecord[Name]) : undefined;
}

export function writeTurn<Name extends keyof TurnRecord>(
  ws: Workspace,
  session: string,
  name: Name,
  value: TurnRecord[Name],
): void {
  replaceFile(fileOf(ws, session, name), JSON.stringify(value), false);
}

export function dropFromTurn(ws: Workspace, session: string, name: keyof TurnRecord): void {
  removeIfThere(fileOf(ws, session, name));
}

/** Whoever is at work for it ends. */
export function dropTurn(ws: Workspace, session: string): void {
  removeAll(`${turnsOf(ws)}/${safeName(session)}`);
}

/** What is to be told: of two who ask at once, one gets it. */
export function takeTold(ws: Workspace, session: string): TurnSaying | undefined {
  try {
    move(fileOf(ws, session, 'verdict'), fileOf(ws, session, 'told'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return readTurn(ws, session, 'told')?.said;
}
