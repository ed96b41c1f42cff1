import { dropUnwanted } from '../../engine/gates/spare-copy-of.ts';
import { removeLanes } from '../../engine/lanes/remove-lanes.ts';
import { takeUsage } from '../../engine/usage/take-usage.ts';
import { abortGoal } from '../../kernel/requests/goals.ts';
import { tellOwner } from '../../kernel/requests/tell-owner.ts';
import { activeRuns } from '../../kernel/state/queries.ts';
import { oneLine } from '../../words/plain-text.ts';
import type { Command } from '../frame/command.ts';
import { goalStep } from '../frame/goal-step.ts';
import { withLanes } from '../frame/lane-lines.ts';
import { openNow, stateOf } from '../frame/open-workspace.ts';
import { done, EXIT, failed, needsPerson } from '../frame/outcome.ts';
import { isAgreed, personHere } from '../frame/person.ts';
import { pickGoal } from '../frame/pick-goal.ts';

/** `wukong goal cancel`. */
export const cancel: Command = {
  description: 'Cancel a goal for good; its records stay',
  args: {
    goal: { type: 'positional', required: false, description: 'The goal. Default: the open one' },
    yes: { type: 'boolean', description: 'Counts for nothing: a person is asked' },
  },
  examples: [],
  async run(args) {
    const named = { goal: args.text('goal') };
    const opened = openNow();
    if (!opened.ok) return failed(opened.error);
    const { state } = opened.value;
    const picked = pickGoal(state, named, 'goal cancel');
    if (!picked.ok) return picked.error;
    const { id, title } = picked.value.goal;
    const person = personHere(state);
    if (!person.ok) return person.error;
    if (!(await isAgreed(person.value, `Cancel ${id} for good? ${oneLine(title, 80)}`))) {
      return needsPerson(`${id} was not cancelled.`, 'Type it again, and answer yes.');
    }
    takeUsage(opened.value.ws, id);
    // By id: the person agreed to this goal, whatever else has opened since.
    const outcome = await goalStep('goal cancel', { goal: id }, (step, { goal }) => {
      const stopped = activeRuns(goal).map((run) => run.id);
      tellOwner(step, goal, { kind: 'goal-cancelled', goal: id });
      abortGoal(step, goal, { kind: 'by-person', from: 'shell' });
      const runs = stopped.length === 0 ? '' : ` Stopped runs: ${stopped.join(', ')}.`;
      const text = `${id} is cancelled.${runs} Changes it made to your files stay; look at \`git status\`.`;
      return done(text, { goal: id, stopped });
    });
    const after = stateOf(opened.value.ws);
    if (after.ok) dropUnwanted(opened.value.ws, after.value);
    if (after.ok && after.value.goals[id] === undefined) {
      const { ws } = opened.value;
      const removal = await removeLanes(ws, after.value.log_id, picked.value.goal);
      return withLanes(ws, outcome, removal);
    }
    return outcome;
  },
};

/** As it was called once: works, and says its name of now. */
export const abort: Command = {
  ...cancel,
  async run(args) {
    const outcome = await cancel.run(args);
    return outcome.exit !== EXIT.done
      ? outcome
      : { ...outcome, text: `${outcome.text}\n${NAME_OF_NOW}` };
  },
};

const NAME_OF_NOW = '`wukong abort` is called `wukong goal cancel` now.';
