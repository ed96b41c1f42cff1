// What was proven for a whole goal, and how long it holds.

import type { Draft } from '../model/event.ts';
import { type CommandGate, gatesInOrder } from '../model/gate.ts';
import type { CheckState, Proof } from '../model/proof.ts';
import type { Goal, Run } from '../model/state.ts';
import { WRITING_ROLES } from '../model/words.ts';
import { runsOf } from './graph.ts';

const KEPT_CHECKS = 8;
const KEPT_REPROS = 8;

const NOTHING: Proof = {
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
  return goal.proof ?? NOTHING;
}

/** When the first run that may write was dispatched. */
export function workBegan(goal: Goal): number {
  return Date.parse(proofOf(goal).first?.at ?? goal.created_at);
}

/** What a fact means for it. */
export function reduceProof(goal: Goal, event: Draft): void {
  const p = event.payload;
  const put = (more: Partial<Proof>): void => {
    goal.proof = { ...proofOf(goal), ...more };
  };
  switch (event.type) {
    case 'run.dispatched':
      if (p.tree && WRITING_ROLES.includes(p.role) && proofOf(goal).first === null) {
        put({ first: { tree: p.tree, at: event.timestamp } });
      }
      return;
    case 'evidence.graded': {
      const tree = p.outputs?.tree;
      if (tree && tree !== proofOf(goal).tree) put({ tree });
      const named: string[] = p.passes && Array.isArray(p.repro) ? p.repro : [];
      if (named.length > 0) {
        put({ repro: [...new Set([...proofOf(goal).repro, ...named])].slice(-KEPT_REPROS) });
      }
      return;
    }
    case 'check.measured':
      put({ checks: measured(proofOf(goal).checks, event) });
      return;
    case 'seal.checked':
      if (p.held) put({ sealed: p.tree });
      return;
    case 'tests.accepted':
      put({ accepted: { ...proofOf(goal).accepted, ...p.files } });
      return;
    case 'evidence.renewed':
      put({ tree: p.tree, verified: p.tree });
      return;
  }
}

function measured(checks: readonly CheckState[], { payload: p }: Draft): CheckState[] {
  const about = { command: p.command, cwd: p.cwd ?? null, overlay: p.brought ?? null };
  const before = checks.find((check) => isSameCheck(check, about));
  if (p.side === 'red') {
    const red = p.outcome === 'fail' ? 'red' : p.outcome === 'pass' ? 'passes' : 'unavailable';
    const check: CheckState = { ...about, red, why: p.why, log: p.log, green: null };
    return [...checks.filter((other) => other !== before), check].slice(-KEPT_CHECKS);
  }
  if (p.side !== 'green' || !before) return [...checks];
  const green = p.outcome === 'pass' ? p.tree : null;
  return [...checks.filter((other) => other !== before), { ...before, green }];
}

export function isSameCheck(
  a: Pick<CheckState, 'command' | 'cwd' | 'overlay'>,
  b: Pick<CheckState, 'command' | 'cwd' | 'overlay'>,
): boolean {
  return (
    a.overlay === b.overlay &&
    (a.cwd ?? '') === (b.cwd ?? '') &&
    a.command.length === b.command.length &&
    a.command.every((word, i) => word === b.command[i])
  );
}

/** The check that was red before the goal's first change and green after one, the newest of them. */
export function provenCheck(goal: Goal): CheckState | undefined {
  return proofOf(goal).checks.findLast((check) => check.red === 'red' && check.green !== null);
}

/**
 * For a fix L3 means more: red before, green after. A fix is what was made from `fix`, or from a
 * template of the user's own whose name ends in `fix`.
 */
export function isFix(goal: Pick<Goal, 'template'>): boolean {
  return /(?:^|[-_])(?:hot|bug)?fix$/i.test(goal.template.name);
}

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

export function gatesOfGoal(goal: Goal): CommandGate[] {
  const all = goal.specs.flatMap((spec) => gatesInOrder(spec.verification_plan));
  const commands = all.filter((gate) => gate.type !== 'builtin');
  return [...new Map(commands.map((gate) => [gate.name, gate])).values()];
}

/** Whether commands may have to run before the goal is complete. */
export function hasFinalCheck(goal: Goal): boolean {
  return gatesOfGoal(goal).length > 0 || proofOf(goal).first !== null;
}
