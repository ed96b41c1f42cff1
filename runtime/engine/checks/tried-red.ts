// A gate that was tried when its goal began has run on the first tree already. Where it passed there, it need
// not run again to show no fault. Where it failed, it does: red and green have to have the same around them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { belowData } from '../../executors/order-folder.ts';
import { copyWhole } from '../../files/atomic-write.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Measured } from '../../kernel/reports/judged.ts';
import type { CommandGate } from '../../model/gate.ts';
import { knownTrial } from '../gates/known-trials.ts';
import { freeLog, type ProofSubject } from './copies.ts';

/**
 * A failure from before the work is none of now: what no tree shows (a service, build output, a file outside)
 * may have been changed since, and would make green what it did not fix. Only what the runtime itself tried for this goal, on exactly its first tree, before anybody could write:
 * by a later one, or one that somebody typed, an agent could make red what is not.
 */
export async function triedRed(
  about: ProofSubject,
  first: string,
  gate: CommandGate,
): Promise<Measured | undefined> {
  const { ws, goal, worktree, folder, clean } = about;
  const trial = await knownTrial({ ws, worktree, goal, tree: first }, gate);
  const began = proofOf(goal).first?.at ?? '';
  const isOurs = trial?.goal === goal.id && trial.tree === first && trial.at < began;
  if (!isOurs || trial.touched.length > 0) return undefined;
  if (trial.copy.outcome === 'fail') return undefined;
  const from = join(ws.dir, trial.copy.log);
  if (!existsSync(from)) return undefined;
  const log = freeLog(folder, 'red');
  copyWhole(from, log);
  const { outcome, why, exit_code } = trial.copy;
  return {
    side: 'red',
    command: gate.command.map(clean),
    cwd: gate.cwd ?? null,
    tree: first,
    overlay: null,
    brought: null,
    files: {},
    without: [],
    outcome,
    why,
    exit_code,
    log: belowData(ws, log),
    linked: [...trial.linked],
    notes: [...trial.notes, 'The red run was made when the goal began.'],
    touched: [],
  };
}
