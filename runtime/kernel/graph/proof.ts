// What was proven for a whole goal, and how long it holds.

import { type CommandGate, commandText, type GateOutcome, gatesInOrder } from '../../model/gate.ts';
import type { Beside, CheckState, Decided, Fault, Proof } from '../../model/proof.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import {
  CHANGING_ROLES,
  type NodeStatus,
  type ProofAsked,
  WRITING_ROLES,
} from '../../model/vocabulary.ts';
import { nodeState } from '../state/queries.ts';
import { runsOf } from './graph.ts';

export const NO_PROOF: Proof = {
  first: null,
  repro: [],
  checks: [],
  accepted: {},
  sealed: null,
  tree: null,
  verified: null,
};

/** Goals of older logs, and those nobody changed anything for, have none. */
export function proofOf(goal: Goal): Proof {
  return goal.proof ?? NO_PROOF;
}

/** When the first run that may write was dispatched. */
export function workBegan(goal: Goal): number {
  return Date.parse(proofOf(goal).first?.at ?? goal.created_at);
}

export function isSameCheck(
  a: Pick<CheckState, 'command' | 'cwd'>,
  b: Pick<CheckState, 'command' | 'cwd'>,
): boolean {
  return (
    (a.cwd ?? '') === (b.cwd ?? '') &&
    a.command.length === b.command.length &&
    a.command.every((word, i) => word === b.command[i])
  );
}

/**
 * The check that was red before the goal's first change and green after one, the newest of them. What was
 * seen to pass whatever its tests do is none.
 */
export function provenCheck(goal: Goal): CheckState | undefined {
  return proofOf(goal).checks.findLast(isProof);
}

function isProof({ red, green, able }: CheckState): boolean {
  return red === 'red' && green !== null && able !== false;
}

/** Whether L3 means more in this goal: red before, green after. */
export function asksRedGreen({
  template,
  unchecked,
}: Pick<Goal, 'template' | 'unchecked'>): boolean {
  return !unchecked && (template.proof ?? proofOfName(template.name)) === 'red_green';
}

/** Whether it is told at the end of this goal that the same cases pass before and after. */
export function asksSame({ template }: Pick<Goal, 'template'>): boolean {
  return template.proof === 'same';
}

/** What a template asks for that does not say it, and what a goal of an older log was begun with. */
export function proofOfName(name: string): ProofAsked {
  return /(?:^|[-_])(?:hot|bug)?fix$/i.test(name) ? 'red_green' : 'none';
}

/**
 * Whether the fault was shown, as far as the goal came. Where its template does not ask, what was shown is judged
 * at the end (engine/checks/what-was-shown.ts).
 * `tree`: what there is now, if that is known.
 */
export function faultOf(goal: Goal, tree = proofOf(goal).tree): Fault | undefined {
  if (!asksRedGreen(goal)) return notAsked(goal, tree);
  const { first, unshown, unshown_saying: saying, documentation, unproven = null } = proofOf(goal);
  const check = provenCheck(goal);
  if (check) {
    const { command, limit, saying } = check;
    const less = limit !== undefined && { limit };
    return { kind: 'shown', check: commandText(command), ...less, ...(saying && { saying }) };
  }
  if (first === null || first.tree === tree) return { kind: 'nothing-changed' };
  if (documentation && documentation.tree === tree) {
    return { kind: 'documentation', files: documentation.files };
  }
  const why = unshown ?? 'no check was run on the tree before the first change';
  return { kind: 'not-shown', why, ...(saying && { saying }), accepted: unproven };
}

/** Where nothing was changed, nothing could have been shown. */
function notAsked({ proof, template }: Goal, tree: string | null | undefined): Fault | undefined {
  const first = proof?.first;
  if (!first || first.tree === tree) return undefined;
  return { kind: 'not-asked', template: template.name };
}

/** What has to be read beside the first sentence; undefined if there is nothing. */
export function besideOf(
  goal: Goal,
  end: Readonly<{
    gone?: readonly string[];
    named?: readonly string[] | undefined;
    /** Criteria that nobody looked at. */
    unseen?: number;
    /** What came of gates that no node asks for. */
    others?: readonly GateOutcome[];
  }> = {},
): Beside | undefined {
  const accepted = (proofOf(goal).decided ?? []).flatMap(acceptedBy);
  const named = end.named ? withoutText(end.named) : (proofOf(goal).named ?? []);
  const gone = end.gone?.slice(0, KEPT_GONE) ?? [];
  const { flaky = [] } = proofOf(goal);
  const { unseen = 0 } = end;
  const { name: template, own } = goal.template;
  const others = (end.others ?? []).filter(({ outcome }) => outcome !== 'pass');
  const isPlain =
    !own &&
    others.length === 0 &&
    named.length + accepted.length + gone.length + flaky.length + unseen === 0;
  if (isPlain) return undefined;
  return {
    named,
    accepted,
    gone,
    ...(flaky.length > 0 && { flaky }),
    ...(unseen > 0 && { unseen }),
    ...(others.length > 0 && { others: others.slice(0, KEPT_OTHERS).map(shortOf) }),
    ...(own && { own: { ...own, template } }),
  };
}

