import { activeRuns } from '../kernel/state.ts';
import { pauseByPerson } from '../kernel/verify.ts';
import type { Command } from './commands.ts';
import { goalStep } from './goal-step.ts';
import { done } from './outcome.ts';

export const pause: Command = {
  description: 'Hand out no more work of a goal until it is resumed',
  args: {
    goal: { type: 'positional', required: false, description: 'The goal. Default: the open one' },
  },
  run(args) {
    return goalStep('pause', { goal: args.text('goal') }, (step, { goal }) => {
      const wasPaused = goal.status === 'paused';
      const working = activeRuns(goal).map((run) => run.node);
      pauseByPerson(step, goal, 'paused from the command line');
      const running =
        working.length === 0 ? '' : ` ${working.join(', ')} still works and may finish.`;
      const text = wasPaused
        ? `${goal.id} was paused already: ${goal.paused ?? ''}.`
        : `${goal.id} is paused.${running}`;
      const next = `To go on: wukong resume ${goal.id}, or /wukong_resume ${goal.id} in Claude Code.`;
      return done(`${text}\n${next}`, { goal: goal.id, was_paused: wasPaused, working });
    });
  },
};
