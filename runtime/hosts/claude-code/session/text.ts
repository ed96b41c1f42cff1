// Every sentence the runtime says inside Claude Code to the main agent and to a subagent, in English. What
// the user is told is in phrases.ts, but for what keeps anything from being done here.

import { escalationAt } from '../../../kernel/escalations/follow.ts';
import { blockedNodes, countOf } from '../../../kernel/graph/graph.ts';
import { stepsOf } from '../../../kernel/graph/growth.ts';
import { verifying } from '../../../kernel/reports/verifier.ts';
import type { Refusal } from '../../../kernel/requests/dispatch-request.ts';
import type { Held } from '../../../kernel/requests/guard.ts';
import {
  beyondOffers,
  drivenNodes,
  type Offered,
  waitsForDriver,
} from '../../../kernel/requests/offer.ts';
import { waitingAt } from '../../../kernel/requests/waiting-at.ts';
import { activeRuns, specOf } from '../../../kernel/state/queries.ts';
import type { Failure } from '../../../model/failure.ts';
import type { Reason } from '../../../model/reason.ts';
import type { Goal } from '../../../model/state/goal.ts';
import type { Run } from '../../../model/state/run.ts';
import type { State } from '../../../model/state/state.ts';
import { drivenHow, handedHow } from '../../../words/driven.ts';
import { heldReason } from '../../../words/held.ts';
import { asSentence } from '../../../words/plain-text.ts';
import { reasonText } from '../../../words/reason.ts';
import { refusalReason } from '../../../words/refusal.ts';
import { nextText, pausedNext, waitsText } from '../../../words/waiting.ts';
import { clip } from '../events/answer.ts';

const HOW_TO_DISPATCH =
  'Dispatch each with the Agent tool, subagent_type as named; any short prompt will do, because the runtime writes the work order itself. Several ready nodes may go out in one message. Then wait for their results. Do not do their work yourself, and do not use SendMessage for it.';

/** The offer: what is ready, and how to hand it out. Lines `- N-010 eye: title`. */
export function offerText(goal: Goal, offers: readonly Offered[]): string {
  const lines = offers.map(({ id, role, title, attempt }) => {
    const again = attempt > 1 ? ` (attempt ${attempt})` : '';
    return `- ${id} ${role}: ${clip(title, 120)}${again}`;
  });
  const more = beyondOffers(goal, offers);
  if (more > 0) lines.push(`- and ${more} more, offered when these are out`);
  return [`Wukong ${goal.id}: ready now`, ...lines, HOW_TO_DISPATCH].join('\n');
}

/** Stop shows its whole text to the user: one plain sentence first. */
export function continueText(goal: Goal, offers: readonly Offered[]): string {
  const n = offers.length;
  const what = n === 1 ? 'one node is' : `${n} nodes are`;
  return `Wukong: ${what} ready in ${goal.id}, please continue.\n${offerText(goal, offers)}`;
}

export function startedText(goal: Goal, offers: readonly Offered[], paused: string | null): string {
  const before = paused ? ` ${paused} was paused for it.` : '';
  return [
    `Wukong made ${goal.id} (${goal.template.name}, ${goal.specs.length} nodes) for: ${quote(goal.title)}.${before}`,
    'The runtime offers the nodes, checks each result itself and says what is next.',
    ...(offers.length > 0 ? [offerText(goal, offers)] : waitingLines(goal)),
  ].join('\n');
}

/** Where the goal stands, for an agent that has lost it from its context. */
export function frontierText(goal: Goal, offers: readonly Offered[]): string {
  const parts = [
    `Wukong ${goal.id} is open: ${quote(goal.title)} (${countDone(goal)} of ${stepsOf(goal).length} nodes done).`,
  ];
  if (goal.status === 'paused')
    parts.push(`It is paused: ${goal.paused ? reasonText(goal.paused) : ''}. Dispatch nothing.`);
  const working = activeRuns(goal).filter((run) => run.report === null);
  const running = working.map((run) => `${run.node} (${run.role}, run ${run.id})`);
  if (running.length > 0) parts.push(`Still working: ${running.join(', ')}. Wait for them.`);
  parts.push(...verifyingLines(goal));
  parts.push(...waitingLines(goal));
  if (offers.length > 0) parts.push(offerText(goal, offers));
  return parts.join('\n');
}

