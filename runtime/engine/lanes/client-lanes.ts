// Working trees that the client makes for its agents, all in one folder of the repository. There git takes each for a
// repository of its own, which `git status` would name and `git add --all` take in: while we have some, a file of ours
// keeps the folder out of git.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createFile } from '../../files/atomic-write.ts';
import { removeIfEmpty, removeIfThere } from '../../files/changing.ts';
import { codeOf } from '../../files/file-failure.ts';
import { isDirectory, isFile, namesIn } from '../../files/folders.ts';
import { readText } from '../../files/reading.ts';
import { subagentOf } from '../../kernel/state/run-by.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { WRITING_ROLES } from '../../model/vocabulary.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';

export type LaneAt = Readonly<{ path: string; name: string }>;

export function folderOfClient({ root }: Workspace): string {
  return join(root, '.claude', 'worktrees');
}

/** Those that the client made for agents of its runs. */
export function lanesOfClient(ws: Workspace, { id, runs }: Goal): readonly LaneAt[] {
  return Object.values(runs).flatMap((run) => {
    const agent = WRITING_ROLES.includes(run.role) ? subagentOf(run)?.agent_id : undefined;
    if (!agent) return [];
    const path = join(folderOfClient(ws), `agent-${agent}`);
    return existsSync(path) ? [{ path, name: `${id}-${run.node}-${run.number}` }] : [];
  });
}

/** Those of agents that the state knows: of the goals, and of the last that are closed. */
export function agentsKnown(
  ws: Workspace,
  { goals, retired }: Pick<State, 'goals' | 'retired'>,
): readonly LaneAt[] {
  const folder = folderOfClient(ws);
  const over = namesIn(folder).flatMap((name) => {
    const run = retired[agentOf(name) ?? ''];
    return run === undefined ? [] : [{ path: join(folder, name), name: run }];
  });
  return [...over, ...Object.values(goals).flatMap((goal) => lanesOfClient(ws, goal))];
}

const AGENT = /^agent-([\w-]+)$/;

export function agentOf(name: string): string | undefined {
  return AGENT.exec(name)?.[1];
}

/** `claude agent agent-a1 (pid 4242 start 99)`: of a client that was killed, nobody takes it away. */
export function isAgentGone(lock: string): boolean {
  const [, pid, started = null] = AGENT_LOCK.exec(lock) ?? [];
  return pid !== undefined && !isAlive({ pid: Number(pid), started });
}

const AGENT_LOCK = /^claude agent \S+ \(pid (\d+)(?: start (\d+))?\)/;

const HIDDEN = '*\n';

/** Whoever lays another lane there wrote it already. */
export function hideClientFolder(lane: string): void {
  const folder = dirname(lane);
  if (!folder.endsWith(join('.claude', 'worktrees'))) return;
  try {
    createFile(join(folder, '.gitignore'), HIDDEN, 0o666);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Where no lane is left: ours, and the folders, if nothing else is in them. */
export function dropClientFolder(ws: Workspace): void {
  const folder = folderOfClient(ws);
  if (!isDirectory(folder)) return;
  const file = join(folder, '.gitignore');
  const others = namesIn(folder).filter((name) => name !== '.gitignore');
  if (others.length > 0) return;
  if (isFile(file) && readText(file) === HIDDEN) removeIfThere(file);
  // The client may have just made another one there.
  if (removeIfEmpty(folder)) removeIfEmpty(dirname(folder));
}
