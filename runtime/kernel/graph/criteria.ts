// Which criteria of a goal hold, and where that is seen: each kind by its own rule.

import { type CommandGate, commandText } from '../../model/gate.ts';
import type { NodeSpec } from '../../model/node.ts';
import type { Criterion, CriterionSaid } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import type { NodeStatus, Role } from '../../model/vocabulary.ts';
import { nodeState } from '../state/queries.ts';
import { followsSuccess } from './edges.ts';
import { edgesFrom, lastJudged, reachable, runsOf } from './graph.ts';
import { gatesKnown, gatesOfGoal, proofOf, provenCheck } from './proof.ts';

/** What shows that it holds. */
export type Holds =
  /** `command`: as a person would type it. */
  | Readonly<{ kind: 'gate'; gate: string; command: string }>
  /** The runtime ran it in a copy. */
  | Readonly<{ kind: 'check'; command: string }>
  | Readonly<{ kind: 'changed'; path: string }>
  /** By the judge. */
  | Readonly<{ kind: 'cited'; path: string; line: number }>;

export type Standing =
  | Readonly<{ is: 'met'; holds: readonly Holds[] }>
  | Readonly<{ is: 'accepted'; by: string; why: string }>
  | Readonly<{ is: 'open'; why: string }>;

export type CriterionSeen = Readonly<{ criterion: Criterion; standing: Standing }>;

/**
 * As the ear wrote them, or a person where no ear does. Where neither did, the gates; while an ear is not done,
 * none yet.
 */
export function criteriaOf(goal: Goal): readonly CriterionSeen[] {
  const said = saidNow(goal);
  const accepted = proofOf(goal).criteria?.accepted ?? [];
  return listOf(goal).map((criterion): CriterionSeen => {
    const found = look(
      goal,
      criterion,
      said.find(({ number }) => number === criterion.number),
    );
    const taken = accepted.find(({ number }) => number === criterion.number);
    const isTaken = taken !== undefined && found.is === 'open';
    return { criterion, standing: isTaken ? { is: 'accepted', ...signedBy(taken) } : found };
  });
}

/** What the goal was begun with, while its ear may still write what that comes to. */
export function criteriaToWrite(goal: Goal): readonly string[] {
  const isAhead = ({ id, role }: NodeSpec): boolean =>
    role === 'ear' && !OVER.includes(nodeState(goal, id).status);
  if (goal.proof?.criteria || !goal.specs.some(isAhead)) return [];
  return goal.success_criteria;
}

const OVER: readonly NodeStatus[] = ['done', 'failed', 'skipped', 'cancelled'];

/** Whether this node says of each criterion that it holds. */
export function judgesCriteria(goal: Goal, nodeId: string): boolean {
  return proofOf(goal).criteria !== undefined && judgesOf(goal).includes(nodeId);
}

/**
 * Whether the criteria have to hold when this node is done: it judges them, or nobody does, and no other node is
 * left. Then a person is asked about those that the runtime does not see hold by itself.
 */
export function settlesCriteria(goal: Goal, nodeId: string): boolean {
  if (proofOf(goal).criteria === undefined) return false;
  const judges = judgesOf(goal);
  if (judges.length > 0) return judges.includes(nodeId);
  return goal.specs.every(({ id }) => id === nodeId || OVER.includes(nodeState(goal, id).status));
}

/** The minds behind which nothing comes; in a plan without one the noses behind which nobody works or judges. */
function judgesOf(goal: Goal): string[] {
  const minds = goal.specs.filter(({ id, role }) => role === 'mind' && isLast(goal, id));
  const noses = goal.specs.filter(({ id, role }) => role === 'nose' && isLastJudge(goal, id));
  return (minds.length > 0 ? minds : noses).map(({ id }) => id);
}

function isLast(goal: Goal, id: string): boolean {
  return !edgesFrom(goal, id).some(({ condition }) => followsSuccess(condition));
}

function isLastJudge(goal: Goal, id: string): boolean {
  const behind = reachable(goal, id, true);
  return (
    isLast(goal, id) || !goal.specs.some((one) => behind.has(one.id) && WORKS.includes(one.role))
  );
}

