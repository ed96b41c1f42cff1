// A check that says nothing of a change for what no agent can bring: a person is told what is missing, and no run is
// used up.

import type { Reason } from './reason.ts';
import type { Saying } from './saying.ts';

/** Old failures beside the new ones, and a test that does not end, are an agent's to put right. */
export function saysNothing(saying: Saying | undefined): boolean {
  if (saying?.is === 'beyond-copies' || saying?.is === 'not-compared') return true;
  if (saying?.is !== 'unable' || saying.because === undefined) return false;
  return saying.because.beside === undefined && saying.because.ended !== 'timeout';
}

/** It is judged again as it is when a person has put that right. */
export function waitsForCheck(because: Reason): boolean {
  if (because.kind === 'gate-stuck') return because.how === 'unable';
  return because.kind === 'fault-not-shown' && saysNothing(because.saying);
}
