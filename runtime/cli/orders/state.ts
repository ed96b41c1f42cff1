import { readContextPack } from '../../executors/context-pack.ts';
import { readGoals } from '../../inspect/read-goals.ts';
import type { OnProgress } from '../../inspect/read-log.ts';
import type { WorkflowState } from '../../model/views/workflow-state.ts';
import { packText } from '../../words/goal/context-pack.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Workspace } from '../../workspace/paths.ts';
import { tenantOf } from '../audit/tenant.ts';
import type { Command } from '../frame/command.ts';
import { openWorkspace } from '../frame/open-workspace.ts';
import { done, EXIT, failed, misused, type Outcome } from '../frame/outcome.ts';
import { goalId } from '../frame/pick-goal.ts';
import { progress } from '../frame/progress.ts';
import { readWorkflowState } from './read-workflow-state.ts';

export const state: Command = {
  description: 'Show how a goal stands as one object for programs',
  args: {
    goal: {
      type: 'positional',
      required: false,
      description: 'G-0001, open or over; without it the newest',
    },
    tenant: {
      type: 'string',
      valueHint: 'NAME',
      description:
        'Who answers for it; others see nothing. Default: `owner` of the configuration, else you',
    },
    pack: {
      type: 'string',
      valueHint: 'N-020',
      description: 'Instead: where the work of this node stands, for whoever goes on with it',
    },
  },
  examples: [['wukong state G-0001 --json', 'all of it, for a program']],
  run(args) {
    const opened = openWorkspace();
    if (!opened.ok) return failed(opened.error);
    const { ws } = opened.value;
    const shown = progress();
    try {
      const named = args.text('goal');
      const id = named === undefined ? newestGoal(ws, shown.update) : goalId(named);
      if (id === undefined)
        return misused('There is no goal yet.', 'Type: wukong goal add "a title"');
      const node = args.text('pack');
      if (node !== undefined) return packOf(ws, id, node, shown.update);
      const read = readWorkflowState(ws, id, args.text('tenant') ?? tenantOf(ws), shown.update);
      if (!read.ok) return failed(read.error);
      if (read.value) return done(textOf(read.value), { ...read.value });
      const text = `There is no goal ${oneLine(id, 40)} here.`;
      return { exit: EXIT.failed, text, json: {}, isNothing: true };
    } finally {
      shown.end();
    }
  },
};

/** The one that was made last, open or over. What cannot be read is said by whoever reads it next. */
function newestGoal(ws: Workspace, onProgress: OnProgress): string | undefined {
  const goals = readGoals(ws, undefined, onProgress);
  return goals.ok ? goals.ids.at(-1) : undefined;
}

/** Made from the log and the files of its runs; nothing is written. */
function packOf(ws: Workspace, id: string, node: string, onProgress: OnProgress): Outcome {
  const goals = readGoals(ws, id, onProgress);
  if (!goals.ok) return failed(goals.failure);
  const goal = goals.named;
  if (!goal || !Object.hasOwn(goal.nodes, node)) {
    return misused(
      `There is no node ${oneLine(node, 40)} in ${oneLine(id, 40)}.`,
      'Type: wukong status',
    );
  }
  const pack = readContextPack(ws, goal, node);
  if (pack) return done(packText(pack), { ...pack });
  const text = `Nobody worked on ${id}/${node} yet.`;
  return { exit: EXIT.failed, text, json: {}, isNothing: true };
}

function textOf({ identity, output, scoring, review, runtime, trace }: WorkflowState): string {
  const { criteria_scores: scores } = scoring;
  const met = scores.filter((one) => one.met).length;
  return [
    `${identity.evaluation_id}  ${output.status}  ${met} of ${scores.length} criteria and gates met`,
    `  retries ${runtime.retry_count}, errors ${runtime.errors.length}, checkpoint ${trace.checkpoint_id ?? 'none'}`,
    ...(review.human_review_payload ?? []).map(
      ({ node, why, next }) =>
        `  ${node ?? 'the goal'} waits: ${oneLine(why, 200)} ${oneLine(next, 300)}`,
    ),
    '  All of it: wukong state --json',
  ].join('\n');
}
