// Which ways lead through a plan: what runs when every node succeeds, and what only after failures. Pure.

import { outcomeOf, prospectOf } from '../kernel/graph/edges.ts';
import { lastNodes } from '../kernel/requests/settle.ts';
import { isConditional } from '../model/condition.ts';
import type { Template } from '../model/documents/template.ts';
import type { Edge } from '../model/edge.ts';
import type { Join } from '../model/vocabulary.ts';
import type { Wording } from './reader/schema-problems.ts';

/** A step goes through all nodes of its goal, so their number has a limit. */
const MOST_NODES = 1000;

/**
 * There is no node that can never run: beginning with the first of those that lead to it, each can end
 * so that its edge fires, or is skipped, which makes its edge void.
 */
export type Ways = Readonly<{
  /** What runs when every node succeeds and every condition holds, in plan order. */
  success: readonly string[];
  /** The same where no condition holds. */
  unasked: readonly string[];
  /** What runs only after some failure. */
  failure: readonly string[];
}>;

type Plan = Readonly<{
  nodes: ReadonlyArray<Readonly<{ id: string; join: Join }>>;
  edges: readonly Edge[];
}>;

/** For a plan whose ids and edges are in order (template-graph.ts). */
export function wayProblems(plan: Pick<Template, 'nodes' | 'edges'>): Wording[] {
  if (plan.nodes.length > MOST_NODES) return [tooMany(plan.nodes.length)];
  const ways = waysThrough(plan);
  if (!ways) return [];
  const reached = [ways.success, ways.unasked];
  const last = lastNodes({ specs: plan.nodes, edges: plan.edges });
  const gone = reached.find((way) => !last.some((id) => way.includes(id)));
  if (!gone) return [];
  const when = gone === ways.success ? '' : ' and no condition holds';
  return plan.nodes.flatMap(({ id }, i): Wording[] => {
    if (!last.includes(id)) return [];
    const message = `The plan ends with ${id}, and ${id} is skipped when every node succeeds${when}.`;
    const hint = 'With "join: any" it runs when one of the edges to it has fired.';
    return [{ path: ['nodes', i, 'id'], at: 'value', message, hint }];
  });
}

function tooMany(nodes: number): Wording {
  const message = `A plan has at most 1,000 nodes; this one has ${nodes.toLocaleString('en')}.`;
  const hint = 'Make several goals of it, each with a plan of its own.';
  return { path: ['nodes', MOST_NODES, 'id'], at: 'value', message, hint };
}

/** Undefined if the graph cannot be walked: it has a cycle, or edges that lead nowhere. */
export function waysThrough(plan: Plan): Ways | undefined {
  const steps = inOrder(plan);
  if (!steps) return undefined;
  const success = successful(steps, 'fired');
  const unasked = successful(steps, 'dead');
  const ids = plan.nodes.map(({ id }) => id);
  return {
    success: ids.filter((id) => success.has(id)),
    unasked: ids.filter((id) => unasked.has(id)),
    failure: ids.filter((id) => !success.has(id) && !unasked.has(id)),
  };
}

type WalkStep = Readonly<{ id: string; join: Join; edges: readonly Edge[] }>;

/** Each node behind those it waits for, with the edges that lead to it. */
function inOrder({ nodes, edges }: Plan): WalkStep[] | undefined {
  const leading = new Map<string, Edge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) leading.get(edge.to)?.push(edge);
  const left = new Map(
    nodes.map(({ id, join }) => [id, { id, join, edges: leading.get(id) ?? [] }]),
  );
  const waits = new Map([...leading].map(([id, to]) => [id, to.length]));
  const after = new Map<string, string[]>();
  for (const { from, to } of edges) after.set(from, [...(after.get(from) ?? []), to]);
  const steps: WalkStep[] = [...left.values()].filter(({ id }) => waits.get(id) === 0);
  for (const { id } of steps) {
    for (const to of after.get(id) ?? []) {
      const open = (waits.get(to) ?? 0) - 1;
      waits.set(to, open);
      const step = left.get(to);
      if (open === 0 && step) steps.push(step);
    }
  }
  return steps.length === nodes.length ? steps : undefined;
}

/** The nodes that run when none of those that run fails, and every condition comes to this. */
function successful(steps: readonly WalkStep[], asked: 'fired' | 'dead'): ReadonlySet<string> {
  const run = new Set<string>();
  for (const { id, join, edges } of steps) {
    const outcomes = edges.map(({ from, condition }) => ({
      outcome:
        isConditional(condition) && run.has(from)
          ? asked
          : outcomeOf(condition, run.has(from) ? 'done' : 'skipped', join),
    }));
    if (prospectOf(join, outcomes) === 'ready') run.add(id);
  }
  return run;
}
