// A git remote that is away for a while: for how long it is asked again, before it is said to have failed. What goes
// there has refs of its own, so that a push that may have arrived can be made again.

import { hungUp, whyNotReached } from '../../publish/branch/push-outcome.ts';

/** Whether it is asked again after it said that. */
export type Patience = (said: string) => boolean;

const MINUTE_MS = 60_000;

/**
 * As long as somebody waits where it cannot be reached, and for a minute where it hangs up in the middle: what it
 * never takes whole is no matter of time. `now`: of a clock that nobody sets.
 */
export function patience(now: () => number = () => performance.now()): Patience {
  let hungUpAt: number | undefined;
  return (said) => {
    if (hungUp(said)) {
      hungUpAt ??= now();
      return now() - hungUpAt < MINUTE_MS;
    }
    hungUpAt = undefined;
    return whyNotReached(said) === 'unreachable';
  };
}
