import type { Draft } from '../model/event.ts';
import type { Goal } from '../model/state.ts';

/** What a fact means for the actions of a goal that wait for a person. */
export function reduceApproval(goal: Goal, event: Draft): void {
  const { action } = event.payload;
  const node = event.node_id ?? '';
  const others = (keep: (asked: Asked) => boolean) => goal.approvals?.filter(keep) ?? [];
  switch (event.type) {
    case 'approval.asked':
      goal.approvals = [...others(() => true), { node, action, given: false }];
      return;
    case 'approval.given':
      goal.approvals = [
        ...others((asked) => !isIt(asked, node, action)),
        { node, action, given: true },
      ];
      return;
    case 'approval.used':
      goal.approvals = others((asked) => !isIt(asked, node, action));
      return;
    case 'node.unblocked':
      // The person answered, and what they did not allow is no longer asked.
      if (goal.approvals) goal.approvals = others((asked) => asked.given || asked.node !== node);
      return;
  }
}

type Asked = NonNullable<Goal['approvals']>[number];

function isIt(asked: Asked, node: string, action: string): boolean {
  return asked.node === node && asked.action === action;
}
