// A check that a repository seems to have: what would run, and which place of which file says so.

import type { CommandGate, CommandGateType } from '../../../model/gate.ts';
import { type Folder, pathIn } from './layout.ts';

const TIMEOUT_SEC = 300;

/** A place in the repository; the path has forward slashes, lines count from 1. */
export type Source = Readonly<{ file: string; line: number }>;

/**
 * Who says so, in the order it counts. What a tool's own file says comes first; make and just often only wrap it.
 * `package`: a folder of its own below the top. A script is one by its name alone, and CI calls one of them.
 */
export const ORIGINS = ['tool', 'wrapper', 'package', 'script', 'ci'] as const;
export type Origin = (typeof ORIGINS)[number];

export type Proposal = Readonly<{
  gate: CommandGate;
  origin: Origin;
  source: Source;
  /** Other places that name the same command. */
  also: readonly Source[];
  /** Half a sentence. */
  why: string;
  /** A check of a folder above runs it as well: named where a person asked for the folder, and not taken. */
  isCovered?: true;
}>;

/** What looks like a check and is none, and why, in half a sentence. */
export type NoCheck = Readonly<{ source: Source; noCheck: string }>;

type From = Readonly<{ file: string; line?: number | undefined; why: string; origin?: Origin }>;

export function propose(
  folder: Folder,
  type: CommandGateType,
  command: readonly string[],
  from: From,
): Proposal {
  const gate = { command, mustPass: true, expect_exit: 0, timeout_sec: TIMEOUT_SEC };
  const name = command.join(' ');
  return proposal(folder, { type, ...placed(folder, name), ...gate }, from);
}

/** For what one command cannot say. `name` is how people call it: the line itself is long. */
export function proposeLine(
  folder: Folder,
  type: CommandGateType,
  { name, line }: Readonly<{ name: string; line: string }>,
  from: From,
): Proposal {
  const gate = { command: [line], mustPass: true, expect_exit: 0, timeout_sec: TIMEOUT_SEC };
  return proposal(folder, { type, ...placed(folder, name), ...gate, shell: true }, from);
}

export function noCheck(folder: Folder, file: string, line: number, why: string): NoCheck {
  return { source: { file: pathIn(folder, file), line }, noCheck: why };
}

export function isProposal(found: Proposal | NoCheck): found is Proposal {
  return 'gate' in found;
}

function placed({ below }: Folder, name: string): Pick<CommandGate, 'name' | 'cwd'> {
  return below === '' ? { name } : { name: `${name} (${below})`, cwd: below };
}

function proposal(folder: Folder, gate: CommandGate, from: From): Proposal {
  return {
    gate,
    origin: from.origin ?? 'tool',
    source: { file: pathIn(folder, from.file), line: from.line ?? 1 },
    also: [],
    why: from.why,
  };
}
