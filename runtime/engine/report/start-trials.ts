// When a goal begins its gates are tried, by a process of their own, while the first readers work.

import { isApproved } from '../../evidence/gates/approval.ts';
import type { NodeSpec } from '../../model/node.ts';
import { readState } from '../../step/run-step.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { readTrust } from '../../workspace/trust.ts';
import { commandGates } from '../gates/node-gates.ts';
import { startVerifier, type Verifier } from './verifier.ts';

/** It waits for its work, as a verifier does. Undefined: no gate may run, or a person wants none of it. */
export function startTrials(ws: Workspace, nodes: readonly NodeSpec[]): Verifier | undefined {
  const now = readState(ws, ({ config }) => config.try_gates);
  if (!now.ok || !now.value) return undefined;
  const approvals = readTrust(ws)?.approvals ?? [];
  const gates = nodes.flatMap((node) => commandGates(node.verification_plan));
  return gates.some((gate) => isApproved(gate, approvals)) ? startVerifier(ws) : undefined;
}
