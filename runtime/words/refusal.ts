// A call of a role agent that gets no node: why, for the main agent.

import type { Refusal } from '../kernel/requests/dispatch-request.ts';
import { waitingAt } from '../kernel/requests/waiting-at.ts';
import { specOf } from '../kernel/state/queries.ts';
import { unreachable } from '../model/failure.ts';
import type { Goal } from '../model/state/goal.ts';
import { drivenHow } from './driven.ts';
import { nextText, waitsText } from './waiting.ts';

export function refusalReason(goal: Goal, because: Refusal): string {
  switch (because.kind) {
    case 'nameless':
      return 'The client gave this call no tool_use_id, so its agent could not be told from others.';
    case 'none-ready':
      return `No ${because.role} node of ${goal.id} is ready.`;
    case 'working': {
      const { node, status, run } = because;
      return `${node} (${specOf(goal, node).title}) is already ${status} as run ${run}.`;
    }
    case 'enough-at-once':
      return `${because.most} nodes of ${goal.id} are worked on, as many as max_concurrent_work_items allows at once; the next is offered when one of them has ended.`;
    case 'budget-reserved':
      return `What is left of the budget of ${goal.id} is reserved for the runs at work. Dispatch it again when one of them has ended.`;
    case 'other-executor': {
      const { node, executor } = because;
      return `No agent of this session carries out ${goal.id}/${node}. Tell the user: ${drivenHow(goal.id, executor)} Or \`wukong switch ${goal.id}/${node} --executor subagent --why "…"\` there gives it to an agent.`;
    }
    case 'unguarded': {
      const waiting = waitingAt(goal, because.node);
      return waiting ? `${waitsText(waiting)} ${nextText(waiting, 'session')}` : '';
    }
    default:
      return unreachable(because);
  }
}
