// A person typed /wukong_resume: words, or a decision.

import { changedTests } from '../../engine/checks/changed-tests.ts';
import { explainFailure } from '../../engine/goal/begin.ts';
import { verifyAgain } from '../../engine/report/verifier.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import type { Prompt } from '../../hosts/claude-code/session/prompt.ts';
import { frontierText, openGoalsMessage, quote } from '../../hosts/claude-code/session/text.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { openGoals } from '../../kernel/requests/goals.ts';
import { acceptTests } from '../../kernel/requests/judged.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { type Resumed, resumeGoal } from '../../kernel/requests/resume.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { deadVerifiers } from '../../kernel/requests/verifier.ts';
import { knownClients } from '../../kernel/state/clients.ts';
import { ofSession, sessionOfOwner } from '../../kernel/state/owner.ts';
import { focusOf, nodeState } from '../../kernel/state/queries.ts';
import type { Goal, State } from '../../model/state.ts';
import { readState } from '../../step/run-step.ts';
import { flagText, nextText, waitingAt, waitsText } from '../../words/waiting.ts';
import { personName } from '../../workspace/person.ts';
import { clientRef, descendsFrom, isAlive } from '../../workspace/processes.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';

const MAX_PROMPT = 2000;
const NAMED_NODES = 8;

