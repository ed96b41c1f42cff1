// The client is killed while a node of a built-in template is worked on, and another session resumes the goal.

import { describe, expect, test } from 'vitest';
import { canComplete } from '../../runtime/kernel/requests/goals.ts';
import { frontier, frontierIds } from '../../runtime/kernel/requests/offer.ts';
import { resumeGoal } from '../../runtime/kernel/requests/resume.ts';
import type { Step } from '../../runtime/kernel/requests/step.ts';
import { ofSession } from '../../runtime/kernel/state/owner.ts';
import { nodeState } from '../../runtime/kernel/state/queries.ts';
import type { Goal } from '../../runtime/model/state/goal.ts';
import { builtIn } from '../documents/built-in.ts';
import { mustCall, report } from './drive.ts';
import { begin, CLIENT } from './plan.ts';
import { OWNED } from './walk.ts';

const OTHER = ofSession('s2', { pid: 4343, started: '2' }, '/t/s2.jsonl');
const isAlive = ({ pid }: { pid: number }): boolean => pid !== CLIENT.pid;

/** Dispatches whatever is ready, and has each of them report, until `isReached`. */
function work(step: Step, goal: Goal, session: string, isReached: () => boolean): void {
  while (!isReached()) {
    const ready = frontier(goal);
    expect(ready, 'nothing is ready, and the goal is not at its end').not.toEqual([]);
    const runs = ready.map(({ role }) => mustCall(step, role, session));
    for (const run of runs) report(step, run);
  }
}

describe.each(['fix', 'fix_small', 'feature', 'refactor', 'direct'])('in %s', (name) => {
  test('a goal whose client is killed at any node goes on there in another session, and nothing is done twice', async () => {
    const plan = await builtIn(name);
    for (const { id } of plan.nodes) {
      const { step, goal } = begin(plan);
      work(step, goal, 's1', () => frontierIds(goal).includes(id));
      const offered = frontierIds(goal);
      const doneBefore = plan.nodes.filter((node) => nodeState(goal, node.id).status === 'done');
      const killed = frontier(goal).map(({ role }) => mustCall(step, role));

      const resumed = resumeGoal(step, { ...OWNED, claim: OTHER, answer: '' }, isAlive);
      expect(resumed, id).toMatchObject({ kind: 'resumed', lost: killed.length, waiting: [] });
      expect(goal.owner).toEqual(OTHER.owner);
      expect(frontierIds(goal), id).toEqual(offered);
      for (const node of doneBefore) expect(nodeState(goal, node.id).status).toBe('done');
      // The agents of the client that is gone may still have a word to say.
      for (const run of killed) report(step, run);
      expect(frontierIds(goal), id).toEqual(offered);

      work(step, goal, 's2', () => canComplete(goal));
      const done = step.facts.flatMap((fact) => (fact.type === 'node.done' ? [fact.node_id] : []));
      expect(done.toSorted()).toEqual(plan.nodes.map((node) => node.id).toSorted());
      const attempts = Object.values(goal.runs).filter(({ ended }) => ended?.outcome === 'lost');
      expect(attempts.map(({ node }) => node).toSorted()).toEqual([...offered].toSorted());
    }
  });
});
