import type { LaneFact } from '../../model/facts/lane.ts';
import type { Goal } from '../../model/state/goal.ts';
import type { Run } from '../../model/state/run.ts';
import { entry } from '../state/queries.ts';
import { type Meanings, withRun } from './meaning.ts';

export const LANE_MEANINGS: Meanings<LaneFact> = {
  'lane.ready': {
    apply: withRun(({ goal, run }, { payload: { worktree, base } }) => {
      const { awaited: _, ...lane } = run.lane;
      run.lane = { ...lane, worktree };
      beginAt(goal, run, base);
    }),
  },
  'lane.moved': {
    apply: withRun(({ goal, run }, { payload: { base } }) => {
      delete run.lane.landing;
      beginAt(goal, run, base);
    }),
  },
  'lane.landing': {
    apply: withRun(({ run }, { payload }) => {
      run.lane.landing = payload;
    }),
  },
  'lane.landed': {
    apply: withRun(({ run }) => {
      const { lands_in, landing: _, awaited: __, ...lane } = run.lane;
      run.lane = { ...lane, worktree: lands_in ?? lane.worktree };
    }),
  },
};

function beginAt(goal: Goal, run: Run, base: string): void {
  run.lane.base = base;
  const node = entry(goal.nodes, run.node);
  if (node) node.base = base;
}
