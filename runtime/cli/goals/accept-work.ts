// A person takes finished work as it is, tests as they are now, or a change as their own: shown, and asked.

import { changedTests } from '../../engine/checks/changed-tests.ts';
import { repositoryPath } from '../../evidence/transcript/attribution.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { acceptTests } from '../../kernel/requests/accept-tests.ts';
import {
  type Acceptance,
  type Accepted,
  acceptWork,
  isAwaited,
  openAt,
} from '../../kernel/requests/accept-work.ts';
import { claimChanges, whoAsks } from '../../kernel/requests/claim-changes.ts';
import { resumeFromCli } from '../../kernel/requests/resume.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { ChangedFile } from '../../proof/change.ts';
import { type Answer, asTyped, workTaken } from '../../words/escalation/answer.ts';
import { oneLine } from '../../words/plain-text.ts';
import { flagText, toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openNow } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, isConfirmed, type Person, personHere } from '../frame/person.ts';
import { type Named, type PickedStill, pickGoal } from '../frame/pick-goal.ts';
import { acceptInDoubt } from './accept-doubts.ts';

export async function acceptSaid(named: Named, said: Answer): Promise<Outcome> {
  const opened = openNow();
  if (!opened.ok) return failed(opened.error);
  const { ws, state } = opened.value;
  const picked = pickGoal(state, named, 'accept');
  if (!picked.ok) return picked.error;
  const { goal, nodeId } = picked.value;
  const prompt = asTyped({ escalation: null, goalId: goal.id, nodeId }, said);
  const person = personHere(state, prompt);
  if (!person.ok) return person.error;
  const at = { ...picked.value, still: named.still };
  const { words: why, accept, places, foreign } = said;
  if (foreign.length > 0) return claimPaths(ws, at, said, person.value);
  if (accept?.what === 'doubts') {
    const below = places.map((place) => repositoryPath(place, [ws.worktree, ws.root]));
    return acceptInDoubt(ws, at, { places: below, why }, person.value);
  }
  const work = workTaken(said);
  if (!work) return acceptChanged(ws, at, why, person.value);
  return acceptAsItIs(at, { ...work, why, ...person.value }, person.value);
}

async function acceptAsItIs(
  { goal, nodeId, still }: PickedStill,
  accepted: Acceptance,
  person: Person,
): Promise<Outcome> {
  const flag = flagText(accepted);
  if (!isAwaited(goal, accepted, nodeId)) {
    const where = nodeId === null ? goal.id : `${goal.id}/${nodeId}`;
    return misused(`${where} does not wait for ${flag}.`, 'wukong status');
  }
  const what = whatText(goal, accepted);
  if (!(await isConfirmed(person, `Accept ${goal.id}: ${what}?`))) return refusedText();
  return goalStep('accept', { goal: goal.id, node: nodeId ?? undefined, still }, (step, picked) => {
    if (!isAwaited(picked.goal, accepted, nodeId)) {
      return misused(`${goal.id} does not wait for ${flag} any more.`, 'wukong status');
    }
    const nodes = acceptWork(step, picked.goal, nodeId, accepted);
    const lines = [
      `Accepted for ${goal.id}: ${what}.`,
      ...blockedNodes(picked.goal).flatMap((id) => stillOpen(picked.goal, id)),
      ...(nodes.length > 0 ? [`Done by it: ${nodes.join(', ')}.`] : []),
      hasLivingOwner(step.state, picked.goal, isAlive)
        ? 'Its session goes on at its next turn.'
        : toGoOn(goal),
    ];
    return done(lines.join('\n'), { goal: goal.id, accepted: accepted.what, nodes });
  });
}