const WORKS: readonly Role[] = ['body', 'tongue', 'nose', 'mind'];

/**
 * Of a goal that has come to its end: how many criteria were not seen to hold, and no person took the work without
 * them. Nobody looked at what an ear would have made of them, nor at what goes beyond those that are looked at.
 */
export function unseenCriteria(goal: Goal): number {
  if (!goal.specs.every(({ id }) => OVER.includes(nodeState(goal, id).status))) return 0;
  const { criteria } = proofOf(goal);
  if (!criteria) return goal.given_criteria ?? 0;
  return openCriteria(goal).length + criteria.more;
}

function signedBy({ by, why }: Readonly<{ by: string; why: string }>) {
  return { by, why };
}

function listOf(goal: Goal): readonly Criterion[] {
  const { criteria } = proofOf(goal);
  if (criteria) return criteria.list;
  if (goal.specs.some(({ role }) => role === 'ear')) return [];
  return gatesOfGoal(goal)
    .filter(({ mustPass }) => mustPass)
    .map(({ name, command }, i) => ({
      number: i + 1,
      text: commandText(command),
      kind: 'deterministic',
      names: [name],
      node: '',
    }));
}

export type OpenCriterion = { number: number; text: string; why: string };

export function openCriteria(goal: Goal): OpenCriterion[] {
  return criteriaOf(goal).flatMap(({ criterion: { number, text }, standing }) =>
    standing.is === 'open' ? [{ number, text, why: standing.why.slice(0, MAX_WHY) }] : [],
  );
}

const MAX_WHY = 300;

/** Those that hold the end up. Where nothing can run, nobody waits for what only a run shows: it is told. */
export function criteriaOwed(goal: Goal): OpenCriterion[] {
  const open = openCriteria(goal);
  if (!goal.unchecked) return open;
  const said = saidNow(goal);
  return open.filter(({ number }) => {
    const kind = listOf(goal).find((one) => one.number === number)?.kind;
    const needsRun = kind === 'deterministic' || kind === 'behavioural';
    return !needsRun || said.some((one) => one.number === number && one.met === false);
  });
}

/** For its agent. */
export function criterionAsk({ number, text, why }: OpenCriterion): string {
  return `Criterion ${number} is open (${text}): ${why}. If it holds, write the line "Criterion ${number}: met, path:line" with the place that shows it; if not, "Criterion ${number}: not met, why".`;
}

/** What was said of work that is open again counts no more. */
function saidNow(goal: Goal): readonly CriterionSaid[] {
  const { said = [], said_by = null } = proofOf(goal).criteria ?? {};
  const node = said_by === null ? undefined : goal.runs[said_by]?.node;
  if (node === undefined || runsOf(goal, node).at(-1)?.id !== said_by) return [];
  const { status } = nodeState(goal, node);
  return status === 'pending' || status === 'ready' ? [] : said;
}

function look(goal: Goal, criterion: Criterion, said: CriterionSaid | undefined): Standing {
  if (said?.met === false) return open(`the report says: ${said.text}`);
  switch (criterion.kind) {
    case 'deterministic':
      return allOf(criterion.names, (name) => passed(goal, name));
    case 'behavioural':
      return tested(goal, criterion, said);
    case 'documentation':
      return allOf(criterion.names, (path) => documented(goal, path, said));
    case 'judged':
      return cited(
        goal,
        said,
        said?.cited ?? [],
        'its line in the report cites no place that resolves',
      );
  }
}

/** Each of what it names has to be seen; why it is not is a sentence. */
function allOf(names: readonly string[], seen: (name: string) => Holds | string): Standing {
  if (names.length === 0) return open('it names nothing that the runtime could look at');
  const found = names.map(seen);
  const why = found.find((one) => typeof one === 'string');
  return why === undefined
    ? { is: 'met', holds: found.filter((one) => typeof one !== 'string') }
    : open(why);
}

