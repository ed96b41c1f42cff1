import { createHash } from 'node:crypto';
import type { CommandGate } from '../../model/gate.ts';
import { folder } from './approval.ts';

/** What makes two runs of a gate the same: who asks, what runs, with which settings, and on which files. */
export type GateCall = Readonly<{
  goal: string;
  node: string | null;
  run: string | null;
  gate: CommandGate;
  /** Of what the gate is given: wrapper and variables. */
  settings: string | undefined;
  worktree: string;
  tree: string;
}>;

/** The idempotency key. Two calls that could come out differently never have the same. */
export function callKey({ goal, node, run, gate, settings, worktree, tree }: GateCall): string {
  const { command, cwd, shell = false, expect_exit, timeout_sec, env, outputs } = gate;
  const args = [folder(cwd), shell, expect_exit, timeout_sec, env ?? [], outputs ?? []];
  const parts = [goal, node, run, command, args, settings ?? null, worktree, tree];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