/** Reports on their way to a result. `alone`: only those that their agents wait for no longer. */
export function verifyingLines(goal: Goal, alone = false): string[] {
  const shown = verifying(goal).filter((run) => !(alone && run.report.waiter));
  const nodes = shown.map((run) => run.node);
  if (nodes.length === 0) return [];
  return [
    `Reported, and being checked by the runtime: ${nodes.join(', ')}. Nothing is to be done for that: end your turn; the result will be reported to you.`,
  ];
}

const NAMED_BLOCKED = 8;

/** One line for each node that waits for a person, with the questions quoted as data. */
export function waitingLines(goal: Goal): string[] {
  const lines: string[] = [];
  const blocked = blockedNodes(goal);
  for (const id of blocked.slice(0, NAMED_BLOCKED)) {
    const waiting = waitingAt(goal, id);
    if (!waiting) continue;
    lines.push(
      `${id} waits for the user: ${quote(clip(waitsText(waiting), 1200))} ${nextText(waiting, 'session')} Tell the user; do not answer for them and do not dispatch it.`,
    );
  }
  const more = blocked.length - lines.length;
  if (more > 0) lines.push(`${more} more wait for the user; \`wukong status\` names them.`);
  return [...lines, ...drivenLines(goal)];
}

/** What the user has to start outside of the session, once nothing else is to be done there. */
function drivenLines(goal: Goal): string[] {
  const [first] = waitsForDriver(goal) ? drivenNodes(goal) : [];
  if (!first) return [];
  const how = drivenHow(goal.id, specOf(goal, first.id).executor);
  return [
    `${first.id} is next, and no agent of this session does it. ${how} Tell the user this, do nothing of it yourself, and end your turn.`,
  ];
}

/** To the main agent, whose user said something while they are asked: their words may be the answer. */
export function mayAnswerText(goal: Goal): string | undefined {
  const lines = waitingLines(goal);
  if (lines.length === 0) return undefined;
  const how =
    'Only what they type behind /wukong_resume is taken. If this message of theirs reads like the answer, show them that line with their words in it.';
  return [`Wukong ${goal.id}:`, ...lines, how].join('\n');
}

export function refusalText(goal: Goal, because: Refusal, ready: readonly Offered[]): string {
  const reason = refusalReason(goal, because);
  if (ready.length === 0) return `Wukong: ${reason} Nothing is ready; ${waitedFor(goal)}.`;
  const list = ready.map((node) => `${node.id} ${node.role}`).join(', ');
  return `Wukong: ${reason} Ready now: ${list}.`;
}

/** To the main agent, which called a role agent for a node that is a person's. */
export function handedText(goal: Goal, run: Run, dir: string): string {
  const to = run.by.kind === 'person' ? run.by.name : run.role;
  return `Wukong: ${goal.id}/${run.node} is carried out by a person (${to}), not by an agent. ${handedHow({ run: run.id, dir })} Tell the user this and do nothing of the node yourself; dispatch what else is ready, or end your turn.`;
}

/** To the main agent, whose goal waits for a person. */
export function pausedText(state: State, goal: Goal, because: Reason): string {
  const asked = escalationAt(state, goal.id, null)?.id;
  return `Wukong: ${goal.id} is paused: ${asSentence(reasonText(because))} ${pausedNext(goal.id, because, asked)} Tell the user this; do nothing of it yourself, dispatch nothing, and end your turn.`;
}

/** To a subagent that calls a role agent of its own. */
export function nestedText(goal: Goal, role: string): string {
  return `Wukong: the agent ${role} is dispatched by the main conversation alone, for a ready node of ${goal.id}; inside a subagent it would work for no node. Do this part with your own tools, or say in your report what is still needed.`;
}

function waitedFor(goal: Goal): string {
  const active = activeRuns(goal);
  if (active.some((run) => run.report === null)) return 'wait for the running agents';
  if (active.length > 0) return 'end your turn; the results will be reported to you';
  return blockedNodes(goal).length > 0
    ? 'the rest waits for the user. Tell them; `wukong status` names it'
    : 'end your turn';
}

