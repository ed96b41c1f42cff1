// What `npm test` tries: of the cases in other layouts, which really run tests and take some seconds each,
// a few, other ones each time. `npm run soak` and `npm run forgery` try all.

import { sample } from '../crash/sample.ts';
import type { Case } from './case.ts';
import { FORGED_ALWAYS, FORGED_LAYOUTS, HONEST_ALWAYS, HONEST_LAYOUTS } from './cases.ts';

const SAMPLED = 8;

export const FORGED_SAMPLE: readonly Case[] = [
  ...FORGED_ALWAYS,
  ...sample('forged', FORGED_LAYOUTS, SAMPLED),
];

export const HONEST_SAMPLE: readonly Case[] = [
  ...HONEST_ALWAYS,
  ...sample('honest', HONEST_LAYOUTS, SAMPLED),
];
