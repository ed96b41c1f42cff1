// What became of a node, and of what a goal changed, as data for people.

import type { LineCount } from '../../model/evidence.ts';
import { commandText } from '../../model/gate.ts';
import type { Changed, Notice, StepName } from '../../model/notice.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { stepsOf } from './growth.ts';
import { provenCheck } from './proof.ts';

type NodeEnded = Extract<Notice, { kind: 'node-ended' }>;
export type NodeEnd = NodeEnded['end'];

const NAMED_FILES = 5;

/** How people know a node: 2 of 6, and its title. */
export function stepOf(goal: Goal, id: string): StepName {
  const steps = stepsOf(goal);
  const at = steps.findIndex((spec) => spec.id === id);
  return { place: at + 1, total: steps.length, title: steps[at]?.title ?? id };
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

function sentBack({ sent_back, caught }: Run) {
  return sent_back > 0 ? { sent_back, ...(caught && { caught }) } : {};
}

/** A clock that was put back counts for none. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000));
}