export function sendBackText(missing: readonly string[], left: number): string {
  const list = missing.map((item, i) => `${i + 1}. ${item}`).join('\n');
  const last = left === 0 ? ' This is the last time before the attempt counts as failed.' : '';
  const out = left === 0 ? ` ${WAY_OUT}` : '';
  return `Wukong cannot accept this report yet.${last} What is missing:\n${list}\nDo this now, then give the whole report again in the same format.${out}`;
}

/** Who has no way but to pass is led to cheat. */
export const WAY_OUT =
  'If a check contradicts the request, or cannot pass for a reason outside your work, report `Status: blocked` and ask: that is no failure.';

/** To the main agent, whose last words are all that a headless client prints. */
export function endText(ends: string): string {
  return `${ends}\nTell the user this, the first sentence as it is, and end your turn.`;
}

export function runOverText(why: string): string {
  return `Wukong: ${why}. Nothing this agent does counts any more: end your work. The main agent dispatches the node again with the Agent tool.`;
}

/** To the main agent, about an agent it wants to resume. */
export function reportedText({ id }: Run): string {
  return `Wukong: run ${id} of that agent has reported, and its report is being checked. Nothing it does now would count: do not resume it, and end your turn. The result will be reported to you.`;
}

/** The same when its run is over. Without the reason, which may quote the agent. */
export function cannotResumeAgentText(run: string, outcome?: string): string {
  const how = outcome === undefined ? '' : ` (${outcome})`;
  return `Wukong: run ${run} of that agent is over${how}. Nothing it does counts any more: do not resume it. Work is dispatched with the Agent tool, once it is ready.`;
}

/** A log that can't be used, said when a session starts; undefined for what passes by itself. */
export function unreadableText(failure: Failure): string | undefined {
  switch (failure.kind) {
    case 'log-newer':
      return 'Wukong: the log of this repository holds records of a newer version, so this one does nothing here. Update Wukong and run `wukong init`.';
    case 'log-damaged':
      return `Wukong: .wukong/${failure.file} is damaged at line ${failure.line}, so nothing is done here. \`wukong fsck\` says what to do.`;
    case 'log-missing':
      return 'Wukong: .wukong/events.jsonl is gone (`git clean`?), so nothing is recorded or checked here. In a terminal, `wukong repair --restore` brings it back; where no goal was begun yet, `wukong init` starts a new log.';
    case 'segment-missing':
      return `Wukong: .wukong/${failure.file}, a part of the log, is missing, so nothing is done here. Put it back; \`wukong fsck\` says more.`;
    default:
      return undefined;
  }
}

/** Nothing is guessed of a goal whose plan is lost. */
export function lostText(goal: string, file: string): string {
  return `Wukong: .wukong/${file}, the plan of ${goal}, is missing or was altered, so nothing is done with that goal. Put it back and type \`wukong rebuild\`, or abort it with \`wukong goal cancel ${goal}\`. Other goals go on.`;
}

export function quote(text: string): string {
  return `"${text.replaceAll('"', "'").replaceAll(/\s+/g, ' ')}"`;
}

function countDone(goal: Goal): number {
  return countOf(goal, 'done');
}

const MAX_WHY = 500;

export function heldText(because: Held): string {
  const { why, instead } = heldReason(because);
  return `Wukong holds this call: ${clip(why, MAX_WHY)} ${instead}`;
}

export function approvalText(rule: string, action: string): string {
  const asked = clip(action, MAX_WHY);
  return `Wukong holds this call: ${rule} waits for a person. Do not reach it another way. Do what can be done without it; then report \`Status: blocked\`, with this line under \`Questions:\`\n- May I: ${asked}`;
}

export function noLaneText(why: string): string {
  return `Wukong holds this call, because the working tree of this agent is not ready (${clip(why, MAX_WHY)}). Try again in a moment; if it stays so, end your work and say so.`;
}

export function lockedText(why: string): string {
  return `Wukong holds this call, because it could not record it (${clip(why, MAX_WHY)}). Try again in a moment.`;
}
