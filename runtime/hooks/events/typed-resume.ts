// A person typed /wukong_resume: words, or a decision.

import { changedTests } from '../../engine/checks/changed-tests.ts';
import { verifyAgain } from '../../engine/report/verifier.ts';
import { endLeft } from '../../engine/results/end-left.ts';
import type { Answer } from '../../hosts/claude-code/events/answer.ts';
import type { Refused } from '../../hosts/claude-code/session/phrases.ts';
import { phrasesIn } from '../../hosts/claude-code/session/speak.ts';
import { frontierText, quote } from '../../hosts/claude-code/session/text.ts';
import { escalationAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { waitingUnder } from '../../kernel/escalations/token.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { deadVerifiers } from '../../kernel/reports/verifier.ts';
import { acceptTests } from '../../kernel/requests/accept-tests.ts';
import { goalMeant, openGoals } from '../../kernel/requests/goals.ts';
import { offer } from '../../kernel/requests/offer.ts';
import { type Resumed, resumeGoal, speaksForPerson } from '../../kernel/requests/resume.ts';
import type { Step } from '../../kernel/requests/step.ts';
import { knownClients } from '../../kernel/state/clients.ts';
import { languageOfGoal } from '../../kernel/state/language.ts';
import { type DrivenRun, drivenRuns, leftRuns, nodeState } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { Terminal } from '../../model/actors/terminal.ts';
import type { Notice } from '../../model/notice.ts';
import type { Reason } from '../../model/reason.ts';
import type { State } from '../../model/state/state.ts';
import { waitKind } from '../../model/wait-of.ts';
import { redactor } from '../../privacy/redact.ts';
import { readState } from '../../step/run-step.ts';
import { workTaken } from '../../words/escalation/answer.ts';
import { oneLine } from '../../words/plain-text.ts';
import { personName } from '../../workspace/person.ts';
import { clientRef, depthOf, descendsFrom, isAlive } from '../../workspace/processes.ts';
import { lineage, seatOf } from '../../workspace/terminal.ts';
import { claimOf } from '../frame/claim.ts';
import { explainFailure } from '../frame/explain-failure.ts';
import { hostStep } from '../frame/host-step.ts';
import type { Delivery } from '../frame/read-delivery.ts';
import { refuse } from '../frame/refuse.ts';
import { asMeant, asWords, type Meant, notOpen, type Resume } from './typed-answer.ts';
import { doubtsOf, takeDoubts } from './typed-doubts.ts';

const MAX_PROMPT = 2000;

export async function resume(
  delivery: Delivery,
  typed: Resume,
  interrupted: readonly string[],
  now: State,
): Promise<Answer> {
  const { token } = typed.at;
  const waiting = token === undefined ? undefined : waitingUnder(now, token);
  if (token !== undefined && !waiting) return refuse(now, delivery, { kind: 'no-token' });
  const at = waiting && { ...typed.at, goalId: waiting.goal, nodeId: waiting.node };
  const named = at ? { ...typed, at } : typed;
  const { payload, env } = delivery;
  const said = saidIn(delivery);
  // Of what another client started nothing is taken from a file either: nobody sits there.
  const mayAnswer = !isStartedByClient(now, env);
  const meant = mayAnswer ? asMeant(delivery, named, said) : asTyped(now, named);
  if ('block' in meant) return meant;
  const { prompt, toPause, told, terms } = meant;
  const claim = claimOf(delivery);
  const { take } = prompt;
  const { escalation, goalId, nodeId } = prompt.at;
  const { approve, foreign, words: typedWords, accept: taken } = prompt.said;
  const work = workTaken(prompt.said);
  const accept = work && { ...work, why: typedWords, ...said };
  const isOfTests = taken?.what === 'tests-changed';
  const tests = isOfTests ? await testsOf(delivery, goalId, nodeId) : undefined;
  if (tests && 'block' in tests) return tests;
  const doubts = taken?.what === 'doubts' ? await doubtsOf(delivery, prompt) : undefined;
  if (doubts && 'block' in doubts) return doubts;
  const answer = taken ? '' : typedWords;
  const about = { prompt: payload.prompt.slice(0, MAX_PROMPT) };
  // With nothing open there is no goal these words could belong to.
  let verify: string | undefined;
  let left: readonly DrivenRun[] = [];
  const ofGoal = openGoals(now).length > 0;
  const result = hostStep(delivery, { ofGoal, payload: about }, (step) => {
    // Somebody may have taken it in this moment.
    if (token !== undefined && !waitingUnder(step.state, token)) {
      return refuse(step.state, delivery, { kind: 'no-token' });
    }
    if (escalation !== null && !openEscalations(step.state).some(({ id }) => id === escalation)) {
      return refuse(step.state, delivery, notOpen(step.state, escalation));
    }
    if (isForPerson(step.state, prompt, toPause) && isStartedByClient(step.state, env))
      return refuse(step.state, delivery, { kind: 'no-person' });
    const words = { goalId, nodeId, answer, approve, accept, foreign, ...said, toPause, terms };
    const request = { claim, ...words, take, interrupted };
    const of = tests && step.state.goals[tests.goal];
    if (of) acceptTests(step, of, tests.node, { files: tests.files, why: typedWords, ...said });
    const why = redactor(process.env)(typedWords);
    if (doubts && !takeDoubts(step, delivery, doubts, { why, ...said })) {
      return refuse(step.state, delivery, { kind: 'no-doubts', goal: doubts.goal });
    }
    const held = drivenRuns(step.state);
    const resumed = resumeGoal(step, request, isAlive);
    left = leftRuns(held, isAlive);
    if (resumed.kind === 'lost') return { block: explainFailure(resumed.failure) };
    if (resumed.kind !== 'resumed') return refuse(step.state, delivery, resumed);
    const isLeft = deadVerifiers(resumed.goal, isAlive).length > 0;
    verify = isLeft ? resumed.goal.id : undefined;
    const { goal, lost, unblocked: answered, accepted, paused } = resumed;
    const isUnused = !of && answer !== '' && answered.length === 0;
    const done = {
      ...{ answer, answered, accepted, approved: approve, foreign, lost },
      tests: doubts?.names ?? (of && tests.names),
      more:
        terms &&
        ({
          of: [goal.id, ...Object.keys(terms.nodes ?? {})].join('/'),
          what: terms.deadline === undefined ? 'budget' : 'deadline',
          is: terms.deadline ?? toPause,
        } as const),
      paused,
      unused: isUnused ? (nodeId ?? goal.id) : undefined,
    };
    const context = resumedText(step, resumed);
    const phrases = phrasesIn(languageOfGoal(goal));
    const still = goal.status === 'paused' ? goal.paused : null;
    const message = still
      ? phrases.notice(waitsStill(step.state, goal.id, still))
      : phrases.resumed(goal, done);
    return { context, message: [...told, message].join('\n') };
  });
  if (result.kind === 'failed') return { block: explainFailure(result.failure) };
  if (result.kind !== 'ok') return {};
  if (left.length > 0) await endLeft(delivery.ws, left);
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
  delivery: Delivery,
  goalId: string | null,
  nodeId: string | null,
): Promise<TestsSeen | Readonly<{ block: string }>> {
  const { ws, payload } = delivery;
  const now = readState(ws);
  if (!now.ok) return { block: explainFailure(now.failure) };
  const no = (why: Refused) => refuse(now.state, delivery, why);
  const goal = goalMeant(now.state, payload.session_id, goalId);
  if (!goal) return no({ kind: 'name-goal' });
  const waits = blockedNodes(goal).filter((id) => {
    const node = nodeState(goal, id);
    return node.status === 'blocked' && waitKind(node.because) === 'tests-changed';
  });
  const node = nodeId ?? (waits.length === 1 ? waits[0] : undefined);
  if (node === undefined || !Object.hasOwn(goal.nodes, node)) {
    return no({ kind: 'name-node', goal: goal.id });
  }
  const found = await changedTests(ws, goal, node);
  if (!found.ok) return no({ kind: 'git-fails', said: found.error.slice(0, 300) });
  if (found.value.length === 0) return no({ kind: 'no-tests-changed', goal: goal.id });
  const accepted = Object.fromEntries(found.value.map(({ path, after }) => [path, after]));
  const names = found.value.map(({ path, status }) => `${status} ${path}`).join(', ');
  return { goal: goal.id, node, files: accepted, names: names.slice(0, 1000) };
}

/** Its limit is the same still. */
function waitsStill(state: State, goal: string, because: Reason): Notice {
  const id = escalationAt(state, goal, null)?.id;
  return { kind: 'goal-waits', goal, because, ...(id && { escalation: id }) };
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

/** What was typed, and nothing of what stands in files. */
function asTyped(state: State, prompt: Resume): Meant {
  const one = openEscalations(state).find(({ id }) => id === prompt.at.escalation);
  const at = one ? { ...prompt.at, goalId: one.goal, nodeId: one.node } : prompt.at;
  return { prompt: asWords({ ...prompt, at }), toPause: '', told: [] };
}

/**
 * Whether any goal it may be about goes on only by what a person says. Who takes one from a session that is at
 * work becomes its owner, and nobody's child any more.
 */
function isForPerson(
  state: State,
  { at: { goalId, nodeId }, take, said }: Resume,
  toPause: string,
): boolean {
  if (said.accept !== null || take) return true;
  const { words: answer, approve, foreign } = said;
  const words = { nodeId, answer, approve, foreign, toPause };
  return openGoals(state).some(
    (goal) => (goalId === null || goal.id === goalId) && speaksForPerson(state, goal, words),
  );
}

/** The session, and where its client runs. A client without a terminal has none to name. */
function saidIn({ payload, env }: Delivery): Said {
  const terminal = terminalOf(env);
  return { by: personName(), session: payload.session_id, ...(terminal && { terminal }) };
}

function terminalOf(env: NodeJS.ProcessEnv): Terminal | undefined {
  const client = clientRef(env);
  // On Windows nothing tells it of another process.
  if (client === null || process.platform === 'win32') return undefined;
  const seat = seatOf(lineage(client.pid));
  if (seat.kind !== 'foreground') return undefined;
  const clean = redactor(process.env);
  const parents = seat.terminal.parents.map((name) => oneLine(clean(name)));
  return { ...seat.terminal, parents };
}

/**
 * A session that another one started, or an executor of ours: nobody sits there who could decide.
 */
export function isStartedByClient(state: State, env: NodeJS.ProcessEnv): boolean {
  if (depthOf(env) > 0) return true;
  const mine = clientRef(env);
  const pid = mine?.pid ?? process.pid;
  const others = knownClients(state).filter((other) => other.pid !== pid);
  return others.some((other) => descendsFrom(pid, other));
}
