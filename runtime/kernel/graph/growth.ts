// A graph that grows: parts that stand where one node of the plan stood. What led to it leads to the first of them, and
// what it led to waits for the last. Each is like the node of its role in the plan, so that nothing a person set is
// wider for a part: tools, executor, level and checks are those; paths are narrower.

import type { Edge } from '../../model/edge.ts';
import { type Gate, gatesInOrder } from '../../model/gate.ts';
import type { NodeBudget } from '../../model/goal-terms.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Join, Role } from '../../model/vocabulary.ts';
import { nodeState } from '../state/queries.ts';
import { followsSuccess } from './edges.ts';
import { gatesKnown } from './proof.ts';

/** What a report plans, checked. `id` is a name of its own; `role` and paths left out are those of the whole. */
export type Part = Readonly<{
  id: string;
  title: string;
  role?: Role | undefined;
  instructions: string;
  allowed_paths?: readonly string[] | undefined;
  /** Of each of these a regular expression. */
  allowed_paths_re: readonly string[];
  /** By name. */
  gates?: readonly string[] | undefined;
  join: Join;
}>;

export type Parts = Readonly<{ nodes: readonly Part[]; edges: readonly Edge[] }>;

export type Grown = Readonly<{ specs: NodeSpec[]; edges: Edge[] }>;

/** What is done instead of a node now; itself, if it is in no parts. */
export function partsOf(goal: Goal, id: string): readonly string[] {
  const parts = goal.specs.filter(
    (spec) => spec.part_of === id && nodeState(goal, spec.id).status !== 'cancelled',
  );
  return parts.length > 0 ? parts.map((spec) => spec.id) : [id];
}

/** What the goal comes to its end by: without what others do instead. */
export function stepsOf(goal: Goal): readonly NodeSpec[] {
  const whole = new Set(goal.specs.map(({ part_of }) => part_of));
  return goal.specs.filter(
    ({ id, part_of }) =>
      nodeState(goal, id).status !== 'cancelled' || (part_of === undefined && !whole.has(id)),
  );
}

/** Like which node of the plan a part of this role is. */
export function patternOf(goal: Goal, whole: NodeSpec, role: Role): NodeSpec | undefined {
  if (whole.role === role) return whole;
  return goal.specs.find((spec) => spec.role === role && spec.part_of === undefined);
}

/** Of a plan that was checked: nodes and edges as they come into the graph. */
export function grown(goal: Goal, whole: NodeSpec, parts: Parts): Grown {
  const names = parts.nodes.map(({ id }) => id).sort();
  const first = nextMultiple(goal);
  const idOf = new Map(names.map((name, at) => [name, idAt(first + at * 10)]));
  const named = (name: string): string => idOf.get(name) ?? name;
  const inner = parts.edges.map(({ from, to, condition }) => ({
    ...{ from: named(from), to: named(to), condition },
  }));
  const specs = parts.nodes.map((part) =>
    specOfPart(goal, whole, { ...part, id: named(part.id) }, inner, parts.nodes.length),
  );
  const ids = specs.map(({ id }) => id);
  const begin = ids.filter((id) => inner.every(({ to }) => to !== id));
  const end = ids.filter((id) =>
    inner.every((edge) => edge.from !== id || !followsSuccess(edge.condition)),
  );
  const ahead = goal.edges.filter(({ from }) => from === whole.id);
  const behind = goal.edges.filter(
    ({ to, from }) => to === whole.id && nodeState(goal, from).status !== 'cancelled',
  );
  return {
    specs,
    edges: [
      ...behind.flatMap(({ from, condition }) => begin.map((to) => ({ from, to, condition }))),
      ...inner,
      ...ahead.flatMap(({ to, condition }) => end.map((from) => ({ from, to, condition }))),
    ],
  };
}

function specOfPart(
  goal: Goal,
  whole: NodeSpec,
  part: Part,
  edges: readonly Edge[],
  count: number,
): NodeSpec {
  const pattern = patternOf(goal, whole, part.role ?? whole.role) ?? whole;
  const { reproduce: _, may_grow: __, budget: ___, ...like } = pattern;
  const before = edges.filter(({ to }) => to === part.id).map(({ from }) => from);
  const given = before.flatMap((id) => [`${id}.outputs.patch`, `${id}.outputs.summary`]);
  const budget = share({ ...whole.budget, ...goal.terms?.nodes?.[whole.id] }, count);
  return {
    ...like,
    ...{ id: part.id, title: part.title, instructions: part.instructions, join: part.join },
    inputs: {
      ...like.inputs,
      upstream_outputs: [...whole.inputs.upstream_outputs, ...given],
    },
    constraints: { ...like.constraints, ...narrower(like.constraints, part) },
    verification_plan: withGates(goal, like.verification_plan, part.gates ?? []),
    ...(Object.keys(budget).length > 0 && { budget }),
    part_of: whole.id,
  };
}

type Paths = Pick<NodeSpec['constraints'], 'allowed_paths' | 'allowed_paths_re'>;

/** What it may change has to be among what the whole may change as well, whatever its globs say. */
function narrower(whole: Paths, { allowed_paths = [], allowed_paths_re }: Part): Partial<Paths> {
  if (allowed_paths.length === 0) return {};
  const outer = whole.allowed_paths_re.map((source) => `(?:${source})`).join('|');
  const within = outer === '' ? '' : `(?=${outer})`;
  return {
    allowed_paths: [...allowed_paths],
    allowed_paths_re: allowed_paths_re.map((source) => `${within}(?:${source})`),
  };
}

function withGates(
  goal: Goal,
  plan: NodeSpec['verification_plan'],
  names: readonly string[],
): NodeSpec['verification_plan'] {
  const there = new Set(gatesInOrder(plan).map(({ name }) => name));
  const more = gatesKnown(goal).filter(({ name }) => names.includes(name) && !there.has(name));
  if (more.length === 0) return plan;
  const deterministic: Gate[] = [...plan.deterministic, ...more];
  return { ...plan, deterministic } as NodeSpec['verification_plan'];
}

/** The limits of the whole are those of its parts together. */
function share({ max_tokens, max_hours, max_cost_usd }: NodeBudget, count: number): NodeBudget {
  return {
    ...(max_tokens !== undefined && { max_tokens: Math.max(1, Math.floor(max_tokens / count)) }),
    ...(max_hours !== undefined && { max_hours: max_hours / count }),
    ...(max_cost_usd !== undefined && { max_cost_usd: max_cost_usd / count }),
  };
}

/** Behind all there are. */
export function nextMultiple({ specs }: Pick<Goal, 'specs'>): number {
  const last = Math.max(0, ...specs.map(({ id }) => Number(id.slice(2))));
  return (Math.floor(last / 10) + 1) * 10;
}

export function idAt(number: number): string {
  return `N-${String(number).padStart(3, '0')}`;
}
