// A gate that was tried when its goal began has run on the first tree already, and what it came to then may be what
// is asked for now (proof/counts.ts).

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyWhole } from '../../files/atomic-write.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { CommandGate } from '../../model/gate.ts';
import { passedBefore } from '../../proof/counts.ts';
import type { Recipe, Row } from '../../proof/row.ts';
import { knownTrial } from '../gates/known-trials.ts';
import { freeLog, type Subject } from './subject.ts';

export async function earlyPass(
  { ws, goal, worktree, folder }: Subject,
  { gate, ...want }: Readonly<{ gate: CommandGate; recipe: Recipe; tree: string; nth: number }>,
): Promise<Row | undefined> {
  const { recipe, tree, nth } = want;
  const { first } = proofOf(goal);
  if (tree !== first?.tree || recipe.back !== 'program') return undefined;
  const trial = await knownTrial({ ws, worktree, goal, tree }, gate);
  if (!trial) return undefined;
  const { copy, touched, linked, notes, at } = trial;
  const passed = copy.outcome === 'pass';
  const earlier = { tree: trial.tree, at, passed, isOurs: trial.goal === goal.id, touched };
  const from = join(ws.dir, copy.log);
  if (!passedBefore(earlier, want, first) || !existsSync(from)) return undefined;
  const log = freeLog(folder, 'red');
  copyWhole(from, log);
  const { why, exit_code: exitCode, seconds } = copy;
  return {
    recipe,
    check: 0,
    nth,
    ended: 'pass',
    exitCode,
    why,
    totals: {},
    linked: [...linked],
    touched: [],
    notes: [...notes, 'The red run was made when the goal began.'],
    seconds,
    log,
  };
}
