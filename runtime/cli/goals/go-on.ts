// What a person says lets a goal go on: words, leave, more of what is used up, or nothing but that it may.

import { escalationAt } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { shownOf } from '../../kernel/requests/approval-list.ts';
import { setTerms } from '../../kernel/requests/goals.ts';
import { drivenNodes, frontierIds } from '../../kernel/requests/offer.ts';
import { resumeFromCli, speaksForPerson } from '../../kernel/requests/resume.ts';
import { waitingAt } from '../../kernel/requests/waiting-at.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { specOf } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Terms } from '../../model/goal-terms.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { waitKind } from '../../model/wait-of.ts';
import { isUsedUp, raiseFor } from '../../model/ways.ts';
import { drivenHow } from '../../words/driven.ts';
import { type Answer, asTyped, NOTHING_SAID } from '../../words/escalation/answer.ts';
import { readRaise } from '../../words/escalation/raise.ts';
import { termsText } from '../../words/goal.ts';
import { asSentence, oneLine, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { allowText, pausedNext, toGoOn, waitsText } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { isAlive } from '../../workspace/processes.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import { DAEMON_GOES_ON, isForDaemon } from '../frame/daemon-here.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openNow } from '../frame/open-workspace.ts';
import { EXIT, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isConfirmed, type Person, personHere } from '../frame/person.ts';
import { type Named, type Picked, pickGoal } from '../frame/pick-goal.ts';

export async function goOn(named: Named, said: Answer): Promise<Outcome> {
  const raised = said.words === '' ? ok(undefined) : await raisedBy(named, said.words);
  if (!raised.ok) return raised.error;
  const allowed = said.approve ? await allowedBy(named) : undefined;
  if (allowed && !allowed.ok) return allowed.error;
  const approve = allowed !== undefined;
  const { asked = [] } = allowed?.value ?? {};
  const { terms } = raised.value ?? {};
  const isToPause = terms !== undefined || named.ofGoal === true;
  const to = isToPause ? { answer: '', toPause: said.words } : { answer: said.words };
  const known = allowed?.value.person ?? raised.value?.person;
  const person = known ? ok(known) : sayerOf(named, to);
  if (!person.ok) return person.error;
  return goalStep('resume', named, (step, { goal, nodeId }) => {
    if (approve && askedIn(goal, nodeId).some((action) => !asked.includes(action))) {
      return needsPerson('More was asked for meanwhile.', 'Type it again, and read all of it.');
    }
    const words = { nodeId, ...to, approve, ...person.value };
    if (person.value.terminal === undefined && speaksForPerson(step.state, goal, words)) {
      return needsPerson('Something is asked of a person meanwhile.', 'See: wukong status');
    }
    if (terms) setTerms(step, goal, terms, words);
    const resumed = resumeFromCli(step, goal, words, isAlive);
    if (resumed.kind === 'lost') return failed(resumed.failure);
    if (resumed.kind === 'choose-node') {
      const named = firstOf(resumed.nodes, MAX_NAMED);
      const message = `Several nodes of ${goal.id} wait for an answer: ${named}.`;
      return needsPerson(message, `Name one: ${answerCommand(goal.id, resumed.nodes)}`);
    }
    if (goal.status === 'paused' && goal.paused) {
      const message = `${goal.id} stays paused: ${asSentence(reasonText(goal.paused))}`;
      return needsPerson(message, pausedNext(goal.id, goal.paused, undefined, 'shell'));
    }
    const lost = resumed.kind === 'resumed' ? resumed.lost : 0;
    const unblocked = resumed.kind === 'resumed' ? resumed.unblocked : [];
    const waiting = waitingIn(goal);
    const ready = frontierIds(goal, step.state.config);
    const hasOwner = hasLivingOwner(step.state, goal, isAlive);
    const lines = [
      `Resumed ${goal.id}${terms ? `: ${termsText(terms)}` : ''}.`,
      ...(lost > 0 ? [`${lost} of its runs lost their client and will be repeated.`] : []),
      ...(unblocked.length > 0 ? [`Unblocked: ${firstOf(unblocked, MAX_NAMED)}.`] : []),
      ...((to.answer !== '' || approve) && unblocked.length === 0 ? [unusedText(waiting)] : []),
      ...waiting
        .slice(0, MAX_NAMED)
        .map(({ node, reason }) => `${node} waits for you: ${wholeLine(reason)}`),
      ...waiting.slice(0, MAX_NAMED).flatMap(({ node }) => howToAllow(goal, node)),
      ...(waiting.length > 0 ? [howToAnswer(goal.id, waiting)] : []),
      ...(ready.length > 0 ? [`Ready: ${ready.join(', ')}.`] : []),
      isForDaemon(step.state, goal) ? DAEMON_GOES_ON : goesOn(goal, hasOwner),
    ];
    const json = { goal: goal.id, lost, unblocked, waiting, ready, has_owner: hasOwner };
    // Nothing can move until the person has answered.
    const isStuck = waiting.length > 0 && unblocked.length === 0 && ready.length === 0;
    return { exit: isStuck ? EXIT.needsPerson : EXIT.done, text: lines.join('\n'), json };
  });
}

