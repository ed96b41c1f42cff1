// What a person needs to decide, as data: taken when they are asked, and kept with it.

import type { AskedPacket, Attempt } from '../../model/facts/escalation.ts';
import type { Reason } from '../../model/reason.ts';
import type { FailedGates } from '../../model/shortfall.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Outputs } from '../../model/state/node-state.ts';
import type { Run } from '../../model/state/run.ts';
import { usedOfLimits } from '../budget/budget.ts';
import { lastJudged, runsOf } from '../graph/graph.ts';
import { gatesOfGoal } from '../graph/proof.ts';
import { planBsOf } from '../retries/after-failure.ts';
import { entry, specOf } from '../state/queries.ts';

const MOST_ATTEMPTS = 5;
const MOST_NAMED = 20;
const MOST_FILES = 10;
const MOST_LINES = 3;
/** Of a record of 64 KB, in whatever signs; the reason itself stands in a record already. */
const MOST_CHARACTERS = 15_000;
const MOST_OF_REASON = 2_000;

/** Of a goal that is paused itself it is about its last runs, whichever node they were of, unless one is why. */
export function packetOf(goal: Goal, node: string | null, because: Reason): AskedPacket {
  const about = node ?? (because.kind === 'budget-exceeded' ? because.node : undefined);
  const runs = about === undefined ? Object.values(goal.runs) : runsOf(goal, about);
  const outputs = runs.findLast((run) => run.outputs)?.outputs;
  const attempts = runs.slice(-MOST_ATTEMPTS).map(attemptOf);
  const isLong = JSON.stringify(attempts).length > MOST_CHARACTERS;
  const failing = failingOf(goal, outputs, because);
  const title = goal.specs.find(({ id }) => id === node)?.title;
  return {
    goal: goal.title,
    ...(title !== undefined && { node: title.slice(0, 300) }),
    because,
    asked: askedBy(goal, node),
    outside: (outputs?.outside ?? []).slice(0, MOST_NAMED),
    attempts: isLong ? attempts.slice(-1) : attempts,
    passing: passingOn(goal, outputs?.tree ?? null).filter((gate) => !failing.includes(gate)),
    failing,
    artifacts: (outputs?.artifacts ?? [])
      .slice(0, MOST_NAMED)
      .map((name) => `${outputs?.dir}/${name}`),
    runs_left: node === null ? null : runsLeft(goal, node),
    ...budgetLeft(goal, about),
    ...inDoubt(goal, node),
    ...planBFound(goal, node),
    ...(goal.language && { language: goal.language }),
  };
}

/** Who asks a question reports no evidence yet: that its built-in checks miss some says nothing. */
function failingOf(goal: Goal, outputs: Outputs | null | undefined, because: Reason): string[] {
  // At the end of a goal gates ran again, behind the last report.
  const atEnd = failedAtEnd(because);
  if (atEnd.length > 0) return atEnd.map(({ gate }) => gate);
  const failed = (outputs?.failed ?? []).map(({ gate }) => gate);
  if (because.kind !== 'questions') return failed;
  const commands = new Set(gatesOfGoal(goal).map(({ name }) => name));
  return failed.filter((name) => commands.has(name));
}

function failedAtEnd(because: Reason): FailedGates {
  if (because.kind === 'final-gate-unfixable' || because.kind === 'final-gate')
    return because.failed ?? [];
  return because.kind === 'runs-used-up' ? failedAtEnd(because.last) : [];
}

/** It asks no clock: hours count up to the last sign of life. */
function budgetLeft(goal: Goal, node: string | undefined): Pick<AskedPacket, 'budget_left'> {
  const used = usedOfLimits(goal, goal.usage?.seen ?? goal.created_at);
  // Of what both limit, the least.
  const left = used
    .filter((one) => one.node === undefined || one.node === node)
    .map(({ what, limit, spent }) => [what, round(limit - spent)] as const)
    .sort(([, one], [, other]) => other - one);
  return left.length === 0 ? {} : { budget_left: Object.fromEntries(left) };
}

function round(number: number): number {
  return Math.round(number * 1e4) / 1e4;
}

function inDoubt(goal: Goal, node: string | null): Pick<AskedPacket, 'in_doubt'> {
  const open = goal.approvals?.filter((one) => one.node === node && !one.given) ?? [];
  const doubted = open.filter(({ in_doubt }) => in_doubt !== undefined).slice(0, MOST_NAMED);
  if (doubted.length === 0) return {};
  return { in_doubt: doubted.map(({ action }) => action.slice(0, 500)) };
}

/** Where it is about a node for which plan B was tried. */
function planBFound(goal: Goal, node: string | null): Pick<AskedPacket, 'plan_b'> {
  const last = node === null ? undefined : planBsOf(goal, node).at(-1);
  const plan_b = last === undefined ? undefined : lastJudged(goal, last)?.outputs?.plan_b;
  return plan_b ? { plan_b } : {};
}

/** What a node needs leave for, and has not got. */
export function askedBy(goal: Goal, node: string | null): string[] {
  const open = goal.approvals?.filter((one) => one.node === node && !one.given) ?? [];
  return open.slice(0, MOST_NAMED).map(({ action }) => action.slice(0, 500));
}

function attemptOf({ id, outputs, ended }: Run): Attempt {
  const because = ended?.because ?? null;
  const isShort = JSON.stringify(because).length <= MOST_OF_REASON;
  return {
    run: id,
    summary: (outputs?.summary ?? '').slice(0, 500),
    changed: (outputs?.patch_files ?? []).slice(0, MOST_FILES).map((path) => path.slice(0, 200)),
    because: isShort ? because : { kind: 'text', text: `${because?.kind}` },
    level: outputs?.level ?? null,
    ...(ended?.signature !== undefined && { signature: ended.signature }),
    ...printedBy(outputs),
  };
}

/** In the words of the gates themselves. */
function printedBy(outputs: Outputs | null): Pick<Attempt, 'failed'> {
  const failed = (outputs?.failed ?? []).flatMap(({ gate, printed }) =>
    printed ? [{ gate, printed }] : [],
  );
  return failed.length > 0 ? { failed: failed.slice(0, MOST_LINES) } : {};
}

function passingOn({ proven }: Goal, tree: string | null): string[] {
  if (tree === null) return [];
  return Object.keys(proven).filter((gate) => proven[gate] === tree);
}

function runsLeft(goal: Goal, node: string): number {
  const used = entry(goal.nodes, node)?.attempts ?? 0;
  return Math.max(0, specOf(goal, node).max_retries - used);
}
