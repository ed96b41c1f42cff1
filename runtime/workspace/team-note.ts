// Where the log of this clone is at home, as it noted it when it last heard from its team. It lies in the git
// directory, like what a person trusts here. That it is a mirror is a file of its own: every hook asks for that.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from '../files/atomic-write.ts';
import { makeFolders, removeIfThere } from '../files/changing.ts';
import { isObject, parseJson } from '../files/parse-json.ts';
import { readIfThere } from '../files/reading.ts';
import type { SetAside } from '../model/set-aside.ts';
import { files, mirrorNoteOf, type Workspace } from './paths.ts';

export type TeamNote = Readonly<{
  version: 1;
  log: string;
  /** A mirror only reads. */
  role: 'home' | 'mirror';
  /** How often the log had been moved. Who writes with another one is not its home any more. */
  epoch: number;
  /** What the home is called. */
  home: string;
  /** It was the home, and what it has more than the mirror is still to be set aside. */
  left?: true;
  /** It was the home: what it had more than the mirror, which whoever ran it then may not have been told. */
  aside?: SetAside;
}>;

/** Undefined: its log was never mirrored, and is at home here. */
export function readNote(ws: Workspace): TeamNote | undefined {
  if (existsSync(mirrorNoteOf(ws))) return noteIn(mirrorNoteOf(ws)) ?? UNREADABLE;
  return noteIn(files.homeNote(ws));
}

/** A mirror whose note nobody can read stays one. */
const UNREADABLE: TeamNote = {
  ...{ version: 1, log: '', role: 'mirror', epoch: 0 },
  home: 'another machine',
};

function noteIn(path: string): TeamNote | undefined {
  const note = parseJson(readIfThere(path)?.toString('utf8') ?? '');
  return isObject(note) && typeof note.log === 'string' ? (note as TeamNote) : undefined;
}

/** In an order in which nobody who was killed leaves two that write. */
export function writeNote(ws: Workspace, note: Omit<TeamNote, 'version'>): void {
  const path = note.role === 'home' ? files.homeNote(ws) : mirrorNoteOf(ws);
  makeFolders(dirname(path));
  replaceFile(path, `${JSON.stringify({ version: 1, ...note }, null, 2)}\n`, true);
  removeIfThere(note.role === 'home' ? mirrorNoteOf(ws) : files.homeNote(ws));
}

/** What the home is called where that is another machine; undefined where this clone may write. */
export function homeElsewhere(ws: Workspace): string | undefined {
  return existsSync(mirrorNoteOf(ws)) ? readNote(ws)?.home : undefined;
}