export async function resume(
  delivery: Delivery,
  prompt: Extract<Prompt, { kind: 'resume' }>,
  interrupted: readonly string[],
  anyOpen: boolean,
): Promise<Answer> {
  const { payload, env } = delivery;
  const claim = ofSession(payload.session_id, clientRef(env), payload.transcript_path);
  const { goalId, nodeId, approve, take, foreign } = prompt;
  const { accept: what } = prompt;
  const by = personName();
  const isWork = what !== null && what !== 'tests-changed';
  const accept = isWork ? { ...what, why: prompt.answer, by } : undefined;
  const tests = what === 'tests-changed' ? await testsOf(delivery, goalId, nodeId) : undefined;
  if (typeof tests === 'string') return { block: tests };
  const answer = what ? '' : prompt.answer;
  const about = { prompt: payload.prompt.slice(0, MAX_PROMPT) };
  // With nothing open there is no goal these words could belong to.
  let verify: string | undefined;
  const result = hostStep(delivery, { ofGoal: anyOpen, payload: about }, (step) => {
    const isDecided = approve || what !== null || foreign.length > 0;
    if (isDecided && isStartedByClient(step.state, env)) return { block: NO_PERSON };
    const words = { goalId, nodeId, answer, approve, accept, foreign, by };
    const request = { claim, ...words, take, interrupted };
    const of = tests && step.state.goals[tests.goal];
    if (of) acceptTests(step, of, tests.node, { files: tests.files, why: prompt.answer, by });
    const resumed = resumeGoal(step, request, isAlive);
    if (resumed.kind !== 'resumed') return { block: notResumedText(resumed) };
    const isLeft = deadVerifiers(resumed.goal, isAlive).length > 0;
    verify = isLeft ? resumed.goal.id : undefined;
    const context = resumedText(step, resumed);
    if (of) return { context, message: `Wukong: accepted as they are now: ${tests.names}.` };
    const isUnused = answer !== '' && resumed.unblocked.length === 0;
    return isUnused ? { context, message: unusedText(nodeId ?? resumed.goal.id) } : { context };
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  if (verify !== undefined) await verifyAgain(delivery.ws, verify, payload.transcript_path);
  return result.value;
}

type TestsSeen = Readonly<{
  goal: string;
  node: string;
  /** By path the blob. */
  files: Readonly<Record<string, string>>;
  names: string;
}>;

/** What a person accepts who types `--tests-changed`; or why there is nothing. */
async function testsOf(
  { ws, payload }: Delivery,
  goalId: string | null,
  nodeId: string | null,
): Promise<TestsSeen | string> {
  const now = readState(ws);
  if (!now.ok) return explainFailure(now.failure);
  const open = openGoals(now.state);
  const focus = goalId ?? focusOf(now.state, payload.session_id)?.id;
  const goal =
    focus === undefined && open.length === 1 ? open[0] : open.find(({ id }) => id === focus);
  if (!goal)
    return 'Wukong: name the goal, for example /wukong_resume G-0001 N-020 --tests-changed <why>.';
  const waits = blockedNodes(goal).filter((id) => {
    const node = nodeState(goal, id);
    return node.status === 'blocked' && node.kind === 'tests-changed';
  });
  const node = nodeId ?? (waits.length === 1 ? waits[0] : undefined);
  if (node === undefined || !Object.hasOwn(goal.nodes, node)) {
    return `Wukong: name the node whose tests you accept, for example /wukong_resume ${goal.id} N-020 --tests-changed <why>.`;
  }
  const found = await changedTests(ws, goal, node);
  if (!found.ok) return `Wukong: git cannot say what was changed: ${found.error.slice(0, 300)}`;
  if (found.value.length === 0) {
    return `Wukong: nothing to accept: no test or gate of ${goal.id} differs from what it was.`;
  }
  const accepted = Object.fromEntries(found.value.map(({ path, after }) => [path, after]));
  const names = found.value.map(({ path, status }) => `${status} ${path}`).join(', ');
  return { goal: goal.id, node, files: accepted, names: names.slice(0, 1000) };
}

function resumedText(step: Step, resumed: Extract<Resumed, { kind: 'resumed' }>): string {
  const { goal, lost, unblocked, accepted } = resumed;
  const parts = [`Wukong resumes ${goal.id}: ${quote(goal.title)}.`];
  if (lost > 0)
    parts.push(
      `${lost === 1 ? '1 interrupted run was' : `${lost} interrupted runs were`} ended; finished nodes stay finished.`,
    );
  if (accepted.length > 0) parts.push(`Accepted as it is by the user: ${accepted.join(', ')}.`);
  if (unblocked.length > 0) parts.push(`Free again: ${unblocked.join(', ')}.`);
  parts.push(frontierText(goal, offer(step, goal, true)));
  return parts.join('\n');
}

function unusedText(where: string): string {
  return `Wukong: nothing in ${where} waits for words of yours, so these were not used.`;
}

/** What each of them waits for, and how to answer it alone. */
function whichText(goal: Goal, nodes: readonly string[]): string {
  const lines = nodes
    .slice(0, NAMED_NODES)
    .map((id) => `/wukong_resume ${goal.id} ${id} <words>  for ${waits(goal, id)}`);
  const text = `Wukong: ${nodes.length} nodes of ${goal.id} wait for words of yours, so name the one that these are for:`;
  return [text, ...lines].join('\n');
}

function waits(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? quote(waitsText(waiting).slice(0, 300)) : '';
}

function howTo(goal: Goal, id: string): string {
  const waiting = waitingAt(goal, id);
  return waiting ? ` ${nextText(waiting, 'session')}` : '';
}

/** A session that another one started: nobody sits there who could decide. */
function isStartedByClient(state: State, env: NodeJS.ProcessEnv): boolean {
  const mine = clientRef(env);
  if (mine === null) return false;
  const others = knownClients(state).filter(({ pid }) => pid !== mine.pid);
  return others.some((other) => descendsFrom(mine.pid, other));
}

const NO_PERSON =
  'Wukong: this session was started by another session, so it cannot decide for a person. Type it in your own session, or use `wukong accept` in a terminal of your own.';

function notResumedText(resumed: Exclude<Resumed, { kind: 'resumed' }>): string {
  switch (resumed.kind) {
    case 'nothing-open':
      return 'Wukong: no goal is open here. Start one with /wukong_fix <what is wrong>.';
    case 'unknown':
      return `Wukong: no open goal ${resumed.goalId} here. Try /wukong_resume alone, or \`wukong status\`.`;
    case 'choose':
      return `Wukong: several goals are open, name one. ${openGoalsMessage(resumed.goals)}`;
    case 'not-asked': {
      const { goal, accept } = resumed;
      const waiting = blockedNodes(goal).map(
        (id) => `\n${id}: ${waits(goal, id)}${howTo(goal, id)}`,
      );
      const others = waiting.length > 0 ? ` What waits for you there:${waiting.join('')}` : '';
      return `Wukong: nothing in ${goal.id} waits for ${flagText(accept)}.${others}`;
    }
    case 'choose-node':
      return whichText(resumed.goal, resumed.nodes);
    case 'lost':
      return explainFailure(resumed.failure);
    case 'owned':
      return `Wukong: ${resumed.goal.id} is being worked on by ${workerName(resumed.goal)} (its client is running). To take it over and replace its runs: /wukong_resume ${resumed.goal.id} --take`;
  }
}

function workerName({ owner }: Goal): string {
  const session = sessionOfOwner(owner);
  return session === undefined ? 'another process' : `session ${session}`;
}
