// What is judged of a goal, and which commands may run in copies of it. Nothing is locked: a copy is nobody else's.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readCommand } from '../../evidence/commands/read-command.ts';
import { shellWords } from '../../evidence/commands/shell-split.ts';
import { isApproved } from '../../evidence/gates/approval.ts';
import type { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { type CommandGate, commandText, type GateApproval } from '../../model/gate.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Redact } from '../../privacy/redact.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { approvalsFor } from '../gates/gate-settings.ts';
import type { Bench } from './bench.ts';

/** One report, or the end of a goal, for which something is to be proven. */
export type Subject = Readonly<{
  ws: Workspace;
  goal: Goal;
  worktree: string;
  /** The tree that is judged. */
  tree: string;
  /** Where the logs go. */
  folder: string;
  /** Commands the agent ran in the top folder. */
  ran: readonly string[];
  clean: Redact;
  /** Of a report; missing at the end of a goal. */
  run?: string | undefined;
  /** Ends what runs (node-gates.ts). */
  stop?: AbortSignal | undefined;
  /** A copy that a run left as it was, for the next one. */
  spare?: SpareCopy | undefined;
}>;

/** With its trials. */
export type ProofSubject = Subject & Readonly<{ bench: Bench }>;

export function placeOf({ ws, worktree }: Pick<Subject, 'ws' | 'worktree'>) {
  return { worktree, objectsDir: files.objects(ws) };
}

/** The rule of gates: a person approved exactly it, or an agent already ran it in this goal. */
export function mayRun(
  { ws, goal, ran }: Pick<Subject, 'ws' | 'goal' | 'ran'>,
  gate: CommandGate,
): boolean {
  const approvals = approvalsFor(ws, goal);
  return isApproved(
    gate,
    approvals,
    [...goal.ran, ...ran].map((command) => ({ command })),
  );
}

/** A command line of a report as a gate; undefined if only a shell could run it, or it is no check. */
export function gateOf(
  command: string,
  root: string,
  known: readonly CommandGate[],
): CommandGate | undefined {
  const { core, isCheck, hidden } = readCommand(command, root);
  const words = shellWords(core, true);
  if (!words || words.length === 0) return undefined;
  const same = known.find(
    (gate) => (gate.cwd ?? '.') === '.' && gate.command.join('\0') === words.join('\0'),
  );
  if (same) return same;
  return isCheck && !hidden ? asGate({ command: words }) : undefined;
}

/** A command that is no gate of the goal, to be run as one. */
export function asGate({ command, cwd, shell }: GateApproval): CommandGate {
  const named = { type: 'command', name: commandText(command), mustPass: true } as const;
  return { ...named, expect_exit: 0, timeout_sec: 300, command: [...command], cwd, shell };
}

/** `red.log`, then `red-2.log`: what a check that proved nothing printed is kept beside the one that did. */
export function freeLog(folder: string, name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, '-').slice(0, 60);
  for (let n = 1; ; n += 1) {
    const path = join(folder, n === 1 ? `${plain}.log` : `${plain}-${n}.log`);
    if (!existsSync(path)) return path;
  }
}
