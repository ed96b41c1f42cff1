// Trials of a verdict that is in doubt, kept beside the report: when a person said yes, it is judged again without
// running anything again that ran on that tree.

import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { readIfThere } from '../../files/reading.ts';
import { proofOf } from '../../kernel/graph/proof.ts';
import type { Row } from '../../proof/row.ts';
import type { Subject } from './subject.ts';

export const KEPT_ROWS = 'trials.json';

type Kept = Readonly<{ key: string; tree: string; isQuiet: boolean; row: Row }>;
type File = Readonly<{ version: 1; trials: readonly Kept[] }>;

/** As the file has it. Undefined where a secret would stand in it: then they run again. */
export function rowsText(
  { ws, clean }: Subject,
  ran: ReadonlyArray<Readonly<{ key: string; tree: string; isQuiet: boolean; row: Row }>>,
): string | undefined {
  const trials = ran.map(({ key, tree, isQuiet, row }): Kept => {
    const log = row.log === '' ? '' : relative(ws.dir, row.log);
    return { key: hashOf(key), tree, isQuiet, row: { ...row, log } };
  });
  const text = `${JSON.stringify({ version: 1, trials } satisfies File, null, 1)}\n`;
  return clean(text) === text ? text : undefined;
}

/** Of exactly this tree, where a person said yes since. What else may have changed meanwhile is tried again. */
export function keptRows({ ws, goal, tree }: Subject): ReadonlyMap<string, Kept> {
  const none = new Map<string, Kept>();
  if ((proofOf(goal).looked ?? []).length === 0) return none;
  const run = Object.values(goal.runs).findLast(
    ({ outputs }) => outputs?.tree === tree && outputs.trials !== undefined,
  );
  if (!run?.outputs) return none;
  const text = readIfThere(join(ws.dir, run.outputs.dir, KEPT_ROWS))?.toString('utf8');
  // It is what the runtime wrote: the log has its hash.
  if (text === undefined || hashOf(text) !== run.outputs.trials) return none;
  const { trials } = JSON.parse(text) as File;
  return new Map(
    trials.map((one) => {
      const log = one.row.log === '' ? '' : join(ws.dir, one.row.log);
      return [one.key, { ...one, row: { ...one.row, log } }];
    }),
  );
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
