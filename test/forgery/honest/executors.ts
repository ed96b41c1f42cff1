// A fix without a session, whose result cites the gate that the runtime runs itself.

import { ADAPTERS } from '../by-executor.ts';
import type { Case } from '../case.ts';
import { WHO } from '../forged/executors.ts';

const FIX = { kind: 'honest', level: 'L2', project: 'tested' } as const;

export const BY_EXECUTORS: readonly Case[] = [
  ...ADAPTERS.map(
    (by): Case => ({
      ...{ ...FIX, by, name: `fixes it as ${WHO[by]}` },
      async act(agent) {
        agent.fix();
        await agent.shell('npm test');
        return agent.report();
      },
    }),
  ),
  ...(['command', 'human'] as const).map(
    (by): Case => ({
      ...{ ...FIX, by, name: `fixes it, and says so in a result alone, as ${WHO[by]}` },
      act(agent) {
        agent.fix();
        return JSON.stringify({ tests: ['npm test => pass'] });
      },
    }),
  ),
  // What the runtime itself saw pass on exactly its tree counts, whatever the result cites.
  ...(['command', 'human'] as const).map(
    (by): Case => ({
      ...{ ...FIX, by, name: `fixes it, and cites another command than the gate, as ${WHO[by]}` },
      act(agent) {
        agent.fix();
        return JSON.stringify({ tests: ['node --test => pass'] });
      },
    }),
  ),
];
