// The folders of orders that people had, once their runs are over. What a person wrote there is kept first.

import { basename } from 'node:path';
import { collectResult } from '../../executors/folder/collect-result.ts';
import { GIVEN_FILES, removeCopy } from '../../executors/folder/copy-order.ts';
import { keepLeft } from '../../executors/folder/keep-left.ts';
import { codeOf } from '../../files/file-failure.ts';
import type { State } from '../../model/state/state.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { makeFolder } from '../../workspace/links.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { takeResult } from './take-result.ts';

type Order = NonNullable<State['handed']>[string];

export async function removeCopies(ws: Workspace): Promise<void> {
  const now = readState(ws, ({ handed = {} }) =>
    Object.entries(handed).filter(([, { over }]) => over !== undefined),
  );
  if (!now.ok) return;
  for (const [run, order] of now.value) {
    const kept = order.over === 'left' ? await keepOf(ws, run, order) : [];
    const error = removed(run, order.dir);
    const scope = { goal_id: order.goal, node_id: order.node, run_id: run };
    runStep(ws, (step) => {
      if (!step.state.handed?.[run]) return;
      const payload = { kept: kept.slice(0, 100), ...(error !== undefined && { error }) };
      step.emit({ type: 'order.removed', ...scope, payload });
    });
  }
}

const GIVEN = Object.fromEntries(GIVEN_FILES.map((name) => [name, '']));

/** A result among it is late: it is refused, and on record. */
async function keepOf(ws: Workspace, run: string, { goal, node, artifacts, dir }: Order) {
  const left = collectResult({ dir, given: GIVEN });
  if (left.kind === 'folder-missing' || left.files.length === 0) return [];
  if (left.read.kind !== 'logs-only') await takeResult(ws, { goal, run, left });
  const folder = files.orderFolder(ws, artifacts, node, run);
  makeFolder(ws, folder);
  const kept = keepLeft(folder, left.files, redactor(process.env));
  return kept.map(({ name, sha256 }) => ({ name, sha256 }));
}

/** Why it could not be. Nothing but a folder that was made for the run is ever removed. */
function removed(run: string, dir: string): string | undefined {
  if (!basename(dir).startsWith(`wukong-order-${run}-`)) return 'it is no folder of this run';
  try {
    removeCopy({ dir, given: {} });
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === '') throw error;
    return code;
  }
}