function unusedText(waiting: readonly WaitingNode[]): string {
  const undecided = waiting.find(({ kind }) => kind === 'undecided');
  if (!undecided) return 'No node was waiting for an answer.';
  return `Nothing was taken: to whether ${undecided.node} runs the answer is "yes" or "no".`;
}

/** Who carries on. */
function goesOn(goal: Goal, hasOwner: boolean): string {
  const [driven] = drivenNodes(goal);
  if (driven) return drivenHow(goal.id, specOf(goal, driven.id).executor, 'shell');
  return hasOwner ? 'Its session gets the work at its next turn.' : toGoOn(goal);
}

/** Who lets it go on: a person at a terminal, where it takes one. */
function sayerOf(
  named: Named,
  said: Readonly<{ answer: string; toPause?: string }>,
): Result<Person, Outcome> {
  const found = pickedNow(named);
  if (!found.ok) return found;
  const { state, goal, nodeId } = found.value;
  if (!speaksForPerson(state, goal, { nodeId, ...said })) return ok({ by: personName() });
  const escalation = escalationAt(state, goal.id, nodeId)?.id ?? null;
  const at = { escalation, goalId: goal.id, nodeId };
  return personHere(state, asTyped(at, { ...NOTHING_SAID, words: said.answer }));
}

type Found = Readonly<{ ws: Workspace; logId: string; state: State }> & Picked;

/** The goal that is meant, as it is now. */
export function pickedNow(named: Named): Result<Found, Outcome> {
  const opened = openNow();
  if (!opened.ok) return fail(failed(opened.error));
  const { ws, trust, state } = opened.value;
  const picked = pickGoal(state, named, 'resume');
  return picked.ok ? ok({ ws, logId: trust.log_id, state, ...picked.value }) : picked;
}

const MAX_NAMED = 32;

type Allowed = Readonly<{ person: Person; asked: readonly string[] }>;

/** A person’s yes to all that is asked for, as they were shown it. */
async function allowedBy(named: Named): Promise<Result<Allowed, Outcome>> {
  const found = pickedNow(named);
  if (!found.ok) return found;
  const { state, goal, nodeId } = found.value;
  const at = { escalation: null, goalId: goal.id, nodeId };
  const person = personHere(state, asTyped(at, { ...NOTHING_SAID, approve: true }));
  if (!person.ok) return person;
  const asked = askedIn(goal, nodeId);
  if (asked.length === 0) return ok({ person: person.value, asked });
  const question = `Allow exactly this, once?\n${asked.map((one) => `  ${oneLine(one)}`).join('\n')}`;
  if (await isConfirmed(person.value, question)) return ok({ person: person.value, asked });
  return fail(needsPerson('Nothing was allowed.', 'To answer otherwise: wukong answer'));
}

type Raised = Readonly<{ terms: Terms; person: Person }>;

/**
 * Words that give a goal more of what it has used up, its budget or its time: they widen what may be used, and are
 * asked. Undefined: what waits there is something else.
 */
async function raisedBy(named: Named, words: string): Promise<Result<Raised | undefined, Outcome>> {
  const found = pickedNow(named);
  if (!found.ok) return found;
  const { state, goal, nodeId } = found.value;
  if (nodeId !== null || !isUsedUp(goal.paused) || blockedNodes(goal).length > 0)
    return ok(undefined);
  const terms = readRaise(raiseFor(goal.paused), words, new Date().toISOString());
  if (!terms.ok) return fail(misused(terms.error.message, terms.error.hint));
  const asked = escalationAt(state, goal.id, null)?.id;
  const person = personHere(state, asked && `/wukong_resume ${asked} ${words}`);
  if (!person.ok) return person;
  const question = `Set for ${goal.id}: ${termsText(terms.value)}, and go on?`;
  if (await isConfirmed(person.value, question)) {
    return ok({ terms: terms.value, person: person.value });
  }
  return fail(needsPerson('Nothing was set.', 'Type it again, and answer y.'));
}

/** The actions that a yes is about. */
function askedIn(goal: Goal, nodeId: string | null): string[] {
  return blockedNodes(goal)
    .filter((id) => nodeId === null || nodeId === id)
    .flatMap((id) => shownOf(goal, id));
}

export type WaitingNode = Readonly<{ node: string; kind: string; reason: string }>;

/** The nodes of a goal that wait for a person, in plan order. */
export function waitingIn(goal: Goal): WaitingNode[] {
  return blockedNodes(goal).flatMap((id) => {
    const waiting = waitingAt(goal, id);
    return waiting
      ? [{ node: id, kind: waitKind(waiting.because), reason: waitsText(waiting) }]
      : [];
  });
}

function howToAllow(goal: Goal, node: string): string[] {
  const waiting = waitingAt(goal, node);
  const hint = waiting ? allowText(waiting, 'shell', (action) => oneLine(action)) : '';
  return hint === '' ? [] : [hint];
}

function howToAnswer(goalId: string, waiting: readonly WaitingNode[]): string {
  const nodes = waiting.map(({ node }) => node);
  return `To answer: ${answerCommand(goalId, nodes)}`;
}

function answerCommand(goalId: string, nodes: readonly string[]): string {
  const [first, second] = nodes;
  return `wukong answer ${goalId}${first && second ? `/${first}` : ''} "…"`;
}
