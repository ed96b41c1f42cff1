import type { OrderFact } from '../../model/facts/order.ts';
import { type Meanings, ON_RECORD, withRun } from './meaning.ts';

export const ORDER_MEANINGS: Meanings<OrderFact> = {
  'order.place_cleared': ON_RECORD,
  'order.copied': {
    apply: withRun(({ goal, run, state }, { payload }) => {
      run.copy = payload;
      if (run.ended || run.by.kind !== 'person') return;
      const order = { goal: goal.id, node: run.node, artifacts: goal.artifacts };
      state.handed = { ...state.handed, [run.id]: { ...order, dir: payload.dir } };
    }),
  },
  'order.removed': {
    apply: (state, { run_id }) => {
      delete state.handed?.[run_id];
    },
  },
  'result.misread': {
    apply: withRun(({ run, state }, { payload }) => {
      const handed = state.handed?.[run.id];
      if (handed) handed.read = payload.stamp;
      run.missing = payload.problems;
    }),
  },
};
