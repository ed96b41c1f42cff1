import { lookAt, takeAnswers } from '../../engine/escalations/take-answers.ts';
import { waitingUnder } from '../../entities/workflow-ids.ts';
import { type AskedAt, escalationAt, openEscalations } from '../../kernel/escalations/follow.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { shownOf } from '../../kernel/requests/approval-list.ts';
import { setTerms } from '../../kernel/requests/goals.ts';
import { drivenNodes, frontierIds } from '../../kernel/requests/offer.ts';
import { resumeFromCli, speaksForPerson } from '../../kernel/requests/resume.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { specOf } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { waitKind } from '../../model/wait-of.ts';
import { redactor } from '../../privacy/redact.ts';
import { drivenHow } from '../../words/driven.ts';
import { toldText } from '../../words/escalation/told.ts';
import { termsText } from '../../words/goal.ts';
import { asSentence, oneLine, wholeLine } from '../../words/plain-text.ts';
import { reasonText } from '../../words/reason.ts';
import { allowText, pausedNext, toGoOn, waitingAt, waitsText } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { personName } from '../../workspace/person.ts';
import { isAlive } from '../../workspace/processes.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { EXIT, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { warn } from '../frame/output.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import { type Named, type Picked, pickGoal } from '../frame/pick-goal.ts';
import { raisedBy } from './raise.ts';

export const resume: Command = {
  description: 'Resume a goal, and answer what a node asked',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001, G-0001/N-020 or ESC-0001. Default: the open goal',
    },
    node: {
      type: 'string',
      valueHint: 'NODE',
      description: 'Only this node: N-010 or G-0001/N-010',
    },
    answer: {
      type: 'string',
      valueHint: 'TEXT',
      description:
        "Your answer at a terminal, for the node's next run; or more of what is used up: tokens=400000, deadline=2026-12-05",
    },
    token: {
      type: 'string',
      valueHint: 'TOKEN',
      description: 'What waits, as `wukong state` names it; each is taken once',
    },
    approve: { type: 'boolean', description: 'Approve the requested actions, once each' },
  },
  async run(args) {
    const answer = redactor(process.env)(args.text('answer')?.trim() ?? '');
    if (args.text('answer') !== undefined && answer === '') {
      return misused('--answer is empty.', 'Write what the agent should know or do differently.');
    }
    const meant = namedBy(args.text('token'), { goal: args.text('goal'), node: args.text('node') });
    if (!meant.ok) return meant.error;
    const named = meant.value;
    if (answer === '' && !args.flag('approve')) {
      const told = await takeNamed(named);
      if (told !== undefined) return told;
    }
    const raised = answer === '' ? ok(undefined) : await raisedBy(named, answer);
    if (!raised.ok) return raised.error;
    const allowed = args.flag('approve') ? await allowedBy(named) : undefined;
    if (allowed && !allowed.ok) return allowed.error;
    const approve = allowed !== undefined;
    const { asked = [] } = allowed?.value ?? {};
    const { terms } = raised.value ?? {};
    const said = terms ? { answer: '', toPause: answer } : { answer };
    const known = allowed?.value.person ?? raised.value?.person;
    const person = known ? ok(known) : sayerOf(named, said);
    if (!person.ok) return person.error;
    return goalStep('resume', named, (step, { goal, nodeId }) => {
      if (approve && askedIn(goal, nodeId).some((action) => !asked.includes(action))) {
        return needsPerson('More was asked for meanwhile.', 'Type it again, and read all of it.');
      }
      const words = { nodeId, ...said, approve, ...person.value };
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
        ...((said.answer !== '' || approve) && unblocked.length === 0
          ? ['No node was waiting for an answer.']
          : []),
        ...waiting
          .slice(0, MAX_NAMED)
          .map(({ node, reason }) => `${node} waits for you: ${wholeLine(reason)}`),
        ...waiting.slice(0, MAX_NAMED).flatMap(({ node }) => howToAllow(goal, node)),
        ...(waiting.length > 0 ? [howToAnswer(goal.id, waiting)] : []),
        ...(ready.length > 0 ? [`Ready: ${ready.join(', ')}.`] : []),
        goesOn(goal, hasOwner),
      ];
      const json = { goal: goal.id, lost, unblocked, waiting, ready, has_owner: hasOwner };
      // Nothing can move until the person has answered.
      const isStuck = waiting.length > 0 && unblocked.length === 0 && ready.length === 0;
      return { exit: isStuck ? EXIT.needsPerson : EXIT.done, text: lines.join('\n'), json };
    });
  },
};

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
  const found = meantBy(named);
  if (!found.ok) return found;
  const { state, goal, nodeId } = found.value;
  if (!speaksForPerson(state, goal, { nodeId, ...said })) return ok({ by: personName() });
  return personHere(state, promptFor(state, goal.id, nodeId, said.answer));
}

