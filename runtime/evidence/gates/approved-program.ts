// A program that acts is approved as it is written, and as it is: the words of its command, and what is in the
// files of the repository that they name. (A gate is approved by its words alone: its scripts are part of the
// work, and what an agent does to them is found by the seal.)

import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBytes } from '../../files/reading.ts';
import { relativeInside } from '../../files/relative-inside.ts';
import type { GateApproval } from '../../model/gate.ts';
import { isApproved } from './approval.ts';

/** SHA-256 by name below the working tree. */
type Programs = NonNullable<GateApproval['programs']>;

/** `changed`: named by an approval, and not as they were then. */
type Standing = 'approved' | 'not-approved' | Readonly<{ changed: readonly string[] }>;

type Command = Pick<GateApproval, 'command' | 'shell'>;

/** What its words name in this working tree: `./scripts/x.sh`, the file behind `node`. */
export function programsOf({ command, shell }: Command, worktree: string): Programs {
  const words = shell ? command.flatMap((line) => line.split(/[\s'"`;|&<>()]+/)) : command;
  const files = words.flatMap((word) => {
    const path = resolve(worktree, word);
    const name = relativeInside(resolve(worktree), path);
    if (!name || !statSync(path, { throwIfNoEntry: false })?.isFile()) return [];
    const hash = createHash('sha256').update(readBytes(path)).digest('hex');
    return [[name.replaceAll('\\', '/'), hash] as const];
  });
  return Object.fromEntries(files);
}

export function standingOf(
  command: Command,
  approvals: readonly GateApproval[],
  worktree: string,
): Standing {
  const given = approvals.filter((one) => isApproved(command, [one]));
  if (given.length === 0) return 'not-approved';
  const now = programsOf(command, worktree);
  const changes = given.map((one) => changedSince(one, now));
  return changes.some((changed) => changed.length === 0)
    ? 'approved'
    : { changed: changes[0] ?? [] };
}

/** Approvals of earlier versions say nothing of files, and count. */
export function changedSince({ programs }: GateApproval, now: Programs): string[] {
  if (!programs) return [];
  const names = [...new Set([...Object.keys(programs), ...Object.keys(now)])];
  return names.filter((name) => programs[name] !== now[name]);
}
