import { changedTests } from '../../engine/checks/changed-tests.ts';
import { repositoryPath } from '../../evidence/transcript/attribution.ts';
import { blockedNodes } from '../../kernel/graph/graph.ts';
import { acceptTests } from '../../kernel/reports/judged.ts';
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
import { redactor } from '../../privacy/redact.ts';
import type { ChangedFile } from '../../proof/change.ts';
import { oneLine } from '../../words/plain-text.ts';
import { flagText, toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { isAgreed, type Person, personHere } from '../frame/person.ts';
import { type Named, type Picked, pickGoal } from '../frame/pick-goal.ts';
import { acceptInDoubt } from './accept-doubts.ts';

export const accept: Command = {
  description:
    'Accept what a node waits for: changed tests, a doubt, no change, an open criterion, or a fault that was not shown',
  args: {
    node: {
      type: 'positional',
      required: false,
      description:
        'The node, N-020 or G-0001/N-020, or the goal. Default: the one that waits for it',
    },
    why: { type: 'positional', required: false, description: 'Why, with --criterion' },
    'tests-changed': {
      type: 'string',
      valueHint: 'WHY',
      description: 'The tests may change; why is kept with your name and their hashes',
    },
    unproven: {
      type: 'string',
      valueHint: 'WHY',
      description: 'The work is good, although no check failed before it and passes after it',
    },
    'no-change': {
      type: 'string',
      valueHint: 'WHY',
      description: 'Nothing had to be changed',
    },
    criterion: {
      type: 'string',
      valueHint: 'NUMBER',
      description: 'The work is good although this criterion is open; why follows',
    },
    doubts: {
      type: 'string',
      valueHint: 'WHY',
      description: 'You looked at what is in doubt, and it is right',
    },
    doubt: {
      type: 'string',
      valueHint: 'FILE:LINE',
      description:
        'With --doubts only this one, as often as you like; at high risk each is named so',
    },
    foreign: {
      type: 'string',
      valueHint: 'PATH',
      description: 'The change of this file, or of a folder/, is yours and not the node’s',
    },
  },
  examples: [
    ['wukong accept N-030 --tests-changed "the old ones tested the fault"', 'let them change'],
    ['wukong accept N-030 --doubts "it ends the command line"', 'you looked at what is in doubt'],
    ['wukong accept G-0001 --unproven "nothing can show it here"', 'let the goal end so'],
  ],
  async run(args) {
    const given = KINDS.filter((kind) => args.text(kind) !== undefined);
    const [kind] = given;
    if (kind === undefined || given.length > 1) {
      const message = `Say what you accept, one of ${KINDS.map((one) => `--${one}`).join(', ')}.`;
      return misused(message, EXAMPLE);
    }
    const places = args.texts('doubt');
    if (places.length > 0 && kind !== 'doubts') {
      return misused('--doubt needs --doubts.', DOUBTS);
    }
    const isCriterion = kind === 'criterion';
    const { node, said } = isCriterion
      ? wordsOf(args.words)
      : { node: args.text('node'), said: args.text(kind) };
    const why = redactor(process.env)(said?.trim() ?? '').slice(0, 2000);
    const number = Number(isCriterion ? args.text(kind) : 0);
    if (!Number.isInteger(number)) return misused('--criterion takes its number.', BY_NUMBER);
    const isPath = kind === 'foreign';
    if (why === '') {
      const how = isCriterion ? 'behind the number' : `--${kind} "…"`;
      return misused(`Say ${isPath ? 'which' : 'why'}: ${how}.`, isCriterion ? BY_NUMBER : EXAMPLE);
    }
    if (!isCriterion && args.words.length > 1) {
      return misused(`What is "${oneLine(args.words[1] ?? '', 40)}"?`, EXAMPLE);
    }
    const named = namedBy(node);
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const state = stateOf(ws);
    if (!state.ok) return failed(state.error);
    const picked = pickGoal(state.value, named, 'accept');
    if (!picked.ok) return picked.error;
    const { goal, nodeId } = picked.value;
    const prompt = [
      '/wukong_resume',
      goal.id,
      nodeId,
      `--${kind}`,
      ...places.map((place) => `--doubt ${oneLine(place)}`),
      isCriterion ? String(number) : null,
      oneLine(why),
    ];
    const person = personHere(state.value, prompt.filter((word) => word !== null).join(' '));
    if (!person.ok) return person.error;
    if (kind === 'doubts') {
      const below = places.map((place) => repositoryPath(place, [ws.worktree, ws.root]));
      return acceptInDoubt(ws, picked.value, { places: below, why }, person.value);
    }
    if (kind === 'foreign') return claimPath(ws, picked.value, why, person.value);
    if (kind === 'tests-changed') return acceptChanged(ws, picked.value, why, person.value);
    const what = kind === 'criterion' ? { what: kind, number } : { what: kind };
    return acceptAsItIs(picked.value, { ...what, why, ...person.value }, person.value);
  },
};

const KINDS = ['tests-changed', 'doubts', 'unproven', 'no-change', 'criterion', 'foreign'] as const;
const DOUBTS = 'wukong accept N-020 --doubts "it is the end of the command line"';
const EXAMPLE = 'wukong accept N-020 --tests-changed "the old expectation was wrong"';

const BY_NUMBER = 'wukong accept G-0001 --criterion 2 "measured by hand"';

/** What does not name a node or a goal is why: `accept G-0001 --criterion 2 "why"`, or without the goal. */
function wordsOf(words: readonly string[]): { node?: string; said?: string } {
  const [first = '', ...others] = words;
  const isName = /^(?:(?:G-)?\d+|(?:G-\d+\/)?N-\d+)$/i.test(first);
  return isName ? { node: first, said: others.join(' ') } : { said: words.join(' ') };
}

/** `N-020`, `G-0001/N-020` or `G-0001`. */
function namedBy(text: string | undefined): Named {
  return text !== undefined && /^(?:G-)?\d+$/i.test(text)
    ? { goal: text }
    : { goal: undefined, node: text };
}

async function acceptAsItIs(
  { goal, nodeId }: Picked,
  accepted: Acceptance,
  person: Person,
): Promise<Outcome> {
  const flag = flagText(accepted);
  if (!isAwaited(goal, accepted, nodeId)) {
    const where = nodeId === null ? goal.id : `${goal.id}/${nodeId}`;
    return misused(`${where} does not wait for ${flag}.`, 'wukong status');
  }
  const what = whatText(goal, accepted);
  if (!(await isAgreed(person, `Accept ${goal.id}: ${what}?`))) return refusedText();
  return goalStep('accept', { goal: goal.id, node: nodeId ?? undefined }, (step, picked) => {
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

async function claimPath(
  ws: Workspace,
  { goal, nodeId }: Picked,
  typed: string,
  person: Person,
): Promise<Outcome> {
  const path = repositoryPath(typed, [ws.worktree, ws.root]);
  const node = nodeId ?? whoAsks(goal, [path]);
  const question = `Are the changes of ${oneLine(path)} yours, whoever worked meanwhile?`;
  if (!(await isAgreed(person, question))) return refusedText();
  return goalStep('accept', { goal: goal.id }, (step, picked) => {
    const isBlocked = node !== null && blockedNodes(picked.goal).includes(node);
    if (isBlocked) {
      const words = { nodeId: node, answer: '', foreign: [path], ...person };
      resumeFromCli(step, picked.goal, words, isAlive);
    } else claimChanges(step, picked.goal, node, [path], person);
    const lines = [
      `The changes of ${oneLine(path)} are yours in ${goal.id}, whoever worked meanwhile.`,
      ...(isBlocked ? [`${node} is unblocked. ${toGoOn(goal)}`] : []),
    ];
    return done(lines.join('\n'), { goal: goal.id, node, accepted: 'foreign', paths: [path] });
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
  { goal, nodeId }: Picked,
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
  return record(goal.id, nodeId, found, list, { why, ...person });
}

const STATUS = { A: 'added  ', D: 'deleted', M: 'changed', T: 'changed' } as const;

function record(
  goalId: string,
  nodeId: string,
  found: readonly ChangedFile[],
  list: readonly string[],
  said: Person & Readonly<{ why: string }>,
): Promise<Outcome> {
  const hashes = Object.fromEntries(found.map(({ path, after }) => [path, after]));
  return goalStep('accept', { goal: goalId, node: `${goalId}/${nodeId}` }, (step, { goal }) => {
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
