// A check that a repository seems to have: what would run, and which place of which file says so.

import type { CommandGate, CommandGateType } from '../../../model/gate.ts';
import { type Folder, type Place, pathIn } from './layout.ts';

const TIMEOUT_SEC = 300;

/**
 * Who says so, in the order it counts. What a tool's own file says comes first; make and just often only wrap it.
 * `package`: a folder of its own below the top. A script is one by its name alone, and CI calls one of them.
 */
export const ORIGINS = ['tool', 'wrapper', 'package', 'script', 'ci'] as const;
export type Origin = (typeof ORIGINS)[number];

export type Proposal = Readonly<{
  gate: CommandGate;
  origin: Origin;
  /** From the top of the repository. */
  source: Place;
  /** Other places that name the same command. */
  also: readonly Place[];
  /** Half a sentence. */
  why: string;
  /** A check of a folder above runs it as well: named where a person asked for the folder, and not taken. */
  isCovered?: true;
}>;

/** What looks like a check and is none, and why, in half a sentence. */
export type NoCheck = Readonly<{ source: Place; noCheck: string }>;

export type Found = ReadonlyArray<Proposal | NoCheck>;

type From = Readonly<{ file: string; line?: number | undefined; why: string; origin?: Origin }>;

/** For what one command cannot say. `name` is how people call it: the line itself is long. */
type ShellLine = Readonly<{ name: string; line: string }>;

/** A command; what in the folder decides how it is called; and the line that says it, where that is not the first. */
export type Run = Readonly<{
  words: readonly string[] | ShellLine;
  because?: string;
  line?: number;
}>;

export function propose(
  folder: Folder,
  type: CommandGateType,
  what: readonly string[] | ShellLine,
  { file, line = 1, why, origin = 'tool' }: From,
): Proposal {
  const isLine = 'line' in what;
  const name = isLine ? what.name : what.join(' ');
  const isTop = folder.below === '';
  const gate = {
    type,
    ...(isTop ? { name } : { name: `${name} (${folder.below})`, cwd: folder.below }),
    command: isLine ? [what.line] : what,
    ...{ mustPass: true, expect_exit: 0, timeout_sec: TIMEOUT_SEC },
    ...(isLine && { shell: true }),
  };
  return { gate, origin, source: { file: pathIn(folder, file), line }, also: [], why };
}

export function noCheck(folder: Folder, file: string, line: number, why: string): NoCheck {
  return { source: { file: pathIn(folder, file), line }, noCheck: why };
}

export function isProposal(found: Proposal | NoCheck): found is Proposal {
  return 'gate' in found;
}
