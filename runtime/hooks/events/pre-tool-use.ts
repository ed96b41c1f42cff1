// Before the main agent dispatches, and before a subagent hands its report back. A dispatch is bound
// to a ready node of that role and its prompt becomes the work order, or it is refused with what is
// ready. The hook never answers "allow" on its own.

import { headOf, takeTree } from '../../engine/changes/changes.ts';
import { type Around, lookAround } from '../../engine/dispatch/look-around.ts';
import { makeOrder } from '../../engine/dispatch/make-order.ts';
import { endTrial } from '../../engine/gates/leftover-gates.ts';
import { canHaveLanes } from '../../engine/lanes/can-have-lanes.ts';
import { endLeft } from '../../engine/results/end-left.ts';
import { handOrder } from '../../engine/results/hand-order.ts';
import { newUsage } from '../../engine/usage/new-usage.ts';
import { missingOfRuns } from '../../executors/context-pack.ts';
import { sleep } from '../../files/atomic-write.ts';
import { realPath } from '../../files/real-path.ts';
import { type Answer, clip } from '../../hosts/claude-code/events/answer.ts';
import { idOf, textOf } from '../../hosts/claude-code/events/ids.ts';
import { agentName } from '../../hosts/claude-code/events/plugin-names.ts';
import {
  cannotResumeAgentText,
  handedText,
  lostText,
  nestedText,
  pausedText,
  refusalText,
  reportedText,
} from '../../hosts/claude-code/session/text.ts';
import { workOrderText } from '../../hosts/claude-code/session/work-order-text.ts';
import type { UsageSeen } from '../../kernel/budget/record-usage.ts';
import { stepOf } from '../../kernel/graph/ended-node.ts';
import { lastJudged } from '../../kernel/graph/graph.ts';
import { finishedWork } from '../../kernel/graph/proof.ts';
import { dispatch, goalOf, peekDispatch, peekSwitched } from '../../kernel/requests/dispatch.ts';
import type { DispatchAnswer, DispatchRequest } from '../../kernel/requests/dispatch-request.ts';
import { dropOffer } from '../../kernel/requests/runs.ts';
import {
  type DrivenRun,
  drivenRuns,
  entry,
  focusOf,
  leftRuns,
  type RunAt,
  retiredRun,
  runOfAgent,
} from '../../kernel/state/queries.ts';
import { toAgent } from '../../kernel/state/run-by.ts';
import type { WorkOrder } from '../../kernel/views/work-order.ts';
import { ok, type Result } from '../../model/failure.ts';
import type { State } from '../../model/state/state.ts';
import { isRole, type Role, WRITING_ROLES } from '../../model/vocabulary.ts';
import { readState, runStep } from '../../step/run-step.ts';
import { clientRef, isAlive } from '../../workspace/processes.ts';
import { answerStep, hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { onReport } from './report.ts';

const POLL_MS = 250;

export function onPreToolUse(delivery: Delivery): Answer | Promise<Answer> {
  const { tool_name, agent_id, tool_input } = delivery.payload;
  if (tool_name === 'SubagentHandback' && agent_id !== '') {
    return onReport(delivery, textOf(tool_input.message));
  }
  const isDispatch = tool_name === 'Agent' || tool_name === 'Task';
  const role = isDispatch ? roleOf(textOf(tool_input.subagent_type)) : undefined;
  if (agent_id !== '') return role ? onNestedDispatch(delivery, role) : recordOnly(delivery);
  if (tool_name === 'SendMessage') return onSendMessage(delivery);
  return role ? onDispatch(delivery, role) : recordOnly(delivery);
}

/**
 * A run is bound to a call of the main agent. A role agent that a subagent calls would do a node's work
 * with words of that subagent, under nobody's order.
 */
function onNestedDispatch(delivery: Delivery, role: Role): Answer {
  return answerStep(delivery, { payload: { subagent_type: role } }, (step): Answer => {
    const goal = focusOf(step.state, delivery.payload.session_id);
    return goal?.status === 'running' ? { deny: nestedText(goal, role) } : {};
  });
}

/** `eye`, or `wukong:eye` where the agents come from a plugin. */
function roleOf(type: string): Role | undefined {
  const name = type.replace(/^wukong:/, '');
  return isRole(name) ? name : undefined;
}

function recordOnly(delivery: Delivery): Answer {
  return answerStep(delivery, { payload: {} }, () => ({}));
}

/**
 * After a crash the client invites the main agent to wake dead agents up: two would do one node. And one
 * that has reported would change what is being checked.
 */
function onSendMessage(delivery: Delivery): Answer {
  const to = idOf(delivery.payload.tool_input.to);
  return answerStep(delivery, { payload: { to } }, (step): Answer => {
    const at = runOfAgent(step.state, to);
    const retired = retiredRun(step.state, to);
    if (retired) return { deny: cannotResumeAgentText(retired) };
    if (at?.run.report) return { deny: reportedText(at.run) };
    if (!at?.run.ended) return {};
    return { deny: cannotResumeAgentText(at.run.id, at.run.ended.outcome) };
  });
}

async function onDispatch(delivery: Delivery, role: Role): Promise<Answer> {
  const { payload, ws, env } = delivery;
  const request: DispatchRequest = {
    by: toAgent(payload.session_id, payload.tool_use_id, clientRef(env)),
    role,
    prompt: textOf(payload.tool_input.prompt),
    model: textOf(payload.tool_input.model).slice(0, 100) || undefined,
    worktree: realPath(ws.worktree) ?? ws.worktree,
    lane: null,
    planMode: payload.permission_mode === 'plan',
    missing: (goal, node) => (lastJudged(goal, node) ? missingOfRuns(ws, goal, node) : []),
  };
  const isWriting = WRITING_ROLES.includes(role);
  // A gate that is only tried leaves the tree to whoever writes; one that began meanwhile does so below.
  if (isWriting) endTrial(ws, request.worktree);
  const { tree, besideOthers } = isWriting ? await waitForTree(delivery, request) : NO_TREE;
  if (!tree.ok) return { deny: `Wukong cannot take a snapshot of the working tree: ${tree.error}` };
  const head = tree.value === null ? undefined : await headOf(request.worktree);
  const around = await lookBefore(delivery, request, tree.value);
  let over: readonly DrivenRun[] = [];
  const result = hostStep(delivery, { payload: { subagent_type: role } }, (step) => {
    // A writer of a driver that is gone makes room.
    const held = isWriting ? drivenRuns(step.state) : [];
    const answer = dispatch(
      step,
      { ...request, head, besideOthers, ...around },
      tree.value,
      isAlive,
    );
    over = leftRuns(held, isAlive);
    return answer;
  });
  if (over.length > 0) await endLeft(ws, over);
  if (isWriting) endTrial(ws, request.worktree);
  if (result.kind === 'failed') {
    const { failure } = result;
    if (failure.kind === 'graph-lost') return { deny: lostText(failure.goal, failure.file) };
    const why =
      failure.kind === 'log-locked' ? `the log is held by ${failure.holder.name}` : failure.kind;
    return { deny: `Wukong could not record this dispatch (${why}). Try again in a moment.` };
  }
  return result.kind === 'ok' ? answerDispatch(delivery, result.value, result.state, role) : {};
}

function answerDispatch(
  delivery: Delivery,
  answer: DispatchAnswer,
  state: State,
  role: Role,
): Answer {
  switch (answer.kind) {
    case 'untouched':
      return {};
    case 'refused':
      return { deny: refusalText(answer.goal, answer.because, answer.ready) };
    case 'paused':
      return { deny: pausedText(state, answer.goal, answer.because) };
    case 'tree-busy':
      return {
        deny: `Wukong: ${answer.by} of another goal is changing this working tree. Wait, or work in a git worktree of your own.`,
      };
    case 'unit-busy':
      return {
        deny: `Wukong: ${answer.by} of another goal works on the same node of ${answer.issue}, and there is one run of it at a time. Dispatch it again when that one is done.`,
      };
    case 'no-tree':
      return {
        deny: `Wukong: ${answer.node} became ready in this moment, and the working tree was not noted yet. Dispatch it again.`,
      };
    case 'bound': {
      const { goal, run } = answer.at;
      const { place, total, title } = stepOf(goal, run.node);
      const made = makeOrder(delivery.ws, answer.at, state, { isThere: answer.again === true });
      if (!made.ok) {
        dropOrder(delivery.ws, answer.at, made.error);
        return { deny: `Wukong cannot write the work order of ${run.node}: ${made.error}` };
      }
      if (run.by.kind === 'person') return handToPerson(delivery, answer.at, made.value);
      // A worktree of its own would take the change out of the tree that is measured, unless it is its lane.
      const { isolation: _, ...input } = delivery.payload.tool_input;
      const model = state.config.models?.[role];
      const updatedInput = {
        // In `-p` an agent the main agent waits for costs one turn, and one in the background two: the
        // call, and the wake-up. The terminal UI knows no such field.
        run_in_background: false,
        ...input,
        ...(run.lane.awaited && { isolation: 'worktree' }),
        description: clip(`${place}/${total} ${title}`, 80),
        // Of a project and a plugin in one clone, only the one that is in force has a guard for its agents.
        subagent_type: agentName(role, delivery.trust.plugin === true),
        prompt: workOrderText(made.value),
        ...(model !== undefined && { model }),
      };
      // Written into the file since the goal began, it counts for nothing there.
      const isAllowed = state.config.allow_dispatch && goal.pinned?.allow_dispatch !== false;
      return isAllowed ? { updatedInput, allow: true } : { updatedInput };
    }
  }
}

/** No agent starts: a person has the order now. */
function handToPerson({ ws }: Delivery, at: RunAt, order: WorkOrder): Answer {
  const handed = handOrder(ws, at, order);
  if (handed.ok) return { deny: handedText(at.goal, at.run, handed.value.dir) };
  dropOrder(ws, at, handed.error);
  return { deny: `Wukong cannot hand out the order of ${at.run.node}: ${handed.error}` };
}

function dropOrder(ws: Delivery['ws'], { goal, run }: RunAt, why: string): void {
  runStep(ws, (step) => {
    const open = step.state.goals[goal.id];
    const given = open && entry(open.runs, run.id);
    if (given) dropOffer(step, open, given, { kind: 'no-order-folder', why });
  });
}

/** What was used by now, and what lies around it. */
async function lookBefore(
  { ws }: Delivery,
  request: DispatchRequest,
  tree: string | null,
): Promise<Around & Readonly<{ used?: readonly UsageSeen[] }>> {
  const { worktree } = request;
  const now = readState(ws, (state) => {
    const goal = goalOf(state, request);
    if (goal?.status !== 'running') return undefined;
    const isBound = peekDispatch(state, request, isAlive) === 'bound';
    const hasWork = isBound && finishedWork(goal, worktree).length > 0;
    const from = peekSwitched(state, request);
    return { goal, used: newUsage(state, goal), hasWork, from };
  });
  if (!now.ok || !now.value) return {};
  const { used, ...seen } = now.value;
  return { used, ...(await lookAround(ws, { ...seen, worktree, tree })) };
}

type Waited = Readonly<{ tree: Result<string | null, string>; besideOthers: boolean }>;

const NO_TREE: Waited = { tree: ok(null), besideOthers: false };

/**
 * A writing role needs the tree as it is now, and for itself: while another goal writes there it gets a lane, or
 * waits where there are none. Nothing is locked meanwhile.
 */
async function waitForTree(delivery: Delivery, request: DispatchRequest): Promise<Waited> {
  const { ws } = delivery;
  let besideOthers: boolean | undefined;
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    const now = readState(ws, (state) => peekDispatch(state, request, isAlive));
    if (!now.ok) return NO_TREE;
    const answer = now.value;
    if (answer === 'untouched' || answer === 'refused') return NO_TREE;
    const { config } = now.state;
    if (answer === 'tree-busy') besideOthers ??= await canHaveLanes(ws, config);
    if (answer === 'bound' || besideOthers || waitedMs >= config.tree_wait_sec * 1000) {
      return { tree: await takeTree(ws, request.worktree), besideOthers: besideOthers ?? false };
    }
    sleep(POLL_MS);
  }
}
