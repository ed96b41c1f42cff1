// What a driver does next: what decide says, less what it has under way. Pure.

import type { Command } from '../../kernel/decide.ts';

/** Done beside other work, on nodes of its own. */
export type Work = Extract<Command, { type: 'start_node' | 'verify_report' }>;
/** Done alone: decide says it only when no run is left. */
export type Closing = Extract<Command, { type: 'complete_goal' | 'pause_goal' }>;

type Turn =
  | Readonly<{ kind: 'begin'; work: readonly Work[] }>
  /** Until something of its own ends, or somebody else's does. */
  | Readonly<{ kind: 'wait' }>
  | Readonly<{ kind: 'close'; by: Closing }>
  | Readonly<{ kind: 'nothing' }>;

/**
 * How many may be worked on at once, and that one writes at a time, is in `commands` already. A node that is
 * being claimed has no run yet and is among them still. `passedOver`: nodes this driver can do nothing for.
 */
export function whatNow(
  commands: readonly Command[],
  underWay: ReadonlySet<string>,
  passedOver: ReadonlySet<string>,
): Turn {
  const isFree = (node: string): boolean => !underWay.has(node) && !passedOver.has(node);
  const work = commands.filter(isWork).filter(({ node }) => isFree(node));
  if (work.length > 0) return { kind: 'begin', work };
  if (underWay.size > 0 || commands.some(isAwaited)) return { kind: 'wait' };
  const by = commands.find(isClosing);
  return by ? { kind: 'close', by } : { kind: 'nothing' };
}

function isWork(one: Command): one is Work {
  return one.type === 'start_node' || one.type === 'verify_report';
}

function isAwaited({ type }: Command): boolean {
  return type === 'await_run' || type === 'await_report';
}

function isClosing(one: Command): one is Closing {
  return one.type === 'complete_goal' || one.type === 'pause_goal';
}
