// What `npm test` tries: of the cases that need no copies an eighth, and of those that need some and take
// some seconds each a few, always the same. `npm run soak` and `npm run forgery` try all.

import { sample } from '../crash/kill-points.ts';
import type { Case } from './case.ts';
import { FORGED, HONEST } from './cases.ts';

const SLOW = 6;

export const FORGED_SAMPLE = someOf(FORGED);
export const HONEST_SAMPLE = someOf(HONEST);

function someOf(cases: readonly Case[]): readonly Case[] {
  const isQuick = ({ project = 'plain', by }: Case): boolean =>
    project === 'plain' && by === undefined;
  const quick = cases.filter(isQuick);
  const slow = cases.filter((one) => !isQuick(one));
  return [...sample(quick, Math.ceil(quick.length / 8)), ...sample(slow, SLOW)];
}
