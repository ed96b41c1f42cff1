import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Lane, Prepared } from './workspace.ts';

const PRELOAD = join(import.meta.dirname, 'preload.cjs');

/** What preload.cjs tells of a process. */
export type Told = Readonly<{
  peakKb: number;
  /** Of the process itself, without its children. */
  cpuMs: number;
  /** From the start of the process. */
  endedMs: number;
  /** What it waited for, and when, on the same clock. */
  children: ReadonlyArray<Readonly<{ program: string; fromMs: number; toMs: number }>>;
}>;

/**
 * Runs Node with what it was asked to tell. The shell stands between, because a child begins with
 * the peak memory of whoever forked it.
 */
export function runTold(
  prepared: Prepared,
  lane: Lane,
  args: readonly string[],
  input: string,
): Told {
  const file = join(prepared.home, 'told.json');
  // Not the last command, or the shell would become it and hand its own past on.
  const script = '"$@"; exit $?';
  const node = [process.execPath, '--require', PRELOAD, ...args];
  const ended = spawnSync('bash', ['-c', script, 'bench', ...node], {
    cwd: lane.repo,
    env: { ...prepared.environment, CLAUDE_PROJECT_DIR: lane.repo, WUKONG_BENCH_TOLD: file },
    input,
    encoding: 'utf8',
  });
  if (ended.status !== 0 || ended.stderr !== '') {
    throw new Error(`${args.join(' ')} failed: ${ended.stdout}${ended.stderr}`);
  }
  const told: Told = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return told;
}
