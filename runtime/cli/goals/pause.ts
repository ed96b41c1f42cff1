import { pauseByPerson } from '../../kernel/reports/pause.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import { reasonText } from '../../words/reason.ts';
import { toGoOn } from '../../words/waiting.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { done } from '../frame/outcome.ts';

export const pause: Command = {
  description: 'Stop dispatching work of a goal until it is resumed',
  args: {
    goal: { type: 'positional', required: false, description: 'The goal. Default: the open one' },
  },
  examples: [['wukong pause', 'until `wukong resume`']],
  run(args) {
    return goalStep('pause', { goal: args.text('goal') }, (step, { goal }) => {
      const wasPaused = goal.status === 'paused';
      const working = activeRuns(goal).map((run) => run.node);
      pauseByPerson(step, goal, 'shell');
      const running =
        working.length === 0 ? '' : ` ${working.join(', ')} still works and may finish.`;
      const text = wasPaused
        ? `${goal.id} was paused already: ${goal.paused ? reasonText(goal.paused) : 'no reason is known'}.`
        : `${goal.id} is paused.${running}`;
      const next = toGoOn(goal);
      return done(`${text}\n${next}`, { goal: goal.id, was_paused: wasPaused, working });
    });
  },
};
