// A large goal: its plan is a file of its own, and what its nodes are is told by counts and lists, so that
// nobody has to look through them.

import type { Edge } from './edge.ts';
import type { NodeSpec } from './node.ts';
import type { Run } from './state.ts';
import type { NodeStatus, Role } from './words.ts';

/** graphs/<sha256>.json, as the event that adopts it names it. */
export type GraphRef = Readonly<{ sha256: string; bytes: number }>;

/** Why a plan can't be had: its file is not there, or not what the event says. */
export type Lost = 'missing' | 'altered';

/** A node by its place in the plan. Lists are in plan order. */
export type Place = readonly [at: number, id: string];

/** Kept by the reducer: it changes with the state of a node, and never by itself. */
export type Large = {
  graph: GraphRef;
  /** Then there are no nodes, and nothing is done with the goal until the file is back. */
  lost: Lost | null;
  nodes: number;
  counts: Record<NodeStatus, number>;
  ready: Array<readonly [at: number, id: string, role: Role]>;
  blocked: Place[];
  failed: Place[];
  /** Pending nodes that are to become ready, or to be skipped, when the goal is settled. */
  due: Place[];
  /** Runs that are active, in the order of their dispatch. */
  active: Array<readonly [run: string, node: string]>;
};

/** What the plan has about a node and its neighbours. */
export type Near = Readonly<{
  at: number;
  spec: NodeSpec;
  in: readonly Edge[];
  out: readonly Edge[];
}>;

/** The same with its runs, where the goal is read in pages (store/goal-pages.ts). */
export type NearRow = Near & Readonly<{ runs: Run[] }>;
