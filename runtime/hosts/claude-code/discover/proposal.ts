// What finding the checks of a repository has in common, whatever the tool. Files are only read, and
// nothing in them is started.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../../files/file-failure.ts';
import { readText } from '../../../files/reading.ts';
import type { CommandGate, CommandGateType } from '../../../model/gate.ts';

const TIMEOUT_SEC = 300;
/** Larger is no file a person wrote. */
const MAX_BYTES = 1024 * 1024;

/** A place in the repository; the path has forward slashes, lines count from 1. */
export type Source = Readonly<{ file: string; line: number }>;

/**
 * Who says so. What a tool's own file says counts first; make and just often only wrap it, and CI
 * calls one of them. `package` is a folder of its own in the repository.
 */
export type Origin = 'tool' | 'wrapper' | 'ci' | 'package';

export type Proposal = Readonly<{
  gate: CommandGate;
  origin: Origin;
  source: Source;
  /** Other places that name the same command. */
  also: readonly Source[];
  /** Half a sentence. */
  why: string;
}>;

/** A folder that is looked into: the top of the repository, or a package in it. */
export type Folder = Readonly<{ root: string; below: string }>;

type From = Readonly<{ file: string; line?: number; why: string; origin?: Origin }>;

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

function placed({ below }: Folder, name: string): Pick<CommandGate, 'name' | 'cwd'> {
  return below === '' ? { name } : { name: `${name} (${below})`, cwd: below };
}

function proposal({ below }: Folder, gate: CommandGate, from: From): Proposal {
  return {
    gate,
    origin: from.origin ?? 'tool',
    source: { file: below === '' ? from.file : `${below}/${from.file}`, line: from.line ?? 1 },
    also: [],
    why: from.why,
  };
}

export function has(folder: Folder, name: string): boolean {
  return statOf(folder, name) !== undefined;
}

function statOf({ root, below }: Folder, name: string) {
  try {
    return statSync(join(root, below, name), { throwIfNoEntry: false });
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

export function read(folder: Folder, name: string): string | undefined {
  const stat = statOf(folder, name);
  if (!stat?.isFile() || stat.size > MAX_BYTES) return undefined;
  try {
    return readText(join(folder.root, folder.below, name));
  } catch (error) {
    if (isUnreachable(error)) return undefined;
    throw error;
  }
}

/** Names in a folder, sorted; none if it is not there. */
export function namesIn({ root, below }: Folder, name = '.'): string[] {
  try {
    return readdirSync(join(root, below, name)).sort();
  } catch (error) {
    if (isUnreachable(error)) return [];
    throw error;
  }
}

function isUnreachable(error: unknown): boolean {
  return ['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'ELOOP'].includes(codeOf(error));
}

/** The first line that matches, from 1; undefined if none does. */
export function lineOf(text: string | undefined, pattern: RegExp): number | undefined {
  const at = (text ?? '').split(/\r?\n/).findIndex((line) => pattern.test(line));
  return at < 0 ? undefined : at + 1;
}
