import { type Goals, readGoals } from '../../inspect/read-goals.ts';
import { lostPlan } from '../../kernel/state/queries.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { firstOf } from '../frame/brief-nodes.ts';
import { done, failed, misused, type Outcome } from '../frame/outcome.ts';
import { choose, goalId } from '../frame/pick-goal.ts';

/** `node` and `run` are null where the whole goal is meant. */
export type EvidenceOf = Readonly<{ goal: Goal; node: string | null; run: string | null }>;

export const NO_GOAL = done('No goal is open. In Claude Code, type: /wukong_fix <what is wrong>', {
  goals: [],
});

const examples = (command: string): string =>
  `For example: wukong ${command} N-020 · wukong ${command} G-0001/N-020 · a run id`;
const SHOWN_IDS = 12;
const MAX_NAMED = 64;

/**
 * The goal, node or run that was meant. Closed goals count too: without an open one, the last that
 * ended is in focus. Several that fit are listed, never guessed.
 */
export function pickEvidence(
  ws: Workspace,
  named: string | undefined,
  command: string,
  onProgress: (where: string) => void,
): Result<EvidenceOf, Outcome> {
  const picked = pick(ws, named, command, onProgress);
  const lost = picked.ok ? lostPlan(picked.value.goal) : undefined;
  return lost ? fail(failed(lost)) : picked;
}

function pick(
  ws: Workspace,
  named: string | undefined,
  command: string,
  onProgress: (where: string) => void,
): Result<EvidenceOf, Outcome> {
  const asked = read(named?.trim() ?? '');
  if (!asked)
    return fail(
      misused(`"${oneLine(named ?? '', 60)}" is no node, run or goal.`, examples(command)),
    );
  const { goal: wanted, node, run } = asked;
  const goals = readGoals(ws, run ?? wanted ?? undefined, onProgress);
  if (!goals.ok) return fail(failed(goals.failure));
  if (run !== null) {
    const at = goals.named?.runs[run];
    if (goals.named && at) return ok({ goal: goals.named, node: at.node, run });
    return fail(misused(`There is no run ${oneLine(run, 60)} in the log.`, examples(command)));
  }
  if (wanted !== null) {
    if (!goals.named) return fail(unknownGoal(wanted, goals));
    return withNode(goals.named, node);
  }
  const { open, last } = goals;
  const fitting = open.filter((goal) => node === null || Object.hasOwn(goal.nodes, node));
  const [first, second] = fitting;
  if (first && second) return fail(choose(fitting, command));
  const only = first ?? open[0] ?? last;
  return only ? withNode(only, node) : fail(NO_GOAL);
}

type Asked = Readonly<{ goal: string | null; node: string | null; run: string | null }>;

function read(text: string): Asked | undefined {
  if (text === '') return { goal: null, node: null, run: null };
  if (/^\d{4}-\d\d-\d\d-[a-z]+-\d+$/i.test(text)) {
    return { goal: null, node: null, run: text.toLowerCase() };
  }
  const [, goal, node] = /^(?:(G-\d+|\d+)(?:\/|$))?(N-\d+)?$/i.exec(text) ?? [];
  if (goal === undefined && node === undefined) return undefined;
  return {
    goal: goal === undefined ? null : goalId(goal),
    node: node?.toUpperCase() ?? null,
    run: null,
  };
}

function withNode(goal: Goal, node: string | null): Result<EvidenceOf, Outcome> {
  // Whose plan is lost has no nodes, whichever was asked for.
  const isKnown = node === null || goal.lost || Object.hasOwn(goal.nodes, node);
  if (isKnown) return ok({ goal, node, run: null });
  const known = firstOf(Object.keys(goal.nodes), MAX_NAMED);
  return fail(misused(`${goal.id} has no node ${oneLine(node, 40)}.`, `It has ${known}.`));
}

function unknownGoal(wanted: string, { ids }: Extract<Goals, { ok: true }>): Outcome {
  const newest = ids.slice(-SHOWN_IDS).join(', ');
  const hint = newest === '' ? 'The log knows none.' : `The newest: ${newest}.`;
  return misused(`There is no goal ${oneLine(wanted, 40)}.`, hint);
}