type Meant = Readonly<{ ws: Workspace; logId: string; state: State }> & Picked;

function meantBy(named: Named): Result<Meant, Outcome> {
  const opened = openTrusted();
  if (!opened.ok) return fail(failed(opened.error));
  const { ws, trust } = opened.value;
  const state = stateOf(ws);
  if (!state.ok) return fail(failed(state.error));
  const picked = pickGoal(state.value, named, 'resume');
  return picked.ok ? ok({ ws, logId: trust.log_id, state: state.value, ...picked.value }) : picked;
}

/** The same in a session. */
function promptFor(state: State, goal: string, node: string | null, answer = ''): string {
  const asked = escalationAt(state, goal, node)?.id;
  const at = asked === undefined ? [goal, node] : [asked];
  const words = ['/wukong_resume', ...at, oneLine(answer, 200)];
  return words.filter((word) => word !== null && word !== '').join(' ');
}

/**
 * What stands in the files of what is meant is shown to the person, and taken when they agree. Undefined: the
 * goal goes on; else what has to be typed first.
 */
async function takeNamed(named: Named): Promise<Outcome | undefined> {
  const found = meantBy(named);
  if (!found.ok) return found.error;
  const { ws, logId, state, goal, nodeId } = found.value;
  const takes = (one: AskedAt): boolean =>
    one.goal === goal.id && (nodeId === null || one.node === nodeId);
  const asked = openEscalations(state).filter(takes);
  if (asked.length === 0) return undefined;
  const proposed = asked.flatMap((one) => {
    const { id } = one;
    const at = lookAt(ws, one, true);
    return at.kind === 'answer' ? [{ id, says: at.says, stamp: at.stamp }] : [];
  });
  const [first] = proposed;
  let said: Person = { by: personName() };
  if (first) {
    const person = personHere(state, `/wukong_resume ${first.id}`);
    if (!person.ok) return person.error;
    const list = proposed.map(({ id, says }) => `  ${id}: "${oneLine(says, 500)}"`);
    const question = `An answer stands in the file. Is it yours, and does it count?\n${list.join('\n')}`;
    if (!(await isAgreed(person.value, question))) {
      const how = `To answer otherwise: wukong resume ${first.id} --answer "…"`;
      return needsPerson('Nothing was taken.', how);
    }
    said = person.value;
  }
  const seen = new Map(proposed.map(({ id, stamp }) => [id, stamp]));
  const told = takeAnswers(ws, { logId, confirmed: { takes, seen, said } });
  const open = told.find(({ kind }) => !['taken', 'urgent', 'over'].includes(kind));
  for (const one of told) if (one !== open) warn(toldText(one, 'shell'));
  return open && needsPerson(toldText(open, 'shell'), `wukong escalations show ${open.id}`);
}

/** A token stands for the goal, and the node of it, that waits. */
function namedBy(token: string | undefined, named: Named): Result<Named, Outcome> {
  if (token === undefined) return ok(named);
  const opened = openTrusted();
  if (!opened.ok) return fail(failed(opened.error));
  const state = stateOf(opened.value.ws);
  if (!state.ok) return fail(failed(state.error));
  const waiting = waitingUnder(state.value, token.trim());
  if (waiting) return ok({ goal: waiting.goal, node: waiting.node ?? undefined });
  const message = 'Nothing waits under this token: it was taken already, or is none of this log.';
  return fail(misused(message, 'What waits now: wukong state'));
}

const MAX_NAMED = 32;

type Allowed = Readonly<{ person: Person; asked: readonly string[] }>;

/** A person’s yes to all that is asked for, as they were shown it. */
async function allowedBy(named: Named): Promise<Result<Allowed, Outcome>> {
  const found = meantBy(named);
  if (!found.ok) return found;
  const { state, goal, nodeId } = found.value;
  const prompt = ['/wukong_resume', goal.id, nodeId, '--approve'].filter((word) => word !== null);
  const person = personHere(state, prompt.join(' '));
  if (!person.ok) return person;
  const asked = askedIn(goal, nodeId);
  if (asked.length === 0) return ok({ person: person.value, asked });
  const question = `Allow exactly this, once?\n${asked.map((one) => `  ${oneLine(one)}`).join('\n')}`;
  if (await isAgreed(person.value, question)) return ok({ person: person.value, asked });
  return fail(
    needsPerson('Nothing was allowed.', 'To answer otherwise: wukong resume --answer "…"'),
  );
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
  const node = first && second ? ` --node ${first}` : '';
  return `wukong resume ${goalId}${node} --answer "…"`;
}