/** By the runtime: as a gate, or as a check in a copy. */
function passed(goal: Goal, name: string): Holds | string {
  const gate = gatesKnown(goal).find((one) => one.name === name);
  if (hasPassed(goal, name)) return byGate(name, gate);
  const isGreen = proofOf(goal).checks.some(
    ({ command, green }) => green !== null && commandText(command) === name,
  );
  return isGreen ? { kind: 'check', command: name } : `the runtime did not see ${name} pass`;
}

function byGate(name: string, gate: CommandGate | undefined): Holds {
  return { kind: 'gate', gate: name, command: gate ? commandText(gate.command) : name };
}

function hasPassed(goal: Goal, gate: string): boolean {
  return Object.hasOwn(goal.proven, gate);
}

/** Tests passed, and among them is the one it names or the mind cites. */
function tested(goal: Goal, { names }: Criterion, said: CriterionSaid | undefined): Standing {
  const ran = testsThatPassed(goal);
  if (!ran) return open('the runtime saw no test pass');
  const places = (said?.cited ?? []).filter(({ test }) => test);
  const found =
    names.length > 0
      ? allOf(names, (path) => touched(goal, path, said))
      : cited(goal, said, places, 'its line in the report cites no place in a test file');
  return found.is === 'met' ? { is: 'met', holds: [...found.holds, ran] } : found;
}

function testsThatPassed(goal: Goal): Holds | undefined {
  const isTest = ({ type, name }: CommandGate): boolean => type === 'test' && hasPassed(goal, name);
  const gate = gatesOfGoal(goal).find(isTest);
  if (gate) return byGate(gate.name, gate);
  const check = provenCheck(goal);
  return check && { kind: 'check', command: commandText(check.command) };
}

/** Changed by work that counts, or there already: then the mind says where. */
function touched(goal: Goal, path: string, said: CriterionSaid | undefined): Holds | string {
  const isChanged = Object.values(goal.runs).some(
    (run) => counts(goal, run) && run.outputs?.patch_files.some((one) => isSame(path, one)),
  );
  if (isChanged) return { kind: 'changed', path };
  const place = said?.cited.find((one) => isSame(path, one.path));
  if (place) return { kind: 'cited', path: place.path, line: place.line };
  const untold = judgesOf(goal).length > 0 ? ', and its line in the report does not cite it' : '';
  return `${path} was not changed${untold}`;
}

/** A change of the file alone says nothing: a line that the goal added has to be quoted. */
function documented(goal: Goal, path: string, said: CriterionSaid | undefined): Holds | string {
  const place = said?.cited.find((one) => one.added === true && isSame(path, one.path));
  if (place) return { kind: 'cited', path: place.path, line: place.line };
  return judgesOf(goal).length > 0
    ? `its line in the report quotes no line of ${path} that this goal added`
    : `no node of this plan quotes a line of ${path} that this goal added`;
}

/** Work that passed, that is being settled, or that waits for a word on the criteria alone. */
function counts(goal: Goal, run: Run): boolean {
  if (run.ended?.outcome === 'success' || run.id === proofOf(goal).criteria?.said_by) return true;
  if (lastJudged(goal, run.node)?.id !== run.id) return false;
  const node = nodeState(goal, run.node);
  if (node.status === 'blocked') return node.because.kind === 'criteria-open';
  return node.status === 'verify' || node.status === 'done';
}

/** `README` names `README.md` as well. */
function isSame(name: string, path: string): boolean {
  return name === path || (!name.includes('.') && path.replace(/\.\w+$/, '') === name);
}

function cited(
  goal: Goal,
  said: CriterionSaid | undefined,
  places: CriterionSaid['cited'],
  without: string,
): Standing {
  if (!said) {
    return open(
      judgesOf(goal).length > 0 ? 'the report has no line on it' : 'no node of this plan judges it',
    );
  }
  if (places.length === 0) return open(without);
  return { is: 'met', holds: places.map(({ path, line }) => ({ kind: 'cited', path, line })) };
}

function open(why: string): Standing {
  return { is: 'open', why };
}
