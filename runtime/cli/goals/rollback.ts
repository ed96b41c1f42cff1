import { planRollback, putBack, type RollbackPlan } from '../../engine/changes/rollback.ts';
import { lockTree } from '../../engine/gates/tree-lock.ts';
import { rollBack } from '../../kernel/requests/reopen.ts';
import { hasLivingOwner } from '../../kernel/state/owner.ts';
import { activeRuns, nodeState } from '../../kernel/state/queries.ts';
import type { Said } from '../../kernel/state/said.ts';
import type { Goal } from '../../model/state/goal.ts';
import { oneLine, wholeLine } from '../../words/plain-text.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { isAlive } from '../../workspace/processes.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { openTrusted, stateOf } from '../frame/open-workspace.ts';
import { done, failed, misused, needsPerson, type Outcome } from '../frame/outcome.ts';
import { printLine } from '../frame/output.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { pickGoal } from '../frame/pick-goal.ts';

const MOST_SHOWN = 20;

export const rollback: Command = {
  description: 'Put the tree back to before the work of a node, and open it again',
  args: {
    node: {
      type: 'positional',
      required: false,
      description: 'The node: N-020 or G-0001/N-020',
    },
  },
  examples: [['wukong rollback N-020', 'shows the files, and asks']],
  async run(args) {
    const opened = openTrusted();
    if (!opened.ok) return failed(opened.error);
    const named = args.text('node');
    if (named === undefined) return misused('Which node?', 'wukong rollback N-020');
    const { ws } = opened.value;
    const state = stateOf(ws);
    if (!state.ok) return failed(state.error);
    const picked = pickGoal(state.value, { goal: undefined, node: named }, 'rollback');
    if (!picked.ok) return picked.error;
    const { goal, nodeId } = picked.value;
    if (nodeId === null) return misused('Which node?', 'wukong rollback N-020');
    const person = personHere(state.value);
    if (!person.ok) return person.error;
    const busy = atWork(goal);
    if (busy) return busy;
    const plan = await planRollback(ws, goal, nodeId);
    if (!plan.ok) return refused(plan.error);
    if (isBack(goal, nodeId, plan.value)) return refused(`${nodeId} is open already`);
    for (const line of linesOf(plan.value)) printLine(line);
    const question = `Put ${plan.value.changed.length} files back to before ${nodeId}, and open it again?`;
    if (!(await isAgreed(person.value, question))) {
      return needsPerson('Nothing was put back.', `wukong rollback ${goal.id}/${nodeId}`);
    }
    const about = { worktree: plan.value.worktree, goal: goal.id, run: null };
    const lock = await lockTree(ws, about, AbortSignal.timeout(LOCK_WAIT_MS));
    if (!lock) return needsPerson('Another rollback, or a gate, is at work in this tree.', AGAIN);
    try {
      return await carryOut(ws, goal, nodeId, plan.value, person.value);
    } finally {
      await lock.release();
    }
  },
};

const LOCK_WAIT_MS = 10_000;
const AGAIN = 'Type it again when it has ended.';

/** With the tree to itself. */
async function carryOut(
  ws: Workspace,
  goal: Goal,
  node: string,
  plan: RollbackPlan,
  person: Said,
): Promise<Outcome> {
  // An agent may have been dispatched while the question stood there.
  const now = stateOf(ws);
  if (!now.ok) return failed(now.error);
  const meanwhile = atWork(now.value.goals[goal.id] ?? goal);
  if (meanwhile) return meanwhile;
  if (isBack(now.value.goals[goal.id] ?? goal, node, plan)) {
    return refused(`${node} was rolled back meanwhile`);
  }
  const patch = await putBack(ws, goal, node, plan);
  if (!patch.ok) return refused(patch.error);
  const { base: tree, taken: paths } = plan;
  return goalStep('rollback', { goal: goal.id, node }, (step, found) => {
    const said = { tree, files: paths, patch: patch.value, ...person };
    const reopened = rollBack(step, found.goal, node, said);
    const lines = [
      `Put back: ${oneLine(paths.join(', '), 400) || 'nothing was different'}.`,
      `Open again: ${[node, ...reopened].join(', ')}. To have the change back: git apply .wukong/${patch.value}`,
      hasLivingOwner(step.state, found.goal, isAlive)
        ? 'Its session goes on at its next turn.'
        : toGoOn(goal),
    ];
    const json = { goal: goal.id, node, files: paths, patch: patch.value, reopened };
    return done(lines.join('\n'), json);
  });
}

/** Nobody puts files back under an agent that works with them. */
function atWork(goal: Goal): Outcome | undefined {
  const [run] = activeRuns(goal);
  if (!run) return undefined;
  const hint = `wukong pause ${goal.id}, wait until its agent has reported, then type it again.`;
  return needsPerson(`${run.node} is being worked on (${run.id}).`, hint);
}

/** By an earlier one, to its end: killed before, it leaves the node as it was. */
function isBack(goal: Goal, node: string, { changed }: RollbackPlan): boolean {
  return changed.length === 0 && nodeState(goal, node).status === 'ready';
}

function refused(why: string): Outcome {
  return needsPerson(`Not put back: ${wholeLine(why)}.`, 'Look at `git diff`, then type it again.');
}

function linesOf({ changed, kept }: RollbackPlan): string[] {
  const shown = changed
    .slice(0, MOST_SHOWN)
    .map(({ path, status }) => `  ${WHAT[status]}  ${oneLine(path)}`);
  const more = changed.length - MOST_SHOWN;
  return [
    ...shown,
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(kept.length > 0
      ? [`Not touched, as others changed it: ${oneLine(kept.join(', '), 300)}`]
      : []),
  ];
}

const WHAT = { A: 'removed ', M: 'put back', D: 'restored', T: 'put back' } as const;
