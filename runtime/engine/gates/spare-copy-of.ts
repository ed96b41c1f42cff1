// The copy that is kept from report to report of a workspace, for as long as a goal is open.

import { dropCopy } from '../../evidence/trees/kept-copy.ts';
import { SpareCopy } from '../../evidence/trees/spare-copy.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import type { State } from '../../model/state/state.ts';
import { readState } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';

export function spareCopyOf(ws: Workspace): SpareCopy {
  const isWanted = (): boolean => {
    const now = readState(ws, openGoals);
    const trust = readTrust(ws);
    return now.ok && now.value.length > 0 && trust !== undefined && trust.off === undefined;
  };
  return new SpareCopy({ objectsDir: files.objects(ws), isWanted });
}

/** Without an open goal nobody takes it. What is in the way of that goes after a day. */
export function dropUnwanted(ws: Workspace, state: State): void {
  if (openGoals(state).length === 0) dropKept(ws);
}

export function dropKept(ws: Workspace): void {
  try {
    dropCopy(files.objects(ws));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    process.stderr.write(`wukong: a scratch copy could not be removed: ${why}\n`);
  }
}
