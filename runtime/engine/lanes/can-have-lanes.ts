// Whether there can be lanes here. Asked where it is about to matter: most goals never need one.

import { whyNoLane } from '../../evidence/lanes/why-no-lane.ts';
import { laneNodes, whyInTurn } from '../../kernel/graph/write-sets.ts';
import { isSameCommand, needsMoreThanCopy, whyOnlyHere } from '../../kernel/state/trials.ts';
import { type Gate, gatesInOrder } from '../../model/gate.ts';
import type { CompiledConfig } from '../../model/state/compiled-config.ts';
import type { Goal } from '../../model/state/goal.ts';
import { readState } from '../../step/run-step.ts';
import { files, type Workspace } from '../../workspace/paths.ts';

type Asked = Pick<CompiledConfig, 'writers'>;

export async function canHaveLanes(ws: Workspace, config: Asked): Promise<boolean> {
  return (await whyOneWriter(ws, config)) === undefined;
}

/** How many of a plan may write at once, and why no more. Undefined: each of its nodes that write waits for another. */
export async function writersOf(
  ws: Workspace,
  outline: Parameters<typeof laneNodes>[0],
  config: Asked,
): Promise<Goal['writers']> {
  const nodes = laneNodes(outline);
  const inTurn = nodes.length === 0 ? whyInTurn(outline) : undefined;
  if (inTurn !== undefined) return { most: 1, why: inTurn };
  if (nodes.length === 0) return undefined;
  const gates = outline.specs
    .filter(({ id }) => nodes.includes(id))
    .flatMap(({ verification_plan }) => gatesInOrder(verification_plan));
  const why = whyNoCopy(ws, gates) ?? (await whyOneWriter(ws, config));
  return why === undefined ? { most: config.writers } : { most: 1, why };
}

/** A lane has no more than a copy: what passes in none would be red there, whoever writes. */
function whyNoCopy(ws: Workspace, gates: readonly Gate[]): string | undefined {
  const now = readState(ws, ({ trials }) => trials ?? []);
  const tried = now.ok ? now.value.filter(needsMoreThanCopy) : [];
  const found = gates
    .filter((gate) => gate.type !== 'builtin')
    .flatMap((gate) => tried.find((one) => isSameCommand(one, gate)) ?? [])[0];
  return found && whyOnlyHere(found);
}

async function whyOneWriter(ws: Workspace, { writers }: Asked): Promise<string | undefined> {
  if (writers < 2) return 'limits.writers is 1';
  return whyNoLane(ws.worktree, files.objects(ws));
}
