// A template of the repository, where a person has to know of it: it came with a clone, takes the place of a
// shipped one, and may ask for less than that shows.

import { dirname } from 'node:path';
import type { Plan } from '../kernel/requests/goals.ts';
import type { CommandGate } from '../model/gate.ts';
import { gatesInOrder } from '../model/gate.ts';
import type { OwnTemplate } from '../model/proof.ts';
import { CHANGING_ROLES, type EvidenceLevel } from '../model/vocabulary.ts';
import { files, type Workspace } from '../workspace/paths.ts';
import { configOf } from './config.ts';
import { findTemplate, listTemplates, loadTemplate } from './template.ts';

type Asked = Pick<Plan, 'proof' | 'nodes'>;

/** Undefined: there is nothing to tell of it. `plan`: what it gives here. */
export async function ownTemplate(
  ws: Workspace,
  name: string,
  plan: Asked,
  gates: readonly CommandGate[],
): Promise<OwnTemplate | undefined> {
  if (!isOwn(ws, name)) return undefined;
  const shipped = await loadTemplate(ws, name, gates, { isOpen: true, isShipped: true });
  if (!shipped.ok) {
    return plan.proof !== 'red_green' ? { replaces: false, less: { proof: true } } : undefined;
  }
  const less = lessThan(plan, shipped.value);
  return { replaces: true, ...(less && { less }) };
}

/** All of a clone, each with its name; what cannot be read is told where it is begun. */
export async function ownTemplates(
  ws: Workspace,
): Promise<ReadonlyArray<OwnTemplate & { template: string }>> {
  const { gates } = configOf(ws);
  const found = [];
  for (const template of listTemplates(ws).filter((name) => isOwn(ws, name))) {
    const plan = await loadTemplate(ws, template, gates, { isOpen: true });
    const own = plan.ok ? await ownTemplate(ws, template, plan.value, gates) : undefined;
    if (own) found.push({ ...own, template });
  }
  return found;
}

function isOwn(ws: Workspace, name: string): boolean {
  return dirname(findTemplate(ws, name) ?? '') === files.templates(ws);
}

const MOST_CHECKS = 10;

/** What the other one asks for and this one does not. Pure. */
export function lessThan(plan: Asked, shipped: Asked): OwnTemplate['less'] {
  const has = checksOf(plan);
  const checks = [...checksOf(shipped)].filter((check) => !has.has(check)).slice(0, MOST_CHECKS);
  const isLower = CHANGING_ROLES.some((role) =>
    isBelow(levelOf(plan, role), levelOf(shipped, role)),
  );
  const less = {
    ...(plan.proof !== 'red_green' && shipped.proof === 'red_green' && { proof: true as const }),
    ...(hasNose(shipped) && !hasNose(plan) && { audit: true as const }),
    ...(isLower && { level: true as const }),
    ...(checks.length > 0 && { checks }),
  };
  return Object.keys(less).length > 0 ? less : undefined;
}

function hasNose({ nodes }: Asked): boolean {
  return nodes.some(({ role }) => role === 'nose');
}

/** The lowest that a node of the role passes with. */
function levelOf({ nodes }: Asked, role: string): EvidenceLevel | undefined {
  const levels = nodes.filter((node) => node.role === role && !node.reproduce);
  return levels.map(({ quality }) => quality.evidence_level_required).sort()[0];
}

function isBelow(own: EvidenceLevel | undefined, shipped: EvidenceLevel | undefined): boolean {
  return own !== undefined && shipped !== undefined && own < shipped;
}

/** By name, and only what can hold something up. */
function checksOf({ nodes }: Asked): ReadonlySet<string> {
  const gates = nodes.flatMap(({ verification_plan }) => gatesInOrder(verification_plan));
  return new Set(gates.flatMap(({ name, mustPass }) => (mustPass ? [name] : [])));
}
