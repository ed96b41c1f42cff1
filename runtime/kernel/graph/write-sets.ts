// Which nodes may write at the same time, each in a working tree of its own: those whose declared paths do not meet
// and of which none waits for the other. Declared paths say who may run together; they prove nothing.

import type { Edge } from '../../model/edge.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Goal } from '../../model/state/goal.ts';
import { type ExecutorType, WRITING_ROLES } from '../../model/vocabulary.ts';

type Outline = Readonly<{ specs: readonly NodeSpec[]; edges: readonly Edge[] }>;

/** Of the others nobody can say that they stay where they are put. */
const IN_A_LANE: readonly ExecutorType[] = ['subagent', 'command', 'headless', 'team'];

export function mayHaveLane({ executor }: NodeSpec): boolean {
  return IN_A_LANE.includes(executor.type);
}

/** Whether its runs work in a lane of their own: somebody may write beside it. */
export function hasLane(goal: Goal, id: string): boolean {
  return mostWriters(goal) > 1 && besideIt(goal, id).length > 0;
}

export function mostWriters({ writers }: Goal): number {
  return writers?.most ?? 1;
}

/** The nodes of a plan that have a lane. */
export function laneNodes(outline: Outline): string[] {
  return candidates(outline)
    .map(({ id }) => id)
    .filter((id) => besideIt(outline, id).length > 0);
}

/**
 * Why nodes of which none waits for the other write one after the other all the same, as the first of them shows it.
 * Undefined: there are no such.
 */
export function whyInTurn(outline: Outline): string | undefined {
  const all = outline.specs.filter(
    (spec) => WRITING_ROLES.includes(spec.role) && mayHaveLane(spec),
  );
  for (const one of all) {
    const ordered = related(outline, one.id);
    const other = all.find((spec) => spec !== one && !ordered.has(spec.id));
    if (!other) continue;
    const open = [one, other].find((spec) => pathsOf(spec).length === 0);
    return open
      ? `${open.id} says no allowed_paths`
      : `the allowed_paths of ${one.id} and ${other.id} meet`;
  }
  return undefined;
}

function besideIt(outline: Outline, id: string): readonly NodeSpec[] {
  const all = candidates(outline);
  const it = all.find((one) => one.id === id);
  const apart = it ? all.filter((one) => one !== it && !meet(pathsOf(one), pathsOf(it))) : [];
  if (apart.length === 0) return [];
  const ordered = related(outline, id);
  return apart.filter((one) => !ordered.has(one.id));
}

function candidates({ specs }: Outline): readonly NodeSpec[] {
  const all = specs.filter(
    (spec) => WRITING_ROLES.includes(spec.role) && pathsOf(spec).length > 0 && mayHaveLane(spec),
  );
  return all.length > 1 ? all : [];
}

export function pathsOf({ constraints }: NodeSpec): readonly string[] {
  return constraints.allowed_paths;
}

/** It, what it waits for, and what waits for it. */
function related(outline: Outline, id: string): ReadonlySet<string> {
  return new Set([...reached(outline, id, 'to'), ...reached(outline, id, 'from')]);
}

function reached({ edges }: Outline, id: string, along: 'to' | 'from'): ReadonlySet<string> {
  const back = along === 'to' ? 'from' : 'to';
  const next = new Map<string, string[]>();
  for (const edge of edges) {
    const known = next.get(edge[back]);
    if (known) known.push(edge[along]);
    else next.set(edge[back], [edge[along]]);
  }
  const seen = new Set([id]);
  for (const at of seen) for (const one of next.get(at) ?? []) seen.add(one);
  return seen;
}

/**
 * Whether two sets of globs may name the same file; no paths name all. By the folders before the first wildcard, so
 * that what cannot be told apart meets. Letters count in neither case: on some disks they name the same file.
 */
export function meet(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return true;
  return one.some((a) => other.some((b) => isWithin(fixed(a), fixed(b))));
}

/** The folders before its first wildcard; a name without one may be that of a folder. */
function fixed(glob: string): readonly string[] {
  const parts = glob
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return [];
  const wild = parts.findIndex((part) => /[*?[\]{}()!+@\\]/.test(part));
  return wild < 0 ? parts : parts.slice(0, wild);
}

function isWithin(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.every((part, at) => part === long[at]);
}
