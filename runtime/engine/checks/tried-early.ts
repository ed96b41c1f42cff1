// A gate that was tried when its goal began has run on the first tree already. Where it passed there, it need not
// run again to show no fault. Where it failed, it does: red and green have to have the same around them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { CommandGate } from '../../model/gate.ts';
import type { Recipe, Row } from '../../proof/row.ts';
import { knownTrial } from '../gates/known-trials.ts';
import { freeLog, type Subject } from './subject.ts';

/**
 * A failure from before the work is none of now: what no tree shows (a service, build output, a file outside)
 * may have been changed since, and would make green what it did not fix. Only what the runtime itself tried for
 * this goal, on exactly its first tree, before anybody could write: by a later one, or one that somebody typed, an
 * agent could make red what is not.
 */
export async function earlyPass(
  { ws, goal, worktree, folder }: Subject,
  { gate, recipe, tree }: Readonly<{ gate: CommandGate; recipe: Recipe; tree: string }>,
): Promise<Row | undefined> {
  const { first } = proofOf(goal);
  const isPlain = !recipe.planted && !recipe.how && !recipe.without && !recipe.broken;
  if (!first || tree !== first.tree || recipe.back !== 'program' || !isPlain) return undefined;
  const trial = await knownTrial({ ws, worktree, goal, tree }, gate);
  const isOurs = trial?.goal === goal.id && trial.tree === tree && trial.at < first.at;
  if (!isOurs || trial.touched.length > 0 || trial.copy.outcome !== 'pass') return undefined;
  const from = join(ws.dir, trial.copy.log);
  if (!existsSync(from)) return undefined;
  const log = freeLog(folder, 'red');
  copyWhole(from, log);
  const { why, exit_code: exitCode, seconds } = trial.copy;
  return {
    recipe,
    check: 0,
    nth: 1,
    ended: 'pass',
    exitCode,
    why,
    totals: {},
    linked: [...trial.linked],
    touched: [],
    notes: [...trial.notes, 'The red run was made when the goal began.'],
    seconds,
    log,
  };
}
