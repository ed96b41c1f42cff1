// What a dispatch asks for, and what becomes of it.

import type { Called } from '../../model/actors/run-by.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Cause, Reason } from '../../model/reason.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { NodeStatus, Role } from '../../model/vocabulary.ts';
import type { UsageSeen } from '../budget/record-usage.ts';
import type { LeftBy } from '../retries/switch-rule.ts';
import type { RunAt } from '../state/queries.ts';
import type { Offered } from './offer.ts';

export type DispatchRequest = Readonly<{
  by: Called;
  role: Role;
  /** What the main agent wrote; only a node id in it is looked at, to choose among equals. */
  prompt: string;
  worktree: string;
  /** The model that the main agent asked for. */
  model?: string | undefined;
  /** `<branch> <commit>` there, for roles that write. */
  head?: string | undefined;
  /** Of what works in a lane: where it is, and the tree its work counts from; null: the client makes one. */
  lane?: Readonly<{ worktree: string; base: string }> | null | undefined;
  /** While another goal writes in the tree it works in a lane, and does not wait. */
  besideOthers?: boolean;
  /** Finished work that was looked for in the tree and is not there. */
  gone?: Extract<Cause, { kind: 'work-gone' }> | undefined;
  /** Files that earlier runs of the node left and that are gone: where it stood cannot be told. */
  missing?: (goal: Goal, node: string) => readonly string[];
  /** Of the run that the new one goes on from, where a rule switched the executor. */
  left?: LeftBy | undefined;
  /** The session is in plan mode. */
  planMode?: boolean;
  /** What was used since it was last recorded. */
  used?: readonly UsageSeen[] | undefined;
}>;

/** Why a call gets no node (words/refusal.ts). */
export type Refusal =
  /** The client gave the call no id: its agent could not be told from others. */
  | Readonly<{ kind: 'nameless' }>
  | Readonly<{ kind: 'none-ready'; role: Role }>
  | Readonly<{ kind: 'working'; node: string; status: NodeStatus; run: string }>
  | Readonly<{ kind: 'other-executor'; node: string; executor: NodeSpec['executor'] }>
  /** As many nodes are worked on as may be at once. */
  | Readonly<{ kind: 'enough-at-once'; most: number }>
  /** The rest of the budget is reserved for the runs at work. */
  | Readonly<{ kind: 'budget-reserved' }>
  /** The node waits for a person, because a run of its role worked without its guard. */
  | Readonly<{ kind: 'unguarded'; node: string }>;

export type DispatchAnswer =
  /** No goal, or paused: a role agent called by hand. */
  | Readonly<{ kind: 'untouched' }>
  | Readonly<{ kind: 'refused'; goal: Goal; because: Refusal; ready: Offered[] }>
  /** The goal waits for a person, since this call or one before. */
  | Readonly<{ kind: 'paused'; goal: Goal; because: Reason }>
  /** Another session writes in this working tree: ask again later. */
  | Readonly<{ kind: 'tree-busy'; by: string }>
  /** Another goal works on the same work unit, which has one run at a time: ask again later. */
  | Readonly<{ kind: 'unit-busy'; by: string; issue: string }>
  /** It was not to be had when the tree was looked for, and is now: ask again, for a tree first. */
  | Readonly<{ kind: 'no-tree'; node: string }>
  /** `again`: the same call was given it before. */
  | Readonly<{ kind: 'bound'; at: RunAt; again?: true }>;
