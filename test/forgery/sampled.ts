// What `npm test` tries: cases that are one command all of them, and of those in which tests really run and
// which take some seconds each a few, other ones each time. `npm run soak` and `npm run forgery` try all.

import { sample } from '../crash/sample.ts';
import type { Case } from './case.ts';
import { FORGED, HONEST } from './cases.ts';

const SAMPLED = 12;

export const FORGED_SAMPLE = quickAndSome('forged', FORGED);
export const HONEST_SAMPLE = quickAndSome('honest', HONEST);

function quickAndSome(kind: Case['kind'], cases: readonly Case[]): readonly Case[] {
  const isQuick = ({ project = 'manifests' }: Case): boolean => project === 'manifests';
  const slow = cases.filter((one) => !isQuick(one));
  return [...cases.filter(isQuick), ...sample(kind, slow, SAMPLED)];
}
