// What became of a node, and of what a goal changed, as data for people.

import type { LineCount } from '../../model/evidence.ts';
import { commandText, type GateOutcome } from '../../model/gate.ts';
import type { Changed, Notice, StepName } from '../../model/notice.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { hasPassedOn } from '../state/kept-passes.ts';
import { gatesOfGoal, otherGates, provenCheck } from './proof.ts';

type NodeEnded = Extract<Notice, { kind: 'node-ended' }>;
export type NodeEnd = NodeEnded['end'];

const NAMED_FILES = 5;
const NAMED_CAUGHT = 3;

/** How people know a node: 2 of 6, and its title. */
export function stepOf(goal: Goal, id: string): StepName {
  const at = goal.specs.findIndex((spec) => spec.id === id);
  return { place: at + 1, total: goal.specs.length, title: goal.specs[at]?.title ?? id };
}

export function endedNode(
  goal: Goal,
  run: Run,
  end: NodeEnd,
  now: string,
  lines: readonly LineCount[] = [],
): NodeEnded {
  const check = provenCheck(goal);
  // Of who changed nothing the check says nothing.
  const isShown = check && lines.length > 0 && check.green === run.outputs?.tree;
  return {
    kind: 'node-ended',
    goal: goal.id,
    node: run.node,
    step: stepOf(goal, run.node),
    end,
    ...(isShown && { check: commandText(check.command) }),
    ...(lines.length > 0 && { changed: changedIn(lines) }),
    seconds: secondsBetween(run.dispatched_at, now),
    ...sentBack(run),
  };
}

export function changedIn(lines: readonly LineCount[]): Changed {
  const sum = (of: 'added' | 'removed') => lines.reduce((total, one) => total + one[of], 0);
  const files = lines.slice(0, NAMED_FILES).map((one) => ({ ...one }));
  return { files, total: lines.length, added: sum('added'), removed: sum('removed') };
}

/** The steps whose reports were sent back, in the order of the plan: how often in all their runs, and why first. */
export function caughtIn(goal: Goal) {
  const caught = goal.specs.flatMap(({ id }) => {
    const runs = Object.values(goal.runs).filter((run) => run.node === id && run.sent_back > 0);
    const [first] = runs;
    if (!first) return [];
    const sent_back = runs.reduce((sum, run) => sum + run.sent_back, 0);
    return [{ step: stepOf(goal, id), ...sentBack({ ...first, sent_back }) }];
  });
  return caught.slice(0, NAMED_CAUGHT);
}

function sentBack({ sent_back, caught }: Run) {
  return sent_back > 0 ? { sent_back, ...(caught && { caught }) } : {};
}

/** A clock that was put back counts for none. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}

/** On the final tree: in the last check, or there already. */
export function passedGates(goal: Goal, end: AtEnd): string[] {
  const { tree, outcomes, others = [] } = end;
  const passes = (name: string): boolean =>
    [...outcomes, ...others].some(({ gate, outcome }) => gate === name && outcome === 'pass') ||
    hasPassedOn(goal, name, tree);
  return countedGates(goal, end).filter(passes);
}

type AtEnd = Readonly<{
  tree: string | null;
  outcomes: readonly GateOutcome[];
  /** Of gates that no node asks for. */
  others?: readonly GateOutcome[] | undefined;
}>;

/** Those that nodes ask for, and what else ran at the end or had passed on this tree. */
export function countedGates(goal: Goal, { tree, others = [] }: AtEnd): string[] {
  const ran = (name: string): boolean =>
    others.some(({ gate }) => gate === name) || hasPassedOn(goal, name, tree);
  const more = otherGates(goal).filter(({ name }) => ran(name));
  return [...gatesOfGoal(goal), ...more].map(({ name }) => name);
}
