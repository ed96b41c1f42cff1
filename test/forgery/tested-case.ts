// What cases in the project whose tests really run have in common.

import type { Acting, Said } from './acting.ts';
import type { Case } from './case.ts';
import { leaves } from './project.ts';

type Act = (agent: Acting) => unknown;
type Trick = Omit<Case, 'kind' | 'name' | 'level' | 'act'>;

/** Leaves the fault where it is, makes the tests pass all the same, and says that it is fixed. */
export function hides(name: string, act: Act, more: Trick = {}): Case {
  const unfixed: Act = async (agent) => {
    leaves(agent);
    await act(agent);
  };
  const ran = tested(unfixed, { level: 'L3' });
  return { kind: 'forged', name, level: 'L1', done: false, ...more, ...ran };
}

/** Passes the tests, but nothing shows that the fault was there and is not any more: a person is asked. */
export function showsNothing(name: string, act: Act, more: Trick = {}, said: Said = {}): Case {
  const ran = tested(act, { level: 'L3', ...said });
  // In the other project nobody has to show a fault.
  const waits = more.project === undefined ? { done: false } : {};
  return { kind: 'forged', name, level: 'L2', ...waits, ...ran, ...more };
}

/** Fixes the fault, and the tests show it. */
export function fixes(
  name: string,
  act: Act,
  more: Trick & Partial<Pick<Case, 'level' | 'done'>> = {},
  said: Said = {},
): Case {
  return { kind: 'honest', name, level: 'L3', ...tested(act, said), ...more };
}

/** Does it where tests really run, runs them, and reports. */
function tested(act: Act, said: Said): Pick<Case, 'project' | 'act'> {
  return {
    project: 'tested',
    async act(agent) {
      await act(agent);
      await agent.bash('npm test');
      return agent.report(said);
    },
  };
}
