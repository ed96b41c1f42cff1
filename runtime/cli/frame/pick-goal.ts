import { openGoals } from '../../kernel/requests/goals.ts';
import { fail, ok, type Result } from '../../model/failure.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { State } from '../../model/state/state.ts';
import { oneLine } from '../../words/plain-text.ts';
import { firstOf } from './brief-nodes.ts';
import { EXIT, misused, type Outcome } from './outcome.ts';

export type Named = Readonly<{
  goal: string | undefined;
  node?: string | undefined;
  /** Whether what a person was shown before they said yes waits still, as it was. */
  still?: ((state: State) => boolean) | undefined;
  /** What is said is to why the goal itself is paused, and to none of its nodes. */
  ofGoal?: boolean;
}>;
/** How a goal is named on the command line: behind these words, or as this says. */
type Typed = string | ((goal: string) => string);
export type Picked = Readonly<{ goal: Goal; nodeId: string | null }>;
/** As they were shown it. */
export type PickedStill = Picked & Pick<Named, 'still'>;

/**
 * The open goal that was meant: the one named, else the only one (which has that node). Several are
 * listed, never guessed. `command` is what the hints repeat.
 */
export function pickGoal(state: State, named: Named, command: Typed): Result<Picked, Outcome> {
  // A goal may be named by one of its nodes.
  const byNode = named.node === undefined && /^G-\d+\/N-\d+$/i.test(named.goal ?? '');
  const { goal, node = '' } = byNode ? { goal: undefined, node: named.goal } : named;
  const [nodeId, goalOfNode] = node.toUpperCase().split('/').reverse();
  const open = openGoals(state);
  const id = goal === undefined ? goalOfNode : goalId(goal);
  if (id !== undefined) {
    const goal = open.find((candidate) => candidate.id === id);
    if (!goal)
      return fail(misused(`There is no open goal ${oneLine(id, 40)}.`, listed(open, command)));
    return withNode(goal, nodeId);
  }
  const candidates = nodeId ? open.filter((goal) => Object.hasOwn(goal.nodes, nodeId)) : open;
  const [first, second] = candidates;
  if (first && second === undefined) return withNode(first, nodeId);
  if (first) return fail(choose(candidates, command));
  if (open.length > 0) {
    return fail(
      misused(`No open goal has a node ${oneLine(nodeId ?? '', 40)}.`, listed(open, command)),
    );
  }
  return fail(misused('No goal is open.', 'In Claude Code, type: /wukong_fix <what is wrong>'));
}

/** `G-0007`, `g-7` and `7` name the same goal. */
export function goalId(text: string): string {
  const number = /^(?:G-)?(\d+)$/i.exec(text)?.[1];
  return number === undefined ? text : `G-${number.replace(/^0+/, '').padStart(4, '0')}`;
}

const MAX_NAMED = 64;

function withNode(goal: Goal, nodeId: string | undefined): Result<Picked, Outcome> {
  if (!nodeId) return ok({ goal, nodeId: null });
  if (Object.hasOwn(goal.nodes, nodeId)) return ok({ goal, nodeId });
  const known = firstOf(Object.keys(goal.nodes), MAX_NAMED);
  return fail(misused(`${goal.id} has no node ${oneLine(nodeId, 40)}.`, `It has ${known}.`));
}

export function choose(goals: readonly Goal[], command: Typed): Outcome {
  const lines = goals.map((goal) => `  ${goal.id}  ${goal.status}  ${oneLine(goal.title, 80)}`);
  const error = {
    kind: 'choose',
    message: 'Several goals are open; name one.',
    goals: goals.map(({ id, title, status }) => ({ id, title, status })),
  };
  const text = `error  Several goals are open:\n${lines.join('\n')}\n  hint: ${listed(goals, command)}`;
  return { exit: EXIT.usage, text, json: { error } };
}

function listed(open: readonly Goal[], command: Typed): string {
  const ids = open.map((goal) => goal.id);
  if (ids.length === 0) return 'No goal is open.';
  const typed = (id: string) => (typeof command === 'string' ? `${command} ${id}` : command(id));
  return `Type one of: ${ids.map((id) => `wukong ${typed(id)}`).join(' · ')}`;
}
