// The ways on that a run of plan B found, in its words.

import type { PlanBFound } from '../../model/remark.ts';
import { say, type Three, way } from './way.ts';

/** Undefined where it found fewer than three: then they are those of the reason. */
export function foundByPlanB({ options }: PlanBFound): Three | undefined {
  const [a, b, c] = options.map(({ description, pros, cons, effort }) => {
    const does = say(`Do it this way: ${description}`);
    return way('found', description, does, [pros], [cons], effort ?? 'M');
  });
  return a && b && c && [a, b, c];
}
