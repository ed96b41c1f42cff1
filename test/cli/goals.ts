// Goals made by the kernel itself, for commands that show and change them: no client is needed.

import { dispatch } from '../../runtime/kernel/requests/dispatch.ts';
import { startGoal } from '../../runtime/kernel/requests/goals.ts';
import { startRun } from '../../runtime/kernel/requests/runs.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { blockNode } from '../../runtime/kernel/requests/waiting-nodes.ts';
import { ofSession, sessionOfOwner } from '../../runtime/kernel/state/owner.ts';
import { toAgent } from '../../runtime/kernel/state/run-by.ts';
import type { ProcessRef } from '../../runtime/model/actors/process-ref.ts';
import type { Reason } from '../../runtime/model/reason.ts';
import type { State } from '../../runtime/model/state/state.ts';
import type { Role } from '../../runtime/model/vocabulary.ts';
import type { BlockedKind, NodeWait } from '../../runtime/model/waits.ts';
import { runStep } from '../../runtime/step/run-step.ts';
import type { Workspace } from '../../runtime/workspace/paths.ts';
import { processRef } from '../../runtime/workspace/processes.ts';
import { FIX } from '../kernel/plan.ts';

export const LIVING = processRef(process.pid);
/** No process has this id on any system we know. */
export const DEAD: ProcessRef = { pid: 2 ** 30, started: '1' };

export function must<T>(
  ws: Workspace,
  body: (step: Step) => T,
): Readonly<{ value: T; state: State }> {
  const result = runStep(ws, body);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result;
}

/** Starts a goal and gives its id. Each needs a session of its own: a session has one focus. */
export function start(
  ws: Workspace,
  title: string,
  client = DEAD,
  session = `session-of ${title}`,
): string {
  const owner = ofSession(session, client, '');
  return must(ws, (step) => startGoal(step, owner, title, FIX).id).value;
}

/** As a log of before says why a node waits. */
export function inWords(waits: BlockedKind, text: string): NodeWait {
  return { kind: 'text', text, waits } as Reason as NodeWait;
}

export function block(
  ws: Workspace,
  goalId: string,
  node: string,
  kind: BlockedKind,
  text: string,
): void {
  must(ws, (step) => {
    const goal = step.state.goals[goalId];
    if (goal) blockNode(step, goal, node, inWords(kind, text));
  });
}

/** Dispatches the ready node of a role and binds an agent to it. */
export function work(ws: Workspace, goalId: string, role: Role, client = DEAD): string {
  return must(ws, (step) => {
    const goal = step.state.goals[goalId];
    const answer = dispatch(
      step,
      {
        by: toAgent((goal && sessionOfOwner(goal.owner)) ?? '', `toolu_${role}`, client),
        role,
        prompt: '',
        worktree: ws.worktree,
      },
      null,
      () => true,
    );
    if (answer.kind !== 'bound') throw new Error(answer.kind);
    const { run } = answer.at;
    startRun(step, answer.at.goal, run, {
      agentId: `agent-${role}`,
      background: true,
      via: 'test',
    });
    return run.id;
  }).value;
}

export const answerNode = (ws: Workspace, answer: string): unknown =>
  must(ws, (step) =>
    step.emit({
      type: 'node.answered',
      goal_id: 'G-0001',
      node_id: 'N-010',
      payload: { answer, to: { kind: 'text', text: '' } },
    }),
  );
