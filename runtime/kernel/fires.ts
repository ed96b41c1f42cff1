import type { NodeState } from '../model/state.ts';

/** Whether an edge fires when the node before it has come to that end. */
export function fires(condition: string, end: NodeState['status']): boolean {
  if (condition === 'always') return end === 'done' || end === 'failed' || end === 'skipped';
  return condition === (end === 'done' ? 'on_success' : end === 'failed' ? 'on_failure' : '');
}

/** Whether a node can end no other way any more, unless it is reopened. */
export function isOver(status: NodeState['status']): boolean {
  return status === 'done' || status === 'failed' || status === 'skipped' || status === 'cancelled';
}