async function claimPaths(
  ws: Workspace,
  { goal, nodeId, still }: PickedStill,
  { foreign, words }: Answer,
  person: Person,
): Promise<Outcome> {
  const paths = foreign.map((path) => repositoryPath(path, [ws.worktree, ws.root]));
  const named = paths.map((path) => oneLine(path)).join(', ');
  const node = nodeId ?? whoAsks(goal, paths);
  if (!(await isAgreed(person, `Are the changes of ${named} yours, whoever worked meanwhile?`))) {
    return refusedText();
  }
  return goalStep('accept', { goal: goal.id, still }, (step, picked) => {
    const isBlocked = node !== null && blockedNodes(picked.goal).includes(node);
    if (isBlocked) {
      const said = { nodeId: node, answer: words, foreign: paths, ...person };
      resumeFromCli(step, picked.goal, said, isAlive);
    } else claimChanges(step, picked.goal, node, paths, person);
    const lines = [
      `The changes of ${named} are yours in ${goal.id}, whoever worked meanwhile.`,
      ...(isBlocked ? [`${node} is unblocked. ${toGoOn(goal)}`] : []),
    ];
    return done(lines.join('\n'), { goal: goal.id, node, accepted: 'foreign', paths });
  });
}

function whatText(goal: Goal, accepted: Accepted): string {
  if (accepted.what !== 'criterion') return WORDS[accepted.what];
  const { number } = accepted;
  const open = blockedNodes(goal).flatMap((id) => openAt(goal, id));
  const text = open.find((one) => one.number === number)?.text ?? '';
  return oneLine(`criterion ${number} is open, ${text}`, 400);
}

function stillOpen(goal: Goal, id: string): string[] {
  const numbers = openAt(goal, id).map(({ number }) => number);
  return numbers.length > 0 ? [`${id} still waits for criterion ${numbers.join(', ')}.`] : [];
}

const WORDS = {
  unproven: 'the fault was not shown',
  'no-change': 'nothing had to be changed',
} as const;

function refusedText(): Outcome {
  return needsPerson('Nothing was accepted.', 'Look at `git diff`, then type it again.');
}

async function acceptChanged(
  ws: Workspace,
  { goal, nodeId, still }: PickedStill,
  why: string,
  person: Person,
): Promise<Outcome> {
  if (nodeId === null) return misused('Name the node, for example N-020.', 'wukong status');
  const looked = await changedTests(ws, goal, nodeId);
  if (!looked.ok) return failed({ kind: 'git', message: oneLine(looked.error, 200) });
  const found = looked.value;
  if (found.length === 0) {
    return done(`Nothing to accept: no test or gate of ${goal.id} differs from what it was.`, {
      goal: goal.id,
      node: nodeId,
      files: {},
    });
  }
  const list = found.map(
    ({ path, status, meaning }) =>
      `  ${STATUS[status]}  ${oneLine(path)}${meaning === 'both' ? ' (and what of it is the program)' : ''}`,
  );
  const question = `${list.join('\n')}\nAccept these as they are now, for ${goal.id}?`;
  if (!(await isAgreed(person, question))) return refusedText();
  return record({ goal: goal.id, node: nodeId, still }, found, list, { why, ...person });
}

const STATUS = { A: 'added  ', D: 'deleted', M: 'changed', T: 'changed' } as const;

function record(
  {
    goal: goalId,
    node: nodeId,
    still,
  }: Readonly<{ goal: string; node: string }> & Pick<Named, 'still'>,
  found: readonly ChangedFile[],
  list: readonly string[],
  said: Person & Readonly<{ why: string }>,
): Promise<Outcome> {
  const hashes = Object.fromEntries(found.map(({ path, after }) => [path, after]));
  return goalStep('accept', { goal: goalId, node: nodeId, still }, (step, { goal }) => {
    const came = acceptTests(step, goal, nodeId, { files: hashes, ...said });
    const next = NEXT[came];
    const lines = [
      `Accepted for ${goal.id}, as they are now:`,
      ...list,
      'A further change to them needs acceptance again.',
      ...(next === '' ? [] : [`${nodeId} ${next}. ${toGoOn(goal)}`]),
    ];
    const json = { goal: goal.id, node: nodeId, files: hashes };
    const isFree = came !== 'noted';
    return done(lines.join('\n'), {
      ...json,
      unblocked: isFree,
      judged_again: came === 'judged-again',
    });
  });
}

const NEXT = {
  'judged-again': 'is judged once more, with them',
  unblocked: 'is unblocked',
  noted: '',
} as const;
