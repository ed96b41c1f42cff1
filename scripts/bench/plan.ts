import { planGoal } from '../../runtime/engine/goal/begin.ts';
import type { Plan } from '../../runtime/kernel/requests/goals.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';

/** The built-in plan: six nodes in a row. */
export const FIX_NODES = 6;

export async function fixPlan(ws: Workspace): Promise<Plan> {
  const plan = await planGoal(ws, 'fix', { request: 'the decoder crashes on empty input' });
  if (plan.ok) return plan.value;
  throw new Error(`the fix template cannot be planned: ${JSON.stringify(plan.error)}`);
}

/** One plan of so many nodes: the fix plan again and again, side by side, each a chain of its own. */
export function sideBySide(fix: Plan, nodes: number): Plan {
  const copies = Array.from({ length: Math.ceil(nodes / fix.nodes.length) }, (_, i) => i * 100);
  return {
    ...fix,
    nodes: copies.flatMap((offset) =>
      fix.nodes.map((spec) => ({ ...spec, id: moved(spec.id, offset) })),
    ),
    edges: copies.flatMap((offset) =>
      fix.edges.map((edge) => ({
        ...edge,
        from: moved(edge.from, offset),
        to: moved(edge.to, offset),
      })),
    ),
  };
}

/** `N-010` → `N-1010`. Outputs that nodes quote stay those of the first chain. */
function moved(id: string, offset: number): string {
  return `N-${String(Number(id.slice(2)) + offset).padStart(3, '0')}`;
}