function shortOf({ gate, outcome, excused }: GateOutcome) {
  return { gate, outcome, ...(excused && { excused }) };
}

/** What else a person decided, the first sentence says or concerns no result. */
function acceptedBy({ what, by, why, about }: Decided): Beside['accepted'] {
  if (what === 'foreign') return [{ what, by, why: about.join(', ').slice(0, MAX_WHY) }];
  const isOfResult = what === 'tests-changed' || what === 'no-change';
  return isOfResult ? [{ what, by, why: why.slice(0, MAX_WHY) }] : [];
}

/** What was done to tests, `path:line what: text`, without the text. */
export function withoutText(named: readonly string[]): string[] {
  return named
    .slice(0, KEPT_NAMED)
    .map((one) => /^(.*?:\d+ [a-z ]+)(?::|$)/.exec(one)?.[1] ?? one.slice(0, 200));
}

const KEPT_NAMED = 40;
const KEPT_GONE = 20;
const KEPT_OTHERS = 5;
const MAX_WHY = 300;

/**
 * A file that a finished node changed: the last run of that node, whose tree has the change, and the
 * folder of the run that made it.
 */
type Finished = Readonly<{ path: string; node: string; run: Run; dir: string }>;

/**
 * What finished nodes changed in this working tree and has to be there still; without what a person was
 * told of, and nothing while a run works there that is not the one that reports.
 */
export function finishedWork(
  goal: Goal,
  worktree: string,
  reporting?: string,
): readonly Finished[] {
  const { first, gone = [] } = proofOf(goal);
  if (first === null) return [];
  const runs = Object.values(goal.runs).filter(
    ({ lane }) => lane.worktree === worktree && lane.base !== null,
  );
  if (runs.some(({ id, ended }) => ended === null && id !== reporting)) return [];
  const found = new Map<string, Finished>();
  for (const { node, outputs } of runs) {
    const run = runs.findLast((one) => one.node === node && one.outputs !== null);
    if (goal.nodes[node]?.status !== 'done' || !run) continue;
    const { dir = '', patch_files: paths = [] } = outputs ?? {};
    for (const path of paths) found.set(path, { path, node, run, dir });
  }
  return [...found.values()].filter(
    ({ path, run }) => !gone.some((one) => one.path === path && one.run === run.id),
  );
}

/** Whether a person said that a change of this path is theirs. */
export function isClaimed(goal: Goal, path: string): boolean {
  return (proofOf(goal).claimed ?? []).some(
    (claim) => claim === path || (claim.endsWith('/') && path.startsWith(claim)),
  );
}

/** Whether no other node is left that could bring a check which shows the fault. */
export function owesFault(goal: Goal, nodeId: string): boolean {
  if (!asksRedGreen(goal) || proofOf(goal).unproven) return false;
  const isOver = (id: string): boolean => OVER.includes(nodeState(goal, id).status);
  const changers = goal.specs.filter(({ role }) => CHANGING_ROLES.includes(role));
  return changers.every(({ id }) => id === nodeId || isOver(id));
}

const OVER: readonly NodeStatus[] = ['done', 'failed', 'skipped', 'cancelled'];

/** Whether something in the goal changed after this evidence was measured, and nothing was run since. */
export function isStale(goal: Goal, run: Run): boolean {
  const { tree, verified } = proofOf(goal);
  return tree !== null && verified !== tree && isOfOther(run, tree);
}

/** Measured on another tree than this one. Evidence of readers names none: they are asked again. */
export function isOfOther(run: Run, tree: string): boolean {
  const measuredOn = run.outputs?.tree ?? null;
  return measuredOn !== null && measuredOn !== tree;
}

/** The last node before the end whose runs wrote one of these files; with none named, that wrote at all. */
export function lastWriter(goal: Goal, files: readonly string[]): string | undefined {
  const wrote = (id: string): boolean =>
    runsOf(goal, id).some(
      (run) =>
        run.ended?.outcome === 'success' &&
        (run.outputs?.patch_files ?? []).some((path) => files.length === 0 || files.includes(path)),
    );
  const isDone = (id: string): boolean => goal.nodes[id]?.status === 'done';
  return goal.specs.findLast(
    ({ id, role }) => WRITING_ROLES.includes(role) && isDone(id) && wrote(id),
  )?.id;
}

/** Also those that no node asks for. */
export function gatesKnown(goal: Goal): CommandGate[] {
  const asked = gatesOfGoal(goal);
  return [...asked, ...otherGates(goal)];
}

/** Gates of the configuration, as it was when the goal began, that no node asks for. */
export function otherGates(goal: Goal): readonly CommandGate[] {
  return goal.other_gates ?? [];
}

export function gatesOfGoal(goal: Goal): CommandGate[] {
  const all = goal.specs.flatMap((spec) => gatesInOrder(spec.verification_plan));
  const commands = all.filter((gate) => gate.type !== 'builtin');
  return [...new Map(commands.map((gate) => [gate.name, gate])).values()];
}

/** Whether commands may have to run before the goal is complete. */
export function hasFinalCheck(goal: Goal): boolean {
  return gatesOfGoal(goal).length > 0 || proofOf(goal).first !== null;
}
